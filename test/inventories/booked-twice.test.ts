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

describe("the report of a closed stocktake stays as it is, when its articles are corrected later", () => {
  type Given = Awaited<ReturnType<typeof begin>>;
  const correct = async ({ warehouse }: Given, code: string, stock: Readonly<Record<string, number>>) => {
    const locations = Object.entries(stock).map(([name, quantity]) => ({
      locationId: warehouse.at(name),
      quantity,
    }));
    const path = `/api/articles/${warehouse.id(code)}/locations`;
    expect((await warehouse.manager.put(path, { locations, isCorrection: true })).status).toBe(200);
  };

  test.each<[string, (given: Given, id: number) => Promise<void>, Readonly<Record<string, number>>]>([
    [
      "an unexpected one",
      async ({ warehouse }, id) => {
        const found = { articleId: warehouse.id("STRAY"), inventoryQuantity: 4 };
        const inventoryLocationId = warehouse.at("B");
        await warehouse.user.post(`/api/inventories/${id}/items`, { ...found, inventoryLocationId });
      },
      { B: 1 },
    ],
    [
      "an expected one that has moved",
      async ({ warehouse, clock }, id) => {
        await warehouse.count(id, "X", 10);
        clock.advance(1000);
        await warehouse.put("X", { A: 15 });
      },
      { A: 12 },
    ],
    ["one that was found elsewhere", async ({ findAtB }, id) => findAtB(id), { B: 12 }],
  ])("%s", async (_, count, corrected) => {
    const given = await begin();
    const { warehouse, clock } = given;
    await warehouse.article("X", { A: 10 });
    await warehouse.article("STRAY", {});
    const id = await warehouse.stocktake(["A", "B"]);
    clock.advance(1000);
    await count(given, id);
    clock.advance(1000);
    await warehouse.move(id, "finish", "process", "close");
    const read = async () => (await warehouse.manager.get(`/api/inventories/${id}/report`)).text;
    const closed = await read();
    clock.advance(1000);
    for (const code of ["X", "STRAY"]) await correct(given, code, corrected);
    expect(await read()).toBe(closed);
  });
});
