import { beforeAll, describe, expect, test } from "vitest";
import { added, faultPaths } from "../articles/samples.ts";
import { sharedServer } from "../harness/server.ts";
import { addedField, setValues, valuesOf } from "./samples.ts";

/** Articles with these values: of the number `n`, the date `d`, the choice `c` and the text `t`; the last has none. */
const VALUES = [
  { n: "-5", d: "2026-01-31", c: "red", t: "Šroub M8" },
  { n: "9.5", d: "2026-02-01", c: "red", t: "matice" },
  { n: "10", d: "2027-01-01", c: "blue", t: "podložka m8" },
  {},
] as const;
let fields: Record<"n" | "d" | "c" | "t", number>;
let oids: number[];
const { manager } = sharedServer();
beforeAll(async () => {
  fields = {
    n: await addedField(manager, "Weight", { type: "number", unit: "kg" }),
    d: await addedField(manager, "Inspected", { type: "date" }),
    c: await addedField(manager, "Colour", { type: "choice", choices: ["red", "blue"] }),
    t: await addedField(manager, "Size"),
  };
  oids = [];
  for (const values of VALUES) {
    const { oid } = await added(manager, `ZQFX-${oids.length}`);
    const given = Object.entries(values).map(([name, value]) => [fields[name as "n"], value]);
    await setValues(manager, oid, Object.fromEntries(given));
    oids.push(oid);
  }
});

/** The positions of the articles that a query finds. */
async function found(query: string): Promise<number[]> {
  const { body } = await manager.get(`/api/articles/page?q=ZQFX&sort=code&withTotal=true&${query}`);
  expect(body.total).toBe(body.items.length);
  return body.items.map(({ oid }: { oid: number }) => oids.indexOf(oid));
}

describe("a list is filtered by a custom field", () => {
  test.each([
    ["n", "", [0, 1, 2]],
    ["n", "fieldValue=9.50", [1]],
    ["n", "fieldFrom=9", [1, 2]],
    ["n", "fieldFrom=-5&fieldTo=9.5", [0, 1]],
    ["n", "fieldTo=-6", []],
    ["n", "fieldEmpty=true", [3]],
    ["n", "fieldEmpty=false", [0, 1, 2]],
    ["d", "fieldFrom=2026-02-01", [1, 2]],
    ["d", "fieldTo=2026-01-31", [0]],
    ["c", "fieldValue=RED", [0, 1]],
    ["t", "fieldValue=M8", [0, 2]],
    ["t", "fieldValue=sroub", [0]],
  ] as const)("%s: %s", async (name, condition, expected) => {
    expect(await found(`fieldId=${fields[name]}&${condition}`)).toEqual(expected);
  });

  test.each(["", "&fieldEmpty=true", "&fieldEmpty=false"])(
    "an unknown field finds nothing%s",
    async (condition) => {
      expect(await found(`fieldId=99999${condition}`)).toEqual([]);
    },
  );

  test.each([
    ["n", "fieldValue=many", "fieldValue"],
    ["n", "fieldFrom=many", "fieldFrom"],
    ["n", "fieldTo=5kg", "fieldTo"],
    ["n", "fieldTo=1e3", "fieldTo"],
    ["n", "fieldFrom=%2B5", "fieldFrom"],
    ["d", "fieldFrom=yesterday", "fieldFrom"],
    ["c", "fieldFrom=a", "fieldFrom"],
  ] as const)("%s: %s is refused", async (name, condition, path) => {
    const response = await manager.get(`/api/articles/page?fieldId=${fields[name]}&${condition}`);
    expect([response.status, faultPaths(response)]).toEqual([400, [path]]);
  });

  test("a condition without a field is refused", async () => {
    const response = await manager.get("/api/articles/page?fieldValue=a");
    expect([response.status, faultPaths(response)]).toEqual([400, ["fieldValue"]]);
  });

  test("the end of the warranty is a range of days", async () => {
    await manager.put(`/api/articles/${oids[0]}/full`, { warrantyEnd: "2026-06-30" });
    await manager.put(`/api/articles/${oids[1]}/full`, { warrantyEnd: "2026-07-01" });
    expect(await found("warrantyTo=2026-06-30")).toEqual([0]);
    expect(await found("warrantyFrom=2026-06-30&warrantyTo=2026-07-01")).toEqual([0, 1]);
  });
});

describe("a bulk edit of a custom field", () => {
  const edit = (changes: object, filter: object = { q: "ZQFX" }) =>
    manager.put("/api/articles/bulk-edit", { filter, changes });

  test("sets the value of all that a filter by the field finds", async () => {
    const filter = { q: "ZQFX", fieldId: fields.c, fieldValue: "red" };
    const { status, body } = await edit({ fields: { [fields.t]: "same" }, supplier: "Sklad" }, filter);
    expect([status, body.changed, body.refused]).toEqual([200, 2, 0]);
    expect((await valuesOf(manager, oids[0] ?? 0))["Size"]).toBe("same");
    expect((await valuesOf(manager, oids[2] ?? 0))["Size"]).toBe("podložka m8");
    const { body: again } = await edit({ fields: { [fields.t]: "same" }, supplier: "Sklad" }, filter);
    expect([again.changed, again.unchanged]).toEqual([0, 2]);
  });

  test("refuses an article whose category does not have the field, and changes the others", async () => {
    const own = await addedField(manager, "Of category 1", { categoryIds: [1] });
    await manager.put(`/api/articles/${oids[3]}`, { categoryId: 2 });
    const { body } = await edit({ fields: { [own]: "x" } });
    expect([body.changed, body.refused]).toEqual([3, 1]);
    expect(body.refusals[0].oid).toBe(oids[3]);
    expect((await edit({ fields: { [own]: null } })).body).toMatchObject({ changed: 3, refused: 0 });
  });

  test("with a value that no article may have is refused as a whole", async () => {
    const wrong = await edit({ fields: { [fields.n]: "many", 99999: "x" } });
    expect(wrong.status).toBe(400);
    expect(faultPaths(wrong).sort()).toEqual(["changes.fields.99999", `changes.fields.${fields.n}`].sort());
    expect((await edit({})).status).toBe(400);
  });
});
