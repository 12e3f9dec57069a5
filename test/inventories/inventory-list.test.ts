import { beforeAll, describe, expect, test } from "vitest";
import type { InventoryReportItem } from "../../src/web/api/types/endpoints.d.ts";
import { createClock } from "../harness/clock.ts";
import { getPdf, pdfPages, pdfText } from "../harness/pdf.ts";
import { sharedServer } from "../harness/server.ts";
import { cellsIn } from "../tables/reading.ts";
import { createReportedInventory, type Reported } from "./report-inventory.ts";
import { sealed } from "./seal/closed.ts";
import { createWarehouse, type Warehouse } from "./stocktake.ts";

// The report as an inventory list, which accounting law asks for: every item, the company and the frame.

const COMPANY = {
  legalName: "Říční sklad s.r.o.",
  seat: "Nábřežní 12, Praha",
  registrationNumber: "12345678",
  taxNumber: "CZ12345678",
};
const FRAME = {
  purpose: "yearEnd",
  decisiveDay: "2030-12-01",
  method: "physical",
  committee: [
    { role: "chair", name: "Jana Malá" },
    { role: "responsible", name: "Karel Dlouhý" },
  ],
};

let warehouse: Warehouse;
let id: number;
let report: Reported["report"];
const clock = createClock(Date.parse("2030-12-01T12:00:00.000Z"));
const server = sharedServer({ settings: { SITE_TIME_ZONE: "Europe/Prague" }, clock });
beforeAll(async () => {
  await server.admin.put("/api/company", COMPANY);
  ({ warehouse, id, report } = await createReportedInventory(server));
  await warehouse.manager.put(`/api/inventories/${id}/frame`, FRAME);
});

const pagesOf = async (query = "", headers = {}) => {
  return pdfPages((await report(`?format=pdf${query}`, headers)).bytes);
};
const textOf = async (query = "", headers = {}) => (await pagesOf(query, headers)).join(" ");

describe("as a PDF", () => {
  test.each([
    ["", "Recommendations on whether the valuation of the assets is realistic"],
    ["&only=minutes", "Results of the assessment whether the valuation of the assets is realistic"],
  ])("%s of a Slovak company has lines for the valuation, before the signatures", async (query, title) => {
    expect(await textOf(query)).not.toContain(title);
    expect((await server.admin.put("/api/company", { ...COMPANY, law: "SK" })).status).toBe(200);
    const text = await textOf(query);
    expect((await server.admin.put("/api/company", COMPANY)).status).toBe(200);
    expect(text).toMatch(new RegExp(`${title} .*Signatures`));
  });

  test("a text higher than a page goes on on the next one, below the head of the table", async () => {
    const own = createWarehouse(server);
    await own.addLocation("Long");
    await own.article("LONG", { Long: 1 }, { name: `${"Výtah ".repeat(32)}VÝTAH` });
    const long = await own.stocktake(["Long"]);
    await own.count(long, "LONG", { inventoryQuantity: 1, note: `${"kovový ".repeat(200)}KONEC` });
    await own.move(long, "finish");
    await own.move(long, "process");
    const { bytes } = await own.manager.get(`/api/inventories/${long}/report?format=pdf`);
    const pages = await pdfPages(bytes);
    expect(pages.join(" ")).toContain("VÝTAH");
    expect(pages.join(" ").match(/kovový/gu)).toHaveLength(200);
    expect(pages.findIndex((page) => page.includes("KONEC"))).toBeGreaterThan(
      pages.findIndex((page) => page.includes("LONG")),
    );
    expect(pages.find((page) => page.includes("KONEC"))).toContain("Counted by");
  });

  test("a long value is whole, in one piece", async () => {
    expect(await textOf()).toContain("4,999,999,999,999.9951");
  });

  test("has the sums of a location and of all, and what of them was not counted", async () => {
    const text = await textOf();
    expect(text).toContain("Sum pcs 68 31 -31");
    expect(text).toContain("Total pcs 68 35 -27");
    // 68 - 6 - 31 = 31.
    expect(text).toContain("Not counted pcs 6 ");
  });

  test("has the sums of each category, where there are several", async () => {
    const two = await server.manager.get("/api/articlecategories");
    const [first, second] = two.body;
    await warehouse.addLocation("Depot");
    await warehouse.article("OF-1", { Depot: 5 }, { categoryId: first.oid });
    await warehouse.article("OF-2", { Depot: 7 }, { categoryId: second.oid });
    const other = await warehouse.stocktake(["Depot"]);
    await warehouse.count(other, "OF-2", 4);
    await warehouse.move(other, "finish");
    const list = await getPdf(server.manager, `/api/inventories/${other}/report?format=pdf`);
    expect(list).toMatch(/By category .*\b5 0 0\b.*\b7 4 -3\b/);
    for (const { name } of [first, second]) expect(list).toContain(`${name} pcs`);
  });

  test("has no sums by category where there is one", async () => {
    expect(await textOf()).not.toContain("By category");
  });

  test.each([
    ["en", "12-31", "Balance-sheet day 31 December"],
    ["cs", "02-29", "Rozvahový den 29. února"],
    ["de", "12-31", "Bilanzstichtag 31. Dezember"],
  ])("names the balance-sheet day of the company in %s", async (language, balanceSheetDay, expected) => {
    expect((await server.admin.put("/api/company", { ...COMPANY, balanceSheetDay })).status).toBe(200);
    expect(await textOf("", { "Accept-Language": language })).toContain(expected);
    await server.admin.put("/api/company", COMPANY);
  });

  test("without a committee it has a place for the signature of each person who has counted", async () => {
    await warehouse.manager.delete(`/api/inventories/${id}/frame`);
    const signaturesOf = async (query = "") => (await textOf(query)).split(" Signatures ")[1];
    const [list, minutes] = [await signaturesOf(), await signaturesOf("&only=minutes")];
    await warehouse.manager.put(`/api/inventories/${id}/frame`, FRAME);
    expect(list).toMatch(/^Checked by .* Approved by .*Uma Svoboda, Counter name, date, signature/);
    expect(minutes).toMatch(/ Counted by .* Checked by .* Approved by /);
    expect(minutes).not.toContain("Uma Svoboda");
  });
});

