import { expect, test } from "vitest";
import { added } from "../articles/samples.ts";
import { sharedServer } from "../harness/server.ts";
import { check } from "../import/uploads.ts";
import { addedField, setValues, valuesOf } from "./samples.ts";

// Values of a removed choice and of a deleted field stay in the articles. They are found, and removed from many at once.

const server = sharedServer();
const { manager } = server;

/** An article with a value of the field. */
async function having(fieldId: number, value: string): Promise<number> {
  const { oid } = await added(manager, `LV-${fieldId}-${value}`);
  expect((await setValues(manager, oid, { [fieldId]: value })).status).toBe(200);
  return oid;
}

const found = async (query: string): Promise<number[]> =>
  (await manager.get(`/api/articles/page?${query}`)).body.items.map(({ oid }: { oid: number }) => oid);

const clear = (fieldId: number, filter: object) =>
  manager.put("/api/articles/bulk-edit", {
    filter: { fieldId, ...filter },
    changes: { fields: { [fieldId]: null } },
  });

test("those of a removed choice are found by its text, and removed", async () => {
  const field = await addedField(manager, "choice left", { type: "choice", choices: ["oak", "Old Pine"] });
  const [kept, left] = [await having(field, "oak"), await having(field, "Old Pine")];
  const path = `/api/customfields/${field}?force=true`;
  expect((await manager.put(path, { choices: ["oak"] })).status).toBe(200);
  expect(await found(`fieldId=${field}&fieldValue=Old%20Pine`)).toEqual([left]);
  expect(await found(`fieldId=${field}&fieldValue=never`)).toEqual([]);
  expect((await clear(field, { fieldValue: "Old Pine" })).body).toMatchObject({ changed: 1, refused: 0 });
  expect(await valuesOf(manager, left)).toEqual({});
  expect(await valuesOf(manager, kept)).toEqual({ "choice left": "oak" });
});

test("those of a deleted field are found by its id, and removed", async () => {
  const field = await addedField(manager, "field left");
  const oids = [await having(field, "a"), await having(field, "b")];
  expect((await manager.delete(`/api/customfields/${field}?force=true`)).status).toBe(204);
  expect((await found(`fieldId=${field}`)).sort((a, b) => a - b)).toEqual(oids);
  expect((await clear(field, {})).body).toMatchObject({ changed: 2, refused: 0 });
  expect(await found(`fieldId=${field}`)).toEqual([]);
});

test.each(["csv", "xlsx"])(
  "an exported list (%s) with a removed choice is imported again",
  async (format) => {
    const field = await addedField(manager, `choice ${format}`, { type: "choice", choices: ["elm", "ash"] });
    const oid = await having(field, "ash");
    expect((await manager.put(`/api/customfields/${field}?force=true`, { choices: ["elm"] })).status).toBe(
      200,
    );
    const { bytes } = await manager.get(`/api/export/articles?format=${format}&q=LV-${field}-ash`);
    const { body } = await check(server.admin, "articles", bytes, { fileName: `a.${format}` });
    expect([body.rows, body.unchanged, body.errors]).toEqual([1, 1, []]);
    expect((await server.admin.put(`/api/imports/${body.id}/apply`)).status).toBe(200);
    expect(await valuesOf(manager, oid)).toEqual({ [`choice ${format}`]: "ash" });
    const other = await having(field, "elm");
    const csv = `Code,choice ${format}\nLV-${field}-elm,ash\nLV-${field}-new,ash`;
    const { body: wrong } = await check(server.admin, "articles", csv);
    expect(wrong.errors.map(({ row }: { row: number }) => row)).toEqual([2, 3, 3, 3, 3]);
    expect(await valuesOf(manager, other)).toEqual({ [`choice ${format}`]: "elm" });
  },
);
