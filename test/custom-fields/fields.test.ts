import { describe, expect, test } from "vitest";
import { added, faultPaths } from "../articles/samples.ts";
import { sharedServer } from "../harness/server.ts";
import { addedField, setValues, valuesOf } from "./samples.ts";

const PATH = "/api/customfields";

const { manager, user } = sharedServer();

let made = 0;
const article = async (other: object = {}) =>
  (await added(manager, `F-${++made}`, { ...other })).oid as number;

const choices = (count: number) => Array.from({ length: count }, (_, index) => `c${index}`);

describe("a new field", () => {
  test("is shown with its defaults, at the end, to every role", async () => {
    const oid = await addedField(manager, "Length", { type: "number", unit: "m" });
    const expected = {
      ...{ oid, name: "Length", type: "number", unit: "m", choices: null, categoryIds: null },
      isRequired: false,
    };
    expect((await user.get(`${PATH}/${oid}`)).body).toEqual(expected);
    expect((await user.get(PATH)).body.at(-1)).toEqual(expected);
  });

  test.each([
    ["a choice without choices", { type: "choice" }, "choices"],
    ["a choice without any", { type: "choice", choices: [] }, "choices"],
    ["a choice twice", { type: "choice", choices: ["a", "A"] }, "choices"],
    ["101 choices", { type: "choice", choices: choices(101) }, "choices"],
    ["a choice of white space", { type: "choice", choices: [" "] }, "choices.0"],
    ["a choice of 201 characters", { type: "choice", choices: ["x".repeat(201)] }, "choices.0"],
    ["a unit of 21 characters", { type: "number", unit: "x".repeat(21) }, "unit"],
    ["choices of a text", { choices: ["a"] }, "choices"],
    ["a unit of a text", { unit: "m" }, "unit"],
    ["an unknown category", { categoryIds: [1, 999] }, "categoryIds.1"],
    ["an unknown type", { type: "colour" }, "type"],
    ["no name", { name: " " }, "name"],
  ])("is refused with %s", async (_, other, path) => {
    const response = await manager.post(PATH, { name: `Refused ${++made}`, type: "text", ...other });
    expect([response.status, faultPaths(response)]).toEqual([400, [path]]);
  });

  test.each([
    ["100 choices", { type: "choice", choices: choices(100) }],
    ["a choice of 200 characters", { type: "choice", choices: ["x".repeat(200)] }],
    ["a unit of 20 characters", { type: "number", unit: "x".repeat(20) }],
  ])("may have %s", async (_, other) => {
    const response = await manager.post(PATH, { name: `Large ${++made}`, ...other });
    expect([response.status, response.body]).toMatchObject([201, other]);
  });

  test("has a name of its own, without regard to case", async () => {
    await addedField(manager, "Serial plate");
    const again = await manager.post(PATH, { name: "SERIAL PLATE", type: "date" });
    expect([again.status, faultPaths(again)]).toEqual([409, ["name"]]);
  });

  test("may have the name of a deleted field", async () => {
    const oid = await addedField(manager, "Free again");
    expect((await manager.delete(`${PATH}/${oid}`)).status).toBe(204);
    await addedField(manager, "free again");
    expect((await manager.get(`${PATH}/${oid}`)).status).toBe(404);
  });

  test("is not the hundred and first", async () => {
    const { body } = await manager.get(PATH);
    for (let count = body.length; count < 100; count++) await addedField(manager, `many ${count}`);
    expect((await manager.post(PATH, { name: "one more", type: "text" })).status).toBe(400);
    for (const { oid, name } of (await manager.get(PATH)).body)
      if (name.startsWith("many")) await manager.delete(`${PATH}/${oid}`);
  });
});

test("a field moves to an index of the list", async () => {
  const [a, b, c] = [
    await addedField(manager, "order a"),
    await addedField(manager, "order b"),
    await addedField(manager, "order c"),
  ];
  const order = async () => (await manager.get(PATH)).body.map(({ oid }: { oid: number }) => oid);
  expect((await manager.put(`${PATH}/${c}`, { position: 0 })).status).toBe(200);
  expect((await order())[0]).toBe(c);
  await manager.put(`${PATH}/${a}`, { position: 100 });
  expect((await order()).slice(-2)).toEqual([b, a]);
});