test("a line has the same number in the PDFs, the JSON, the CSV and the workbook", async () => {
  const { body } = await report();
  const lines: readonly { lineNumber: number; result: string; article: { code: string; name: string } }[] = [
    ...body.items,
    ...body.unexpected,
  ];
  expect(lines.map(({ lineNumber }) => lineNumber).sort((one, other) => one - other)).toEqual(
    lines.map((_, index) => index + 1),
  );
  const [list, differences] = [await textOf(), await textOf("&only=differences")];
  for (const { lineNumber, result, article } of lines) {
    expect(list).toContain(` ${lineNumber} ${article.code} ${article.name}`);
    if (result !== "foundAsExpected")
      expect(differences).toContain(` ${lineNumber} ${article.code} ${article.name}`);
  }
  const numbers = new Map(lines.map(({ article, lineNumber }) => [article.code, lineNumber]));
  for (const table of [
    await cellsIn((await report("?format=csv")).bytes),
    await cellsIn((await report("?format=xlsx")).bytes, "Items"),
  ]) {
    const [head = [], ...rows] = table;
    const own = rows.map((row) => [row[head.indexOf("Code")], row[head.indexOf("Line")]]);
    for (const [code, number] of own) if (number) expect(Number(number)).toBe(numbers.get(String(code)));
    expect(own.filter(([, number]) => number)).toHaveLength(lines.length);
  }
});

test("each row of the CSV has the facts of the company and of the frame", async () => {
  const [head = [], ...rows] = await cellsIn((await report("?format=csv")).bytes);
  const { body } = await report();
  const facts = {
    "Registered office": COMPANY.seat,
    "Registration number": COMPANY.registrationNumber,
    "Tax number": COMPANY.taxNumber,
    Purpose: "Year end",
    "Counting method": "Physical count",
    Committee: "Jana Malá (Chair of the committee); Karel Dlouhý (Responsible for the assets)",
    "Beginning of the stocktake": `${body.startedDT}, ${body.startedBy.fullName}`,
    "End of the stocktake": `${body.finishedDT}, ${body.finishedBy.fullName}`,
  };
  for (const row of rows)
    expect(Object.fromEntries(head.map((title, at) => [title, row[at]]))).toMatchObject(facts);
});

test("the CSV has the method of each counted item, also where it is that of the stocktake", async () => {
  const [head = [], ...rows] = await cellsIn((await report("?format=csv")).bytes);
  const methodOf = (code: string) => rows.find((row) => row[1] === code)?.[head.indexOf("Method")];
  expect([methodOf("SAME"), methodOf("NEVER")]).toEqual(["Physical count", ""]);
});

