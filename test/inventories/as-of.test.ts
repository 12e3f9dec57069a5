import { beforeAll, describe, expect, test } from "vitest";
import type { InventoryReportItem } from "../../src/web/api/types/endpoints.d.ts";
import { ok } from "../articles/bulk-edit.ts";
import { createClock } from "../harness/clock.ts";
import { getPdf } from "../harness/pdf.ts";
import { check } from "../import/uploads.ts";
import { endOf, startJob } from "../jobs/waiting.ts";
import { cellsIn } from "../tables/reading.ts";
import { type Stock, sharedWarehouse } from "./stocktake.ts";

// The figures as of the end of the decisive day, from what has moved between that day and the count.

const HOUR = 3_600_000;
const FIRST_DAY = Date.parse("2031-01-04T09:00:00.000Z");
const clock = createClock(FIRST_DAY);
const { server, warehouse } = sharedWarehouse({ settings: { SITE_TIME_ZONE: "Europe/Prague" }, clock });

const today = () => clock.iso().slice(0, 10);
const later = () => clock.advance(HOUR);
/** The next day at 9 o'clock UTC. */
const nextDay = () => clock.advance(24 * HOUR - ((clock.now() - FIRST_DAY) % (24 * HOUR)));

/** A new location with pieces of articles; returns the day of that. The next step is an hour later. */
async function shelfOf(name: string, stock: Readonly<Record<string, number>>): Promise<string> {
  await warehouse.addLocation(name);
  for (const [code, pieces] of Object.entries(stock))
    await warehouse.article(code, { [name]: pieces }, { price: 2 });
  later();
  return today();
}

async function put(code: string, stock: Stock) {
  await warehouse.put(code, stock);
  later();
}

/** A stocktake of locations with a decisive day, prepared and started. */
async function begin(
  names: readonly string[],
  decisiveDay: string | null,
  more: object = {},
): Promise<number> {
  const id = await warehouse.stocktake(names, { name: `Of ${names}`, ...more });
  const frame = { purpose: "yearEnd", decisiveDay, method: "physical", committee: [] };
  expect((await warehouse.manager.put(`/api/inventories/${id}/frame`, frame)).status).toBe(200);
  later();
  return id;
}

async function count(id: number, code: string, what: number | object) {
  await warehouse.count(id, code, what);
  later();
}

const reportOf = async (id: number, query = "") =>
  (await warehouse.manager.get(`/api/inventories/${id}/report${query}`)).body;
/** Finishes a count and returns its report. */
async function finish(id: number) {
  await warehouse.move(id, "finish");
  later();
  return reportOf(id);
}
const lineOf = (report: { items: InventoryReportItem[]; unexpected: InventoryReportItem[] }, code: string) =>
  [...report.items, ...report.unexpected].find(({ article }) => article.code === code);
/** The pieces of a line as of the day; null: there is none. */
function figuresOf(
  report: { items: InventoryReportItem[]; unexpected: InventoryReportItem[] },
  code: string,
) {
  const asOf = lineOf(report, code)?.asOf ?? null;
  if (asOf === null) return null;
  const { value: _, foundValue: __, differenceValue: ___, ...pieces } = asOf;
  return pieces;
}

test("opening stock of an upgrade is no movement", async () => {
  const day = await shelfOf("opened", { OPENED: 5 });
  nextDay();
  const id = await begin(["opened"], day);
  const place = { locationId: warehouse.at("opened"), quantity: 5 };
  const opening = [1, clock.iso(), warehouse.id("OPENED"), JSON.stringify([["place", null, place]])];
  await server.appliance.dependencies.storage.write(1, (tx) => {
    tx.recordWrite("auditEntry");
    tx.query({ sql: OPENING, reads: [] }, opening).run(...opening);
  });
  later();
  await count(id, "OPENED", 5);
  expect(figuresOf(await finish(id), "OPENED")).toEqual({
    quantity: 5,
    found: 5,
    difference: 0,
    moved: 0,
    notOfDay: 0,
  });
});

const OPENING = `INSERT INTO auditEntry (tenantId, at, cause, entity, entityId, action, changes)
  VALUES (?, ?, 'opening', 'article', ?, 'update', ?)`;

test("a loss of pieces that came after the decisive day is not one of that day, in lines and totals", async () => {
  const day = await shelfOf("lost after", { LOST: 1 });
  await put("LOST", {});
  nextDay();
  await put("LOST", { "lost after": 5 });
  const id = await begin(["lost after"], day);
  await count(id, "LOST", 4);
  const report = await finish(id);
  const figures = { quantity: 0, found: 0, difference: 0, moved: 5, notOfDay: -1 };
  expect(figuresOf(report, "LOST")).toEqual(figures);
  expect(report.asOf).toMatchObject({
    notOfDay: -1,
    quantities: [{ expected: 0, difference: 0, found: 0, notOfDay: -1 }],
    values: [{ currency: null, expected: 0, difference: 0, found: 0, notOfDay: -2 }],
  });
  expect(report.totals.all).toMatchObject({ difference: -1, values: [{ difference: -2 }] });
  const shown = await getPdf(warehouse.manager, `/api/inventories/${id}/report?format=pdf`);
  expect(shown).toMatch(
    /As of [\w ,]+ moved since: \+5 of the difference not of that day: -1 pcs 0 0 0 2\.00 0\.00 0\.00 0\.00/,
  );
  expect(shown).toContain("Found Decisive day: not of it pcs 0 0 0 0 -1");
});

