import { createHash } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { pdfText } from "../harness/pdf.ts";
import { sharedServer } from "../harness/server.ts";
import { createJpeg, upload, uploadOfCode } from "../photos/uploads.ts";
import { pairTerminal } from "./inventory-setup.ts";
import { createWarehouse } from "./stocktake.ts";

// The record of a stocktake names the photos that were taken, so that another one in their place is noticed.

const server = sharedServer();
const OPERATION = "00000000-0000-4000-8000-000000000077";
let id: number;
let ofItem: readonly string[];
let ofCode: string;

/** The name that the record gives to a photo: the SHA-256 of the bytes that the server keeps. */
async function nameOf(oid: number): Promise<string> {
  const { bytes } = await server.manager.get(`/api/photos/${oid}`);
  return `${createHash("sha256").update(bytes).digest("hex")}.jpg`;
}

beforeAll(async () => {
  const warehouse = createWarehouse(server);
  await warehouse.addLocation("Regál Ž");
  await warehouse.article("SAW", { "Regál Ž": 2 });
  await warehouse.article("PLAIN", { "Regál Ž": 1 });
  id = await warehouse.stocktake(["Regál Ž"]);
  await warehouse.count(id, "SAW", 1);
  const { oid } = await warehouse.item(id, "SAW");
  const uploaded = [];
  for (const _ of [1, 2, 3]) uploaded.push((await upload(server.user, oid, await createJpeg())).body);
  await server.manager.delete(`/api/photos/${uploaded[1].oid}`);
  ofItem = [await nameOf(uploaded[0].oid), await nameOf(uploaded[2].oid)];
  const { client } = await pairTerminal(server, "Reader");
  const operation = {
    operationId: OPERATION,
    kind: "set",
    code: "X-1",
    locationId: warehouse.at("Regál Ž"),
    quantity: 1,
    at: "2026-11-20T08:00:00.000Z",
  };
  await client.post(`/api/inventories/${id}/counts`, { operations: [operation] });
  ofCode = await nameOf((await uploadOfCode(client, OPERATION)).body.oid);
  await warehouse.move(id, "finish", "process");
});

const report = (query = "") => server.manager.get(`/api/inventories/${id}/report${query}`);

test("the JSON has the SHA-256 of the photos of an item, in their order, without a deleted one", async () => {
  const { body } = await report();
  const photos = (code: string) =>
    body.items.find(({ article }: { article: { code: string } }) => article.code === code).photos;
  expect(photos("SAW")).toEqual(ofItem);
  expect(photos("PLAIN")).toEqual([]);
});

test("the JSON has the SHA-256 of the photo of an unknown code", async () => {
  const { body } = await report();
  expect(body.unknownCodes.map(({ photos }: { photos: string[] }) => photos)).toEqual([[ofCode]]);
});

test.each(["", "&only=differences"])("the PDF%s has the first 16 digits of each", async (query) => {
  const text = await pdfText((await report(`?format=pdf${query}`)).bytes);
  const shown = text.replace(/\s+/gu, "");
  for (const name of [...ofItem, ofCode]) expect(shown).toContain(`${name.slice(0, 16)}…`);
});

test("the CSV has the names of the photos of an item", async () => {
  const { text } = await report("?format=csv");
  const [head = "", ...rows] = text.split("\r\n");
  const column = head.split(",").indexOf("Photos");
  const photos = rows.filter((row) => row.includes("SAW")).map((row) => row.split(",")[column]);
  expect(photos).toEqual([ofItem.join(" ")]);
});
