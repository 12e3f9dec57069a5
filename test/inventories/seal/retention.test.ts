import { expect, test } from "vitest";
import { keepUntil } from "../../../src/domain/stocktakes/retention.ts";
import { markAsSample } from "../../../src/sample/records.ts";
import { createClock } from "../../harness/clock.ts";
import { getPdf } from "../../harness/pdf.ts";
import { sharedServer, startServer, type TestServer } from "../../harness/server.ts";
import { createWarehouse } from "../stocktake.ts";
import { sealed } from "./closed.ts";

// The retention period of a company, and the last day on which the record of a closed stocktake is kept.

// In Prague it is 2030 already.
const clock = createClock(Date.parse("2029-12-31T23:30:00.000Z"));
const options = { settings: { SITE_TIME_ZONE: "Europe/Prague" }, clock };
const server = sharedServer(options);

const company = (fields: object) => server.admin.put("/api/company", fields);

/** A server whose company has set no period yet. */
const startWithout = () => startServer(options);

let made = 0;
/** Closes a stocktake with these fields of its frame; returns its id. */
async function close(frame: object | null = null, of: TestServer = server): Promise<number> {
  const warehouse = createWarehouse(of);
  const shelf = `Shelf ${++made}`;
  await warehouse.addLocation(shelf);
  await warehouse.article(`SAW ${made}`, { [shelf]: 1 });
  const id = await warehouse.stocktake([shelf]);
  if (frame !== null) {
    const whole = { purpose: "yearEnd", decisiveDay: null, method: "physical", committee: [], ...frame };
    expect((await of.manager.put(`/api/inventories/${id}/frame`, whole)).status).toBe(200);
  }
  await warehouse.count(id, `SAW ${made}`, 1);
  await warehouse.move(id, "finish", "process", "close");
  return id;
}
const keptUntil = async (id: number, of: TestServer = server) =>
  (await of.manager.get(`/api/inventories/${id}/seal`)).body.keepUntil;

test("the company shows its period, and the audit has the change", async () => {
  await company({ retentionYears: 7 });
  const { body } = await company({ retentionYears: 8 });
  expect(body.retentionYears).toBe(8);
  const [entry] = (await server.admin.get("/api/audit?entity=company")).body;
  expect(entry.changes).toEqual([{ field: "retentionYears", before: 7, after: 8 }]);
});

test.each([
  ["less than the law asks for", { law: "CZ", retentionYears: 4 }, /must be at least 5: .* Czech Republic/],
  ["less than Slovak law asks for", { law: "SK", retentionYears: 9 }, /must be at least 10: .* Slovakia/],
  ["less than German law asks for", { law: "DE", retentionYears: 9 }, /must be at least 10: .* Germany/],
  ["more than 50 years", { retentionYears: 51 }, /50/],
  ["no year", { retentionYears: 0 }, /1/],
  ["half a year", { law: "CZ", retentionYears: 5.5 }, /whole number/],
])("%s is refused, and nothing is saved", async (_, fields, message) => {
  await company({ legalName: "Before", retentionYears: 12 });
  const { status, body } = await company({ legalName: "After", ...fields });
  expect([status, body.errors[0].path]).toEqual([400, "retentionYears"]);
  expect(body.errors[0].message).toMatch(message);
  expect((await server.manager.get("/api/company")).body).toMatchObject({
    legalName: "Before",
    retentionYears: 12,
  });
});

test("a longer period can be shortened to that of the law", async () => {
  await company({ law: "DE", retentionYears: 20 });
  expect((await company({ law: "DE", retentionYears: 10 })).status).toBe(200);
});

test("without a period no day is named", async () => {
  const own = await startWithout();
  await own.admin.put("/api/company", { law: "CZ" });
  expect(await keptUntil(await close(null, own), own)).toBeNull();
});

test("the period begins with the end of the year of the close, in the site's time zone", async () => {
  await company({ law: "CZ", retentionYears: 5 });
  expect(await keptUntil(await close({ decisiveDay: "2029-12-31" }))).toBe("2035-12-31");
});

test("a period that is set later is that of closed stocktakes too", async () => {
  const own = await startWithout();
  const id = await close(null, own);
  await own.admin.put("/api/company", { retentionYears: 10 });
  expect(await keptUntil(id, own)).toBe("2040-12-31");
});

