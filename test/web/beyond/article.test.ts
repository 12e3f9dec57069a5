import { describe, expect, test } from "vitest";
import type { ArticleLocation } from "../../../src/web/api/types/endpoints.d.ts";
import { startServer } from "../../harness/server.ts";
import { OLDEST } from "../../harness/terminal.ts";
import { holdRequests } from "../held-requests.ts";
import { selectOption } from "../select-option.ts";
import { storedValue } from "../stored-records.ts";
import { openTerminalAs } from "./open-terminal.ts";
import { createPhotoFile } from "./photo-file.ts";

describe.each(OLDEST)("an article in %s", (browser) => {
  test("it shows its properties, user, locations, open requests and history", async () => {
    const server = await startServer();
    const manager = await server.as("manager");
    const moved = { fromLocationId: 4, toLocationId: 5, quantity: 1 };
    expect((await manager.post("/api/articles/5/locations/move", moved)).status).toBe(200);
    const change = { price: 1234.5, responsibleUserId: 2 };
    expect((await manager.put("/api/articles/5", change)).status).toBe(200);
    const terminal = await openTerminalAs(server, { browser });
    // The name of a deactivated user is still shown.
    expect((await (await server.as("admin")).put("/api/users/2", { isActive: false })).status).toBe(200);
    await terminal.goTo("/article/5");
    for (const text of [
      "Židle kancelářská",
      "Code A000005",
      "State In use",
      "Category Furniture",
      "Type Chair",
      "Assigned to Uma Svoboda",
      "Responsible person Max Dvorak",
      "Serial number SN-10039595",
      "Price 1,234.50",
      "Skladová hala č. 2 Main building / Ground floor / Skladová hala č. 2 1 piece",
      "Transfer to Laboratoř requested: Uma Svoboda",
      "Price: 2,724.85 → 1,234.5 Responsible person: Max Dvorak Max Dvorak",
      "Moved to Skladová hala č. 2 (1 piece)",
      "Removed from Skladová hala č. 1 (1 piece)",
    ])
      await terminal.see(text);
    // Most look for an article to fetch it.
    await terminal.see(/Skladová hala č\. 2 1 piece .*Code A000005/);
    await terminal.goTo("/article/40");
    await terminal.see("Disposal requested (reason: Obsolete): Uma Svoboda");
  });

  test("a manager moves pieces of it to a scanned location", async () => {
    const server = await startServer();
    const terminal = await openTerminalAs(server, { browser, as: "manager" });
    await terminal.goTo("/article/72");
    await terminal.tap("Move");
    await terminal.see("3 pieces");
    await terminal.tap("One less");
    await terminal.scan("B1-G-03");
    await terminal.see("Main building / Ground floor / Skladová hala č. 3");
    await terminal.tap({ css: ".actions button" });
    await terminal.see("Moved to ");
    await terminal.tap({ css: "main .button_wide" });
    await terminal.see("Skladová hala č. 3 Main building / Ground floor / Skladová hala č. 3 2 pieces");
    const { body } = await (await server.as("manager")).get("/api/articles/72/locations");
    expect(body.map(({ locationId, quantity }: ArticleLocation) => [locationId, quantity])).toEqual([
      [6, 2],
      [5, 1],
    ]);
  });

  test("a manager's reason for a move is sent after a restart of the page, and is in the stock movements", async () => {
    const server = await startServer();
    const terminal = await openTerminalAs(server, {
      browser,
      as: "manager",
      goesOffline: true,
      serviceWorker: true,
    });
    await terminal.until("navigator.serviceWorker.ready.then(() => true)");
    await terminal.goTo("/article/72/move");
    await terminal.see("3 pieces");
    await terminal.scan("B1-G-03");
    await terminal.see("Main building / Ground floor / Skladová hala č. 3");
    await terminal.tap({ css: "main details summary" });
    await terminal.evaluate("document.querySelector('main details input').focus()");
    await terminal.type("to be repaired");
    await terminal.offline(true);
    await terminal.tap({ css: ".actions button" });
    await terminal.see("1 not sent yet");
    await terminal.reload();
    await terminal.see("1 not sent yet");
    await terminal.offline(false);
    const manager = await server.as("manager");
    await expect
      .poll(async () => (await manager.get("/api/stock-movements?articleId=72")).body[0])
      .toMatchObject({ kind: "change", cause: "change to be repaired" });
  });

  test.each([
    ["the article", /\/articles\/72$/, ""],
    ["its stock", /articles\/72\/locations/, ""],
    ["its packs", /articles\/72\/fields/, ""],
    ["the stock of a refill", /articles\/72\/locations/, "?from=5&available=3&quantity=1"],
  ])("a move offers locations once %s can't move them any more", async (_, held, given) => {
    const server = await startServer();
    const terminal = await openTerminalAs(server, { browser });
    await terminal.evaluate(holdRequests(held));
    await terminal.evaluate(`void (() => {
      window.wasEarly = false;
      window.isHeld = true;
      const look = () => { window.wasEarly = window.wasEarly || (window.isHeld && document.body.innerText.includes("Main building")); };
      new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
    })()`);
    await terminal.goTo(`/article/72/move${given}`);
    await terminal.see(/Request transfer/);
    // Until then the rows would be there.
    await terminal.until(`Promise.resolve(${storedValue("locations")}).then((found) => found !== undefined)`);
    await terminal.evaluate("void (window.isHeld = false, window.release())");
    await terminal.see("Main building");
    await terminal.until("window.wasEarly === false");
  });

  test("a user requests its transfer to a location selected in the tree, and its disposal with a reason", async () => {
    const server = await startServer();
    const terminal = await openTerminalAs(server, { browser });
    await terminal.goTo("/article/72");
    await terminal.tap("Transfer");
    await terminal.see("Request transfer");
    await terminal.tap(/^Main building/);
    await terminal.tap(/^Ground floor/);
    await terminal.tap(/^Skladová hala č. 1/);
    await terminal.tap("Send request");
    await terminal.see(/Transfer to .* requested: .*A manager decides\./);
    const { body } = await (await server.as("user")).get("/api/articletransfers?articleId=72");
    expect(body).toMatchObject([{ state: "open", targetLocationId: 4, fromLocationId: 5, quantity: 3 }]);

    await terminal.goTo("/article/72/dispose");
    await terminal.until("document.querySelectorAll('select option').length > 4");
    await selectOption(terminal, "Disposal reason", "Broken");
    await selectOption(terminal, "Disposal method", "Scrap");
    await terminal.tap("Send request");
    await terminal.see("Disposal requested.");
    const { body: disposals } = await (await server.as("user")).get("/api/articledisposals?articleId=72");
    expect(disposals).toMatchObject([
      { state: "waiting", disposalReason: { name: "Broken" }, disposalMethod: { name: "Scrap" } },
    ]);
  });

  test("a photo taken offline is sent later, also over plain HTTP, and is shown", async () => {
    const server = await startServer();
    const terminal = await openTerminalAs(server, { browser, secure: false, goesOffline: true });
    await terminal.goTo("/article/72");
    await terminal.see("A000072");
    await terminal.offline(true);
    await terminal.choose("[type='file']", await createPhotoFile());
    await terminal.see("No connection. It is kept here and sent when the server is available.");
    await terminal.offline(false);
    await terminal.until("document.querySelector('.photos img') !== null");
    await terminal.until("document.querySelector('.photos img').naturalWidth === 320");
    const { body } = await (await server.as("user")).get("/api/photoarticle/72");
    expect(body).toMatchObject([{ articleId: 72, width: 2048, height: 1536, createdBy: "user" }]);
    await terminal.tap({ css: ".photos a" });
    await terminal.until("document.querySelector('.photo-large img') !== null");
    await terminal.until("document.querySelector('.photo-large img').naturalWidth === 2048");
  });

  test("what is stored of it shows its age while the server does not answer", async () => {
    const server = await startServer();
    const terminal = await openTerminalAs(server, { browser });
    await terminal.goTo("/article/72");
    await terminal.see("Skladová hala č. 2 Main building");
    await terminal.seesNot("Last updated");
    await terminal.goTo("/find");
    await terminal.evaluate(holdRequests(/\/api\/articles/));
    await terminal.goTo("/article/72");
    await terminal.see(/Skladová hala č\. 2 Main building.* Last updated \d/);
    await terminal.evaluate("window.release()");
    await terminal.seesNot("Last updated");
  });

  test("a transfer requested offline is sent once, and not again after a reload", async () => {
    const server = await startServer();
    const terminal = await openTerminalAs(server, { browser, goesOffline: true });
    await terminal.goTo("/article/72");
    await terminal.see("Skladová hala č. 2");
    await terminal.tap("Transfer");
    await terminal.see("Request transfer");
    await terminal.see("3 pieces");
    await terminal.offline(true);
    await terminal.scan("B1-G-01");
    await terminal.tap("Send request");
    await terminal.see("No connection. It is kept here and sent when the server is available.");
    await terminal.see("1 not sent yet");
    await terminal.offline(false);
    await terminal.see(/Transfer to .* requested: .*A manager decides\./);
    await terminal.see("All sent");
    await terminal.reload();
    await terminal.see("All sent");
    const { body } = await (await server.as("user")).get("/api/articletransfers?articleId=72");
    expect(body).toMatchObject([{ state: "open", targetLocationId: 4 }]);
  });

  test("a manager can't move it while its location is unknown offline, for that would add pieces", async () => {
    const server = await startServer();
    const terminal = await openTerminalAs(server, { browser, as: "manager", goesOffline: true });
    await terminal.offline(true);
    await terminal.goTo("/article/72/move");
    await terminal.scan("B1-G-03");
    await terminal.see("Skladová hala č. 3");
    await terminal.see("Not available without a connection.");
    await terminal.until("document.querySelector('.actions button').disabled");
    await terminal.offline(false);
    await terminal.see("3 pieces");
    await terminal.tap({ css: ".actions button" });
    await terminal.see("Moved to ");
    const { body } = await (await server.as("manager")).get("/api/articles/72/locations");
    expect(body).toMatchObject([{ locationId: 6, quantity: 3 }]);
    expect(body.length).toBe(1);
  });
});
