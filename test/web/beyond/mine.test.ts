import { describe, expect, test } from "vitest";
import { aBox } from "../../harness/box.ts";
import { type Handheld, OLDEST } from "../../harness/handheld.ts";
import { aPhoto } from "./a-photo.ts";
import { atWork, show } from "./at-work.ts";

describe.each(OLDEST)("my assets in %s", (browser) => {
  test("four figures, the things, and what became of what was asked for", async () => {
    const box = await aBox();
    const manager = await box.as("manager");
    const rejected = await manager.put("/api/articletransfers/2/reject", { reason: "There is no room." });
    expect(rejected.status).toBe(200);
    const { body } = await (await box.as("user")).get("/api/articles/my-stats/3");
    expect(body).toMatchObject({ assignedCount: 100, openTransfers: 1, pendingDisposals: 3 });
    const handheld = await atWork(box, { browser });
    // What the box asks to be asked for later is asked for again by itself.
    await handheld.evaluate(BUSY_ONCE("/api/articles/my-stats/"));
    await handheld.tap("Mine");
    await handheld.see("1,293,337.03 Total value 100 Articles 1 Pending transfers 3 Pending disposals");
    await handheld.tap("Show all (100)");
    await handheld.until("document.querySelectorAll('main section li').length === 100");
    await handheld.tap("1 Pending transfers");
    await handheld.see("There is no room.");
    await handheld.see(/Židle kancelářská A000005 · → Laboratoř · [\d: APM]+ Pending/);
    await handheld.back();
    await handheld.tap("3 Pending disposals");
    await handheld.see(/A000040 · Obsolete · [\d: APM]+ Pending/);
    await handheld.see(/A000045 · Broken · [\d: APM]+ Approved/);
    await handheld.back();
    await handheld.tap(/^My proposals/);
    await handheld.see("No proposals yet");
  });

  test("a new asset is proposed without the box, with a photo; both come to it later", async () => {
    const box = await aBox();
    const handheld = await atWork(box, { browser, willBeAlone: true });
    await show(handheld, "/mine");
    await handheld.tap("Propose a new asset");
    await handheld.see("Name (required)");
    await handheld.offline(true);
    await fill(handheld, { "Name (required)": "Sloupová vrtačka", Price: "12 345,50" });
    await handheld.evaluate(CHOOSE("Category", "Tools"));
    await handheld.evaluate(CHOOSE("Type", "Drill"));
    await handheld.evaluate(CHOOSE("Currency", "CZK"));
    await handheld.tap(/^Serial number/);
    await handheld.scan("SN-NEW-77");
    await handheld.choose(".pick-file input", await aPhoto());
    await handheld.until("document.querySelector('.photo-preview img') !== null");
    await handheld.tap("Propose");
    await handheld.see("No connection. It is kept here and sent when the server is available.");
    await handheld.offline(false);
    await handheld.see("Proposal sent. A manager will decide.");
    const user = await box.as("user");
    const { body: proposals } = await user.get("/api/articleproposals");
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
    const { body: photos } = await user.get(`/api/photoarticle/${proposals[0].oid}`);
    expect(photos).toMatchObject([{ width: 2048, height: 1536 }]);
    await show(handheld, "/mine/proposals");
    await handheld.see(/Sloupová vrtačka Tools · Drill · [\d: APM]+ Pending/);
  });

  test("where the licence covers no more, the box says so and the proposal stays until it is given up", async () => {
    const box = await aBox({ settings: { LICENCE_MAX_ASSETS: "500" } });
    const handheld = await atWork(box, { browser });
    await show(handheld, "/propose/NEW-1");
    await fill(handheld, { "Name (required)": "One too many" });
    await handheld.evaluate(CHOOSE("Category", "Tools"));
    await handheld.evaluate(CHOOSE("Type", "Drill"));
    await handheld.tap("Propose");
    await handheld.see("The licence covers 500 articles and all are in use. Ask an administrator.");
    await show(handheld, "/mine");
    await handheld.see("New asset: One too many The licence covers 500 articles");
    await handheld.tap("Send again");
    await handheld.see("The licence covers 500 articles");
    await handheld.tap("Discard");
    await handheld.seesNot("One too many");
  });

  test("a proposal needs a name, a category and a type, and a price that is one", async () => {
    const box = await aBox();
    const handheld = await atWork(box, { browser });
    await show(handheld, "/propose");
    const isOff = "[...document.querySelectorAll('.deeds button')].pop().disabled";
    await handheld.until(isOff);
    await fill(handheld, { "Name (required)": "Drill" });
    await handheld.evaluate(CHOOSE("Category", "Tools"));
    await handheld.evaluate(CHOOSE("Type", "Drill"));
    await handheld.until(`!${isOff}`);
    await fill(handheld, { Price: "much" });
    await handheld.see("Enter a number such as 1250.50.");
    await handheld.until(isOff);
  });

  test("without the box the figures and things of before are shown, and since when", async () => {
    const box = await aBox();
    const handheld = await atWork(box, { browser, willBeAlone: true });
    await show(handheld, "/mine");
    await handheld.see("100 Articles");
    await handheld.see("My articles Armchair");
    await show(handheld, "/find");
    await handheld.offline(true);
    await show(handheld, "/mine");
    await handheld.see("100 Articles");
    await handheld.see("My articles Armchair");
    await handheld.see(/No connection\. Last updated \d/);
    await show(handheld, "/mine/transfers");
    await handheld.see("Not available without a connection.");
    await handheld.offline(false);
    await handheld.see("Židle kancelářská");
  });
});

/** Types into fields, by their labels. */
async function fill(handheld: Handheld, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(values)) {
    await handheld.tap(label);
    await handheld.insert(value);
  }
}

/** Chooses of a list by the words. */
const CHOOSE = (label: string, name: string) => `(() => {
  const { control } = [...document.querySelectorAll("label")].find((one) => one.textContent.startsWith("${label}"));
  control.value = [...control.options].find((one) => one.textContent === "${name}").value;
  control.dispatchEvent(new Event("change", { bubbles: true }));
})()`;

/** The box says of the next request that begins so that it is to be asked later. */
const BUSY_ONCE = (start: string) => `(() => {
  const { fetch } = window;
  window.fetch = (path, asked) => {
    if (!path.startsWith("${start}")) return fetch(path, asked);
    window.fetch = fetch;
    const headers = { "Retry-After": "1" };
    return Promise.resolve(new Response('{"message":"Not now."}', { status: 429, headers }));
  };
})()`;
