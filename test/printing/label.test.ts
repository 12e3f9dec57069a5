import { expect, test } from "vitest";
import { sampleValuesOf } from "../../src/printing/labels/label-values.ts";
import { languageOf } from "../../src/printing/languages/registry.ts";
import { addedField } from "../custom-fields/samples.ts";
import { createClock } from "../harness/clock.ts";
import { sharedServer } from "../harness/server.ts";
import { bytesOf } from "./queue.ts";

// The bytes of a print request show all records as of the request.

// Half an hour past midnight in summer in Prague, where it is still the day before in UTC.
const clock = createClock(Date.parse("2100-07-01T22:30:05Z"));
const server = sharedServer({ clock, settings: { SITE_TIME_ZONE: "Europe/Prague" } });
const { admin, user } = server;

const print = (body: object) =>
  user.post("/api/pda/printing/print", { articleId: 1, printerId: 1, labelFormatId: 1, ...body });
const NAMES =
  "oid code name serialNumber rfId category type state price location locationCode user responsibleUser note invoiceNo purchaseDate supplier warrantyEnd tenant date time";
const TEMPLATE = `^XA\n${NAMES.split(" ")
  .map((name) => `^FO1,1^FD{{${name}}}^FS`)
  .join("\n")}\n^FO1,1^FD{{ Field: NET voltage }}^FS\n^FO1,1^FD{{field:gone}}^FS\n^XZ\n`;

test("the bytes show the article as of the request, whatever changes later", async () => {
  const category = (await user.get("/api/articles/35")).body;
  const stock = (await user.get("/api/articles/35/locations")).body[0];
  const field = await addedField(admin, "Net voltage", { type: "number", unit: "V" });
  const bought = { note: "a note", invoiceNo: "F-1", dtBuy: "2026-01-31", supplier: "ACME" };
  await admin.put("/api/articles/35/full", {
    ...bought,
    warrantyEnd: "2028-01-31",
    fields: { [field]: 230 },
  });
  await admin.put("/api/articles/35", { price: 1234.5, name: '^XA~JR "Žid\\le" _5E {{code}}' });
  const format = (
    await admin.post("/api/printingformats", { name: "All", template: TEMPLATE, printerTypeId: 3 })
  ).body;
  const { body } = await print({ articleId: 35, labelFormatId: format.oid, copies: 2 });
  const values = {
    // The template names none of the others.
    ...sampleValuesOf("article", { date: "2100-07-02", time: "00:30" }),
    oid: "35",
    code: "A000035",
    name: '^XA~JR "Žid\\le" _5E {{code}}',
    serialNumber: category.serialNumber,
    rfId: category.rfId ?? "",
    ...{ gtin: "", ean: "", gs1: "" },
    category: category.category.name,
    type: category.type.name,
    state: category.state.name,
    price: "1234.50",
    location: stock.location.name,
    locationCode: stock.location.code,
    user: "Uma Svoboda",
    responsibleUser: "Max Dvorak",
    note: "a note",
    invoiceNo: "F-1",
    purchaseDate: "2026-01-31",
    supplier: "ACME",
    warrantyEnd: "2028-01-31",
    custom: { "net voltage": "230 V" },
    tenant: "Riverside Warehouse",
  };
  const expected = languageOf("zpl").render(TEMPLATE, values, 2);
  expect(String(expected)).toContain("230 V");
  expect(bytesOf(server, body.oid).equals(expected)).toBe(true);
  await admin.put("/api/articles/35", { name: "Renamed" });
  await admin.put(`/api/printingformats/${format.oid}`, { template: "^XA^FDx^FS^XZ" });
  await admin.delete(`/api/printingformats/${format.oid}`);
  expect(bytesOf(server, body.oid).equals(expected)).toBe(true);
});

test("the bytes are in the printer's language", async () => {
  const { name, code } = (await user.get("/api/articles/1")).body;
  for (const [type, typeId, template] of [
    ["escpos", 1, "[bold]{{code}}\n{{name}}\n[cut]\n"],
    ["star", 2, "{{code}}\n[qr 4]{{name}}\n"],
    ["tspl", 4, 'SIZE 50 mm,25 mm\nTEXT 1,1,"0",0,9,9,"{{code}} {{name}}"\nPRINT 1\n'],
    ["epl", 5, 'N\nA1,1,0,3,1,1,N,"{{code}} {{name}}"\nP1\n'],
  ] as const) {
    const printer = { name: `For ${type}`, ipAddress: "127.0.0.1", port: 1, printerTypeId: typeId };
    const printerId = (await admin.post("/api/printingprinters", printer)).body.oid;
    const format = { name: `For ${type}`, template, printerTypeId: typeId };
    const labelFormatId = (await admin.post("/api/printingformats", format)).body.oid;
    const { body } = await print({ printerId, labelFormatId, copies: 3 });
    const values = { ...Object.fromEntries(NAMES.split(" ").map((one) => [one, ""])), code, name };
    const expected = languageOf(type).render(
      template,
      values as Parameters<ReturnType<typeof languageOf>["render"]>[1],
      3,
    );
    expect(bytesOf(server, body.oid).equals(expected), type).toBe(true);
  }
});

let stored = 0;
test.each<[string, Readonly<Record<number, number>>, number | null]>([
  ["no location of an article without stock", {}, null],
  ["of several locations the one with most pieces", { 1: 4, 2: 3, 3: 3 }, 1],
  ["of those with most pieces the one with the lowest oid", { 1: 2, 2: 3, 3: 3 }, 2],
])("a label names %s", async (_, stock, expected) => {
  const code = `LOCATION-${++stored}`;
  const template = "^XA^FD{{location}}|{{user}}|{{rfId}}^FS^XZ";
  const labelFormatId = (await admin.post("/api/printingformats", { name: code, template, printerTypeId: 3 }))
    .body.oid;
  const created = { code, name: "Stored", categoryId: 1, typeId: 1, stateId: 1 };
  const articleId = (await admin.post("/api/articles", created)).body.oid;
  const locations = Object.entries(stock).map(([id, quantity]) => ({ locationId: Number(id), quantity }));
  await admin.put(`/api/articles/${articleId}/locations`, { locations });
  const name = expected === null ? "" : (await user.get(`/api/locations/${expected}`)).body.name;
  const { body } = await print({ articleId, labelFormatId });
  expect(bytesOf(server, body.oid).toString()).toContain(`^FD${name}||^FS`);
});

test("the placeholder of a custom field that does not exist is empty, also by a name that every object has", async () => {
  const template = "^XA^FD{{field:constructor}}|{{field:__proto__}}|{{field:none}}^FS^XZ";
  const format = { name: "No such fields", template, printerTypeId: 3 };
  const labelFormatId = (await admin.post("/api/printingformats", format)).body.oid;
  const { status, body } = await print({ labelFormatId });
  expect(status).toBe(201);
  expect(bytesOf(server, body.oid).toString()).toContain("^FD||^FS");
});
