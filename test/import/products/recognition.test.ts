import { expect, test } from "vitest";
import { TABLE_KINDS } from "../../../src/domain/table-kinds.ts";
import { COLUMNS } from "../../../src/exchange/import/columns.ts";
import { findProduct, PRODUCT_FILES } from "../../../src/exchange/import/product-rows.ts";
import { LOCALE_CODES } from "../../../src/i18n/locales.ts";
import { textIn } from "../../../src/i18n/text.ts";
import { sharedServer } from "../../harness/server.ts";
import { check } from "../uploads.ts";
import { homebox } from "./samples.ts";
import { inventreeStock } from "./stock-samples.ts";

const { admin } = sharedServer();

const drill = homebox([
  {
    "HB.name": "Drill",
    "HB.asset_id": "000-001",
    "HB.import_ref": "r-1",
    "HB.location": "Home",
    "HB.quantity": 1,
  },
]);
const recheck = (id: number, options: object) => admin.put(`/api/imports/${id}`, options);

test.each(TABLE_KINDS)("an own list of %s is no export of another product, in any language", (kind) => {
  for (const locale of LOCALE_CODES) {
    const cells = COLUMNS[kind].flatMap(({ title, aliases }) => [textIn(title, locale), ...aliases]);
    expect(findProduct({ number: 1, cells }, null)).toBeNull();
  }
});

test.each(PRODUCT_FILES)("$id is recognised by its own columns only", ({ id, signature }) => {
  const width = Math.max(...signature.map((names) => names.length));
  for (let at = 0; at < width; at++) {
    const cells = signature.map((names) => names[at % names.length] ?? "");
    expect(findProduct({ number: 1, cells }, null)?.id).toBe(id);
  }
});

test("a file of stock that is uploaded as articles says which data type to choose", async () => {
  const stock = inventreeStock([{ "Part.IPN": "A", "Location.Path": "B", Quantity: 1 }]);
  const { body } = await check(admin, "articles", stock);
  expect([body.product, body.errors.map(({ message }: { message: string }) => message)]).toEqual([
    "inventree-stock",
    ["The file has stock of another product. Upload it with the data type Stock by location."],
  ]);
});

test("a second column of a field is named only where it says something else", async () => {
  const file = homebox([
    { "HB.name": "Saw", "HB.asset_id": "000-002", "HB.import_ref": "000-002" },
    { "HB.name": "Vice", "HB.asset_id": "000-003", "HB.import_ref": "r-3" },
  ]);
  const { body } = await check(admin, "articles", file);
  expect(body.notTaken.columns).toMatchObject([{ header: "HB.import_ref", values: 1 }]);
});

test("the product and the field of a column can be chosen, and the choice of an unknown product is refused", async () => {
  const { body } = await check(admin, "articles", drill);
  expect([body.product, body.toCreate]).toEqual(["homebox", 1]);
  const own = await recheck(body.id, { product: "none" });
  expect([own.body.product, own.body.toCreate]).toEqual([null, 0]);
  const index = body.columns.find(({ header }: { header: string }) => header === "HB.import_ref").column;
  const chosen = await recheck(body.id, { columns: [{ column: index, field: "code" }] });
  expect(chosen.body.preview.create[0].key).toBe("r-1");
  expect(chosen.body.notTaken.columns).toMatchObject([{ header: "HB.asset_id", values: 1 }]);
  expect((await recheck(body.id, { product: "excel" })).status).toBe(400);
});

test("a value of a second column of the same field is listed", async () => {
  const { body } = await check(admin, "articles", drill);
  expect(body.notTaken.columns).toEqual([
    {
      column: expect.any(Number),
      header: "HB.import_ref",
      values: 1,
      reason: "Another column of the same field is taken.",
    },
  ]);
  const list = await admin.get(`/api/imports/${body.id}/not-imported`);
  expect(list.text).toContain("HB.import_ref,1 value,Another column of the same field is taken.");
});

test("an import without anything to list has no download", async () => {
  const { body } = await check(admin, "articles", homebox([{ "HB.name": "Saw", "HB.asset_id": "000-002" }]));
  expect((await admin.get(`/api/imports/${body.id}/not-imported`)).status).toBe(400);
});

test("pieces without a location are listed, and their article is taken", async () => {
  const { body } = await check(
    admin,
    "articles",
    homebox([{ "HB.name": "Nails", "HB.asset_id": "000-003", "HB.quantity": 40 }]),
  );
  expect([body.toCreate, body.errors]).toEqual([1, []]);
  expect(body.notTaken.rows).toEqual([
    { row: 2, column: "HB.quantity", value: "40", reason: "The pieces have no location there." },
  ]);
});
