import { describe, expect, test } from "vitest";
import { added, articleBody, faultPaths } from "../articles/samples.ts";
import { sharedServer } from "../harness/server.ts";
import { addedField, setValues, valuesOf } from "./samples.ts";

const { manager } = sharedServer();

let made = 0;
/** A new article of category 1. */
const article = async () => (await added(manager, `CF-${++made}`)).oid as number;

/** The stored value of an input, or the paths of its errors. */
async function stored(type: string, input: unknown, other: object = {}): Promise<unknown> {
  const field = await addedField(manager, `${type} ${++made}`, { type, ...other });
  const oid = await article();
  const response = await setValues(manager, oid, { [field]: input });
  if (response.status !== 200) return faultPaths(response).map((path) => path.replace(String(field), "N"));
  return response.body.fields.map(({ value }: { value: string }) => value);
}
const REFUSED = ["fields.N"];

describe("a value is stored in one form", () => {
  test.each([
    ["text", "  two words ", ["two words"]],
    ["text", "x".repeat(1000), ["x".repeat(1000)]],
    ["number", "007.50", ["7.5"]],
    ["number", 0.0000001, ["0"]],
    ["number", 12.25, ["12.25"]],
    ["number", "-0", ["0"]],
    ["number", "-3.10", ["-3.1"]],
    ["number", "99999999999.9999", ["99999999999.9999"]],
    ["number", "100", ["100"]],
    ["date", "2024-02-29", ["2024-02-29"]],
    ["yesNo", true, ["true"]],
    ["yesNo", "FALSE", ["false"]],
    ["link", "https://example.test/a?b#c", ["https://example.test/a?b#c"]],
  ])("%s: %j", async (type, input, expected) => {
    expect(await stored(type, input)).toEqual(expected);
  });

  test("choice: in the spelling of the field", async () => {
    expect(await stored("choice", "rouge", { choices: ["Rouge", "Vert"] })).toEqual(["Rouge"]);
  });
});

describe("a wrong value is refused, and named", () => {
  test.each([
    ["number", "1e5"],
    ["number", "1.23456"],
    ["number", "123456789012"],
    ["number", "twelve"],
    ["date", "2026-02-30"],
    ["date", "1.2.2026"],
    ["yesNo", "yes"],
    ["yesNo", 1],
    ["link", "javascript:alert(1)"],
    ["link", "https://"],
    ["link", "https://user@example.test/"],
    ["text", "a\u0000b"],
    ["text", "x".repeat(1001)],
  ])("%s: %j", async (type, input) => {
    const found = await stored(type, input);
    expect(found).toEqual(REFUSED);
  });

  test("choice: one that the field does not have", async () => {
    expect(await stored("choice", "Bleu", { choices: ["Rouge", "Vert"] })).toEqual(REFUSED);
  });

  test("all wrong values of a request are named, and none is stored", async () => {
    const [number, date] = [
      await addedField(manager, "wrong number", { type: "number" }),
      await addedField(manager, "wrong date", { type: "date" }),
    ];
    const oid = await article();
    const response = await setValues(manager, oid, { [number]: "x", [date]: "y", 999999: "z" });
    expect(response.status).toBe(400);
    expect(faultPaths(response).sort()).toEqual(
      [`fields.${date}`, "fields.999999", `fields.${number}`].sort(),
    );
    expect(await valuesOf(manager, oid)).toEqual({});
  });
});

test("absent values stay, null removes one, and the others are untouched", async () => {
  const [one, other] = [await addedField(manager, "kept"), await addedField(manager, "removed")];
  const oid = await article();
  await setValues(manager, oid, { [one]: "a", [other]: "b" });
  expect(await valuesOf(manager, oid)).toEqual({ kept: "a", removed: "b" });
  await manager.put(`/api/articles/${oid}`, { name: "renamed by a client that knows no fields" });
  await setValues(manager, oid, { [other]: null });
  expect(await valuesOf(manager, oid)).toEqual({ kept: "a" });
});

test("a new article takes values, warranty and supplier at once", async () => {
  const field = await addedField(manager, "voltage", { type: "number", unit: "V" });
  const body = articleBody(`CF-${++made}`, {
    ...{ supplier: "Elektro s.r.o.", warrantyEnd: "2028-06-30", invoiceNo: "F-7" },
    fields: { [field]: 230 },
  });
  const { body: created, status } = await manager.post("/api/articles/full", body);
  expect(status).toBe(201);
  expect(created).toMatchObject({
    ...{ supplier: "Elektro s.r.o.", warrantyEnd: "2028-06-30" },
    fields: [{ fieldId: field, name: "voltage", type: "number", unit: "V", value: "230", isDefined: true }],
  });
  const detail = await manager.get(`/api/articles/${created.oid}`);
  expect(Object.keys(detail.body)).not.toContain("fields");
  expect(Object.keys(detail.body)).not.toContain("supplier");
});

