import { expect, test } from "vitest";
import { addedField } from "../../custom-fields/samples.ts";
import { startServer } from "../../harness/server.ts";
import { createPdf } from "../../photos/attach.ts";
import { quarters } from "../../photos/samples.ts";
import { createJpeg } from "../../photos/uploads.ts";
import { zipOf } from "../../tables/reading.ts";
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
    const { admin } = await startServer();
    await addedField(admin, "Voltage");
    const file = await homeboxCollection(await garage(), { booleans });
    const { body: dry } = await check(admin, "articles", file);
    expect([dry.product, dry.errors, dry.toCreate, dry.pictures]).toEqual(["homebox", [], 4, 1]);
    expect(reasons(dry)).toEqual([
      [2, "HB.tags", "Only the first entry is taken."],
      [5, "HB.quantity", "The pieces have no location there."],
    ]);
    expect(leftColumns(dry)).toMatchObject({
      ...{
        "HB.other_attachments": 2,
        "HB.manufacturer": 1,
        "HB.sold_to": 1,
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
    const tables = { manifest: '{"schemaVersion":1}', entities: "[]", tags: "[]" };
    const blanks = (bytes: number) =>
      zipOf(
        Object.fromEntries(
          Object.entries(tables).map(([name, json]) => [
            `${name}.json`,
            json + " ".repeat(names.includes(name) ? bytes : 0),
          ]),
        ),
      );
    const { status, body } = await check(admin, "articles", await blanks(mebibytes * 1024 * 1024));
    expect([status, body.errors[0].message]).toEqual([
      400,
      "The tables of this Homebox export are larger than 8 MiB. Export the inventory as CSV instead.",
    ]);
    expect((await check(admin, "articles", await blanks(mebibytes * 1024 * 1024 - 100))).status).toBe(201);
  },
);

test("a collection of 20 KiB whose items all have the same photo of 20 MB is refused with the limit of a table", async () => {
  const admin = await (await startServer()).as("admin");
  const ids = Array.from({ length: 60 }, (_, index) => `e${index}`);
  const attachment = { id: "a", type: "photo", title: "zeros.jpg", primary: true };
  const file = await zipOf({
    "manifest.json": '{"schemaVersion":1}',
    "entities.json": JSON.stringify(ids.map((id, index) => ({ id, name: "Drill", asset_id: index + 1 }))),
    "attachments.json": JSON.stringify(ids.map((id) => ({ ...attachment, entity_attachments: id }))),
    "attachments/a": Buffer.alloc(20_000_000),
  });
  expect(file.length).toBeLessThan(25_000);
  const { status, body } = await check(admin, "articles", file);
  expect([status, body.errors[0].message]).toEqual([
    400,
    "The table has more than 268,435,456 characters. Split it.",
  ]);
});