test("the decisive day ends at midnight of the site", async () => {
  const day = await shelfOf("midnight", { MIDNIGHT: 1 });
  const midnight = Date.parse(`${day}T23:00:00.000Z`);
  clock.advance(midnight - clock.now() - 1);
  await warehouse.put("MIDNIGHT", { midnight: 2 });
  clock.advance(1);
  await warehouse.put("MIDNIGHT", { midnight: 4 });
  nextDay();
  const id = await begin(["midnight"], day);
  expect(figuresOf(await finish(id), "MIDNIGHT")).toMatchObject({ quantity: 2 });
});

test("what the stocktake corrects at its close is no movement", async () => {
  const day = await shelfOf("own", { OWN: 5 });
  const id = await begin(["own"], day);
  await count(id, "OWN", 3);
  await warehouse.move(id, "finish", "process", "close");
  nextDay();
  expect(await warehouse.stock("OWN")).toEqual({ own: 3 });
  expect(figuresOf(await reportOf(id), "OWN")).toEqual({
    quantity: 5,
    found: 3,
    difference: -2,
    moved: 0,
    notOfDay: 0,
  });
});

test("what another stocktake corrects changes the records, but moves no pieces", async () => {
  const day = await shelfOf("other", { OTHER: 5 });
  nextDay();
  const other = await begin(["other"], null);
  await count(other, "OTHER", 4);
  await warehouse.move(other, "finish", "process", "close");
  later();
  const id = await begin(["other"], day);
  await count(id, "OTHER", 4);
  expect(figuresOf(await finish(id), "OTHER")).toEqual({
    quantity: 5,
    found: 4,
    difference: -1,
    moved: 0,
    notOfDay: 0,
  });
});

/** Imports the pieces at a location; returns what undoes that. */
async function importStock(code: string, name: string, pieces: number): Promise<() => Promise<void>> {
  const { body } = await check(server.admin, "stock", `Code,Location,Quantity\n${code},${name},${pieces}`);
  expect(body.errors).toEqual([]);
  const path = await startJob(server.admin, `/api/imports/${body.id}/apply`);
  expect(await endOf(server.admin, path)).toMatchObject({ state: "done" });
  later();
  return async () => {
    await server.admin.put(`${path}/undo`);
    expect(await endOf(server.admin, path)).toMatchObject({ state: "undone", result: { leftCount: 0 } });
    later();
  };
}

test("an import before the decisive day that was undone after it brought no pieces", async () => {
  const day = await shelfOf("undone", { UNDONE: 5 });
  const undo = await importStock("UNDONE", "undone", 8);
  nextDay();
  await undo();
  const id = await begin(["undone"], day);
  await count(id, "UNDONE", 5);
  expect(figuresOf(await finish(id), "UNDONE")).toEqual({
    quantity: 8,
    found: 5,
    difference: -3,
    moved: 0,
    notOfDay: 0,
  });
});

test("an import after the decisive day that was undone after the count brought no pieces", async () => {
  const day = await shelfOf("taken back", { "TAKEN BACK": 5 });
  nextDay();
  const undo = await importStock("TAKEN BACK", "taken back", 8);
  const id = await begin(["taken back"], day);
  await count(id, "TAKEN BACK", 5);
  await undo();
  expect(figuresOf(await finish(id), "TAKEN BACK")).toEqual({
    quantity: 5,
    found: 5,
    difference: 0,
    moved: 0,
    notOfDay: 0,
  });
});

test("a recount against the stock of that time does not change the figures", async () => {
  const day = await shelfOf("again", { AGAIN: 5 });
  nextDay();
  const id = await begin(["again"], day);
  await put("AGAIN", { again: 3 });
  await count(id, "AGAIN", 2);
  const { oid } = await warehouse.item(id, "AGAIN");
  const decided = await warehouse.manager.put(`/api/inventories/items/${oid}/decide`, {
    decision: "recount",
  });
  expect(decided.status).toBe(200);
  await count(id, "AGAIN", 3);
  expect(figuresOf(await finish(id), "AGAIN")).toEqual({
    quantity: 5,
    found: 5,
    difference: 0,
    moved: -2,
    notOfDay: 0,
  });
});

test("without a decisive day there are no figures, and no columns", async () => {
  await shelfOf("none", { NONE: 5 });
  const id = await begin(["none"], null);
  const report = await finish(id);
  expect(figuresOf(report, "NONE")).toBeNull();
  expect(report).toMatchObject({ asOf: null, remainders: [] });
  const { text } = await warehouse.manager.get(`/api/inventories/${id}/report?format=csv`);
  expect(text).not.toContain("Decisive day");
});

/** A stocktake of a room two articles have left since the decisive day, one of them for another room of the stocktake. */
async function movedAway(room: string) {
  await warehouse.addLocation(room);
  await warehouse.addLocation(`${room} outside`);
  await warehouse.addLocation(`${room} other`, room);
  const at = (name: string) => `${name} ${room}`;
  const day = await (async () => {
    await warehouse.article(at("STAYS"), { [room]: 4, [`${room} outside`]: 6 }, { price: 3 });
    await warehouse.article(at("GONE"), { [`${room} other`]: 5 }, { price: 7, serialNumber: "S-1" });
    await warehouse.article(at("ELSEWHERE"), { [`${room} outside`]: 4 }, { price: 7 });
    later();
    return today();
  })();
  nextDay();
  await put(at("GONE"), {});
  await put(at("ELSEWHERE"), {});
  await put(at("STAYS"), { [room]: 2 });
  const id = await begin([room], day);
  await count(id, at("STAYS"), 1);
  return { id, day, at };
}

