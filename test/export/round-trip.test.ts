import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { TABLE_KINDS } from "../../src/domain/table-kinds.ts";
import type { Client } from "../harness/client.ts";
import { sharedServer, startServer } from "../harness/server.ts";
import { check, imported } from "../import/uploads.ts";
import { cellsIn } from "../tables/reading.ts";

const NASTY = [
  "=cmd|' /C calc'!A1",
  "+420 123 456 789",
  "-1+1",
  "@SUM(A1)",
  "'quoted'",
  "'=1+1",
  'an "inch" 27"',
  "a,b;c",
  "two\nlines",
  "00123",
  "1E5",
  "1.234",
  "TRUE",
  "#N/A",
  "Žluťoučký kůň 😀",
  "a / b",
  "//",
  "_x0041_",
  "<b>&amp;</b>",
];

const { admin } = sharedServer();
beforeAll(async () => {
  const nest = async (name: string, parentLocationId: number | null) =>
    (await admin.post("/api/locations", { name, code: name, parentLocationId })).body.oid;
  let parent: number | null = null;
  for (const [index, name] of NASTY.entries()) {
    parent = await nest(name, parent);
    const category = (await admin.post("/api/articlecategories", { name })).body.oid;
    const fields = { name, serialNumber: name, rfId: name, stateId: 2, typeId: 1, categoryId: category };
    const code = name;
    const { body } = await admin.post("/api/articles", { ...fields, code, price: index + 0.001, userId: 3 });
    await admin.put(`/api/articles/${body.oid}/locations`, {
      locations: [
        { locationId: parent, quantity: index + 1 },
        { locationId: 5, quantity: 1 },
      ],
    });
    if (index % 2 === 0) await admin.put(`/api/articles/${body.oid}/full`, { unit: "kg" });
    for (const [locationId, target] of [
      [parent, index + 5],
      [null, null],
    ])
      await admin.post("/api/refill-rules", { articleId: body.oid, locationId, minimum: index + 2, target });
    const user = {
      userName: name,
      firstName: name,
      lastName: name,
      roles: ["User", "Manager"],
      isActive: false,
    };
    await admin.post("/api/users", user);
  }
  // An article without a code can't be named in a table.
  const proposal = { name: "Proposed", articleCategoryID: 1, articleTypeID: 1 };
  await admin.post("/api/articles/pwa-request", proposal);
});

const FORMS = [
  ["csv", "en"],
  ["csv", "cs"],
  ["csv&separator=tab", "en"],
  ["xlsx", "en"],
  ["xlsx", "cs"],
] as const;

test.each(TABLE_KINDS.flatMap((kind) => FORMS.map((form) => [kind, ...form] as const)))(
  "%s as %s in %s: an exported file is imported again without a change",
  async (kind, format, language) => {
    const headers = { "Accept-Language": language };
    const exported = await admin.get(`/api/export/${kind}?format=${format}`, headers);
    expect(exported.status).toBe(200);
    const { body } = await check(admin, kind, exported.bytes);
    expect(body).toMatchObject({ errors: [], ignoredColumns: [], toCreate: 0, toUpdate: 0 });
    expect(body.unchanged).toBe(body.rows);
    expect(body.rows).toBeGreaterThan(NASTY.length);
  },
);

test.each(["stock", "refill-rules"])("each quantity of %s has its unit, in the last column", async (kind) => {
  const [head, ...rows] = await cellsIn((await admin.get(`/api/export/${kind}?format=xlsx`)).bytes);
  expect(head?.at(-1)).toBe("Unit");
  const units = rows.map(([code, ...cells]) => [code, cells[(head?.length ?? 0) - 2] ?? null]);
  const expected = new Map(NASTY.map((code, index) => [code, index % 2 === 0 ? "kg" : null]));
  for (const [code, unit] of units) expect(unit, String(code)).toBe(expected.get(String(code)) ?? null);
  expect(units.filter(([, unit]) => unit === "kg").length).toBeGreaterThan(NASTY.length / 2);
});

test("a unit in a table of stock changes no article", async () => {
  const [head, ...rows] = (await admin.get("/api/export/stock")).text.split("\r\n");
  const other = rows.map((row) => row.replace(/,kg$/, ",l"));
  const { body } = await check(admin, "stock", Buffer.from([head, ...other].join("\r\n")));
  expect(body).toMatchObject({ errors: [], ignoredColumns: [], toCreate: 0, toUpdate: 0 });
});

test("another server that imports the tables of this one exports the same", async () => {
  const other = await startServer({ empty: true });
  const setup = { tenantName: "T", userName: "boss", firstName: "B", lastName: "B", password: "long enough" };
  const code = readFileSync(join(other.folder, "setup-code"), "utf8").trim();
  await other.anonymous.post("/api/setup", { ...setup, code });
  const boss = await other.as("boss");
  for (const kind of ["users", "locations", "articles", "stock", "refill-rules"] as const) {
    const exported = await admin.get(`/api/export/${kind}?format=xlsx`);
    await imported(boss, kind, exported.bytes);
  }
  for (const kind of ["locations", "articles", "stock", "refill-rules"] as const) {
    const lines = async (client: Client) =>
      (await client.get(`/api/export/${kind}`)).text.split("\r\n").sort();
    expect(await lines(boss)).toEqual(await lines(admin));
  }
});

test("stock and minimum stock at siblings with the same name are imported as they were exported, and changes of them refused", async () => {
  const locations: { locationId: number; quantity: number }[] = [];
  for (const quantity of [2, 5, 2]) {
    const { oid } = (await admin.post("/api/locations", { name: "Same" })).body;
    locations.push({ locationId: oid, quantity });
    const rule = { articleId: 3, locationId: oid, minimum: quantity };
    expect((await admin.post("/api/refill-rules", rule)).status).toBe(201);
  }
  expect((await admin.put("/api/articles/3/locations", { locations })).status).toBe(200);
  for (const kind of ["articles", "stock", "refill-rules"] as const) {
    const { bytes } = await admin.get(`/api/export/${kind}?format=xlsx`);
    const { body } = await check(admin, kind, bytes);
    expect(body).toMatchObject({ errors: [], toCreate: 0, toUpdate: 0, repeatedRows: 0 });
  }
  // It may be any of them.
  const changed = "Code,Location,Quantity\nA000003,Same,5\nA000003,Same,5\nA000003,Same,2";
  const { body } = await check(admin, "stock", changed);
  expect(body).toMatchObject({
    unchanged: 2,
    errors: [{ row: 3, message: 'Several locations are named "Same".' }],
  });
});

test("siblings with the same name are imported as they were exported", async () => {
  for (const code of [null, null, "T1"]) await admin.post("/api/locations", { name: "Twin", code });
  const exported = await admin.get("/api/export/locations");
  expect((await check(admin, "locations", exported.bytes)).body).toMatchObject({
    ...{ errors: [], toCreate: 0, toUpdate: 0 },
  });
});