test("each row of the CSV has company and decisive day, in the last columns", async () => {
  const [head, ...rows] = await cellsIn((await report("?format=csv")).bytes);
  expect(head?.slice(-2)).toEqual(["Company", "Decisive day"]);
  expect(rows.length).toBeGreaterThan(8);
  for (const row of rows) expect(row.slice(-2)).toEqual([COMPANY.legalName, FRAME.decisiveDay]);
});

test("the JSON of the differences leaves out what was found as expected", async () => {
  const { body } = await report("?only=differences");
  const results = new Set(body.items.map(({ result }: { result: string }) => result));
  expect(results.has("missing")).toBe(true);
  expect(results.has("foundAsExpected")).toBe(false);
});

test("the JSON has company, frame, and who counted an item when, with the found value", async () => {
  const { body } = await report();
  expect(body.company).toMatchObject(COMPANY);
  expect(body.frame).toMatchObject({ purpose: "yearEnd", decisiveDay: "2030-12-01", method: "physical" });
  const same = body.items.find(({ article }: { article: { code: string } }) => article.code === "SAME");
  expect(same).toMatchObject({ foundValue: 30, counted: { user: { fullName: "Uma Svoboda" } } });
});

test("the first count is the first of all, also where the item was counted again", async () => {
  await warehouse.article("TWICE", { Dvůr: 2 });
  const own = await warehouse.stocktake(["Dvůr"], { name: "Counted twice" });
  await warehouse.count(own, "TWICE", 1);
  const [{ at: first }] = (
    await warehouse.manager.get(`/api/inventories/items/${(await warehouse.item(own, "TWICE")).oid}/history`)
  ).body;
  clock.advance(60_000);
  await warehouse.count(own, "TWICE", 2);
  await warehouse.move(own, "finish");
  const { body } = await warehouse.manager.get(`/api/inventories/${own}/report`);
  expect(body.firstCountDT).toBe(first);
  expect(Date.parse(body.lastCountDT) - Date.parse(first)).toBe(60_000);
});

const HEADS = ["Expected", "Not counted", "Difference", "Found"];

test("quantities of several units have a sum for each, values have one", async () => {
  await warehouse.addLocation("Silo");
  for (const [code, unit] of [
    ["OIL", "l"],
    ["NAILS", "kg"],
  ] as const) {
    const oid = await warehouse.article(code, { Silo: 2 }, { price: 3 });
    await warehouse.manager.put(`/api/articles/${oid}/full`, { unit });
  }
  const own = await warehouse.stocktake(["Silo"], { name: "Units" });
  for (const code of ["OIL", "NAILS"]) await warehouse.count(own, code, 2);
  await warehouse.move(own, "finish");
  const path = `/api/inventories/${own}/report`;
  const shown = await getPdf(warehouse.manager, `${path}?format=pdf`);
  expect(shown).toContain("Sum 2 kg 2 l 2 kg 2 l 0 kg 0 l 12.00 12.00 0.00");
  expect(shown).toContain("As expected 2 2 kg 2 l 0 kg 0 l 0 kg 0 l 2 kg 2 l Found elsewhere 0 0 0 0 0");
  expect(shown).toContain("Total 2 12.00 0.00 0.00 12.00");
  const { totals } = (await warehouse.manager.get(path)).body;
  const ofUnit = { items: 1, expected: 2, notCounted: 0, moved: 0, difference: 0, found: 2 };
  const quantities = [
    { unit: "kg", ...ofUnit },
    { unit: "l", ...ofUnit },
  ];
  for (const row of ["foundAsExpected", "expected", "all"])
    expect(totals[row].quantities, row).toEqual(quantities);
  expect(totals.missing.quantities).toEqual([]);
  const table = await cellsIn((await warehouse.manager.get(`${path}?format=xlsx`)).bytes, "Results");
  const all = table.find(([name]) => name === "Total") ?? [];
  expect(all.slice(1, 6)).toEqual([2, null, null, null, null]);
  expect(table[0]?.slice(-8)).toEqual(
    ["kg", "l"].flatMap((unit) => HEADS.map((title) => `${title} (${unit})`)),
  );
  expect(all.slice(-8)).toEqual([2, 0, 0, 2, 2, 0, 0, 2]);
});

