import { expect, test } from "vitest";
import { plansOf } from "../harness/query-plans.ts";
import { sharedServer } from "../harness/server.ts";
import { articleBody } from "./samples.ts";

const server = sharedServer();
const { manager, user } = server;

const totals = async (query = "") => (await user.get(`/api/articles/totals${query}`)).body;

/** Adds an article with pieces at a new location. */
async function addWith(code: string, quantity: number, fields: object): Promise<void> {
  const { body: location } = await manager.post("/api/locations", { name: code, parentLocationId: null });
  const locations = [{ locationId: location.oid, quantity }];
  expect((await manager.post("/api/articles/full", articleBody(code, { ...fields, locations }))).status).toBe(
    201,
  );
}

test("the totals of a filter are number, pieces, and the value in each currency", async () => {
  await addWith("TOTAL-1", 3, { price: 2.5, currencyTypeId: 1 });
  await addWith("TOTAL-2", 2, { price: 10, currencyTypeId: 1 });
  await addWith("TOTAL-3", 4, { price: 0.25, currencyTypeId: null });
  await addWith("TOTAL-4", 1, { price: 0, currencyTypeId: 2 });
  expect(await totals("?q=TOTAL-")).toEqual({
    articles: 4,
    pieces: 10,
    quantities: [{ unit: null, quantity: 10 }],
    values: [
      { currencyTypeId: null, value: 1 },
      { currencyTypeId: 1, value: 27.5 },
    ],
  });
});

test("the totals have the quantity in each unit, pieces first, and one value in each currency", async () => {
  for (const [code, quantity, unit] of [
    ["UNITS-1", 3, "kg"],
    ["UNITS-2", 4, null],
    ["UNITS-3", 5, "kg"],
  ] as const)
    await addWith(code, quantity, { unit, price: 2, currencyTypeId: 1 });
  expect(await totals("?q=UNITS-")).toMatchObject({
    quantities: [
      { unit: null, quantity: 4 },
      { unit: "kg", quantity: 8 },
    ],
    values: [{ currencyTypeId: 1, value: 24 }],
  });
});

test("the totals of a location count the pieces there and below it only", async () => {
  const add = async (name: string, parentLocationId: number | null) =>
    (await manager.post("/api/locations", { name, parentLocationId })).body.oid as number;
  const hall = await add("Totals hall", null);
  const [shelf, yard] = [await add("Shelf", hall), await add("Totals yard", null)];
  const locations = [
    { locationId: shelf, quantity: 2 },
    { locationId: yard, quantity: 98 },
  ];
  await manager.post(
    "/api/articles/full",
    articleBody("SPLIT-1", { price: 5, currencyTypeId: 1, locations }),
  );
  expect(await totals(`?locationId=${hall}`)).toEqual({
    articles: 1,
    pieces: 2,
    quantities: [{ unit: null, quantity: 2 }],
    values: [{ currencyTypeId: 1, value: 10 }],
  });
});

test("the totals without a filter are those of all articles of the tenant", async () => {
  const { total } = (await user.get("/api/articles/page?limit=1&withTotal=true")).body;
  const all = await totals();
  expect(all.articles).toBe(total);
  expect(all.pieces).toBeGreaterThan(0);
  expect((await server.admin2.get("/api/articles/totals")).body.articles).toBeLessThan(total);
});

test("the totals of a filter that matches nothing are zero", async () => {
  expect(await totals("?q=xyzzy")).toEqual({ articles: 0, pieces: 0, quantities: [], values: [] });
});

test("a value that is too large for a whole number is no error", async () => {
  await addWith("HUGE-1", 1_000_000_000, { price: 90_000_000_000, currencyTypeId: 1 });
  const { values } = await totals("?q=HUGE-1");
  expect(values).toEqual([{ currencyTypeId: 1, value: 9e19 }]);
});

test("the pieces of each article are looked up once", async () => {
  const plan = (await plansOf(server, () => totals())).at(-1);
  expect(plan?.match(/CORRELATED SCALAR SUBQUERY/g)).toHaveLength(1);
});
