import { beforeAll, describe, expect, test } from "vitest";
import type { StockMovement } from "../../src/web/api/types/endpoints.d.ts";
import { createClock } from "../harness/clock.ts";
import { sharedServer } from "../harness/server.ts";
import { createWarehouse, type Warehouse } from "../inventories/stocktake.ts";

// The ledger: every change of stock with its moment, person, cause and quantities.

const START = Date.parse("2031-03-01T08:00:00.000Z");
const HOUR_MS = 3_600_000;
const clock = createClock(START);
const server = sharedServer({ clock });
let warehouse: Warehouse;
let stocktake: number;
beforeAll(async () => {
  warehouse = createWarehouse(server);
  for (const name of ["Hall", "Yard"]) await warehouse.addLocation(name);
  await warehouse.article("DRILL", { Hall: 3 });
  await warehouse.article("LADDER", { Hall: 1 });
  clock.advance(HOUR_MS);
  const move = { fromLocationId: warehouse.at("Hall"), toLocationId: warehouse.at("Yard"), quantity: 2 };
  await warehouse.manager.post(`/api/articles/${warehouse.id("DRILL")}/locations/move`, move);
  clock.advance(HOUR_MS);
  stocktake = await warehouse.stocktake(["Yard"], { name: "Spring count" });
  await warehouse.count(stocktake, "DRILL", 5);
  await warehouse.move(stocktake, "finish", "process", "close");
});

const list = async (query: string): Promise<StockMovement[]> =>
  (await warehouse.user.get(`/api/stock-movements?${query}`)).body;
const lines = async (query: string) =>
  (await list(query)).map(
    ({ article, location, kind, before, after }) =>
      `${article.code} ${location.name} ${kind} ${before}>${after}`,
  );
const ofDrill = () => `articleId=${warehouse.id("DRILL")}`;

test("the movements of an article are listed newest first, each with what was there before and after", async () => {
  expect(await lines(ofDrill())).toEqual([
    "DRILL Yard inventory 2>5",
    "DRILL Yard change 0>2",
    "DRILL Hall change 3>1",
    "DRILL Hall change 0>3",
  ]);
});

test("a movement names moment, person, article, location and the stocktake that made it", async () => {
  const [newest] = await list(ofDrill());
  const { body: me } = await warehouse.manager.get("/api/me");
  expect(newest).toEqual({
    oid: expect.any(Number),
    at: new Date(START + 2 * HOUR_MS).toISOString(),
    kind: "inventory",
    cause: `inventory ${stocktake}`,
    inventory: { oid: stocktake, name: "Spring count" },
    user: { id: me.id, fullName: me.fullName },
    article: { oid: warehouse.id("DRILL"), code: "DRILL", name: "Article DRILL", unit: null },
    location: { oid: warehouse.at("Yard"), name: "Yard", code: null },
    before: 2,
    after: 5,
  });
});

test("a location has the movements of all articles there, and no others", async () => {
  expect(await lines(`locationId=${warehouse.at("Hall")}`)).toEqual([
    "DRILL Hall change 3>1",
    "LADDER Hall change 0>1",
    "DRILL Hall change 0>3",
  ]);
  expect(await lines(`locationId=${warehouse.at("Yard")}&${ofDrill()}&kind=change`)).toEqual([
    "DRILL Yard change 0>2",
  ]);
});

test("a period includes its beginning, and not its end", async () => {
  const at = (hours: number) => new Date(START + hours * HOUR_MS).toISOString();
  expect(await lines(`${ofDrill()}&from=${at(1)}&to=${at(2)}`)).toEqual([
    "DRILL Yard change 0>2",
    "DRILL Hall change 3>1",
  ]);
});

test("a kind of movement can be listed alone, over all articles", async () => {
  expect(await lines("kind=inventory")).toEqual(["DRILL Yard inventory 2>5"]);
});

test("the next page begins after the last row of the one before", async () => {
  const all = await list(ofDrill());
  expect(await list(`${ofDrill()}&before=${all[1]?.oid}`)).toEqual(all.slice(2));
});

test("another company sees its own movements only", async () => {
  for (const query of [ofDrill(), `locationId=${warehouse.at("Hall")}`, "kind=inventory"])
    expect((await server.admin2.get(`/api/stock-movements?${query}`)).body).toEqual([]);
  const { body } = await server.admin2.get("/api/stock-movements");
  expect(body.map((one: StockMovement) => one.article.code)).not.toContain("DRILL");
});

test("a movement follows in the change feed, with its person and cause", async () => {
  const feed = async (since: string) => (await warehouse.manager.get(`/api/changes?since=${since}`)).body;
  let copied = await feed("");
  while (copied.hasMore) copied = await feed(copied.cursor);
  await warehouse.put("LADDER", { Hall: 4 });
  const { changes } = await feed(copied.cursor);
  const { body: me } = await warehouse.manager.get("/api/me");
  const [movement] = changes.filter((change: { table: string }) => change.table === "stockMovement");
  expect(movement.record).toEqual({
    ...{ oid: movement.oid, at: expect.any(String), userId: me.id, kind: "change", cause: null },
    ...{ articleId: warehouse.id("LADDER"), locationId: warehouse.at("Hall"), before: 1, after: 4 },
  });
});

