import { beforeAll, expect, test } from "vitest";
import { pdfText } from "../harness/pdf.ts";
import { sharedServer } from "../harness/server.ts";
import { cellsIn } from "../tables/reading.ts";
import { createWarehouse, type Warehouse } from "./stocktake.ts";

// The report names the users, the times and the currency of each value. Those of a closed stocktake never change.

const MAX = { id: 2, fullName: "Max Dvorak" };
const ADA = { id: 1, fullName: "Ada Novak" };

const server = sharedServer();
let warehouse: Warehouse;
let id: number;
let currencies: { oid: number; name: string }[];
beforeAll(async () => {
  warehouse = createWarehouse(server);
  await warehouse.addLocation("Shelf");
  currencies = (await warehouse.manager.get("/api/currencytypes")).body;
  for (const [code, name, price] of [
    ["CROWNS", "CZK", 10],
    ["MORE-CROWNS", "CZK", 2.5],
    ["EUROS", "EUR", 7],
    ["UNKNOWN", null, 3],
    ["WORTHLESS", null, 0],
  ] as const) {
    const currencyTypeId = currencies.find((one) => one.name === name)?.oid ?? null;
    const oid = await warehouse.article(code, { Shelf: 4 }, { price });
    await warehouse.manager.put(`/api/articles/${oid}/full`, { currencyTypeId });
  }
  id = await warehouse.stocktake(["Shelf"], { name: "Year end", mustBeApproved: true });
  await warehouse.count(id, "CROWNS", 3);
  await warehouse.count(id, "EUROS", 6);
  await warehouse.count(id, "UNKNOWN", 0);
  await warehouse.move(id, "finish", "process");
});

const report = (query = "") => warehouse.manager.get(`/api/inventories/${id}/report${query}`);
const textOf = async () => pdfText((await report("?format=pdf")).bytes);

test("values are added up for each currency, and for unknown currencies", async () => {
  const { body } = await report();
  const { all, missing } = body.totals;
  expect(all.values).toEqual([
    { currency: "CZK", expected: 50, notCounted: 10, moved: 0, difference: -10, found: 30 },
    { currency: "EUR", expected: 28, notCounted: 0, moved: 0, difference: 14, found: 42 },
    { currency: null, expected: 12, notCounted: 0, moved: 0, difference: -12, found: 0 },
  ]);
  expect([all.value, all.differenceValue]).toEqual([null, null]);
  expect([missing.value, missing.differenceValue]).toEqual([12, -12]);
});

test("the PDF has the sums of each currency", async () => {
  const text = await textOf();
  expect(text).toContain("Values: CZK");
  expect(text).toContain("Total 5 50.00 10.00 -10.00 30.00");
  expect(text).toContain("Values: EUR");
  expect(text).toContain("Total 5 28.00 0.00 14.00 42.00");
  expect(text).toContain("Values: no currency");
  expect(text).toContain("Total pcs 4 6 2 EUR 28.00 42.00 14.00");
});

test("users of one name are told apart by their user names", async () => {
  const addNamesake = async (userName: string): Promise<number> => {
    const user = { userName, firstName: "Jan", lastName: "Novák", roles: ["User"] };
    return (await server.admin.post("/api/users", user)).body.oid;
  };
  const committee = [
    { role: "chair", userId: await addNamesake("novak") },
    { role: "member", userId: await addNamesake("novak.j") },
  ];
  const own = await warehouse.stocktake(["Shelf"]);
  const frame = { purpose: "yearEnd", decisiveDay: null, method: "physical", committee };
  expect((await warehouse.manager.put(`/api/inventories/${own}/frame`, frame)).status).toBe(200);
  const counter = await server.as("novak.j");
  const { oid } = await warehouse.item(own, "EUROS");
  await counter.put("/api/inventories/items/update", { oid, inventoryQuantity: 4 });
  await warehouse.move(own, "finish");
  const { bytes } = await warehouse.manager.get(`/api/inventories/${own}/report?format=pdf`);
  const text = await pdfText(bytes);
  expect(text).toContain(
    "Jan Novák (novak) (Chair of the committee); Jan Novák (novak.j) (Member of the committee)",
  );
  expect(text).toContain("Jan Novák (novak.j): 1 count");
  expect(text).toMatch(
    /Signatures Jan Novák \(novak\), Chair of the committee .* Jan Novák \(novak\.j\), Member of the committee, Counter/,
  );
});

