import { describe, expect, test } from "vitest";
import { startServer } from "../../harness/server.ts";
import { OLDEST, type Terminal } from "../../harness/terminal.ts";
import { holdRequests } from "../held-requests.ts";
import { selectOption } from "../select-option.ts";
import { openTerminalAs } from "./open-terminal.ts";
import { createPhotoFile } from "./photo-file.ts";

describe.each(OLDEST)("my assets in %s", (browser) => {
  test("it shows four figures, the articles, and the results of transfers, disposals and proposals", async () => {
    const server = await startServer();
    const rejected = await server.manager.put("/api/articletransfers/2/reject", {
      reason: "There is no room.",
    });
    expect(rejected.status).toBe(200);
    const { body } = await (await server.as("user")).get("/api/articles/my-stats/3");
    expect(body).toMatchObject({ assignedCount: 100, openTransfers: 1, pendingDisposals: 3 });
    const terminal = await openTerminalAs(server, { browser });
    // A request that is answered with 429 is repeated.
    await terminal.evaluate(respondBusyOnce("/api/articles/my-stats/"));
    await terminal.tap("Mine");
    await terminal.see("1,293,337.03 Total value 100 Articles 1 Pending transfers 3 Pending disposals");
    await terminal.tap("Show all (100)");
    await terminal.until("document.querySelectorAll('main section li').length === 100");
    await terminal.tap("1 Pending transfers");
    await terminal.see("There is no room.");
    await terminal.see(/Židle kancelářská A000005 · → Laboratoř · [\d/,: APM]+ Pending/);
    await terminal.back();
    await terminal.tap("3 Pending disposals");
    await terminal.see(/A000040 · Obsolete · [\d/,: APM]+ Pending/);
    await terminal.see(/A000045 · Broken · [\d/,: APM]+ Approved/);
    await terminal.back();
    await terminal.tap(/^My proposals/);
    await terminal.see("No proposals yet");
  });

  test("the link below the figures does not move when they come", async () => {
    const server = await startServer();
    const terminal = await openTerminalAs(server, { browser });
    await terminal.evaluate(holdRequests(/articles\/my-stats/, "GET"));
    await terminal.goTo("/mine");
    await terminal.see("– Total value");
    await terminal.evaluate("window.before = document.querySelector('a[href*=proposals]').offsetTop");
    await terminal.evaluate("window.release()");
    await terminal.see("1,293,337.03 Total value");
    await terminal.until("document.querySelector('a[href*=proposals]').offsetTop === window.before");
  });

  test("after a proposal a scan is reported as lost", async () => {
    const server = await startServer();
    const terminal = await openTerminalAs(server, { browser });
    await terminal.goTo("/propose/EAN-1");
    await fill(terminal, { "Name (required)": "Drill" });
    await selectOption(terminal, "Category", "Tools");
    await selectOption(terminal, "Type", "Drill");
    await terminal.tap("Propose");
    await terminal.see("Proposal sent. A manager will decide.");
    await terminal.scan("EAN-2");
    await terminal.see("This screen does not accept scans.");
  });

  test("a purchase date that is half typed is not sent as none", async () => {
    const server = await startServer();
    const terminal = await openTerminalAs(server, { browser });
    await terminal.goTo("/propose");
    await fill(terminal, { "Name (required)": "Drill" });
    await selectOption(terminal, "Category", "Tools");
    await selectOption(terminal, "Type", "Drill");
    await terminal.evaluate("document.querySelector('[type=date]').focus()");
    await terminal.type("0231", { everyMs: 300 });
    await terminal.tap("Propose");
    // The tap takes the focus, and the browser moves it to the field that it explains.
    await terminal.until("document.activeElement.type === 'date'");
    expect((await server.user.get("/api/articleproposals")).body).toEqual([]);
  });

  test("a proposal with a photo that is made offline is sent later", async () => {
    const server = await startServer();
    const terminal = await openTerminalAs(server, { browser, goesOffline: true });
    await terminal.goTo("/mine");
    await terminal.tap("Propose a new asset");
    await terminal.see("Name (required)");
    await terminal.offline(true);
    await fill(terminal, { "Name (required)": "Sloupová vrtačka", Price: "12 345,50" });
    await selectOption(terminal, "Category", "Tools");
    await selectOption(terminal, "Type", "Drill");
    await selectOption(terminal, "Currency", "CZK");
    await terminal.tap(/^Serial number/);
    await terminal.scan("SN-NEW-77");
    await terminal.choose("[type='file']", await createPhotoFile());
    await terminal.until("document.querySelector('.propose_photo img') !== null");
    await terminal.tap("Propose");
    await terminal.see("No connection. It is kept here and sent when the server is available.");
    await terminal.offline(false);
    await terminal.see("Proposal sent. A manager will decide.");
    const { body: proposals } = await server.user.get("/api/articleproposals");
    expect(proposals).toMatchObject([
      {
        name: "Sloupová vrtačka",
        category: { name: "Tools" },
        type: { name: "Drill" },
        price: 12345.5,
        currencyType: { name: "CZK" },
        serialNumber: "SN-NEW-77",
        userId: 3,
        state: "waiting",
      },
    ]);
    const { body: photos } = await server.user.get(`/api/photoarticle/${proposals[0].oid}`);
    expect(photos).toMatchObject([{ width: 2048, height: 1536 }]);
    await terminal.goTo("/mine/proposals");
    await terminal.see(/Sloupová vrtačka Tools · Drill · [\d/,: APM]+ Pending/);
  });

  test("if the licence is used up, the proposal shows the server's message and stays until it is discarded", async () => {
    const server = await startServer({ settings: { LICENCE_MAX_ASSETS: "500" } });
    const terminal = await openTerminalAs(server, { browser });
    await terminal.goTo("/propose/NEW-1");
    await fill(terminal, { "Name (required)": "One too many" });
    await selectOption(terminal, "Category", "Tools");
    await selectOption(terminal, "Type", "Drill");
    await terminal.tap("Propose");
    await terminal.see("The licence covers 500 articles and all are in use. Ask an administrator.");
    await terminal.goTo("/mine");
    await terminal.see("New asset: One too many The licence covers 500 articles");
    await terminal.evaluate(holdRequests(/articles\/pwa-request/, "POST"));
    await terminal.tap("Send again");
    await terminal.see("New asset: One too many Sending…");
    await terminal.evaluate("window.release()");
    await terminal.see("New asset: One too many The licence covers 500 articles");
    await terminal.tap("Discard");
    await terminal.seesNot("One too many");
  });

  test("offline it shows the last figures and articles, and the time of the last update", async () => {
    const server = await startServer();
    const terminal = await openTerminalAs(server, { browser, goesOffline: true });
    await terminal.goTo("/mine");
    await terminal.see("100 Articles");
    await terminal.see("My articles Armchair");
    await terminal.goTo("/find");
    await terminal.offline(true);
    await terminal.goTo("/mine");
    await terminal.see("100 Articles");
    await terminal.see("My articles Armchair");
    await terminal.see(/Last updated \d/);
    await terminal.goTo("/mine/transfers");
    await terminal.see("Not available without a connection.");
    await terminal.offline(false);
    await terminal.see("Židle kancelářská");
  });
});

/** Fills in fields by their labels. */
async function fill(terminal: Terminal, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(values)) {
    await terminal.tap(label);
    await terminal.insert(value);
  }
}

/** Expression: the next request to this path is answered with 429. */
const respondBusyOnce = (start: string) => `(() => {
  const { fetch } = window;
  window.fetch = (path, asked) => {
    if (!path.startsWith("${start}")) return fetch(path, asked);
    window.fetch = fetch;
    const headers = { "Retry-After": "1" };
    return Promise.resolve(new Response('{"message":"Not now."}', { status: 429, headers }));
  };
})()`;