test("an article without an item that has left a location of the stocktake is a line of its own", async () => {
  const { id, at } = await movedAway("room");
  const { remainders } = await finish(id);
  expect(remainders).toEqual([
    {
      article: {
        oid: warehouse.id(at("GONE")),
        code: at("GONE"),
        name: `Article ${at("GONE")}`,
        serialNumber: "S-1",
        unit: null,
      },
      location: { oid: warehouse.at("room other"), path: "room / room other" },
      currency: null,
      price: 7,
      responsible: null,
      asOf: {
        ...{ quantity: 5, found: 5, difference: 0, moved: -5, notOfDay: 0 },
        ...{ value: 35, foundValue: 35, differenceValue: 0 },
      },
      lineNumber: 2,
    },
  ]);
});

test("such a line has the person of its location, of the time of the close", async () => {
  const { id, at } = await movedAway("kept person");
  const location = `/api/locations/${warehouse.at("kept person")}`;
  await warehouse.manager.put(location, { responsibleUserId: 2 });
  later();
  await warehouse.move(id, "finish", "process", "close");
  nextDay();
  await warehouse.manager.put(location, { responsibleUserId: 1 });
  const { remainders, responsible } = await reportOf(id);
  const max = { id: 2, fullName: "Max Dvorak" };
  expect(remainders).toMatchObject([{ article: { code: at("GONE") }, responsible: max }]);
  expect(responsible).toEqual([{ user: max, items: 2 }]);
});

test("an article that came after the end of the count is a line of its own on a later decisive day", async () => {
  const day = await shelfOf("arrival", { THERE: 1 });
  await shelfOf("arrival outside", { NEW: 3 });
  const id = await begin(["arrival"], day);
  await warehouse.move(id, "finish");
  later();
  await put("NEW", { arrival: 3 });
  nextDay();
  const { remainders } = await reportOf(id);
  expect(remainders).toMatchObject([
    { article: { code: "NEW" }, asOf: { quantity: 3, found: 3, difference: 0, moved: 3, notOfDay: 0 } },
  ]);
});

test.each([0, 1, 2])(
  "pieces of two items that were booked to one place and found there are in one line each, on any day (%s)",
  async (day) => {
    const [one, two, third] = ["one", "two", "third"].map((name) => `${name} lot ${day}`) as [
      string,
      string,
      string,
    ];
    const code = `LOTS-${day}`;
    const days = [await shelfOf(one, {})];
    for (const name of [two, third]) await warehouse.addLocation(name);
    await warehouse.article(code, { [one]: 3, [two]: 5 });
    const id = await begin([one, two, third], days[0] ?? null);
    const inventoryLocationId = warehouse.at(third);
    nextDay();
    days.push(today());
    await put(code, { [two]: 5, [third]: 3 });
    await warehouse.count(id, code, { inventoryQuantity: 3, inventoryLocationId }, one);
    nextDay();
    days.push(today());
    await put(code, { [third]: 8 });
    await warehouse.count(id, code, { inventoryQuantity: 5, inventoryLocationId }, two);
    const frame = { purpose: "yearEnd", decisiveDay: days[day], method: "physical", committee: [] };
    expect((await warehouse.manager.put(`/api/inventories/${id}/frame`, frame)).status).toBe(200);
    nextDay();
    await warehouse.move(id, "finish", "process");
    const figures = (report: { items: readonly InventoryReportItem[] }) =>
      report.items.map(({ difference, asOf }) => [difference, asOf?.quantity, asOf?.found, asOf?.difference]);
    const both = [
      [0, 3, 3, 0],
      [0, 5, 5, 0],
    ];
    expect(figures(await reportOf(id))).toEqual(both);
    await warehouse.move(id, "close");
    expect(await warehouse.stock(code)).toEqual({ [third]: 8 });
    expect(figures(await reportOf(id))).toEqual(both);
  },
);

test("the report of a closed stocktake keeps such a line as it was", async () => {
  const { id, at } = await movedAway("kept");
  await warehouse.move(id, "finish", "process", "close");
  nextDay();
  const { remainders } = await reportOf(id);
  const article = `/api/articles/${warehouse.id(at("GONE"))}`;
  await warehouse.manager.put(article, { code: "OTHER-CODE", name: "Other", serialNumber: "S-2", price: 8 });
  const other = { name: "other name", parentLocationId: warehouse.at("kept outside") };
  expect((await warehouse.manager.put(`/api/locations/${warehouse.at("kept other")}`, other)).status).toBe(
    200,
  );
  await warehouse.manager.put("/api/currencytypes/2", { isDefault: true });
  expect(remainders).toHaveLength(1);
  expect((await reportOf(id)).remainders).toEqual(remainders);
  await warehouse.manager.put("/api/currencytypes/2", { isDefault: false });
});