test("the CSV has the currency of each item", async () => {
  const [head, ...rows] = await cellsIn((await report("?format=csv")).bytes);
  const at = head?.indexOf("Currency") ?? -1;
  const shown = Object.fromEntries(rows.map((row) => [row[1], row[at]]));
  expect(shown).toEqual({ CROWNS: "CZK", "MORE-CROWNS": "CZK", EUROS: "EUR", UNKNOWN: "", WORTHLESS: "" });
});

test("before approval and close the report names no user for them", async () => {
  const { body } = await report();
  expect(body).toMatchObject({ startedBy: MAX, finishedBy: MAX, closedBy: null, closedDT: null });
  expect(body.approvals).toMatchObject({ isApproved: false, approvedBy: null, approvedDT: null });
  expect(await textOf()).toContain("required, not yet given");
});

test("a withdrawn approval names no user", async () => {
  await server.admin.put(`/api/inventories/${id}/approve`);
  expect((await report()).body.approvals).toMatchObject({ isApproved: true, approvedBy: ADA });
  const { oid } = await warehouse.item(id, "CROWNS");
  await warehouse.manager.put(`/api/inventories/items/${oid}/approve`, { isApproved: false });
  expect((await report()).body.approvals).toMatchObject({ isApproved: false, approvedBy: null });
});

test("a second approval changes nothing, and the first one stays", async () => {
  await server.admin.put(`/api/inventories/${id}/approve`);
  await warehouse.manager.put(`/api/inventories/${id}/approve`);
  expect((await report()).body.approvals).toMatchObject({ approvedBy: ADA });
});

test("each form of the report names who approved and who closed it, and when, and stays the same byte for byte", async () => {
  await warehouse.move(id, "close");
  const { body } = await report();
  expect(body).toMatchObject({ closedBy: MAX, closedDT: expect.any(String) });
  const { approvedDT } = body.approvals;
  expect(approvedDT < body.closedDT).toBe(true);

  const text = await textOf();
  expect(text).toMatch(/Approval approved: \d+ \w+ \d{4}, \d\d:\d\d, Ada Novak/);
  expect(text).toMatch(/Closed \d+ \w+ \d{4}, \d\d:\d\d, Max Dvorak/);
  const facts = await cellsIn((await report("?format=xlsx")).bytes, "Stocktake");
  expect(facts).toContainEqual(["Approval", `approved: ${approvedDT}, Ada Novak`]);
  expect(facts).toContainEqual(["Closed", `${body.closedDT}, Max Dvorak`]);
  const [head, row] = await cellsIn((await report("?format=csv")).bytes);
  const cells = Object.fromEntries((head ?? []).map((title, at) => [title, row?.[at]]));
  expect(cells).toMatchObject({
    "Stocktake approved by": "Ada Novak",
    "Stocktake approved on": approvedDT,
    "Stocktake closed by": "Max Dvorak",
    "Stocktake closed on": body.closedDT,
  });

  const forms = ["json", "csv", "xlsx", "pdf"];
  const all = () => Promise.all(forms.map(async (format) => (await report(`?format=${format}`)).bytes));
  const before = await all();
  for (const { oid, name } of currencies) {
    await server.admin.put(`/api/currencytypes/${oid}`, { name: `${name} renamed` });
  }
  await server.admin.put("/api/users/1", { firstName: "Someone", lastName: "Else" });
  const currencyTypeId = currencies[0]?.oid ?? null;
  await warehouse.manager.put(`/api/articles/${warehouse.id("EUROS")}/full`, { price: 99, currencyTypeId });
  await server.restart();
  warehouse = { ...warehouse, manager: server.manager };
  for (const [index, bytes] of (await all()).entries()) {
    expect(bytes.equals(before[index] ?? Buffer.alloc(0)), forms[index]).toBe(true);
  }
});
