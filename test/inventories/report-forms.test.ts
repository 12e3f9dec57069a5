import { beforeAll, describe, expect, test } from "vitest";
import { pdfPages, pdfText } from "../harness/pdf.ts";
import { sharedServer } from "../harness/server.ts";
import { cellsIn } from "../tables/reading.ts";
import { codes, createReportedInventory, type Reported } from "./report-inventory.ts";
import type { Warehouse } from "./stocktake.ts";

// The report of one stocktake as tables, and as a PDF to sign.

const czech = { "Accept-Language": "cs" };
let warehouse: Warehouse;
let id: number;
let report: Reported["report"];
const server = sharedServer({ settings: { SITE_TIME_ZONE: "Europe/Prague" } });
beforeAll(async () => {
  ({ warehouse, id, report } = await createReportedInventory(server));
});

describe("as a table", () => {
  test("a workbook has a fact that is longer than a cell in several rows", async () => {
    const names = Array.from({ length: 170 }, (_, index) => `${index} ${"🧰".repeat(95)}`);
    for (const name of names) await warehouse.addLocation(name);
    await warehouse.article("LONG", { [names[0] ?? ""]: 1 });
    const long = await warehouse.stocktake(names);
    await warehouse.move(long, "finish");
    const { bytes } = await warehouse.manager.get(`/api/inventories/${long}/report?format=xlsx`);
    const rows = (await cellsIn(bytes, "Stocktake")).filter(([name]) => name === "Locations");
    const fact = rows.map(([, value]) => value).join("");
    expect(fact).toContain(names.slice(-3).join("; "));
    for (const name of names) expect(fact).toContain(name);
    expect(rows).toHaveLength(2);
  });

  test("CSV has a row for each item, unexpected ones and unknown codes included", async () => {
    const response = await report("?format=csv");
    expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(response.headers.get("content-disposition")).toBe(`attachment; filename="inventory-${id}.csv"`);
    const [head, ...rows] = await cellsIn(response.bytes);
    expect(head?.slice(0, 3)).toEqual(["Result", "Code", "Name"]);
    expect(rows.map(([result, code]) => `${result}: ${code}`)).toEqual([
      "As expected: SAME",
      "Found elsewhere: THERE",
      "Quantity differs: FEWER",
      "Quantity differs: MORE",
      "Missing: NONE",
      "Not counted: NEVER",
      "Marked for disposal: SCRAP",
      "Unexpected: STRAY",
      "Unknown code: X-999",
    ]);
    // No spreadsheet evaluates a name as a formula.
    expect(response.text).toContain("'=Žluťoučký SAME");
    expect(response.text).not.toMatch(/(^|,)=/m);
  });

  test("in Czech with semicolons and decimal commas", async () => {
    const { text } = await report("?format=csv&result=missing", czech);
    expect(text).toContain("Chybí;NONE;");
    expect(text).toContain(";4;0;-4;12,5;-50;");
  });

  test.each([
    ["de", "Fehlt;NONE;", "Quantity"],
    ["sk", "Chýba;NONE;", "Quantity"],
  ])("in %s with semicolons and decimal commas, without English words", async (language, row, english) => {
    const { text } = await report("?format=csv&result=missing", { "Accept-Language": language });
    expect(text).toContain(row);
    expect(text).toContain(";4;0;-4;12,5;-50;");
    expect(text).not.toContain(english);
  });

  test("a workbook has sheets of the stocktake, its results, items, unknown codes and late counts", async () => {
    const response = await report("?format=xlsx", czech);
    expect(response.headers.get("content-type")).toContain("spreadsheetml.sheet");
    const items = await cellsIn(response.bytes, "Položky");
    expect(items).toHaveLength(9);
    expect(items[5]?.slice(0, 10)).toEqual([
      "Chybí",
      "NONE",
      "=Žluťoučký NONE",
      "Hala č. 7 / Regál Ž",
      null,
      4,
      0,
      -4,
      12.5,
      -50,
    ]);
    expect((await cellsIn(response.bytes, "Neznámé kódy"))[1]?.slice(0, 4)).toEqual([
      "X-999",
      "Dvůr",
      2,
      "bez štítku",
    ]);
    expect((await cellsIn(response.bytes, "Opožděné, nezapočtené"))[1]?.[0]).toBe("NEVER");
  });

  test.each([
    ["Late counts, not applied", "kg"],
    ["Unknown codes", null],
  ])("the sheet of %s has the unit of its quantities in the last column: %s", async (sheet, unit) => {
    const full = `/api/articles/${warehouse.id("NEVER")}/full`;
    expect((await warehouse.manager.put(full, { unit: "kg" })).status).toBe(200);
    const [head, row] = await cellsIn((await report("?format=xlsx")).bytes, sheet);
    expect((await warehouse.manager.put(full, { unit: null })).status).toBe(200);
    expect(head?.[2]).toBe("Quantity");
    expect(head?.[9]).toBe("Unit");
    expect(row?.[9] ?? null).toBe(unit);
  });
});

describe("as a PDF", () => {
  const textOf = async (headers = {}, query = "") => {
    const response = await report(`?format=pdf${query}`, headers);
    expect(response.headers.get("content-type")).toBe("application/pdf");
    return pdfText(response.bytes);
  };

  test.each([
    ["de", "Inventurliste"],
    ["sk", "Inventúrny súpis"],
  ])("in %s has its title: %s", async (language, title) => {
    expect(await textOf({ "Accept-Language": language })).toContain(title);
  });

  test("of the differences names the stocktake, the users, the totals, all differences, and the places for signatures", async () => {
    const text = await textOf(czech, "&only=differences");
    for (const part of [
      "Rozdíly inventury",
      "Riverside Warehouse",
      "Roční inventura",
      "Uma Svoboda: 7 záznamů",
      "Souhlasí 1 ks 3 0 0 3",
      "Očekávané položky 7 ks 68 6 -31 31",
      "Neočekáváno 1 ks 0 0 4 4",
      "Celkem 8 ks 68 6 -27 35",
      "nerozhodnuté: 1",
      "=Žluťoučký NONE",
      "Hala č. 7 / Regál Ž",
      "nalezeno v Dvůr",
      "Neočekávané artikly (1)",
      "X-999",
      "bez štítku",
      "Schválil(a)",
      "Strana 1",
    ]) {
      expect(text).toContain(part);
    }
    expect(text).not.toContain("Žluťoučký SAME");
  });

  test("in English has times in the zone of the site", async () => {
    const text = await textOf({}, "&only=differences");
    expect(text).toContain("Differences of the stocktake");
    expect(text).toContain("Missing (1)");
    expect(text).toMatch(/20 Nov 2026, 09:00/);
  });
});

test("a long report has numbered pages, each item once", async () => {
  const own = await warehouse.stocktake([], { name: "Everything" });
  await warehouse.move(own, "finish");
  const { body } = await warehouse.manager.get(`/api/inventories/${own}/report`);
  const response = await warehouse.manager.get(`/api/inventories/${own}/report?format=pdf`);
  const pages = await pdfPages(response.bytes);
  expect(pages.length).toBeGreaterThan(5);
  for (const [index, page] of pages.entries()) expect(page).toContain(`Page ${index + 1}`);
  const whole = pages.join(" ");
  const known = codes(body.items).filter((code) => /^A\d{6}$/.test(code));
  expect(known.length).toBeGreaterThan(490);
  for (const code of known) expect(whole.split(code), code).toHaveLength(2);
});