test("a row of what was not counted has the units that were not", async () => {
  await warehouse.addLocation("Tank");
  for (const code of ["MILK", "SCREWS", "ROPE"]) await warehouse.article(code, { Tank: 3 });
  for (const [code, unit] of [
    ["MILK", "l"],
    ["SCREWS", "kg"],
  ] as const)
    await warehouse.manager.put(`/api/articles/${warehouse.id(code)}/full`, { unit });
  const own = await warehouse.stocktake(["Tank"], { name: "Partly" });
  await warehouse.count(own, "SCREWS", 3);
  await warehouse.count(own, "MILK", 3);
  await warehouse.move(own, "finish");
  const shown = await getPdf(warehouse.manager, `/api/inventories/${own}/report?format=pdf`);
  expect(shown).toMatch(/Not counted pcs 3 0.00/);
});

test("the sum of a location says what of it was found elsewhere, and what was found there of other lines", async () => {
  for (const name of ["Left", "Right"]) await warehouse.addLocation(name);
  await warehouse.article("L-1", { Left: 5 }, { price: 2 });
  await warehouse.article("L-2", { Left: 3 }, { price: 1 });
  await warehouse.article("R-1", { Right: 4 }, { price: 1 });
  const own = await warehouse.stocktake(["Left", "Right"], { name: "Sides" });
  await warehouse.count(own, "L-1", { inventoryQuantity: 5, inventoryLocationId: warehouse.at("Right") });
  for (const [code, pieces] of [
    ["L-2", 3],
    ["R-1", 4],
  ] as const)
    await warehouse.count(own, code, pieces);
  await warehouse.move(own, "finish");
  const shown = await getPdf(warehouse.manager, `/api/inventories/${own}/report?format=pdf`);
  expect(shown).toContain("Sum pcs 8 8 0 13.00 13.00 0.00 of these found elsewhere pcs 5 10.00 Right");
  expect(shown).toMatch(
    /R-1 Article R-1 .* listed elsewhere, found here pcs 5 10\.00 Whole stocktake Total pcs 12 12 0/,
  );
  expect(shown).toContain("A sum of a location adds up its lines.");
});

test("what was found where nothing was expected is under a title of that location", async () => {
  for (const name of ["Inside", "Outside", "Shed"]) await warehouse.addLocation(name);
  for (const [code, price] of [
    ["I-1", 2],
    ["I-2", 3],
  ] as const)
    await warehouse.article(code, { Inside: 5 }, { price });
  const own = await warehouse.stocktake(["Inside"], { name: "Found outside" });
  await warehouse.count(own, "I-1", { inventoryQuantity: 4, inventoryLocationId: warehouse.at("Outside") });
  await warehouse.count(own, "I-2", { inventoryQuantity: 5, inventoryLocationId: warehouse.at("Shed") });
  await warehouse.move(own, "finish");
  const text = await getPdf(warehouse.manager, `/api/inventories/${own}/report?format=pdf`);
  expect(text).toMatch(
    /Sum pcs 10 9 -1 .* Outside · nothing was expected here listed elsewhere, found here pcs 4 8\.00 Shed · nothing was expected here listed elsewhere, found here pcs 5 15\.00 Whole stocktake Total pcs 10 9 -1/,
  );
});

