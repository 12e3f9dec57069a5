import { extractText, getDocumentProxy } from "unpdf";
import { beforeAll, describe, expect, test } from "vitest";
import { pieceDifference, piecesFound } from "../../src/domain/item-views.ts";
import { hasDifference } from "../../src/domain/stocktakes/difference.ts";
import { sharedServer } from "../harness/server.ts";
import { createWarehouse } from "./stocktake.ts";

// Where the close takes unexpected pieces from: the figures of an item and of the report, before the close and after it. All is found in
// the room, which is counted; the books have it in the annex, which is not.

const server = sharedServer();
const warehouse = createWarehouse(server);
const ANNEX = "annex";
let id: number;
beforeAll(async () => {
  await warehouse.addLocation("room");
  await warehouse.addLocation(ANNEX);
  await warehouse.addLocation("yard");
  await warehouse.article("EXPECTED", { room: 1 });
  await warehouse.article("SOME", { [ANNEX]: 5 }, { price: 2 });
  await warehouse.article("MORE", { [ANNEX]: 5 }, { price: 2 });
  await warehouse.article("SEEN", { [ANNEX]: 4 }, { price: 2 });
  await warehouse.article("NEW", {});
  await warehouse.article("TWO", { [ANNEX]: 1, yard: 1 });
  id = await warehouse.stocktake(["room"]);
  await warehouse.count(id, "EXPECTED", 1);
  for (const [code, inventoryQuantity] of [
    ["SOME", 3],
    ["MORE", 7],
    ["SEEN", 1],
    ["NEW", 2],
    ["TWO", 1],
  ] as const) {
    const found = {
      articleId: warehouse.id(code),
      inventoryQuantity,
      inventoryLocationId: warehouse.at("room"),
    };
    expect((await warehouse.user.post(`/api/inventories/${id}/items`, found)).status).toBe(201);
  }
  await warehouse.count(id, "SEEN", { inventoryQuantity: null, isFound: true });
  await warehouse.move(id, "finish", "process");
});

const CASES = [
  ["SOME", 3, 3, 3],
  ["MORE", 7, 7, 5],
  ["SEEN", 4, 4, 4],
  ["NEW", 2, 2, null],
  ["TWO", 1, 1, null],
] as const;

interface Line {
  readonly article: { readonly code: string };
  readonly takenFrom: unknown;
}
const report = async (query = "") => warehouse.manager.get(`/api/inventories/${id}/report${query}`);
const itemOf = async (code: string) =>
  (await warehouse.manager.get(`/api/inventories/${id}/items/page?q=${code}`)).body.items[0];
const lineOf = async (code: string) =>
  (await report()).body.unexpected.find(({ article }: Line) => article.code === code);
const pdf = async (query: string) => {
  const { bytes } = await report(`?format=pdf${query}`);
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true });
  return text.replace(/\s+/gu, " ");
};

const figures = () => {
  test.each(CASES)(
    "%s: %s pieces are found, %s more than expected",
    async (code, found, difference, taken) => {
      const from = taken === null ? null : { locationId: warehouse.at(ANNEX), quantity: taken };
      const item = await itemOf(code);
      expect(item.takenFrom).toEqual(from);
      expect([piecesFound(item), pieceDifference(item), hasDifference(item)]).toEqual([
        found,
        difference,
        true,
      ]);
      expect(await lineOf(code)).toMatchObject({
        inventoryQuantity: found,
        difference,
        takenFrom:
          taken === null ? null : { location: { oid: warehouse.at(ANNEX), path: ANNEX }, quantity: taken },
      });
    },
  );

  test("the totals add up", async () => {
    const { body } = await report();
    expect(body.totals.all).toMatchObject({
      quantity: 1,
      notCounted: 0,
      moved: 0,
      difference: 17,
      found: 18,
    });
    const { body: totals } = await warehouse.manager.get(`/api/inventories/${id}/items/totals`);
    expect(totals.views.all).toMatchObject({ quantity: 1, difference: 17, found: 18 });
  });

  test.each(["", "&only=differences"])("the PDF%s names where they come from", async (query) => {
    const text = await pdf(query);
    for (const [code, , , taken] of CASES)
      if (taken === null) expect(text).not.toMatch(new RegExp(`${code} Article ${code} Moved from`));
      else expect(text).toContain(`${code} Article ${code} Moved from ${ANNEX}: ${taken}`);
  });

  test("the inventory list sums up what of the difference comes from elsewhere", async () => {
    expect(await pdf("")).toMatch(
      /Total pcs 1 18 17 .*? of the difference moved from elsewhere pcs 12 24\.00/,
    );
  });

  test("the CSV has where they come from", async () => {
    const { text } = await report("?format=csv");
    const [head = "", ...lines] = text.trim().split("\r\n");
    expect(head).toMatch(/,Moved from,Decision,Counted before,Company$/);
    expect(lines.find((line) => line.includes("MORE"))).toMatch(/,annex: 5,,,[^,]+$/);
  });
};

describe("before the close", figures);

test("the close does what the report says", async () => {
  const { body: effects } = await warehouse.manager.get(`/api/inventories/${id}/close-preview`);
  expect(effects).toMatchObject({ moved: { articles: 2, pieces: 7 } });
  await warehouse.move(id, "close");
  const stock = async (code: string) => warehouse.stock(code);
  expect(await stock("SOME")).toEqual({ room: 3, [ANNEX]: 2 });
  expect(await stock("MORE")).toEqual({ room: 7 });
  expect(await stock("SEEN")).toEqual({ room: 4 });
  expect(await stock("TWO")).toEqual({ room: 1, [ANNEX]: 1, yard: 1 });
});

describe("after the close, other movements and another name", () => {
  beforeAll(async () => {
    const { body } = await warehouse.manager.get(`/api/locations/${warehouse.at(ANNEX)}`);
    const renamed = await warehouse.manager.put(`/api/locations/${warehouse.at(ANNEX)}`, {
      ...body,
      name: "attic",
    });
    expect(renamed.status).toBe(200);
    for (const code of ["SOME", "MORE", "SEEN", "NEW"]) await warehouse.put(code, { yard: 9 });
  });

  figures();
});

test("two finds share what the other location has", async () => {
  for (const name of ["left", "right"]) await warehouse.addLocation(name);
  await warehouse.article("LEFT", { left: 1 });
  await warehouse.article("SHARED", { yard: 5 });
  const own = await warehouse.stocktake(["left", "right"]);
  for (const [name, inventoryQuantity] of [
    ["left", 2],
    ["right", 4],
  ] as const) {
    const found = {
      articleId: warehouse.id("SHARED"),
      inventoryQuantity,
      inventoryLocationId: warehouse.at(name),
    };
    expect((await warehouse.user.post(`/api/inventories/${own}/items`, found)).status).toBe(201);
  }
  const taken = async () => {
    const { body } = await warehouse.manager.get(`/api/inventories/${own}/report`);
    return body.unexpected.map(({ takenFrom }: { takenFrom: { quantity: number } }) => takenFrom.quantity);
  };
  await warehouse.move(own, "finish", "process");
  expect(await taken()).toEqual([2, 3]);
  await warehouse.move(own, "close");
  expect(await warehouse.stock("SHARED")).toEqual({ left: 2, right: 4 });
  expect(await taken()).toEqual([2, 3]);
});
