import { describe, expect, test } from "vitest";
import { OLDEST } from "../../harness/terminal.ts";
import { loadChanges, readCard, STORED_DATA, startCount, waitUntilSent } from "./count-page.ts";

const EAN = "4006381333931";
const GTIN = `0${EAN}`;

describe.each(OLDEST)("additional codes in a count in %s", (browser) => {
  test("an unknown code is added to an article in two taps without a connection, and found at once; the server gets the counts and the code", async () => {
    const { server, terminal, stocktake } = await startCount({ browser });
    const { single, several } = stocktake.rooms[0];
    await terminal.offline(true);
    await terminal.scan(EAN);
    await terminal.see(/Unknown .*What is it/);
    await terminal.tap("Match");
    await terminal.tap(new RegExp(several.article.code));
    await terminal.see(new RegExp(`1 of ${several.quantity}`));
    await terminal.scan(GTIN);
    await terminal.see(new RegExp(`2 of ${several.quantity}`));
    // Another code, which a Manager gives to another article meanwhile.
    await terminal.scan("OLD-77");
    await terminal.see(/Unknown .*What is it/);
    await terminal.tap("Match");
    await terminal.tap(new RegExp(single.article.code));
    await terminal.see("1 of 1");
    const given = await server.manager.post("/api/articles/1/codes", { code: "old-77" });
    expect(given.status).toBe(201);
    await terminal.offline(false);
    await terminal.evaluate("void window.dispatchEvent(new Event('online'))");
    await expect
      .poll(async () => (await server.manager.get(`/api/articles/${several.article.oid}/codes`)).body)
      .toMatchObject([{ code: EAN, kind: "gtin", createdBy: "user" }]);
    // After an attempt that failed, the counts may come after the code.
    await expect.poll(async () => (await stocktake.readItem(several.article.code)).inventoryQuantity).toBe(2);
    await expect.poll(async () => (await stocktake.readItem(single.article.code)).inventoryQuantity).toBe(1);
    await terminal.open(`${server.url}/#/unsent`);
    await terminal.see(/Code OLD-77 for .*already belongs to/);
  });

  test("an unknown code shows its pieces, takes a typed quantity, and Match takes all of them; undo gives them back", async () => {
    const { server, terminal, stocktake } = await startCount({ browser });
    const { several } = stocktake.rooms[0];
    const name = "Without serial number";
    await server.manager.put(`/api/articles/${several.article.oid}`, { serialNumber: null, name });
    await terminal.evaluate("void window.dispatchEvent(new Event('online'))");
    // The lists of the count have it later than the articles, and are sorted by it.
    await terminal.until(
      `(${STORED_DATA}).then((all) => JSON.stringify(JSON.parse(all).items).includes("${name}"))`,
    );
    for (const pieces of [1, 2, 3]) {
      await terminal.scan(EAN);
      await terminal.see(new RegExp(`Unknown [\\s\\S]*${pieces} piece`));
    }
    await waitUntilSent(terminal);
    await terminal.tap("Quantity");
    await terminal.see("Counted: 3");
    await terminal.tap("5");
    await terminal.tap("Save 5");
    await terminal.see(/Unknown [\s\S]*5 pieces/);
    await terminal.scan(EAN);
    await terminal.see(/Unknown [\s\S]*6 pieces/);
    await terminal.tap("Undo last");
    await terminal.see("Undone: 5 now");
    await terminal.open(`${await terminal.evaluate("location.origin")}/#/unsent`);
    await terminal.see(/Unknown code:\s*5 pieces/);
    await terminal.tap("Match");
    await terminal.see(`What is ${EAN}?`);
    await terminal.tap(new RegExp(several.article.code));
    await terminal.seesNot(`What is ${EAN}?`);
    await expect.poll(async () => (await stocktake.readItem(several.article.code)).inventoryQuantity).toBe(5);
  });

  test("Match takes the scan of the right label", async () => {
    const { server, terminal, stocktake } = await startCount({ browser });
    const { single } = stocktake.rooms[0];
    await terminal.scan("OLD-78");
    await terminal.see(/Unknown .*What is it/);
    await terminal.tap("Match");
    await terminal.see("What is OLD-78?");
    await terminal.scan("OLD-79");
    await terminal.see("no article has OLD-79");
    await terminal.scan(single.article.code);
    await terminal.see("1 of 1");
    await waitUntilSent(terminal);
    const manager = await server.as("manager");
    await expect
      .poll(async () => (await manager.get(`/api/articles/${single.article.oid}/codes`)).body)
      .toMatchObject([{ code: "OLD-78" }]);
    expect((await stocktake.readItem(single.article.code)).inventoryQuantity).toBe(1);
    const { body } = await manager.get(`/api/inventories/${stocktake.oid}/progress?details=true`);
    expect(body.unknown).toBe(0);
  });

  test("a scan that comes before the screen of Match is left is counted", async () => {
    const { terminal, stocktake } = await startCount({ browser });
    const { single, several } = stocktake.rooms[0];
    await terminal.scan("OLD-82");
    await terminal.see(/Unknown .*What is it/);
    await terminal.tap("Match");
    await terminal.see("What is OLD-82?");
    // The browser goes back later, as it does on a slow device.
    await terminal.evaluate(
      "void (history.back = () => { window.leave = () => History.prototype.back.call(history); })",
    );
    await terminal.tap(new RegExp(several.article.code));
    await terminal.until("window.leave !== undefined");
    await terminal.scan(single.article.code);
    await terminal.evaluate("window.leave()");
    await terminal.see("1 of 1");
    await waitUntilSent(terminal);
    expect((await stocktake.readItem(several.article.code)).inventoryQuantity).toBe(1);
    expect((await stocktake.readItem(single.article.code)).inventoryQuantity).toBe(1);
  });

  test("the undo of Match takes the code back from the article, which must be possible", async () => {
    const { server, terminal, stocktake } = await startCount({ browser });
    const { single } = stocktake.rooms[0];
    const manager = await server.as("manager");
    const codes = async () => (await manager.get(`/api/articles/${single.article.oid}/codes`)).body;
    await terminal.scan("OLD-80");
    await terminal.see(/Unknown .*What is it/);
    await terminal.tap("Match");
    await terminal.tap(new RegExp(single.article.code));
    await terminal.see("1 of 1");
    await expect.poll(codes).toMatchObject([{ code: "OLD-80" }]);
    await waitUntilSent(terminal);
    await terminal.offline(true);
    await terminal.tap("Undo last");
    await terminal.see("It has this code already: taking it back needs the connection.");
    await terminal.offline(false);
    await terminal.tap("Undo last");
    await terminal.see("Undone");
    await expect.poll(codes).toEqual([]);
    await waitUntilSent(terminal);
    expect((await stocktake.readItem(single.article.code)).inventoryQuantity).toBeNull();
    const { body } = await manager.get(`/api/inventories/${stocktake.oid}/progress?details=true`);
    expect(body.unknown).toBe(1);
  });

  test("the undo of Match before it was sent leaves the article without the code", async () => {
    const { server, terminal, stocktake } = await startCount({ browser });
    const { single } = stocktake.rooms[0];
    await terminal.offline(true);
    await terminal.scan("OLD-81");
    await terminal.see(/Unknown .*What is it/);
    await terminal.tap("Match");
    await terminal.tap(new RegExp(single.article.code));
    await terminal.see("1 of 1");
    await terminal.tap("Undo last");
    await terminal.see("Undone");
    await terminal.offline(false);
    await terminal.evaluate("void window.dispatchEvent(new Event('online'))");
    await waitUntilSent(terminal);
    expect((await server.manager.get(`/api/articles/${single.article.oid}/codes`)).body).toEqual([]);
    expect((await stocktake.readItem(single.article.code)).inventoryQuantity).toBeNull();
  });

  test("a pack counts its pieces; a code with a quantity counts it, and asks before it counts it again", async () => {
    const { server, terminal, stocktake } = await startCount({ browser });
    const { several } = stocktake.rooms[0];
    const manager = await server.as("manager");
    const path = `/api/articles/${several.article.oid}/codes`;
    await manager.put(`/api/articles/${several.article.oid}`, { serialNumber: null });
    expect((await manager.post(path, { code: EAN, packQuantity: 2 })).status).toBe(201);
    // The search keys of the article on the device.
    await loadChanges(terminal, `(01)${GTIN}`);
    await terminal.scan(EAN);
    await terminal.see(/2 of/);
    await expect.poll(() => readCard(terminal)).toMatch(/^counted/);
    await terminal.scan(`02${GTIN}10L7\x1d3703`, { prefix: "]C1" });
    await terminal.see("Add 6 more?");
    await terminal.tap("Add 6");
    await waitUntilSent(terminal);
    expect((await stocktake.readItem(several.article.code)).inventoryQuantity).toBe(8);
    await terminal.scan(`https://id.example.com/01/${GTIN}?30=3`);
    await terminal.see("Add 3 more?");
    await terminal.tap("Skip");
    await terminal.seesNot("Add 3 more?");
    expect((await stocktake.readItem(several.article.code)).inventoryQuantity).toBe(8);
    // Lot and expiry are shown; they are in no operation.
    await terminal.scan(`10LOT-7\x1d17281231\x1d30500\x1d01${GTIN}`, { fnc1: "F8" });
    await terminal.see(/Lot LOT-7 · Expiry 2028-12-31/);
    await expect.poll(() => terminal.axe()).toEqual([]);
    await terminal.screenshot(`gs1-${browser}`);
  });
});
