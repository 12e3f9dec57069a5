import { createHash } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { createClock } from "../../harness/clock.ts";
import { sharedServer } from "../../harness/server.ts";
import { createReportedInventory } from "../report-inventory.ts";
import { type File, fileOf, sealed } from "./closed.ts";

// The canonical form of the sealed JSON, as the API description states it: who parses a record and writes it by these rules has the same
// bytes, and so the same hash.

interface Schema {
  readonly $ref?: string;
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
}

const NUMBER = /^(?:0|-?(?:0|[1-9]\d*)\.\d{0,3}[1-9]|-?[1-9]\d*)$/;

let file: string;
let seal: File;
let schemas: Readonly<Record<string, Schema>>;
const clock = createClock(Date.parse("2030-12-01T12:00:00.000Z"));
const server = sharedServer({ clock });
beforeAll(async () => {
  const company = { legalName: 'Říční "sklad" \\ <dcera> / s.r.o.', seat: "Praha", balanceSheetDay: "12-31" };
  expect((await server.admin.put("/api/company", company)).status).toBe(200);
  const { warehouse, id } = await createReportedInventory(server);
  const { manager } = warehouse;
  const committee = [
    { role: "chair", name: "Jana Malá" },
    { role: "counter", name: "Karel Dlouhý" },
  ];
  const frame = { purpose: "yearEnd", decisiveDay: "2030-12-01", method: "physical", committee };
  expect((await manager.put(`/api/inventories/${id}/frame`, frame)).status).toBe(200);
  const { oid } = await warehouse.item(id, "NONE");
  const explained = { itemIds: [oid], settlement: "naturalLoss", cause: "rust" };
  expect((await manager.put(`/api/inventories/${id}/explain`, explained)).status).toBe(204);
  await server.admin.put(`/api/inventories/items/${oid}/approve`, { isApproved: true });
  // After the preparation, so it is an article without an item.
  clock.advance(3_600_000);
  await warehouse.article("LATER", { "Regál Ž": 2 }, { price: 0.0501 });
  clock.advance(3_600_000);
  await warehouse.move(id, "close");
  [seal] = await sealed(manager, id);
  file = (await fileOf(manager, id, "json")).toString("utf8");
  schemas = (await server.anonymous.get("/api/openapi.json")).body.components.schemas;
});

/** A number with its text: a JavaScript number has too few digits. */
class Decimal {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** As JavaScript has it: the types lack the third parameter of the reviver. */
type Reviver = (name: string, value: unknown, context: { readonly source?: string }) => unknown;
const parseJson = JSON.parse as (text: string, reviver: Reviver) => unknown;
const parse = (text: string) =>
  parseJson(text, (_, value, { source = "" }) => (typeof value === "number" ? new Decimal(source) : value));

/** A value in the canonical form. `path`: of it, for errors. */
function canonical(value: unknown, given: Schema | undefined, path: string): string {
  const schema = resolved(given);
  if (value instanceof Decimal) {
    expect(value.text, path).toMatch(NUMBER);
    return value.text;
  }
  if (Array.isArray(value))
    return `[${value.map((one, index) => canonical(one, schema?.items, `${path}.${index}`)).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = new Map(Object.entries(value));
  const names = Object.keys(schema?.properties ?? {});
  expect(
    [...members.keys()].filter((name) => !names.includes(name)),
    path,
  ).toEqual([]);
  const written = names
    .filter((name) => members.has(name))
    .map(
      (name) =>
        `${JSON.stringify(name)}:${canonical(members.get(name), schema?.properties?.[name], `${path}.${name}`)}`,
    );
  return `{${written.join(",")}}`;
}

/** The schema itself of a reference, and of one that may be null. */
function resolved(schema: Schema | undefined): Schema | undefined {
  if (schema?.$ref !== undefined) return resolved(schemas[schema.$ref.replace("#/components/schemas/", "")]);
  const some = schema?.anyOf?.map(resolved);
  return some?.find((one) => one?.properties ?? one?.items) ?? schema;
}

const RECORD: Schema = {
  properties: {
    format: {},
    report: { $ref: "#/components/schemas/InventoryReport" },
    seal: { properties: { sha256: {}, signature: {}, publicKey: {} } },
  },
};

test("has all kinds of lines", () => {
  const { report } = JSON.parse(file);
  for (const list of ["items", "unexpected", "remainders", "unknownCodes", "late", "counters"])
    expect(report[list].length, list).toBeGreaterThan(0);
  expect(report.asOf).not.toBeNull();
  expect(report.items.some(({ explanation }: { explanation: object | null }) => explanation)).toBe(true);
});

test("the record that is parsed and written by the rules has the same bytes", () => {
  expect(`${canonical(parse(file), RECORD, "record")}\n`).toBe(file);
});

test("and so the hash of the record without its seal", () => {
  const { seal: _, ...unsealed } = parse(file) as { readonly seal: object };
  const text = canonical(unsealed, RECORD, "record");
  expect(createHash("sha256").update(text.slice(0, -1)).digest("hex")).toBe(seal.sha256);
});