test("a shorter period leaves closed stocktakes as they are", async () => {
  await company({ law: "DE", retentionYears: 20 });
  const id = await close();
  expect((await company({ law: "DE", retentionYears: 10 })).status).toBe(200);
  expect(await keptUntil(id)).toBe("2050-12-31");
});

test.each([
  ["of a law", { law: "DE" }, /at least 10 while/],
  ["without a law", {}, /at least 1 while/],
])("a period %s can't be removed while there is a closed stocktake", async (_, fields, message) => {
  await company({ legalName: "Before", retentionYears: 12 });
  await close();
  const { status, body } = await company({ legalName: "After", ...fields });
  expect([status, body.errors?.[0].path]).toEqual([400, "retentionYears"]);
  expect(body.errors[0].message).toMatch(message);
  expect((await server.manager.get("/api/company")).body).toMatchObject({
    legalName: "Before",
    retentionYears: 12,
  });
});

test("a law is not left out to shorten the period below what it asks for", async () => {
  await company({ law: "DE", retentionYears: 12 });
  await close();
  const { status, body } = await company({ retentionYears: 9 });
  expect([status, body.errors[0].path]).toEqual([400, "retentionYears"]);
  expect((await company({ retentionYears: 10 })).status).toBe(200);
});

test("where there was no period, the company can be changed without one", async () => {
  const own = await startWithout();
  await close(null, own);
  expect((await own.admin.put("/api/company", { law: "DE" })).status).toBe(200);
});

test("a period can be removed while only sample stocktakes are closed", async () => {
  const own = await startWithout();
  const id = await close(null, own);
  await own.appliance.dependencies.storage.write(null, (tx) => {
    for (let oid = 1; oid <= id; oid++) markAsSample(tx, 1, "inventory", oid);
  });
  await own.admin.put("/api/company", { retentionYears: 10 });
  expect((await own.admin.put("/api/company", {})).body).toMatchObject({ retentionYears: null });
});

test("a closed stocktake of another tenant does not keep the period", async () => {
  await close();
  await server.admin2.put("/api/company", { retentionYears: 30 });
  expect((await server.admin2.put("/api/company", {})).status).toBe(200);
});

test("a period that is set when the law is gone is at least that of the law at the close", async () => {
  const own = await startWithout();
  await own.admin.put("/api/company", { law: "DE" });
  const id = await close(null, own);
  await own.admin.put("/api/company", { retentionYears: 1 });
  expect(await keptUntil(id, own)).toBe("2040-12-31");
  await own.admin.put("/api/company", { retentionYears: 12 });
  expect(await keptUntil(id, own)).toBe("2042-12-31");
});

test("the period of another tenant says nothing", async () => {
  const own = await startWithout();
  const id = await close(null, own);
  await own.admin2.put("/api/company", { retentionYears: 30 });
  expect(await keptUntil(id, own)).toBeNull();
});

test("the minutes name the day of the close, whatever the company sets later", async () => {
  await company({ law: "CZ", retentionYears: 5 });
  const id = await close();
  await sealed(server.manager, id);
  await company({ law: "CZ", retentionYears: 6 });
  const path = `/api/inventories/${id}/report?format=pdf&only=minutes`;
  expect(await getPdf(server.manager, path)).toMatch(/Keep until\s+31 Dec 2035/);
});

const DAYS = { closed: "2026-11-20", decisiveDay: null, balanceSheetDay: null, years: [5] };
test.each([
  ["no decisive day", {}, "2031-12-31"],
  [
    "a decisive day of the year before the close",
    { closed: "2027-01-10", decisiveDay: "2026-12-31" },
    "2032-12-31",
  ],
  ["an accounting period that ends in the next year", { balanceSheetDay: "03-31" }, "2032-12-31"],
  ["the last day of an accounting period", { closed: "2026-03-31", balanceSheetDay: "03-31" }, "2031-12-31"],
  [
    "a leap day as balance-sheet day",
    { closed: "2027-02-28", decisiveDay: "2027-02-28", balanceSheetDay: "02-29" },
    "2032-12-31",
  ],
  ["a longer period since the close", { years: [5, 10] }, "2036-12-31"],
  ["none since the close", { years: [5, null] }, "2031-12-31"],
])("%s", (_, days, last) => {
  expect(keepUntil({ ...DAYS, ...days })).toBe(last);
});