test("a value in a field of other categories is refused", async () => {
  const field = await addedField(manager, "of category 2", { categoryIds: [2] });
  expect((await setValues(manager, await article(), { [field]: "a" })).status).toBe(400);
});

describe("when an article leaves the categories of a field", () => {
  /** The field and an article, which has left the field's category with the value "a". */
  const left = async () => {
    const field = await addedField(manager, `left ${++made}`, { categoryIds: [1] });
    const oid = await article();
    expect((await setValues(manager, oid, { [field]: "a" })).status).toBe(200);
    expect((await manager.put(`/api/articles/${oid}`, { categoryId: 2 })).status).toBe(200);
    return { field, oid };
  };

  test("the value stays visible", async () => {
    const { field, oid } = await left();
    const { body } = await manager.get(`/api/articles/${oid}/full`);
    expect(body.fields).toMatchObject([{ fieldId: field, value: "a", isDefined: false }]);
  });

  test("the value may be sent again but not changed", async () => {
    const { field, oid } = await left();
    expect((await setValues(manager, oid, { [field]: "a" })).status).toBe(200);
    expect((await setValues(manager, oid, { [field]: "b" })).status).toBe(400);
  });

  test("the value may be removed, and is not taken again", async () => {
    const { field, oid } = await left();
    expect((await setValues(manager, oid, { [field]: null })).body.fields).toEqual([]);
    expect((await setValues(manager, oid, { [field]: "a" })).status).toBe(400);
  });
});

test("a required field binds the requests that name it, and no others", async () => {
  const field = await addedField(manager, "required", { isRequired: true, categoryIds: [1] });
  const oid = await article();
  expect((await manager.put(`/api/articles/${oid}`, { name: "x" })).status).toBe(200);
  expect((await manager.put(`/api/articles/${oid}/full`, { note: "x" })).status).toBe(200);
  expect((await setValues(manager, oid, { [field]: " " })).status).toBe(400);
  expect((await setValues(manager, oid, { [field]: "a" })).status).toBe(200);
  const removed = await setValues(manager, oid, { [field]: null });
  expect([removed.status, faultPaths(removed)]).toEqual([400, [`fields.${field}`]]);
  expect((await manager.delete(`/api/customfields/${field}?force=true`)).status).toBe(204);
});

const found = async (q: string) =>
  (await manager.get(`/api/articles/page?q=${encodeURIComponent(q)}`)).body.items.map(
    (row: { oid: number }) => row.oid,
  );

test("a search finds values, supplier and invoice number", async () => {
  const field = await addedField(manager, "searched");
  const oid = await article();
  const full = { supplier: "Žižka Zařízení", invoiceNo: "INV/QX-77", fields: { [field]: "Wolframkarbid" } };
  await manager.put(`/api/articles/${oid}/full`, full);
  for (const q of ["wolframk", "zizka", "qx-77", "zarizeni wolfram"]) expect(await found(q)).toEqual([oid]);
});

test("a search does not find a value that was changed", async () => {
  const field = await addedField(manager, "no longer found");
  const oid = await article();
  await setValues(manager, oid, { [field]: "Molybdenum" });
  expect(await found("molybden")).toEqual([oid]);
  await setValues(manager, oid, { [field]: "steel" });
  expect(await found("molybden")).toEqual([]);
});

test("the history names the values before and after", async () => {
  const field = await addedField(manager, "audited");
  const oid = await article();
  await setValues(manager, oid, { [field]: "a" });
  await setValues(manager, oid, { [field]: "b" });
  const { body } = await manager.get(`/api/articles/${oid}/history`);
  expect(body[0].changes).toEqual([
    { field: "customValues", before: { [field]: "a" }, after: { [field]: "b" } },
  ]);
});

test("the values of another tenant's fields are refused like unknown ones", async () => {
  const { body } = await manager.get("/api/customfields");
  const foreign = Math.max(...body.map(({ oid }: { oid: number }) => oid)) + 1;
  const oid = await article();
  expect(faultPaths(await setValues(manager, oid, { [foreign]: "x" }))).toEqual([`fields.${foreign}`]);
});
