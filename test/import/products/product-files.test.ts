import { beforeAll, expect, test } from "vitest";
import { addedField } from "../../custom-fields/samples.ts";
import { sharedServer } from "../../harness/server.ts";
import { article, check } from "../uploads.ts";
import { homebox, shelf, shelfForImport, snipeIt } from "./samples.ts";
import { leftColumns, leftReasons, reasons, stored, taken } from "./taken.ts";

const { admin } = sharedServer();
beforeAll(async () => {
  await addedField(admin, "CPU");
  await addedField(admin, "Manufacturer");
});

const SOLD = "The item is sold there. It is imported, without the sale: dispose of it here, or delete it.";
const NO_HAND_OVER = "The person becomes the user of the article. No hand-over is recorded.";

/** The user name of an article's user, and the number of its hand-overs. */
async function whoHas(code: string): Promise<unknown> {
  const { oid, userId } = await article(admin, code);
  const { body: users } = await admin.get("/api/users");
  const { body: custodies } = await admin.get(`/api/custodies?articleId=${oid}`);
  return [users.find((one: { oid: number }) => one.oid === userId)?.userName, custodies.length];
}

test.each(["en", "de"] as const)("the asset report of Snipe-IT in %s", async (language) => {
  const code = (number: number) => `SN-${language}-${number}`;
  const asset = {
    Model: "Latitude 5440",
    Category: "Laptops",
    Location: "Brno / Store",
    Status: "Ready to Deploy (deployable)",
  };
  const body = await taken(
    admin,
    "articles",
    "snipe-it",
    snipeIt(
      [
        {
          ...{
            ...asset,
            "Asset Tag": code(1),
            "Asset Name": "-Notebook",
            Serial: `S1${language}`,
            Cost: "1,234.50",
          },
          ...{ Purchased: "2024-01-31", Warranty: 36, "Warranty Expires": "2027-01-31", Supplier: "Dell" },
          ...{
            Notes: 'With "dock",\nand bag',
            CPU: "i7",
            Manufacturer: "Dell",
            Company: "ACME",
            URL: "https://s.test/1",
          },
        },
        {
          ...asset,
          "Asset Tag": code(2),
          "Checked Out": "admin",
          Type: "user",
          Username: "admin",
          "Checkout Date": "2025-03-01 08:00:00",
          Status: "Ready to Deploy (deployed)",
        },
        { ...asset, "Asset Tag": code(3), "Checked Out": "Room 5", Type: "location" },
        { ...asset, "Asset Tag": code(4), Status: "Archived (archived)" },
        { ...asset, "Asset Tag": code(5), Deleted: "2025-01-01 10:00:00" },
      ],
      language,
    ),
  );
  const checkoutDate = language === "de" ? "Herausgabedatum" : "Checkout Date";
  expect([body.toCreate, body.leftOut, leftColumns(body)]).toMatchObject([
    ...[3, 2, { Company: 1, URL: 1, Username: 1, [checkoutDate]: 1 }],
  ]);
  expect(leftReasons(body)).toMatchObject({
    Username: NO_HAND_OVER,
    [checkoutDate]: "Hand-overs are not imported.",
  });
  expect(reasons(body)).toEqual([
    [
      4,
      language === "de" ? "Herausgegeben" : "Checked Out",
      "It is assigned to a location or another asset, not to a person.",
    ],
    [5, null, "The record is archived there."],
    [6, null, "The record is deleted there."],
  ]);
  expect(await stored(admin, code(1))).toMatchObject({
    ...{ name: "-Notebook", price: 1234.5, serialNumber: `S1${language}`, note: 'With "dock",\nand bag' },
    ...{
      dtBuy: "2024-01-31",
      warrantyEnd: "2027-01-31",
      supplier: "Dell",
      fields: { CPU: "i7" },
      stock: [["Brno / Store", 1]],
    },
  });
  expect((await article(admin, code(2))).name).toBe("Latitude 5440");
  expect(await whoHas(code(2))).toEqual(["admin", 0]);
  expect(await article(admin, code(4))).toBeNull();
});

test("the exports of Shelf", async () => {
  const body = await taken(
    admin,
    "articles",
    "shelf",
    shelf(
      [
        {
          ...{
            Name: 'Camera "A"',
            "Asset ID": "SAM-0001",
            "QR ID": "cq1",
            Status: "AVAILABLE",
            Value: "$1,200.00",
          },
          ...{ Category: "Video", Location: "Studio", Tags: "red, blue", CPU: "none", Quantity: "" },
        },
        {
          Name: "Cable",
          "Asset ID": "SAM-0002",
          Status: "IN_CUSTODY",
          Custody: "admin",
          Category: "Uncategorized",
          Quantity: "40",
          Location: "Studio",
        },
      ],
      ["CPU"],
    ),
  );
  expect(leftColumns(body)).toEqual({ Tags: 1, "QR ID": 1, Custody: 1 });
  expect(leftReasons(body).Custody).toBe(NO_HAND_OVER);
  expect(await whoHas("SAM-0002")).toEqual(["admin", 0]);
  expect(await article(admin, "SAM-0001")).toMatchObject({
    name: 'Camera "A"',
    price: 1200,
    stock: [["Studio", 1]],
  });
  expect(await article(admin, "SAM-0002")).toMatchObject({ stock: [["Studio", 40]] });
  const other = shelfForImport(
    [
      {
        title: "Tripod",
        valuation: 12.345,
        location: "Studio",
        barcode_Code128: "TRI-1",
        "cf:CPU,type:TEXT": "x",
      },
    ],
    ["cf:CPU,type:TEXT"],
  );
  expect(leftColumns(await taken(admin, "articles", "shelf", other))).toEqual({});
  expect((await article(admin, "TRI-1")).price).toBe(12.345);
});