describe("of a handover", () => {
  test("without a committee has no signatures but those of its persons and of who has counted", async () => {
    await warehouse.addLocation("Two sign");
    await warehouse.article("TWO", { "Two sign": 1 });
    const own = await warehouse.stocktake(["Two sign"]);
    const handover = { from: { userId: 2 }, to: { name: "Eva Nová" } };
    const frame = { ...FRAME, purpose: "handover", committee: [], handover };
    expect((await warehouse.manager.put(`/api/inventories/${own}/frame`, frame)).status).toBe(200);
    await warehouse.count(own, "TWO", 1);
    await warehouse.move(own, "finish");
    const text = await getPdf(warehouse.manager, `/api/inventories/${own}/report?format=pdf`);
    const signers = [...(text.split("Signatures")[1] ?? "").matchAll(/(\S.*?) \(?name, date, signature/gu)];
    expect(signers.map(([, who]) => who)).toEqual([
      "Handed over by: Max Dvorak",
      "Taken over by: Eva Nová",
      "Uma Svoboda, Counter",
    ]);
  });

  test.each(["", "&only=differences", "&only=minutes"])(
    "the PDF%s names who hands over and who takes over, and both sign",
    async (query) => {
      await warehouse.addLocation(`Handed over ${query}`);
      await warehouse.article(`HAND${query.length}`, { [`Handed over ${query}`]: 1 });
      const own = await warehouse.stocktake([`Handed over ${query}`], { name: "Handover" });
      const handover = { from: { userId: 2 }, to: { name: "Eva Nová" } };
      const frame = { ...FRAME, purpose: "handover", handover };
      expect((await warehouse.manager.put(`/api/inventories/${own}/frame`, frame)).status).toBe(200);
      await warehouse.move(own, "finish", "process", "close");
      const path = `/api/inventories/${own}/report`;
      await sealed(warehouse.manager, own);
      const text = await getPdf(warehouse.manager, `${path}?format=pdf${query}`);
      const [facts = "", signatures = ""] = text.split("Signatures");
      expect(facts).toContain("Handed over by Max Dvorak Taken over by Eva Nová");
      const signed = query === "&only=minutes" ? "The persons below .* summed up above\\. " : "";
      expect(signatures).toMatch(
        new RegExp(`^ ${signed}Handed over by: Max Dvorak .* Taken over by: Eva Nová .* Jana Malá, Chair`),
      );
      const { body } = await warehouse.manager.get(path);
      expect(body.frame.handover).toEqual({
        from: { userId: 2, name: "Max Dvorak" },
        to: { userId: null, name: "Eva Nová" },
      });
    },
  );
});

describe("of a closed stocktake", () => {
  test("keeps the company, the serial numbers, the units and the persons of the close", async () => {
    const article = await warehouse.article("KEPT", { Dvůr: 1 }, { serialNumber: "SN-1" });
    const full = `/api/articles/${article}/full`;
    expect((await warehouse.manager.put(full, { unit: "kg" })).status).toBe(200);
    const closed = await warehouse.stocktake(["Dvůr"], { name: "Yard" });
    await warehouse.manager.put(`/api/inventories/${closed}/frame`, FRAME);
    await warehouse.move(closed, "finish", "process", "close");
    const path = `/api/inventories/${closed}/report?format=pdf`;
    const before = await warehouse.manager.get(path);
    await server.admin.put("/api/company", { ...COMPANY, legalName: "Other" });
    const changed = { code: "KEPT", name: "Article KEPT", serialNumber: "SN-2" };
    expect((await warehouse.manager.put(`/api/articles/${article}`, changed)).status).toBe(200);
    expect((await warehouse.manager.put(full, { unit: "set" })).status).toBe(200);
    const { totals } = (await warehouse.manager.get(`/api/inventories/${closed}/report`)).body;
    expect(totals.all.quantities).toContainEqual(expect.objectContaining({ unit: "kg", items: 1 }));
    expect((await warehouse.manager.get(path)).bytes.equals(before.bytes)).toBe(true);
    const text = await pdfText(before.bytes);
    expect(text).toContain("Serial number: SN-1 kg 1");
    expect(text).toContain(COMPANY.legalName);
    await server.admin.put("/api/company", COMPANY);
  });

  test("keeps the categories of the close", async () => {
    const [first, second] = (await server.manager.get("/api/articlecategories")).body;
    await warehouse.addLocation("Attic");
    const article = await warehouse.article("CATEGORY", { Attic: 1 }, { categoryId: first.oid });
    const closed = await warehouse.stocktake(["Attic"]);
    await warehouse.move(closed, "finish", "process", "close");
    const moved = { code: "CATEGORY", name: "Article CATEGORY", categoryId: second.oid };
    expect((await warehouse.manager.put(`/api/articles/${article}`, moved)).status).toBe(200);
    const { body } = await warehouse.manager.get(`/api/inventories/${closed}/report`);
    expect(body.items[0].article.category).toBe(first.name);
  });
});

describe("the subtotals", () => {
  test("of the locations, and those of the categories, add up to the lines and to the totals", async () => {
    const { body } = await report();
    expect(body.subtotals.locations.map(nameOf)).toEqual(["Hala č. 7 / Regál Ž", null, "Dvůr"]);
    for (const list of [body.subtotals.locations, body.subtotals.categories])
      expect(sumOf(list)).toEqual(totalOf(body.totals.all));
    for (const { location, ...subtotal } of body.subtotals.locations)
      expect(subtotal.items).toBe(linesAt(body, location?.oid ?? null).length);
    const [shelf, unexpected] = body.subtotals.locations;
    const own = linesAt(body, shelf.location.oid);
    const sum = (figure: (line: InventoryReportItem) => number | null) =>
      own.reduce((all, line) => all + (figure(line) ?? 0), 0);
    expect(totalOf(shelf)).toEqual({
      items: own.length,
      quantity: sum(({ quantity }) => quantity),
      notCounted: sum((line) => (line.inventoryQuantity === null ? line.quantity : 0)),
      moved: sum(({ movedBeforeCount }) => movedBeforeCount),
      difference: sum(({ difference }) => difference),
      found: sum(({ inventoryQuantity }) => inventoryQuantity),
    });
    expect(totalOf(unexpected)).toMatchObject({ items: 1, quantity: 0, difference: 4, found: 4 });
  });

  test("of a location tell what of it was found elsewhere, and what found there is listed elsewhere", async () => {
    const { locations } = (await report()).body.subtotals;
    const none = { quantities: [], values: [] };
    expect(locations.map(({ foundElsewhere, foundHere }: Found) => [foundElsewhere, foundHere])).toEqual([
      [found(2, 0.2), none],
      [none, none],
      [none, found(6, 9.2)],
    ]);
  });

  test("have exact values", async () => {
    const { text } = await report();
    const [, subtotals = ""] = text.split('"subtotals":');
    expect(subtotals).toContain('"value":5000000000124.1951,"differenceValue":-3000000000049.9967');
  });

  test.each(["?only=differences", "?result=missing", "?result=unexpected"])(
    "are left out with %s, which leaves out lines",
    async (query) => {
      expect((await report(query)).body.subtotals).toBeNull();
    },
  );

  test("are a sheet of the workbook, and those of the PDF", async () => {
    const { subtotals } = (await report()).body;
    const rows = await cellsIn((await report("?format=xlsx")).bytes, "Subtotals");
    const [head = []] = rows;
    const column = (title: string) => head.indexOf(title);
    const of = (title: string, name: string) => {
      const row = rows.find((cells) => cells[column(title)] === name) ?? [];
      return ["Items", "Expected", "Not counted", "Difference", "Found"].map((one) => row[column(one)]);
    };
    const figures = ({ items, quantity, notCounted, difference, found: pieces }: Total) => [
      items,
      quantity,
      notCounted,
      difference,
      pieces,
    ];
    const [shelf, unexpected] = subtotals.locations;
    expect(of("Expected at", "Hala č. 7 / Regál Ž")).toEqual(figures(shelf));
    expect(of("Expected at", "Unexpected")).toEqual(figures(unexpected));
    const [category] = subtotals.categories;
    expect(of("Category", category.category)).toEqual(figures(category));
    expect(await textOf()).toContain(`Sum pcs ${shelf.quantity} ${shelf.found} ${shelf.difference}`);
  });
});

interface Total {
  readonly items: number;
  readonly quantity: number;
  readonly notCounted: number;
  readonly moved: number;
  readonly difference: number;
  readonly found: number;
}
interface Found {
  readonly foundElsewhere: object;
  readonly foundHere: object;
}
const totalOf = ({ items, quantity, notCounted, moved, difference, found: pieces }: Total): Total => ({
  items,
  quantity,
  notCounted,
  moved,
  difference,
  found: pieces,
});
const sumOf = (totals: readonly Total[]) =>
  totals.map(totalOf).reduce((one, other) => ({
    items: one.items + other.items,
    quantity: one.quantity + other.quantity,
    notCounted: one.notCounted + other.notCounted,
    moved: one.moved + other.moved,
    difference: one.difference + other.difference,
    found: one.found + other.found,
  }));
const nameOf = ({ location }: { readonly location: { readonly path: string } | null }) =>
  location?.path ?? null;
const linesAt = (
  {
    items,
    unexpected,
  }: { readonly items: readonly InventoryReportItem[]; readonly unexpected: readonly InventoryReportItem[] },
  oid: number | null,
) => [...items, ...unexpected].filter(({ location }) => (location?.oid ?? null) === oid);
const found = (pieces: number, value: number) => ({
  quantities: [{ unit: null, found: pieces }],
  values: [{ currency: null, found: value }],
});