test("a person's stocktake has what left a location before it was prepared, and no others' articles", async () => {
  await warehouse.addLocation("former");
  await warehouse.addLocation("present");
  await warehouse.article("MINE", { former: 1 }, { responsibleUserId: 3 });
  await warehouse.article("HIS", { former: 2 }, { responsibleUserId: 2 });
  later();
  const day = today();
  nextDay();
  await put("MINE", { present: 1 });
  await put("HIS", { present: 2 });
  const id = await begin([], day, { personId: 3 });
  await count(id, "MINE", 1);
  const article = `/api/articles/${warehouse.id("MINE")}/full`;
  expect((await warehouse.manager.put(article, { responsibleUserId: 2 })).status).toBe(200);
  expect((await finish(id)).remainders).toMatchObject([
    {
      article: { code: "MINE" },
      location: { path: "former" },
      asOf: { quantity: 1, found: 1, difference: 0, moved: -1 },
    },
  ]);
});

test("an article that was deleted after the decisive day is missing on it", async () => {
  const day = await shelfOf("deleted", { REMOVED: 3, LEFT: 1 });
  nextDay();
  await put("REMOVED", { deleted: 4 });
  expect((await warehouse.manager.delete(`/api/articles/${warehouse.id("REMOVED")}`)).status).toBe(204);
  later();
  const id = await begin(["deleted"], day);
  await count(id, "LEFT", 1);
  const report = await finish(id);
  expect(report.remainders).toMatchObject([
    { article: { code: "REMOVED" }, asOf: { quantity: 3, found: 0, difference: -3, moved: 1, notOfDay: -1 } },
  ]);
  expect(report.asOf).toMatchObject({ quantity: 4 });
});

test("so is one that was deleted, restored and deleted again", async () => {
  const day = await shelfOf("twice", { TWICE: 3, ONCE: 1 });
  nextDay();
  const deletion = { ids: [warehouse.id("TWICE")] };
  for (const isUndone of [true, false]) {
    const path = await startJob(server.manager, "/api/articles/bulk-delete", deletion);
    expect(await endOf(server.manager, path)).toMatchObject({ state: "done" });
    later();
    if (!isUndone) continue;
    await server.manager.put(`${path}/undo`);
    expect(await endOf(server.manager, path)).toMatchObject({ state: "undone", result: { leftCount: 0 } });
    later();
  }
  const id = await begin(["twice"], day);
  await count(id, "ONCE", 1);
  expect((await finish(id)).remainders).toMatchObject([
    { article: { code: "TWICE" }, asOf: { quantity: 3, found: 0, difference: -3, moved: 0, notOfDay: 0 } },
  ]);
});

test("so is one that was set to Disposed with its stock, whatever becomes of that later", async () => {
  const day = await shelfOf("disposed", { DISPOSED: 3, EMPTIED: 4, KEPT: 1 });
  nextDay();
  for (const code of ["DISPOSED", "EMPTIED"])
    ok(await warehouse.manager.put(`/api/articles/${warehouse.id(code)}/full`, { stateId: 4 }));
  later();
  await put("DISPOSED", { disposed: 5 });
  const id = await begin(["disposed"], day);
  await put("EMPTIED", {});
  await count(id, "KEPT", 1);
  expect((await finish(id)).remainders).toMatchObject([
    {
      article: { code: "DISPOSED" },
      asOf: { quantity: 3, found: 0, difference: -3, moved: 2, notOfDay: -2 },
    },
    { article: { code: "EMPTIED" }, asOf: { quantity: 4, found: 4, difference: 0, moved: -4, notOfDay: 0 } },
  ]);
});

test("the report of a closed stocktake keeps such a line, whatever becomes of its stock later", async () => {
  const day = await shelfOf("left out", { CLEARED: 3, WENT: 4, BESIDES: 1 });
  await warehouse.addLocation("dump");
  nextDay();
  for (const code of ["CLEARED", "WENT"])
    ok(await warehouse.manager.put(`/api/articles/${warehouse.id(code)}/full`, { stateId: 4 }));
  later();
  const id = await begin(["left out"], day);
  await count(id, "BESIDES", 1);
  await warehouse.move(id, "finish", "process", "close");
  later();
  const closed = await reportOf(id);
  expect(closed.remainders).toHaveLength(2);
  await put("CLEARED", {});
  await put("WENT", { dump: 4 });
  expect(await reportOf(id)).toEqual(closed);
});

test.each([
  ["renamed", (oid: number) => server.admin.put(`/api/currencytypes/${oid}`, { name: "Other money" })],
  ["merged", (oid: number) => server.admin.put(`/api/currencytypes/${oid}/merge`, { into: 2 })],
])(
  "the report of a closed stocktake keeps the currency of such a line that is %s later",
  async (what, change) => {
    const { body: money } = await server.admin.post("/api/currencytypes", { name: `Money ${what}` });
    const day = await shelfOf(`money ${what}`, { [`PRICED ${what}`]: 5, [`BESIDE ${what}`]: 1 });
    const article = `/api/articles/${warehouse.id(`PRICED ${what}`)}/full`;
    ok(await warehouse.manager.put(article, { currencyTypeId: money.oid }));
    nextDay();
    await put(`PRICED ${what}`, {});
    const id = await begin([`money ${what}`], day);
    await warehouse.move(id, "finish", "process", "close");
    const closed = await reportOf(id);
    expect(closed.remainders).toMatchObject([{ currency: `Money ${what}`, price: 2 }]);
    nextDay();
    ok(await change(money.oid));
    expect(await reportOf(id)).toEqual(closed);
  },
);

