import { describe, expect, test } from "vitest";
import { COLUMNS, customColumn } from "../../src/exchange/import/columns.ts";
import { readHeader } from "../../src/exchange/import/header.ts";
import { faultPaths } from "../articles/samples.ts";
import { sharedServer } from "../harness/server.ts";
import { addedField } from "./samples.ts";

// Tables of articles have a column for each custom field, so its name means one column only.

const PATH = "/api/customfields";

const { manager } = sharedServer();

const create = (name: string, other: object = {}) => manager.post(PATH, { name, type: "text", ...other });

describe("a name is refused", () => {
  test.each([
    ["of a column, in English", "note", {}],
    ["of a column, in Czech", "Kód", {}],
    ["of a column, in German", "Seriennummer", {}],
    ["of a column, as its property", "dtBuy", {}],
    ["that imports read as a column", "Inventory-number", {}],
    ["that is that of a column with its unit", "Inv", { type: "number", unit: "č." }],
    ["without a letter and a digit", "%", {}],
  ])("%s", async (_, name, other) => {
    const response = await create(name, other);
    expect([response.status, faultPaths(response)]).toEqual([400, ["name"]]);
  });

  test("of another field without regard to accents, spaces and punctuation, or of its name with its unit", async () => {
    await addedField(manager, "Tread depth", { type: "number", unit: "mm" });
    for (const name of ["tread-depth", "Trěad Depth", "Tread depth (mm)", "treaddepthmm"]) {
      const response = await create(name);
      expect([name, response.status, faultPaths(response)]).toEqual([name, 409, ["name"]]);
    }
    await addedField(manager, "Span m");
    const withUnit = await create("Span", { type: "number", unit: "m" });
    expect([withUnit.status, faultPaths(withUnit)]).toEqual([409, ["name"]]);
  });

  test("when a field is changed", async () => {
    const field = await addedField(manager, "Girth", { type: "number" });
    await addedField(manager, "Girth cm");
    const renamed = await manager.put(`${PATH}/${field}`, { name: "Note" });
    expect([renamed.status, faultPaths(renamed)]).toEqual([400, ["name"]]);
    const withUnit = await manager.put(`${PATH}/${field}`, { unit: "cm" });
    expect([withUnit.status, faultPaths(withUnit)]).toEqual([409, ["name"]]);
    expect((await manager.put(`${PATH}/${field}`, { name: "GIRTH", unit: "m" })).status).toBe(200);
  });
});

test("a field that has the name of a column since before the rule takes no value of that column", () => {
  const named = (oid: number, name: string) =>
    customColumn({
      ...{ oid, tenantId: 1, name, nameKey: name.toLowerCase(), type: "text", unit: null, choices: null },
      ...{ categoryIds: null, isRequired: 0, position: 0, deleted: 0, change: 1 },
    });
  const all = [...COLUMNS.articles, named(1, "Note"), named(2, "Kód")];
  const cells = ["Kód", "Note", "Note"];
  const { columns, errors } = readHeader(
    all,
    { number: 1, cells },
    { byHeader: new Map(), byIndex: new Map() },
  );
  expect(errors).toEqual([]);
  expect(columns.map(({ field, index }) => [field, index])).toEqual([
    ["code", 0],
    ["note", 1],
  ]);
});