describe("a change that articles are affected by", () => {
  test("the uses count values, values outside of the categories, and articles without one", async () => {
    const field = await addedField(manager, "counted", { type: "choice", choices: ["a", "b"] });
    const [one, other, outside] = [await article(), await article(), await article({ categoryId: 2 })];
    await setValues(manager, one, { [field]: "a" });
    await setValues(manager, other, { [field]: "a" });
    await setValues(manager, outside, { [field]: "b" });
    await manager.put(`${PATH}/${field}?force=true`, { categoryIds: [1] });
    const { body: ofCategory } = await manager.get("/api/articles/page?categoryId=1&withTotal=true&limit=1");
    expect((await manager.get(`${PATH}/${field}/uses`)).body).toEqual({
      ...{ articles: 3, outside: 1, missing: ofCategory.total - 2 },
      choices: [
        { choice: "a", articles: 2 },
        { choice: "b", articles: 1 },
      ],
    });
  });

  test("a type becomes text at any time, another one only without values", async () => {
    const field = await addedField(manager, "typed", { type: "number", unit: "kg" });
    const oid = await article();
    await setValues(manager, oid, { [field]: 5 });
    const refused = await manager.put(`${PATH}/${field}?force=true`, { type: "date" });
    expect([refused.status, faultPaths(refused)]).toEqual([409, ["type"]]);
    const text = await manager.put(`${PATH}/${field}`, { type: "text" });
    expect(text.body).toMatchObject({ type: "text", unit: null });
    expect(await valuesOf(manager, oid)).toEqual({ typed: "5" });
    await setValues(manager, oid, { [field]: null });
    expect((await manager.put(`${PATH}/${field}`, { type: "date" })).status).toBe(200);
  });

  test("a choice in use is removed by force alone, and its values stay", async () => {
    const field = await addedField(manager, "chosen", { type: "choice", choices: ["a", "b", "c"] });
    const oid = await article();
    await setValues(manager, oid, { [field]: "b" });
    expect((await manager.put(`${PATH}/${field}`, { choices: ["a", "b"] })).status).toBe(200);
    const refused = await manager.put(`${PATH}/${field}`, { choices: ["a"] });
    expect([refused.status, faultPaths(refused)]).toEqual([409, ["choices"]]);
    expect((await manager.put(`${PATH}/${field}?force=true`, { choices: ["a"] })).status).toBe(200);
    expect(await valuesOf(manager, oid)).toEqual({ chosen: "b" });
    expect((await setValues(manager, oid, { [field]: "b" })).status).toBe(200);
    await setValues(manager, oid, { [field]: "a" });
    expect((await setValues(manager, oid, { [field]: "b" })).status).toBe(400);
  });

  test("a category with values is removed by force alone", async () => {
    const field = await addedField(manager, "narrowed");
    const oid = await article({ categoryId: 2 });
    await setValues(manager, oid, { [field]: "x" });
    const refused = await manager.put(`${PATH}/${field}`, { categoryIds: [1] });
    expect([refused.status, faultPaths(refused)]).toEqual([409, ["categoryIds"]]);
    expect((await manager.put(`${PATH}/${field}`, { categoryIds: [2] })).status).toBe(200);
    expect((await manager.put(`${PATH}/${field}?force=true`, { categoryIds: [1] })).status).toBe(200);
    expect(await valuesOf(manager, oid)).toEqual({ narrowed: "x" });
  });

  test("a field with values is deleted by force alone, and its values stay until they are removed", async () => {
    const field = await addedField(manager, "deleted");
    const oid = await article();
    await setValues(manager, oid, { [field]: "x" });
    expect((await manager.delete(`${PATH}/${field}`)).status).toBe(409);
    expect((await manager.delete(`${PATH}/${field}?force=true`)).status).toBe(204);
    const { body } = await manager.get(`/api/articles/${oid}/full`);
    expect(body.fields).toMatchObject([{ name: "deleted", value: "x", isDefined: false }]);
    expect((await setValues(manager, oid, { [field]: "y" })).status).toBe(400);
    expect((await setValues(manager, oid, { [field]: null })).body.fields).toEqual([]);
  });
});

test("merging a category moves its fields to the other one", async () => {
  const { body: category } = await manager.post("/api/articlecategories", { name: "To be merged" });
  const field = await addedField(manager, "of merged", { categoryIds: [1, category.oid] });
  const only = await addedField(manager, "of merged only", { categoryIds: [category.oid] });
  expect((await manager.put(`/api/articlecategories/${category.oid}/merge`, { into: 1 })).status).toBe(200);
  expect((await manager.get(`${PATH}/${field}`)).body.categoryIds).toEqual([1]);
  expect((await manager.get(`${PATH}/${only}`)).body.categoryIds).toEqual([1]);
});

test("a field of a deleted category alone is a field of no category, not of all", async () => {
  const { body: category } = await manager.post("/api/articlecategories", { name: "To be deleted" });
  const field = await addedField(manager, "of deleted", { categoryIds: [category.oid] });
  expect((await manager.delete(`/api/articlecategories/${category.oid}`)).status).toBe(204);
  expect((await manager.get(`${PATH}/${field}`)).body.categoryIds).toEqual([]);
  expect((await setValues(manager, await article(), { [field]: "x" })).status).toBe(400);
});