test("such a line follows its currency when that is merged into another one", async () => {
  const { body: signs } = await server.admin.post("/api/currencytypes", { name: "Euro sign" });
  const day = await shelfOf("merged", { PRICED: 5, BESIDE: 1 });
  const article = `/api/articles/${warehouse.id("PRICED")}/full`;
  expect((await warehouse.manager.put(article, { currencyTypeId: signs.oid })).status).toBe(200);
  nextDay();
  await put("PRICED", {});
  const id = await begin(["merged"], day);
  expect((await finish(id)).remainders).toMatchObject([{ currency: "Euro sign" }]);
  const merged = await server.admin.put(`/api/currencytypes/${signs.oid}/merge`, { into: 2 });
  expect(merged.status).toBe(200);
  const { body: currencies } = await server.admin.get("/api/currencytypes");
  const { name } = currencies.find(({ oid }: { oid: number }) => oid === 2);
  expect((await reportOf(id)).remainders).toMatchObject([{ currency: name }]);
});

test("the totals as of the day are those of all lines", async () => {
  const { id, day } = await movedAway("totals");
  const { asOf } = await finish(id);
  expect(asOf).toMatchObject({
    day,
    until: `${day}T22:59:59.999Z`,
    items: 2,
    quantity: 9,
    notCounted: 0,
    difference: -1,
    found: 8,
    quantities: [{ unit: null, items: 2, expected: 9, notCounted: 0, difference: -1, found: 8 }],
    values: [{ currency: null, expected: 47, notCounted: 0, difference: -3, found: 44 }],
  });
});

test("tables have the figures behind all other columns, and the workbook their totals", async () => {
  const { id, at, day } = await movedAway("tables");
  await finish(id);
  const { text } = await warehouse.manager.get(`/api/inventories/${id}/report?format=csv`);
  const lines = text.trim().split("\r\n");
  expect(lines[0]).toMatch(
    /,Settled by,Category,Responsible person,Method,Decisive day: expected,Decisive day: found,Decisive day: difference,Decisive day: moved,Decisive day: not of it,Photos,Moved before the count,Approved by,Approved on,Decision,Counted before,Taken from,Decided by,Decided on,Line,Decisive day: value expected,Decisive day: value found,Decisive day: value of the difference,.*,Company,Decisive day$/,
  );
  expect(lines.find((line) => line.includes(at("STAYS")))).toMatch(
    new RegExp(`,4,3,-1,-2,0,,0,,,,,,,,1,12,9,-3,.*,Riverside Warehouse,${day}$`),
  );
  expect(lines.find((line) => line.startsWith("Not counted: moved or deleted"))).toMatch(
    new RegExp(`,5,5,0,-5,0,,,,,,,,,,2,35,35,0,.*,Riverside Warehouse,${day}$`),
  );
  const { bytes } = await warehouse.manager.get(`/api/inventories/${id}/report?format=xlsx`);
  const totals = await cellsIn(bytes, day);
  expect(totals).toContainEqual(["Pieces", 9, 0, -1, 8, 0]);
});

test("a line that was not counted has an expected value as of the day", async () => {
  const day = await shelfOf("nobody's", { UNCOUNTED: 5 });
  const id = await begin(["nobody's"], day);
  expect(lineOf(await finish(id), "UNCOUNTED")?.asOf).toMatchObject({
    value: 10,
    foundValue: null,
    differenceValue: null,
  });
});

test("sums of the inventory list have figures as of the day: of a location, of a category, and of all", async () => {
  const { body } = await warehouse.manager.get("/api/articlecategories");
  await warehouse.addLocation("sums");
  for (const [index, code] of ["SUM-1", "SUM-2"].entries())
    await warehouse.article(code, { sums: 5 }, { price: 2, categoryId: body[index].oid });
  await warehouse.article("SUM-3", { sums: 3 }, { price: 7, categoryId: body[0].oid });
  later();
  const day = today();
  nextDay();
  await put("SUM-1", { sums: 4 });
  await put("SUM-3", {});
  const id = await begin(["sums"], day);
  await count(id, "SUM-1", 4);
  await count(id, "SUM-2", 3);
  await finish(id);
  const shown = await getPdf(warehouse.manager, `/api/inventories/${id}/report?format=pdf`);
  const asOf = (figures: string) => `As of [\\w ,]+ ${figures}`;
  expect(shown).toMatch(
    new RegExp(`Sum pcs 9 7 -2 18\\.00 14\\.00 -4\\.00 ${asOf("pcs 10 8 -2 20\\.00 16\\.00 -4\\.00")}`),
  );
  expect(shown).toMatch(
    new RegExp(`Total pcs 9 7 -2 18\\.00 14\\.00 -4\\.00 ${asOf("pcs 13 11 -2 41\\.00 37\\.00 -4\\.00")}`),
  );
  const [, categories = ""] = shown.split("By category");
  expect(categories).toMatch(new RegExp(asOf("pcs 5 5 0 10\\.00 10\\.00 0\\.00")));
  expect(categories).toMatch(new RegExp(asOf("pcs 5 3 -2 10\\.00 6\\.00 -4\\.00")));
  expect(categories).toMatch(
    new RegExp(`Not counted: moved or deleted ${asOf("pcs 3 3 0 21\\.00 21\\.00 0\\.00")}`),
  );
});