test.each([
  ["0001-01-01", "000-021", "000-022", "E2801160600002"],
  ["0001-01-01 00:00:00 +0000 UTC", "000-023", "000-024", "E2801160600003"],
])(
  "the null date of Homebox (%s) is no date and no sale, and its field RFID is the tag of the article",
  async (none, tagged, gone, tag) => {
    const file = homebox(
      [
        {
          ...{
            "HB.name": "Tagged",
            "HB.asset_id": tagged,
            "HB.field.RFID": tag,
            "HB.quantity": 1,
          },
          ...{ "HB.purchase_date": none, "HB.warranty_expires": none, "HB.sold_date": none },
        },
        {
          "HB.name": "Gone",
          "HB.asset_id": gone,
          "HB.sold_to": "Neighbour",
          "HB.sold_date": none.length > 10 ? none : `${none}T00:00:00Z`,
        },
      ],
      ["RFID"],
    );
    const body = await taken(admin, "articles", "homebox", file);
    expect([body.toCreate, leftColumns(body)]).toEqual([2, { "HB.sold_to": 1 }]);
    expect(await stored(admin, tagged)).toMatchObject({
      rfId: tag,
      warrantyEnd: null,
      dtBuy: null,
    });
    expect((await article(admin, gone)).name).toBe("Gone");
  },
);

test.each([
  [{ Warranty: 36, "Warranty Expires": "2027-01-31" }, {}],
  [{ Warranty: 36 }, { Warranty: "It is a duration. Export the end of the warranty too, which is taken." }],
])("what becomes of Snipe-IT's warranty %j", async (own, reasonsOfWarranty) => {
  const header = ["Asset Tag", "Model", "Checked Out", ...Object.keys(own)].join(",");
  const row = [`W-${Object.keys(own).length}`, "Dell", "", ...Object.values(own)].join(",");
  const { body } = await check(admin, "articles", `${header}\n${row}`);
  expect(body.product).toBe("snipe-it");
  const { Warranty } = leftReasons(body);
  expect(Warranty === "The end of the warranty is taken." ? {} : { Warranty }).toEqual(reasonsOfWarranty);
});

test.each([false, true])("the inventory of Homebox, with old column names: %s", async (isOld) => {
  const [a, b] = isOld ? ["000-011", "ref-2"] : ["000-001", "ref-1"];
  const body = await taken(
    admin,
    "articles",
    "homebox",
    homebox(
      [
        {
          ...{
            "HB.name": "Drill",
            "HB.asset_id": a,
            "HB.location": "Home / Garage",
            "HB.tags": "Tools; Loud",
          },
          ...{
            "HB.quantity": 2,
            "HB.purchase_price": 1234,
            "HB.purchase_date": "2023-05-01",
            "HB.field.CPU": "none",
          },
          ...{
            "HB.description": "Green",
            "HB.notes": "Two batteries",
            "HB.manufacturer": "Bosch",
            "HB.url": "http://h.test/item/1",
          },
        },
        { "HB.name": "Rope", "HB.import_ref": b, "HB.location": "Home", "HB.quantity": 2.5 },
        { "HB.name": "Old", "HB.asset_id": "000-009", "HB.archived": true, "HB.quantity": 1 },
        { "HB.name": "Sold", "HB.asset_id": isOld ? "000-020" : "000-010", "HB.sold_date": "2024-01-01" },
      ],
      ["CPU"],
      isOld,
    ),
  );
  expect([body.toCreate, leftColumns(body)]).toEqual([3, { "HB.url": 1, "HB.sold_date": 1 }]);
  expect(leftReasons(body)).toMatchObject({ "HB.sold_date": SOLD });
  expect(reasons(body)).toEqual([
    [2, isOld ? "HB.labels" : "HB.tags", "Only the first entry is taken."],
    [3, "HB.quantity", "Quantities are whole pieces."],
    [4, null, "The record is archived there."],
  ]);
  expect(await stored(admin, a ?? "")).toMatchObject({
    price: 1234,
    fields: { CPU: "none", Manufacturer: "Bosch" },
    note: "Green\nTwo batteries",
    stock: [["Garage", 2]],
  });
  expect(await article(admin, b ?? "")).toMatchObject({ stock: [["Home", 1]] });
});
