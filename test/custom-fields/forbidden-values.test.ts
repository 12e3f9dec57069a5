import { describe, expect, test } from "vitest";
import {
  changeCustomField,
  deleteCustomField,
  getCustomField,
} from "../../src/custom-fields/custom-field.ts";
import { countUses } from "../../src/custom-fields/uses.ts";
import { type CustomFieldType, storedForm } from "../../src/domain/custom-fields.ts";
import { BULK_EDIT, ok } from "../articles/bulk-edit.ts";
import { added } from "../articles/samples.ts";
import { sharedServer } from "../harness/server.ts";
import { check } from "../import/uploads.ts";
import { endOf, startJob } from "../jobs/waiting.ts";
import { addedField, setValues, valuesOf } from "./samples.ts";

// Values that the field's type does not permit: only an undo brings them back.

const server = sharedServer();
const { manager } = server;

test.each<[CustomFieldType, string, CustomFieldType, string]>([
  ["number", "12.50", "number", "12.5"],
  ["number", "twelve", "text", "twelve"],
  ["date", "2026-11-23", "date", "2026-11-23"],
  ["date", "soon", "text", "soon"],
  ["yesNo", "TRUE", "yesNo", "true"],
  ["yesNo", "maybe", "text", "maybe"],
  ["link", "https://example.test/", "link", "https://example.test/"],
  ["link", "javascript:alert(1)", "text", "javascript:alert(1)"],
  ["choice", "a removed one", "choice", "a removed one"],
])("a stored value of %s, %s, is read as %s", (type, value, asType, expected) => {
  expect(storedForm(type, value)).toEqual({ type: asType, value: expected });
});

test("an undo after a change of the type brings back the text, and an export has it as it is", async () => {
  const fields = await Promise.all(["length then", "insured then"].map((name) => addedField(manager, name)));
  const [length = 0, insured = 0] = fields;
  const { oid } = await added(manager, "FV-1");
  await setValues(manager, oid, { [length]: "two metres", [insured]: "maybe" });
  const changes = { fields: { [length]: null, [insured]: null } };
  const path = await startJob(manager, BULK_EDIT, { ids: [oid], changes });
  await endOf(manager, path);
  ok(await manager.put(`/api/customfields/${length}`, { type: "number", unit: "m" }));
  ok(await manager.put(`/api/customfields/${insured}`, { type: "yesNo" }));
  ok(await manager.put(`${path}/undo`));
  expect(await endOf(manager, path)).toMatchObject({ state: "undone" });
  expect(await valuesOf(manager, oid)).toEqual({ "length then": "two metres", "insured then": "maybe" });
  const { text } = await manager.get("/api/export/articles?format=csv&q=FV-1");
  expect(text).toContain("two metres");
  expect(text).toContain("maybe");
  expect(text).not.toContain("NaN");
  const { body: again } = await check(server.admin, "articles", text);
  expect([again.unchanged, again.errors]).toEqual([1, []]);
  const range = await manager.get(`/api/articles/page?fieldId=${length}&fieldFrom=-1&fieldTo=1`);
  expect([range.status, range.body.items]).toEqual([200, []]);
});

describe("a value that an article gets after the uses were counted", () => {
  /** A field, its uses without an article that has got a value since, and the reader's connection. */
  async function overtaken(name: string, properties: Readonly<Record<string, unknown>>, value: string) {
    const oid = await addedField(manager, name, properties);
    const article = await added(manager, `FV-${oid}`);
    const { storage } = server.appliance.dependencies;
    const record = getCustomField(storage.db, 1, oid);
    const uses = await countUses(storage.reader, record, null);
    expect(uses.uses.articles).toBe(0);
    await setValues(manager, article.oid, { [oid]: value });
    return { storage, record, uses };
  }

  test.each([
    ["the type", { type: "link" } as const, {}, true],
    ["a choice", { choices: ["b"] }, { type: "choice", choices: ["a", "b"] }, false],
  ])("prevents a change of %s", async (name, changes, properties, isForced) => {
    const { storage, record, uses } = await overtaken(`raced ${name}`, properties, "a");
    const rules = { uses, isForced, reserved: new Set<string>() };
    const changing = storage.write(1, (tx) => changeCustomField(tx, record, changes, rules));
    await expect(changing).rejects.toMatchObject({ name: "Conflict" });
    expect(getCustomField(storage.db, 1, record.oid)).toEqual(record);
  });

  test("prevents the deletion, unless it is forced", async () => {
    const { storage, record, uses } = await overtaken("raced deletion", {}, "a");
    const remove = (isForced: boolean) =>
      storage.write(1, (tx) => deleteCustomField(tx, record, { uses, isForced }));
    await expect(remove(false)).rejects.toThrow(/no longer permit/);
    await remove(true);
  });
});
