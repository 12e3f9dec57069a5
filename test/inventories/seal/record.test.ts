import { createHash } from "node:crypto";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { inflateSync } from "node:zlib";
import { extractText, getDocumentProxy } from "unpdf";
import { beforeAll, expect, test } from "vitest";
import { sharedServer } from "../../harness/server.ts";
import { codesOf, contentsOf } from "../../printing/sheets/read-sheet.ts";
import { createWarehouse } from "../stocktake.ts";
import { closeStocktake, type File, fileOf, sealed } from "./closed.ts";

// The record that a close makes: two files that end with their seal.

let id: number;
let json: Buffer;
let pdf: Buffer;
let files: readonly [json: File, pdf: File];
const server = sharedServer();
beforeAll(async () => {
  await server.admin.put("/api/company", { legalName: "Říční sklad s.r.o.", law: "CZ" });
  id = await closeStocktake(server);
  files = await sealed(server.manager, id);
  json = await fileOf(server.manager, id, "json");
  pdf = await fileOf(server.manager, id, "pdf");
});

const hashBefore = (bytes: Buffer, opening: string) =>
  createHash("sha256")
    .update(bytes.subarray(0, bytes.lastIndexOf(opening)))
    .digest("hex");
const pagesOf = async (bytes: Buffer) =>
  (await extractText(await getDocumentProxy(new Uint8Array(bytes)))).text;

test("the JSON is the report in English, and the seal", async () => {
  const { body: report } = await server.manager.get(`/api/inventories/${id}/report`);
  const { format, sha256, signature, publicKey } = files[0];
  expect(format).toBe("json");
  expect(JSON.parse(json.toString())).toEqual({
    format: "tallybox record 1",
    report,
    seal: { sha256, signature, publicKey },
  });
});

test("the hash of the JSON is that of all before its seal", () => {
  expect(hashBefore(json, ',"seal":')).toBe(files[0].sha256);
});

test("the hash of the PDF is that of all before its seal", () => {
  expect(hashBefore(pdf, "%tallybox-seal ")).toBe(files[1].sha256);
});

test("the files are as long as the API says", () => {
  expect([json.length, pdf.length]).toEqual([files[0].bytes, files[1].bytes]);
});

test("the PDF contains the JSON as a file, byte for byte", () => {
  const stream = pdf.subarray(pdf.indexOf("stream\n", pdf.indexOf("/EmbeddedFile")) + "stream\n".length);
  expect(inflateSync(stream.subarray(0, stream.indexOf("\nendstream"))).equals(json)).toBe(true);
});

test("readers of the PDF find the file", async () => {
  const document = await getDocumentProxy(new Uint8Array(pdf));
  const attachments = await document.getAttachments();
  expect([...(attachments?.keys() ?? [])]).toEqual(["record.json"]);
});

test("each page of the PDF has the hash of the JSON", async () => {
  for (const page of await pagesOf(pdf)) expect(page).toContain(files[0].sha256);
});

/** The QR codes of a PDF: their modules are the squares of a page, from its top. */
async function codesIn(bytes: Buffer): Promise<string[]> {
  const codes: string[] = [];
  for (const content of contentsOf(bytes)) {
    const dark = [...content.matchAll(/^([\d.]+) ([\d.]+) ([\d.]+) \3 re$/gm)].map(([, x, y, side]) => ({
      ...{ x: Number(x), y: Number(y), width: Number(side), height: Number(side) },
    }));
    if (dark.length === 0) continue;
    const [xs, ys] = [dark.map(({ x }) => x), dark.map(({ y }) => y)];
    const [left, top] = [Math.min(...xs) - MARGIN, Math.min(...ys) - MARGIN];
    const width = Math.max(...xs) + MARGIN - left;
    codes.push(...(await codesOf({ place: { x: left, y: top, width, height: width }, dark })));
  }
  return codes;
}
/** Around a code that is read. */
const MARGIN = 10;

test.each(["record", "minutes"])("the QR code of the %s is read as the hash of the JSON", async (which) => {
  const minutes = await server.manager.get(`/api/inventories/${id}/report?format=pdf&only=minutes`);
  expect(await codesIn(which === "record" ? pdf : minutes.bytes)).toEqual([
    `QRCode: ${hashBefore(json, ',"seal":')}`,
  ]);
});

test("the PDF has the public key", async () => {
  expect((await pagesOf(pdf)).join("\n")).toContain(files[0].publicKey);
});

test("the PDF is in the language of the company's law", async () => {
  expect((await pagesOf(pdf)).join("\n")).toContain("Zapečetěný záznam");
});

test("the minutes have the hash and the public key", async () => {
  const { bytes } = await server.manager.get(`/api/inventories/${id}/report?format=pdf&only=minutes`);
  const text = (await pagesOf(bytes)).join("\n");
  expect(text).toContain(files[0].sha256);
  expect(text).toContain(files[0].publicKey);
});

test("the record of an open stocktake is refused", async () => {
  const warehouse = createWarehouse(server);
  await warehouse.addLocation("Open");
  await warehouse.article("OPEN", { Open: 1 });
  const open = await warehouse.stocktake(["Open"]);
  const { status, body } = await server.manager.get(`/api/inventories/${open}/seal`);
  expect(status).toBe(400);
  expect(body.message).toBe("Only a closed stocktake has a sealed record.");
});

test("a download is in the security log as an export", async () => {
  await fileOf(server.manager, id, "pdf");
  const { body } = await server.admin.get("/api/security-events?limit=20");
  expect(body.map((event: { details: unknown }) => event.details)).toContainEqual({
    table: "record",
    format: "pdf",
    inventory: id,
  });
});

test("the key is readable by the service alone", async () => {
  const { mode } = await stat(join(server.folder, "seal.key"));
  expect(mode & 0o777).toBe(0o600);
});

test("the inventory list in another language stays as it was before the seal", async () => {
  const { bytes } = await server.manager.get(`/api/inventories/${id}/report?format=pdf`);
  expect((await pagesOf(bytes)).join("\n")).not.toContain(files[0].sha256);
});