test("subtotals have figures as of the day, in JSON and workbook, that add up to the total of the day", async () => {
  const { id, day } = await movedAway("subtotals");
  const { asOf, subtotals } = await finish(id);
  const { day: _, until: __, recordsBegin: ___, ...total } = asOf;
  const [location, ...others] = subtotals.locations;
  expect(others).toEqual([]);
  for (const of of [location, subtotals.categories[0]])
    for (const figure of ["items", "quantity", "notCounted", "difference", "found", "notOfDay", "value"])
      expect(of.asOf[figure] + subtotals.remainders[figure], figure).toBe(total[figure]);
  expect(subtotals.remainders).toMatchObject({ items: 1, quantity: 5, found: 5, difference: 0 });
  const { bytes } = await warehouse.manager.get(`/api/inventories/${id}/report?format=xlsx`);
  const rows = await cellsIn(bytes, "Subtotals");
  expect(rows[0]?.slice(0, 8)).toEqual([
    "Expected at",
    "Category",
    "Decisive day",
    "Items",
    "Expected",
    "Not counted",
    "Difference",
    "Found",
  ]);
  expect(rows.map((row) => row.slice(0, 8))).toContainEqual(["subtotals", null, day, 1, 4, 0, -1, 3]);
  expect(rows.map((row) => row.slice(0, 8))).toContainEqual([
    "Not counted: moved or deleted",
    null,
    day,
    1,
    5,
    0,
    0,
    5,
  ]);
});

test("the differences have price, method, and figures as of the day", async () => {
  const { id, at } = await movedAway("differences");
  const { oid } = await warehouse.item(id, at("STAYS"));
  await warehouse.move(id, "finish");
  const other = await warehouse.manager.put(`/api/inventories/${id}/method`, {
    itemIds: [oid],
    method: "documents",
  });
  expect(other.status).toBe(204);
  const shown = await getPdf(warehouse.manager, `/api/inventories/${id}/report?format=pdf&only=differences`);
  expect(shown).toMatch(
    /1 STAYS differences Article STAYS differences .*Counting method: By documents differences pcs 2 1 -1 3\.00 -3\.00 As of [\w ,]+ moved since: -2 pcs 4 3 -1 3\.00 -3\.00/,
  );
});

test("the differences have what is one as of the day alone", async () => {
  const day = await shelfOf("of the day", { STAYED: 1, CORRECTED: 5 });
  nextDay();
  const other = await begin(["of the day"], null);
  await count(other, "STAYED", 1);
  await count(other, "CORRECTED", 4);
  await warehouse.move(other, "finish", "process", "close");
  later();
  await put("CORRECTED", {});
  const id = await begin(["of the day"], day);
  await count(id, "STAYED", 1);
  const { remainders } = await finish(id);
  expect(remainders).toMatchObject([{ asOf: { quantity: 5, found: 4, difference: -1 } }]);
  const shown = await getPdf(warehouse.manager, `/api/inventories/${id}/report?format=pdf&only=differences`);
  expect(shown).toMatch(
    /2 CORRECTED Article CORRECTED of the day pcs 0 – – 2\.00 – As of [\w ,]+ moved since: -4 pcs 5 4 -1 2\.00 -2\.00/,
  );
});

test("the differences leave out what had moved away without one, in JSON and tables too", async () => {
  const { id } = await movedAway("without a difference");
  await finish(id);
  const path = `/api/inventories/${id}/report`;
  expect((await reportOf(id)).remainders).toHaveLength(1);
  const { body } = await warehouse.manager.get(`${path}?format=json&only=differences`);
  expect(body.remainders).toEqual([]);
  const isRemainder = (row: readonly unknown[]) => row.includes("Not counted: moved or deleted");
  const csv = (only: string) => warehouse.manager.get(`${path}?format=csv${only}`);
  const xlsx = (only: string) => warehouse.manager.get(`${path}?format=xlsx${only}`);
  for (const [file, sheet] of [
    [csv, undefined],
    [xlsx, "Items"],
  ] as const) {
    const rowsOf = async (only: string) => cellsIn((await file(only)).bytes, sheet);
    expect((await rowsOf("")).filter(isRemainder)).toHaveLength(1);
    expect((await rowsOf("&only=differences")).filter(isRemainder)).toEqual([]);
  }
});

