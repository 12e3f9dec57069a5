import { beforeAll, describe, expect, test } from "vitest";
import type { InventoryReportItem } from "../../src/web/api/types/endpoints.d.ts";
import { pdfText } from "../harness/pdf.ts";
import { sharedServer } from "../harness/server.ts";
import { cellsIn } from "../tables/reading.ts";
import { fileOf, sealed } from "./seal/closed.ts";
import { createWarehouse, type Warehouse } from "./stocktake.ts";

// Who is responsible for each line of the inventory list: for the article, else for its location, and who signs for it.

const ADA = { id: 1, fullName: "Ada Novak" };
const MAX = { id: 2, fullName: "Max Dvorak" };
const UMA = { id: 3, fullName: "Uma Svoboda" };

let warehouse: Warehouse;
let id: number;
const server = sharedServer();
beforeAll(async () => {
  warehouse = createWarehouse(server);
  await warehouse.addLocation("House");
  await warehouse.addLocation("Attic", "House");
  await warehouse.addLocation("Box", "Attic");
  await warehouse.addLocation("Field");
  await assign("House", MAX);
  await assign("Attic", UMA);
  await warehouse.article("OWN", { Box: 1 }, { responsibleUserId: ADA.id });
  await warehouse.article("BOX", { Box: 2 });
  await warehouse.article("HOUSE", { House: 3 });
  await warehouse.article("FIELD", { Field: 4 });
  await warehouse.article("STRAY", {});
  id = await warehouse.stocktake(["House", "Field"]);
  await warehouse.count(id, "BOX", 2);
  const stray = { articleId: warehouse.id("STRAY"), inventoryQuantity: 1 };
  const inventoryLocationId = warehouse.at("House");
  await warehouse.user.post(`/api/inventories/${id}/items`, { ...stray, inventoryLocationId });
  await warehouse.move(id, "finish");
});

const assign = (location: string, person: typeof ADA | null) =>
  warehouse.manager.put(`/api/locations/${warehouse.at(location)}`, {
    responsibleUserId: person?.id ?? null,
  });
const report = (query = "", of = id) => warehouse.manager.get(`/api/inventories/${of}/report${query}`);
const pdf = async (query = "", of = id) => pdfText((await report(`?format=pdf${query}`, of)).bytes);
const EXPECTED = { OWN: ADA, BOX: UMA, HOUSE: MAX, FIELD: null, STRAY: MAX };

const personsIn = (body: {
  items: readonly InventoryReportItem[];
  unexpected: readonly InventoryReportItem[];
}) =>
  Object.fromEntries(
    [...body.items, ...body.unexpected].map(({ article, responsible }) => [article.code, responsible]),
  );

test("a line has the person of the article, else of the nearest location above it that has one", async () => {
  expect(personsIn((await report()).body)).toEqual(EXPECTED);
});

test("the JSON has each person once, by name, with the number of lines", async () => {
  expect((await report()).body.responsible).toEqual([
    { user: ADA, items: 1 },
    { user: MAX, items: 2 },
    { user: UMA, items: 1 },
  ]);
});

test.each(["csv", "xlsx"])("the %s has the person of each line", async (format) => {
  const [head, ...rows] = await cellsIn((await report(`?format=${format}`)).bytes, "Items");
  const [code, person] = ["Code", "Responsible person"].map((title) => head?.indexOf(title) ?? -1);
  const shown = Object.fromEntries(rows.map((row) => [row[code ?? -1], row[person ?? -1] || null]));
  const names = Object.entries(EXPECTED).map(([article, one]) => [article, one?.fullName ?? null]);
  expect(shown).toEqual(Object.fromEntries(names));
});

describe("the PDF", () => {
  test("names the person of a location with it, and another one in the line", async () => {
    const text = await pdf();
    expect(text).toContain("House / Attic / Box · Responsible person: Uma Svoboda 3 BOX Article BOX pcs");
    expect(text).toContain("4 OWN Article OWN Responsible person: Ada Novak pcs");
    expect(text).toContain("STRAY Article STRAY found at House Responsible person: Max Dvorak pcs");
    expect(text).not.toContain("Field ·");
  });

  test.each(["", "&only=minutes"])("%s has a place for the signature of each person", async (query) => {
    const text = await pdf(query);
    const signatures = text.slice(text.indexOf("Signatures"));
    expect(signatures).toContain("Ada Novak, Responsible for the assets, lines: 1");
    expect(signatures).toContain("Max Dvorak, Responsible for the assets, lines: 2");
    expect(signatures).toContain("Uma Svoboda, Responsible for the assets, Counter, lines: 1");
  });

  test("has one place for a person who is in the committee too", async () => {
    const committee = [
      { role: "chair", userId: UMA.id },
      { role: "responsible", userId: MAX.id },
    ];
    const frame = { purpose: "yearEnd", decisiveDay: null, method: "physical", committee };
    await warehouse.manager.put(`/api/inventories/${id}/frame`, frame);
    const text = await pdf();
    const signatures = text.slice(text.indexOf("Signatures"));
    await warehouse.manager.delete(`/api/inventories/${id}/frame`);
    expect(signatures.match(/Max Dvorak, Responsible for the assets, lines: 2/g)).toHaveLength(1);
    expect(signatures).toContain(
      "Uma Svoboda, Chair of the committee, Responsible for the assets, Counter, lines: 1",
    );
    expect(signatures.match(/Uma Svoboda/g)).toHaveLength(1);
  });
});

test("without responsible persons the signatures are as they were", async () => {
  const own = await warehouse.stocktake(["Field"], { name: "Field alone" });
  await warehouse.move(own, "finish");
  const text = await pdf("", own);
  expect(text).toContain("Counted by");
  expect(text).not.toContain("Responsible");
  expect((await report("", own)).body.responsible).toEqual([]);
});

test("a closed stocktake and its record keep the persons of the close", async () => {
  await warehouse.move(id, "process", "close");
  const before = { json: await report(), pdf: await report("?format=pdf") };
  expect(personsIn(before.json.body)).toEqual(EXPECTED);
  await assign("Attic", null);
  await assign("House", ADA);
  await warehouse.manager.put(`/api/articles/${warehouse.id("OWN")}`, { code: "OWN", responsibleUserId: 3 });
  await server.admin.put(`/api/users/${UMA.id}`, { firstName: "Other", lastName: "Name" });
  expect((await report()).bytes.equals(before.json.bytes)).toBe(true);
  expect((await report("?format=pdf")).bytes.equals(before.pdf.bytes)).toBe(true);
  await sealed(server.manager, id);
  const record = JSON.parse((await fileOf(server.manager, id, "json")).toString());
  expect(personsIn(record.report)).toEqual(EXPECTED);
  expect(record.report.responsible).toHaveLength(3);
});
