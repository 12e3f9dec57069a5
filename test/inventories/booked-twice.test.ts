import { describe, expect, test } from "vitest";
import { createClock } from "../harness/clock.ts";
import { startWarehouse } from "./stocktake.ts";

// What was counted here, another stocktake or a correction books first: the close must not book it once more.

async function begin() {
  const clock = createClock();
  const { warehouse } = await startWarehouse(["A", "B", "Outside"], { clock });
  /** Counts all pieces of the article at B. */
  const findAtB = async (id: number) => {
    clock.advance(1000);
    await warehouse.count(id, "X", { inventoryQuantity: 10, inventoryLocationId: warehouse.at("B") });
  };
  const differenceIn = async (id: number) =>
    (await warehouse.manager.get(`/api/inventories/${id}/report`)).body.totals.all.difference;
  return { clock, warehouse, findAtB, differenceIn };
}

describe("an article that was found elsewhere", () => {
  test("is there once, when a second stocktake that found it there is closed", async () => {
    const { clock, warehouse, findAtB, differenceIn } = await begin();
    await warehouse.article("X", { A: 10 });
    const [one, two] = [await warehouse.stocktake(["A", "B"]), await warehouse.stocktake(["A", "B"])];
    for (const id of [one, two]) await findAtB(id);
    for (const id of [two, one]) {
      clock.advance(1000);
      await warehouse.move(id, "finish", "process", "close");
      expect([await warehouse.stock("X"), await differenceIn(id)]).toEqual([{ B: 10 }, 0]);
    }
  });

  test.each([true, false])(
    "is there once, when its records were put right before the close (isCorrection %s)",
    async (isCorrection) => {
      const { clock, warehouse, findAtB, differenceIn } = await begin();
      const article = await warehouse.article("X", { A: 10 });
      const id = await warehouse.stocktake(["A", "B"]);
      await findAtB(id);
      clock.advance(1000);
      const locations = [{ locationId: warehouse.at("B"), quantity: 10 }];
      await warehouse.manager.put(`/api/articles/${article}/locations`, { locations, isCorrection });
      await warehouse.move(id, "finish", "process", "close");
      expect([await warehouse.stock("X"), await differenceIn(id)]).toEqual([{ B: 10 }, 0]);
    },
  );
});

test("unexpected pieces are taken from outside once, when a second stocktake that found them is closed", async () => {
  const { clock, warehouse } = await begin();
  const article = await warehouse.article("X", { Outside: 5 });
  await warehouse.article("Y", { A: 1 });
  const [one, two] = [await warehouse.stocktake(["A", "B"]), await warehouse.stocktake(["A", "B"])];
  for (const id of [one, two]) {
    clock.advance(1000);
    const found = { articleId: article, inventoryQuantity: 5, inventoryLocationId: warehouse.at("B") };
    expect((await warehouse.user.post(`/api/inventories/${id}/items`, found)).status).toBe(201);
  }
  for (const id of [two, one]) {
    clock.advance(1000);
    await warehouse.move(id, "finish", "process", "close");
    expect(await warehouse.stock("X")).toEqual({ B: 5 });
  }
});
