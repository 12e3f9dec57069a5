import { beforeAll, describe, expect, test } from "vitest";
import type { InventoryItem } from "../../src/web/api/types/endpoints.d.ts";
import { createClock } from "../harness/clock.ts";
import { type Stock, sharedWarehouse } from "./stocktake.ts";

// Stock that is booked from a location outside the stocktake after the article was found inside, where none was expected: the close
// takes the pieces from outside, so that a Manager is asked first. A and B are counted; D and E are not.

const clock = createClock();
const { warehouse } = sharedWarehouse({ clock });
const ONE_AT_D = { D: 1 };
/** Code, stock before, stock after the find of one piece at B, and whether that marks the find. */
const CASES: readonly (readonly [code: string, before: Stock, after: Stock, isMarked: boolean])[] = [
  ["MOVED", ONE_AT_D, { E: 1 }, true],
  ["SOLD", ONE_AT_D, {}, true],
  ["INSIDE", ONE_AT_D, { A: 1 }, true],
  ["PART", { D: 5 }, { D: 4, E: 1 }, true],
  ["STAYED", ONE_AT_D, { D: 1 }, false],
  ["MORE", ONE_AT_D, { D: 3, E: 1 }, false],
  // The item of A has this movement.
  ["EXPECTED", { A: 4 }, { E: 4 }, false],
];
let id: number;

const find = async (code: string) => {
  const found = {
    articleId: warehouse.id(code),
    inventoryQuantity: 1,
    inventoryLocationId: warehouse.at("B"),
  };
  const { status, body } = await warehouse.user.post(`/api/inventories/${id}/items`, found);
  expect(status).toBe(201);
  return body.oid as number;
};
/** The item of the piece at B. */
const itemOf = async (code: string): Promise<InventoryItem> => {
  const { body } = await warehouse.manager.get(`/api/inventories/${id}/items`);
  const items: readonly InventoryItem[] = body;
  const found = items.find((item) => item.articleId === warehouse.id(code) && item.isUnexpected);
  if (found === undefined) throw new Error(`nothing of ${code} was found`);
  return found;
};
const decide = async (oid: number, decision: string) => {
  const response = await warehouse.manager.put(`/api/inventories/items/${oid}/decide`, { decision });
  expect(response.status).toBe(200);
};
const book = async (code: string, stock: Stock) => {
  clock.advance(1000);
  await warehouse.put(code, stock);
};

beforeAll(async () => {
  for (const name of ["A", "B", "D", "E"]) await warehouse.addLocation(name);
  await warehouse.article("STAYS", { A: 1 });
  for (const [code, before] of CASES) await warehouse.article(code, before);
  for (const code of ["AGAIN", "KEPT", "BACK"]) await warehouse.article(code, ONE_AT_D);
  id = await warehouse.stocktake(["A", "B"]);
});

test.each(CASES)(
  "%s: %j, one found at B, then %j: asks for a decision: %s",
  async (code, _, after, isMarked) => {
    await find(code);
    await book(code, after);
    // It is no movement where the piece was found.
    const movedDT = isMarked ? clock.iso() : null;
    expect(await itemOf(code)).toMatchObject({ movedDT, movedQuantity: 0, decision: null });
  },
);

test("a find that was taken back asks for nothing", async () => {
  const oid = await find("BACK");
  const back = { oid, inventoryQuantity: null };
  expect((await warehouse.user.put("/api/inventories/items/update", back)).status).toBe(200);
  await book("BACK", { E: 1 });
  expect((await itemOf("BACK")).movedDT).toBeNull();
});

describe("after the decision", () => {
  beforeAll(async () => {
    const [again, kept] = [await find("AGAIN"), await find("KEPT")];
    for (const code of ["AGAIN", "KEPT"]) await book(code, { E: 1 });
    await decide(again, "recount");
    const none = { oid: again, inventoryQuantity: 0 };
    expect((await warehouse.user.put("/api/inventories/items/update", none)).status).toBe(200);
    await decide(kept, "keepCount");
  });

  test("a later booking asks again", async () => {
    await book("KEPT", { D: 1 });
    const { oid, decision } = await itemOf("KEPT");
    expect(decision).toBeNull();
    await decide(oid, "keepCount");
  });

  test("the close leaves what was counted again and was not there where it was booked, and takes what is kept", async () => {
    await warehouse.move(id, "finish", "process", "close");
    expect(await warehouse.stock("AGAIN")).toEqual({ E: 1 });
    expect(await warehouse.stock("KEPT")).toEqual({ B: 1 });
    // Without a decision there is one location outside.
    expect(await warehouse.stock("MOVED")).toEqual({ B: 1 });
  });
});
