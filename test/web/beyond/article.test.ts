import { describe, expect, test } from "vitest";
import { aBox } from "../../harness/box.ts";
import { OLDEST } from "../../harness/handheld.ts";
import { aPhoto } from "./a-photo.ts";
import { atWork, show } from "./at-work.ts";

describe.each(OLDEST)("an article in %s", (browser) => {
  test("shows what it is, who has it, where it is, what is open and what became of it", async () => {
    const box = await aBox();
    const manager = await box.as("manager");
    const moved = { fromLocationId: 4, toLocationId: 5, quantity: 1 };
    expect((await manager.post("/api/articles/5/locations/move", moved)).status).toBe(200);
    const change = { price: 1234.5, responsibleUserId: 2 };
    expect((await manager.put("/api/articles/5", change)).status).toBe(200);
    const handheld = await atWork(box, { browser });
    // An inactive person keeps the name.
    expect((await (await box.as("admin")).put("/api/users/2", { isActive: false })).status).toBe(200);
    await show(handheld, "/article/5");
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
      await handheld.see(text);
    await show(handheld, "/article/40");
    await handheld.see("Disposal requested (reason: Obsolete): Uma Svoboda");
  });

  test("a manager moves pieces of it to a place that he scans", async () => {
    const box = await aBox();
    const handheld = await atWork(box, { browser, as: "manager" });
    await show(handheld, "/article/72");
    await handheld.tap("Move");
    await handheld.see("3 pieces");
    await handheld.tap("One less");
    await handheld.scan("B1-G-03");
    await handheld.see("Main building / Ground floor / Skladová hala č. 3");
    await handheld.tap({ css: ".deeds button" });
    await handheld.see("Moved.");
    await handheld.tap({ css: "main .second.wide" });
    await handheld.see("Skladová hala č. 3 Main building / Ground floor / Skladová hala č. 3 2 pieces");
    const { body } = await (await box.as("manager")).get("/api/articles/72/locations");
    expect(body.map(({ locationId, quantity }: Standing) => [locationId, quantity])).toEqual([
      [6, 2],
      [5, 1],
    ]);
  });

  test("a user asks for its transfer to a place chosen in the tree", async () => {
    const box = await aBox();
    const handheld = await atWork(box, { browser });
    await show(handheld, "/article/72");
    await handheld.tap("Transfer");
    await handheld.see("Request transfer");
    await handheld.tap(/^Main building/);
    await handheld.tap(/^Ground floor/);
    await handheld.tap(/^Skladová hala č. 1/);
    await handheld.tap("Send request");
    await handheld.see("Transfer requested. A manager decides.");
    const { body } = await (await box.as("user")).get("/api/articletransfers?articleId=72");
    expect(body).toMatchObject([{ state: "open", targetLocationId: 4, fromLocationId: 5, quantity: 3 }]);
  });

  test("its disposal is proposed with a reason; what the box refuses is said in its words", async () => {
    const box = await aBox();
    const handheld = await atWork(box, { browser });
    const propose = async () => {
      await show(handheld, "/article/72/dispose");
      await handheld.until("document.querySelectorAll('select option').length > 4");
      await handheld.evaluate(CHOOSE("Disposal reason", "Broken"));
      await handheld.evaluate(CHOOSE("Disposal method", "Scrap"));
      await handheld.tap("Send request");
    };
    await propose();
    await handheld.see("Disposal requested.");
    const { body } = await (await box.as("user")).get("/api/articledisposals?articleId=72");
    expect(body).toMatchObject([
      { state: "waiting", disposalReason: { name: "Broken" }, disposalMethod: { name: "Scrap" } },
    ]);
    await show(handheld, "/article/72");
    await propose();
    await handheld.see(/is already pending/);
    await handheld.tap("Discard");
    await handheld.see("Discarded.");
  });

  test("a photo that is taken without the box comes to it later, over plain HTTP too, and is shown", async () => {
    const box = await aBox();
    const handheld = await atWork(box, { browser, secure: false, willBeAlone: true });
    await show(handheld, "/article/72");
    await handheld.see("A000072");
    await handheld.offline(true);
    await handheld.choose(".pick-file input", await aPhoto());
    await handheld.see("No connection. It is kept here and sent when the server is available.");
    await handheld.offline(false);
    await handheld.until("document.querySelector('.photos img') !== null");
    await handheld.until("document.querySelector('.photos img').naturalWidth === 320");
    const { body } = await (await box.as("user")).get("/api/photoarticle/72");
    expect(body).toMatchObject([{ articleId: 72, width: 2048, height: 1536, createdBy: "user" }]);
    await handheld.tap({ css: ".photos a" });
    await handheld.until("document.querySelector('.photo-large img') !== null");
    await handheld.until("document.querySelector('.photo-large img').naturalWidth === 2048");
  });

  test("a transfer that is asked for without the box waits here over a reload, and goes out once", async () => {
    const box = await aBox();
    const handheld = await atWork(box, { browser, willBeAlone: true });
    await show(handheld, "/article/72");
    await handheld.see("Skladová hala č. 2");
    await handheld.tap("Transfer");
    await handheld.see("Request transfer");
    await handheld.see("3 pieces");
    await handheld.offline(true);
    await handheld.scan("B1-G-01");
    await handheld.tap("Send request");
    await handheld.see("No connection. It is kept here and sent when the server is available.");
    await handheld.see("1 not sent yet");
    await handheld.offline(false);
    await handheld.see("Transfer requested. A manager decides.");
    await handheld.see("All sent");
    await handheld.reload();
    await handheld.see("All sent");
    const { body } = await (await box.as("user")).get("/api/articletransfers?articleId=72");
    expect(body).toMatchObject([{ state: "open", targetLocationId: 4 }]);
  });

  test("where its place is not known without the box, a manager can't move it, for that would make new pieces", async () => {
    const box = await aBox();
    const handheld = await atWork(box, { browser, as: "manager", willBeAlone: true });
    await handheld.offline(true);
    await show(handheld, "/article/72/move");
    await handheld.scan("B1-G-03");
    await handheld.see("Skladová hala č. 3");
    await handheld.see("Not available without a connection.");
    await handheld.until("document.querySelector('.deeds button').disabled");
    await handheld.offline(false);
    await handheld.see("3 pieces");
    await handheld.tap({ css: ".deeds button" });
    await handheld.see("Moved.");
    const { body } = await (await box.as("manager")).get("/api/articles/72/locations");
    expect(body).toMatchObject([{ locationId: 6, quantity: 3 }]);
    expect(body.length).toBe(1);
  });
});

interface Standing {
  readonly locationId: number;
  readonly quantity: number;
}

/** Chooses of a list by the words. */
const CHOOSE = (label: string, name: string) => `(() => {
  const { control } = [...document.querySelectorAll("label")].find((one) => one.textContent.startsWith("${label}"));
  control.value = [...control.options].find((one) => one.textContent === "${name}").value;
  control.dispatchEvent(new Event("change", { bubbles: true }));
})()`;