describe("what was corrected after the day, and counted so", () => {
  let id: number;
  beforeAll(async () => {
    const day = await shelfOf("misbooked", { MISBOOKED: 5, RIGHT: 1 });
    nextDay();
    const stock = {
      locations: [{ locationId: warehouse.at("misbooked"), quantity: 50 }],
      isCorrection: true,
    };
    await warehouse.manager.put(`/api/articles/${warehouse.id("MISBOOKED")}/locations`, stock);
    later();
    id = await begin(["misbooked"], day);
    await count(id, "MISBOOKED", 50);
    await count(id, "RIGHT", 1);
    await finish(id);
  });

  test("is listed among the differences, in each format", async () => {
    const { items } = await reportOf(id, "?only=differences");
    expect(items.map(({ article }: InventoryReportItem) => article.code)).toEqual(["MISBOOKED"]);
    const { text } = await warehouse.manager.get(`/api/inventories/${id}/report?only=differences&format=csv`);
    expect([text.includes("MISBOOKED"), text.includes("RIGHT")]).toEqual([true, false]);
    const shown = await getPdf(
      warehouse.manager,
      `/api/inventories/${id}/report?format=pdf&only=differences`,
    );
    expect(shown).toMatch(
      /As expected, other on the decisive day \(1\) .* MISBOOKED .* pcs 5 50 45 2\.00 90\.00/,
    );
    expect(shown).not.toContain("RIGHT");
  });

  test("is no difference of the count, and summed up apart", async () => {
    const shown = await getPdf(warehouse.manager, `/api/inventories/${id}/report?format=pdf&only=minutes`);
    expect(shown).toMatch(/Corrected between the decisive day and the count 1 pcs 45 90\.00/);
  });
});

describe("the figures of one item", () => {
  const read = async (id: number, code: string) => {
    const { oid } = await warehouse.item(id, code);
    return warehouse.manager.get(`/api/inventories/items/${oid}/as-of`);
  };

  test("are those of the report, before and after the close", async () => {
    const { id, day, at } = await movedAway("one item");
    const expected = { day, ...figuresOf(await finish(id), at("STAYS")) };
    const { body } = await read(id, at("STAYS"));
    expect(body.asOf).toEqual({ ...expected, until: expect.stringMatching(/^\d{4}-\d\d-\d\dT22:59:59/) });
    await warehouse.move(id, "process", "close");
    await put(at("STAYS"), { "one item": 40 });
    expect((await read(id, at("STAYS"))).body).toEqual(body);
  });

  test("are none where an unexpected article is not found any more", async () => {
    const day = await shelfOf("retracted", { STAYING: 1 });
    await warehouse.article("RETRACTED", {});
    const id = await begin(["retracted"], day);
    const stray = { articleId: warehouse.id("RETRACTED"), inventoryLocationId: warehouse.at("retracted") };
    await warehouse.user.post(`/api/inventories/${id}/items`, { ...stray, inventoryQuantity: 1 });
    await count(id, "RETRACTED", { isFound: false });
    await finish(id);
    const { status, body } = await read(id, "RETRACTED");
    expect([status, body]).toEqual([200, { asOf: null }]);
  });

  test("are none without a decisive day, and not known before Finished", async () => {
    await shelfOf("dayless", { DAYLESS: 1 });
    const id = await begin(["dayless"], null);
    expect((await read(id, "DAYLESS")).status).toBe(400);
    await finish(id);
    expect((await read(id, "DAYLESS")).body).toEqual({ asOf: null });
  });
});

test("what came after the preparation and was not counted is summed up apart", async () => {
  const day = await shelfOf("delivered", { PRESENT: 1 });
  await warehouse.article("DELIVERED", {}, { price: 2 });
  const id = await begin(["delivered"], day);
  await put("DELIVERED", { delivered: 5 });
  await count(id, "PRESENT", 1);
  await finish(id);
  nextDay();
  const shown = await getPdf(warehouse.manager, `/api/inventories/${id}/report?format=pdf&only=minutes`);
  expect(shown).toMatch(/Settlement of the differences .* Not counted: moved or deleted 1 pcs -5 -10\.00/);
  expect(shown).not.toContain("Corrected between");
});

test("settled differences, and what was corrected, make the difference of the decisive day", async () => {
  const day = await shelfOf("both", { BOTH: 5 });
  nextDay();
  const stock = { locations: [{ locationId: warehouse.at("both"), quantity: 50 }], isCorrection: true };
  await warehouse.manager.put(`/api/articles/${warehouse.id("BOTH")}/locations`, stock);
  later();
  const id = await begin(["both"], day);
  await count(id, "BOTH", 48);
  await finish(id);
  const shown = await getPdf(warehouse.manager, `/api/inventories/${id}/report?format=pdf&only=minutes`);
  expect(shown).toMatch(/pcs 5 0 43 48 0 /);
  expect(shown).toMatch(
    /Total pcs -2 -4\.00 Corrected between the decisive day and the count 1 pcs 45 90\.00/,
  );
});

test("the inventory list says below a line what was there on the day, and has the totals", async () => {
  const { id } = await movedAway("list");
  await finish(id);
  const shown = await getPdf(warehouse.manager, `/api/inventories/${id}/report?format=pdf`);
  expect(shown).toMatch(
    /2 GONE list Article GONE list .* pcs 0 – – 7\.00 0\.00 – – – As of [\w ,]+ moved since: -5 pcs 5 5 0 7\.00 35\.00 35\.00 0\.00/,
  );
  expect(shown).toMatch(
    /As of [\w ,]+ Unit or currency Expected Not counted Difference Found Decisive day: not of it pcs 9 0 -1 8 0/,
  );
  expect(shown).toMatch(/As of [\w ,]+ moved since: -2 pcs 4 3 -1 3\.00 12\.00 9\.00 -3\.00/);
});

