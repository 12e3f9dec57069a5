import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import { ZipFile } from "yazl";
import { addedField } from "../../custom-fields/samples.ts";
import { startServer } from "../../harness/server.ts";
import { createPdf } from "../../photos/attach.ts";
import { quarters } from "../../photos/samples.ts";
import { createJpeg } from "../../photos/uploads.ts";
import { article, check } from "../uploads.ts";
import { homeboxCollection, type SampleEntity } from "./homebox-collection.ts";
import { leftColumns, reasons, stored, taken } from "./taken.ts";

/** A drill with two photos and a manual in a room, a bit in its case, a sold saw, and a photo without its file. */
async function garage(): Promise<readonly SampleEntity[]> {
  const photo = await createJpeg();
  const main = await quarters(50, 30).jpeg().toBuffer();
  return [
    { name: "Home", isLocation: true },
    { name: "Garage / left", parent: "Home", isLocation: true },
    {
      ...{
        name: "Drill",
        parent: "Garage / left",
        tags: ["Tools", "Loud"],
        fields: { Voltage: "230 V", Checked: true },
      },
      attachments: [
        { type: "photo", title: "back.jpg", bytes: photo },
        { type: "photo", title: "front.jpg", isPrimary: true, bytes: main },
        { type: "manual", title: "Manual.pdf", bytes: createPdf() },
      ],
      row: {
        ...{ asset_id: 12, quantity: 2, purchase_price: 99.5, purchase_from: "Shop", serial_number: "" },
        ...{ purchase_time: "2024-01-31T00:00:00Z", warranty_expires: "2027-01-31T00:00:00Z" },
        ...{ description: "Cordless", notes: "Two batteries", manufacturer: "Bosch" },
      },
    },
    { name: "Bit", parent: "Drill", row: { import_ref: "BIT-1" } },
    { name: "Saw", parent: "Home", row: { asset_id: 14, sold_to: "Neighbour" } },
    {
      ...{ name: "Lamp", row: { asset_id: 15 } },
      attachments: [{ type: "photo", title: "lost.jpg", isPrimary: true }],
    },
  ];
}

test.each(["words", "numbers"] as const)(
  "the collection of Homebox is imported with its main photos, booleans as %s; other files are listed",
  async (booleans) => {
    const server = await startServer();
    const admin = await server.as("admin");
    await addedField(admin, "Voltage");
    const file = await homeboxCollection(await garage(), { booleans });
    const { body: dry } = await check(admin, "articles", file);
    expect([dry.product, dry.errors, dry.toCreate, dry.pictures]).toEqual(["homebox", [], 3, 1]);
    expect(reasons(dry)).toEqual([
      [2, "HB.tags", "Only the first entry is taken."],
      [4, null, "The record is sold or disposed of there."],
      [5, "HB.quantity", "The pieces have no location there."],
    ]);
    expect(leftColumns(dry)).toMatchObject({
      ...{
        "HB.other_attachments": 2,
        "HB.manufacturer": 1,
        "HB.parent_import_ref": 1,
        "HB.field.Checked": 1,
      },
    });
    await taken(admin, "articles", "homebox", file);
    const drill = await stored(admin, "000-012");
    expect(drill).toMatchObject({
      ...{ name: "Drill", price: 99.5, supplier: "Shop", dtBuy: "2024-01-31", warrantyEnd: "2027-01-31" },
      ...{ note: "Cordless\nTwo batteries", fields: { Voltage: "230 V" }, category: { name: "Tools" } },
      stock: [["Garage / left", 2]],
    });
    const { body: photos } = await admin.get(`/api/photoarticle/${drill.oid}`);
    expect(photos).toMatchObject([{ fileName: "000-012.jpg", width: 50, height: 30 }]);
    expect((await article(admin, "BIT-1")).stock).toEqual([["Garage / left", 1]]);
    expect((await article(admin, "000-015")).name).toBe("Lamp");
  },
);

test("a collection with items inside each other is read, and one of another format is refused with what to do", async () => {
  const admin = await (await startServer()).as("admin");
  const loop = await homeboxCollection([
    { name: "Box A", parent: "Box B", row: { asset_id: 1 } },
    { name: "Box B", parent: "Box A", row: { asset_id: 2 } },
  ]);
  expect((await check(admin, "articles", loop)).body).toMatchObject({ toCreate: 2, errors: [] });
  const newer = await homeboxCollection([], { schemaVersion: 2 });
  const { status, body } = await check(admin, "articles", newer);
  expect([status, body.errors[0].message]).toEqual([
    400,
    "The format of this Homebox export is not known. Export the inventory as CSV instead.",
  ]);
});

/** An archive of these JSON files, of which those with the names are followed by so many blanks. */
function zipOf(files: Record<string, string>, names: readonly string[], blanks: number): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, json] of Object.entries(files))
    zip.addBuffer(Buffer.from(json + " ".repeat(names.includes(name) ? blanks : 0)), `${name}.json`);
  zip.end();
  return buffer(zip.outputStream as Readable);
}

test("a collection with a damaged photo is refused as damaged", async () => {
  const admin = await (await startServer()).as("admin");
  const bytes = Buffer.concat([await createJpeg(), Buffer.alloc(5000, "A")]);
  const photo = { type: "photo", title: "front.jpg", isPrimary: true, bytes } as const;
  const file = await homeboxCollection([{ name: "Drill", row: { asset_id: 1 }, attachments: [photo] }]);
  // Behind the header of the compressed file.
  const from = file.indexOf("attachments/") + 60;
  file.fill(0xff, from, from + 60);
  const { status, body } = await check(admin, "articles", file);
  expect([status, body.errors[0].message]).toEqual([400, "The file is damaged or incomplete."]);
});

test.each([
  ["one table", ["entities"], 8],
  ["all tables together", ["entities", "tags"], 4],
])(
  "a collection whose tables unpack to more than 8 MiB is refused with the limit: %s",
  async (_, names, mebibytes) => {
    const admin = await (await startServer()).as("admin");
    const blanks = (bytes: number) =>
      zipOf({ manifest: '{"schemaVersion":1}', entities: "[]", tags: "[]" }, names, bytes);
    const { status, body } = await check(admin, "articles", await blanks(mebibytes * 1024 * 1024));
    expect([status, body.errors[0].message]).toEqual([
      400,
      "The tables of this Homebox export are larger than 8 MiB. Export the inventory as CSV instead.",
    ]);
    expect((await check(admin, "articles", await blanks(mebibytes * 1024 * 1024 - 100))).status).toBe(201);
  },
);