test.each([
  ["kind", "kind=theft"],
  ["articleId", "articleId=x"],
  ["locationId", "locationId=x"],
  ["from", "from=yesterday"],
  ["before", "before=x"],
])("a wrong %s is refused at the field", async (path, query) => {
  const { status, body } = await warehouse.user.get(`/api/stock-movements?${query}`);
  expect([status, body.errors.map((error: { path: string }) => error.path)]).toEqual([400, [path]]);
});

test("the table has the rows of the filters, with kind and cause in the language", async () => {
  const path = `/api/export/stock-movements?${ofDrill()}`;
  const { text } = await warehouse.manager.get(path, { "Accept-Language": "cs" });
  const rows = text.split("\r\n").map((line) => line.split(";"));
  expect(rows[1]?.slice(2, 11)).toEqual([
    "Inventura",
    "Spring count",
    "DRILL",
    "Article DRILL",
    "Yard",
    "",
    "2",
    "5",
    "3",
  ]);
  expect(rows.filter(([number]) => number !== "").length).toBe(5);
  expect(rows.slice(0, 2).map((row) => row.at(-1))).toEqual(["Firma", "Riverside Warehouse"]);
  expect((await warehouse.user.get(path)).status).toBe(403);
});

test("the table has the path of a location", async () => {
  for (const hall of ["North", "South"]) {
    const { body } = await warehouse.manager.post("/api/locations", { name: hall, parentLocationId: null });
    const shelf = { name: "Shelf", parentLocationId: body.oid };
    const locationId = (await warehouse.manager.post("/api/locations", shelf)).body.oid;
    const locations = [{ locationId, quantity: 1 }];
    await warehouse.manager.put(`/api/articles/${warehouse.id("LADDER")}/locations`, { locations });
  }
  const path = `/api/export/stock-movements?articleId=${warehouse.id("LADDER")}`;
  const { text } = await warehouse.manager.get(path);
  const places = text.split("\r\n").map((line) => line.split(",")[6]);
  expect(places).toEqual(expect.arrayContaining(["North / Shelf", "South / Shelf"]));
});

describe("the reason of a direct change", () => {
  const why = (reason: string | null, isCorrection = false) => ({ reason, isCorrection });
  const at = (quantity: number) => ({ locations: [{ locationId: warehouse.at("Yard"), quantity }] });
  const path = (code: string) => `/api/articles/${warehouse.id(code)}/locations`;
  const newest = async (code: string) => (await list(`articleId=${warehouse.id(code)}`))[0];
  beforeAll(() => warehouse.article("GLUE", { Yard: 2 }));

  test.each([
    ["a change", why("Delivery 7"), "change", "change Delivery 7"],
    ["a correction", why("Counted twice", true), "correction", "correction Counted twice"],
    ["a correction without one", why(null, true), "correction", "correction"],
    ["a change without one", why("  "), "change", null],
  ])("%s has it in the ledger", async (_, given, kind, cause) => {
    const [{ quantity } = { quantity: 0 }] = (await warehouse.manager.get(path("GLUE"))).body;
    const { status } = await warehouse.manager.put(path("GLUE"), { ...at(quantity + 1), ...given });
    expect(status).toBe(200);
    expect(await newest("GLUE")).toMatchObject({ kind, cause, before: quantity, after: quantity + 1 });
  });

  test("a move has it at both locations", async () => {
    const move = { fromLocationId: warehouse.at("Yard"), toLocationId: warehouse.at("Hall"), quantity: 1 };
    await warehouse.manager.post(`${path("GLUE")}/move`, { ...move, ...why("Wrong shelf", true) });
    const moved = (await list(`articleId=${warehouse.id("GLUE")}&kind=correction`)).slice(0, 2);
    expect(moved.map(({ cause, location }) => `${location.name}: ${cause}`).toSorted()).toEqual([
      "Hall: correction Wrong shelf",
      "Yard: correction Wrong shelf",
    ]);
  });

  test("the table says it in words", async () => {
    await warehouse.manager.put(path("GLUE"), { ...at(40), ...why("Counted, twice", true) });
    const { text } = await warehouse.manager.get(
      `/api/export/stock-movements?articleId=${warehouse.id("GLUE")}`,
    );
    expect(text.split("\r\n")[1]).toContain(
      ',Correction of the records,"Correction of the records: Counted, twice",GLUE,',
    );
  });

  test.each([
    ["reason", { reason: "x".repeat(201) }],
    ["reason", { reason: "two\nlines" }],
    ["isCorrection", { isCorrection: "yes" }],
  ])("a wrong %s is refused at the field and changes nothing", async (field, given) => {
    const before = await newest("GLUE");
    const { status, body } = await warehouse.manager.put(path("GLUE"), { ...at(77), ...given });
    expect([status, body.errors.map((error: { path: string }) => error.path)]).toEqual([400, [field]]);
    expect(await newest("GLUE")).toEqual(before);
  });
});