describe("with a decision on its movements, a line says whether they came before or after the day", () => {
  const decide = async (id: number, code: string, decision: string) => {
    const { oid } = await warehouse.item(id, code);
    const { status } = await warehouse.manager.put(`/api/inventories/items/${oid}/decide`, { decision });
    expect(status).toBe(200);
    await finish(id);
    nextDay();
    return getPdf(warehouse.manager, `/api/inventories/${id}/report?format=pdf`);
  };

  test("after it: the count is kept", async () => {
    const day = await shelfOf("keep count", { HELD: 8 });
    const id = await begin(["keep count"], day);
    await count(id, "HELD", 10);
    nextDay();
    await put("HELD", { "keep count": 10 });
    expect(await decide(id, "HELD", "keepCount")).toMatch(/moved since: \+2 pcs 8 8 0/);
  });

  test("before it: the difference is kept", async () => {
    const day = await shelfOf("keep difference", { SHIFTED: 10 });
    const id = await begin(["keep difference"], day);
    await put("SHIFTED", { "keep difference": 13 });
    nextDay();
    await count(id, "SHIFTED", 15);
    expect(await decide(id, "SHIFTED", "keepDifference")).toMatch(/moved until then: \+3 pcs 13 18 5/);
  });
});

test("figures of a decisive day that has not ended name the moment", async () => {
  const day = await shelfOf("running", { RUNNING: 5 });
  const id = await begin(["running"], day);
  await count(id, "RUNNING", 4);
  await warehouse.move(id, "finish");
  const titleOf = async () =>
    /As of .*? Unit or currency/.exec(
      await getPdf(warehouse.manager, `/api/inventories/${id}/report?format=pdf`),
    )?.[0];
  expect(await titleOf()).toMatch(/, \d\d:\d\d Unit/);
  nextDay();
  expect(await titleOf()).not.toMatch(/\d\d:\d\d/);
});

test("a closed stocktake lists nothing as undecided or still to recount", async () => {
  await shelfOf("open", { MOVES: 5, "ONCE-MORE": 5, NOBODY: 5 });
  const id = await begin(["open"], null);
  await count(id, "MOVES", 5);
  await count(id, "ONCE-MORE", 4);
  for (const code of ["MOVES", "ONCE-MORE", "NOBODY"]) await put(code, { open: 6 });
  const { oid } = await warehouse.item(id, "ONCE-MORE");
  await warehouse.move(id, "finish", "process");
  const recount = { decision: "recount" };
  expect((await warehouse.manager.put(`/api/inventories/items/${oid}/decide`, recount)).status).toBe(200);
  const path = `/api/inventories/${id}/report?format=pdf`;
  const open = await getPdf(warehouse.manager, path);
  expect(open).toContain("Items whose stock changed during the count, undecided: 2 Items to recount: 1");
  await warehouse.move(id, "close");
  const closed = await getPdf(warehouse.manager, path);
  // Nothing of an item that was not counted changes.
  expect(closed).toMatch(/closed without a decision \(.*?\): 1 Items to recount, closed without it: 1/);
  expect(closed).not.toContain("undecided");
});

describe("a decisive day before the stock records begin", () => {
  const BEFORE = "2030-12-31";
  const BEGINNING =
    /stock records begin on 4 Jan 2031, so the figures of the decisive day are those at their beginning/;

  test("is warned of in the frame", async () => {
    const day = await shelfOf("warned", { WARNED: 5 });
    const id = await begin(["warned"], BEFORE);
    const frame = `/api/inventories/${id}/frame`;
    const { body } = await warehouse.manager.get(frame);
    expect(body.warnings).toEqual([expect.stringMatching(BEGINNING)]);
    const later = await warehouse.manager.put(frame, { ...body, decisiveDay: day });
    expect(later.body.warnings).not.toContainEqual(expect.stringMatching(BEGINNING));
  });

  test("is named in the report", async () => {
    const day = await shelfOf("named", { NAMED: 5 });
    const id = await begin(["named"], BEFORE);
    expect((await finish(id)).asOf).toMatchObject({ day: BEFORE, recordsBegin: "2031-01-04" });
    for (const only of ["", "&only=differences", "&only=minutes"]) {
      const text = await getPdf(warehouse.manager, `/api/inventories/${id}/report?format=pdf${only}`);
      expect(text).toMatch(BEGINNING);
    }
    const other = await begin(["named"], day);
    expect((await finish(other)).asOf).toMatchObject({ recordsBegin: null });
  });
});

test("a closed stocktake keeps the time zone of its days, whatever zone the site has later", async () => {
  const day = await shelfOf("zoned", { ZONED: 5 });
  const code = "ZONED";
  const id = await begin(["zoned"], day);
  // In Prague on the day, in Kiritimati on the next one.
  await put(code, { zoned: 8 });
  nextDay();
  await count(id, code, 8);
  await finish(id);
  await warehouse.move(id, "process", "close");
  const { oid } = await warehouse.item(id, code);
  const read = async () => [
    await reportOf(id),
    (await warehouse.manager.get(`/api/inventories/items/${oid}/as-of`)).body,
    await getPdf(warehouse.manager, `/api/inventories/${id}/report?format=pdf`),
    (await warehouse.manager.get("/api/seals/archive")).body,
  ];
  const before = await read();
  expect(figuresOf(before[0], code)).toMatchObject({ quantity: 8, difference: 0 });
  await server.restart({ SITE_TIME_ZONE: "Pacific/Kiritimati" });
  expect(await read()).toEqual(before);
});
