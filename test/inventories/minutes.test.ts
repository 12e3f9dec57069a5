import { extractText, getDocumentProxy } from "unpdf";
import { beforeAll, expect, test } from "vitest";
import { createClock } from "../harness/clock.ts";
import { getPdf, pdfPages } from "../harness/pdf.ts";
import { sharedServer } from "../harness/server.ts";
import { pairTerminal } from "./inventory-setup.ts";
import { sealed } from "./seal/closed.ts";
import { createWarehouse, type Warehouse } from "./stocktake.ts";

// The minutes of a stocktake with several units, an unknown code and a settled shortage.

const clock = createClock(Date.parse("2030-12-28T19:38:00.000Z"));
const server = sharedServer({ settings: { SITE_TIME_ZONE: "Europe/Prague" }, clock });
let warehouse: Warehouse;
let id: number;

const pathOf = (only = "minutes") => `/api/inventories/${id}/report?format=pdf&only=${only}`;

beforeAll(async () => {
  warehouse = createWarehouse(server);
  await server.admin.put("/api/company", {
    ...{ legalName: "Říční sklad s.r.o.", seat: "Nábřežní 12, Praha", balanceSheetDay: "12-31" },
    ...{ registrationNumber: "12345678", taxNumber: "CZ12345678", law: "CZ", retentionYears: 5 },
  });
  await warehouse.addLocation("shelf");
  for (const [code, unit] of [
    ["OIL", "l"],
    ["NAILS", "kg"],
    ["BOLT", null],
  ] as const) {
    const oid = await warehouse.article(code, { shelf: 4 }, { price: 2 });
    await warehouse.manager.put(`/api/articles/${oid}/full`, { unit });
  }
  id = await warehouse.stocktake(["shelf"], { name: "Year" });
  const frame = { purpose: "yearEnd", decisiveDay: "2030-12-28", method: "physical" };
  const committee = [{ role: "chair", name: "Jana Malá" }];
  expect((await warehouse.manager.put(`/api/inventories/${id}/frame`, { ...frame, committee })).status).toBe(
    200,
  );
  for (const code of ["OIL", "NAILS", "BOLT"]) await warehouse.count(id, code, code === "BOLT" ? 1 : 4);
  const { client } = await pairTerminal(server, "Reader");
  const operation = { kind: "set", locationId: warehouse.at("shelf"), at: clock.iso() };
  await client.post(`/api/inventories/${id}/counts`, {
    operations: [
      { ...operation, code: "X-1", quantity: 2, operationId: "00000000-0000-4000-8000-000000000001" },
    ],
  });
  await warehouse.move(id, "finish");
  const { oid } = await warehouse.item(id, "BOLT");
  const explained = { itemIds: [oid], settlement: "shortage", cause: "Lost" };
  await warehouse.manager.put(`/api/inventories/${id}/explain`, explained);
  await warehouse.move(id, "process");
});

test("the minutes say when they were made, and by whom", async () => {
  expect(await getPdf(server.manager, pathOf())).toContain("Created 28 Dec 2030, 20:38, Max Dvorak");
  expect(await getPdf(server.manager, pathOf("differences"))).toContain(
    "Created 28 Dec 2030, 20:38 Differences of",
  );
});

test("the minutes say that counts of unknown codes are in no total", async () => {
  expect(await getPdf(server.manager, pathOf())).toContain("Counts of unknown codes, not in the totals: 1");
});

test("the quantities and their totals are on one page", async () => {
  const pages = await pdfPages((await server.manager.get(pathOf())).bytes);
  const page = pages.find((one) => one.includes("Quantities Result Items"));
  expect(page).toMatch(/ Total 3 4 pcs 4 kg 4 l /);
});

test("no line break divides a time", async () => {
  const { bytes } = await server.manager.get(`/api/inventories/${id}/report?format=pdf`, {
    "Accept-Language": "sk",
  });
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true });
  const times = text.match(/28\.\s12\.\s2030,\s+\d\s*\d\s*:\s*\d\s*\d/gu) ?? [];
  expect(times.length).toBeGreaterThan(5);
  expect(times.filter((time) => time.includes("\n"))).toEqual([]);
});

test("the minutes of a closed stocktake say when and by whom they were made, not when it was closed alone", async () => {
  await warehouse.move(id, "close");
  await sealed(server.manager, id);
  clock.advance(86_400_000);
  const text = await getPdf(server.admin, pathOf());
  expect(text).toContain("Closed 28 Dec 2030, 20:38, Max Dvorak Created 29 Dec 2030, 20:38, Ada Novak");
});
