import { expect, onTestFinished, test, vi } from "vitest";
import { addCustomField } from "../../src/custom-fields/custom-field.ts";
import { MAX_CUSTOM_FIELDS } from "../../src/domain/custom-fields.ts";
import { startServer } from "../harness/server.ts";
import { check } from "../import/uploads.ts";

// The list of articles as it is shown, as a file.

test("importing the exported list changes nothing, also of an article at two locations", async () => {
  const { admin } = await startServer();
  const [first, second] = (await admin.get("/api/locations")).body;
  const locations = [
    { locationId: first.oid, quantity: 4 },
    { locationId: second.oid, quantity: 3 },
  ];
  expect((await admin.put("/api/articles/1/locations", { locations })).status).toBe(200);
  const columns = "code,name,category,state,location,pieces,price,currency";
  const { text, bytes } = await admin.get(`/api/export/articles?columns=${columns}&sort=code`);
  expect(text.split("\r\n")[1]).toMatch(/^A000001,.*,7,/);
  const { body } = await check(admin, "articles", bytes);
  expect(body).toMatchObject({ errorCount: 0, toCreate: 0, toUpdate: 0 });
  expect(body.unchanged).toBe(text.trim().split("\r\n").length - 1);
});

test("all columns can be named, those of as many custom fields as there can be among them", async () => {
  const { admin } = await startServer();
  const fields: string[] = [];
  for (let i = 0; i < MAX_CUSTOM_FIELDS; i++) {
    const { body } = await admin.post("/api/customfields", { name: `Field ${i}`, type: "text" });
    fields.push(`field:${body.oid}`);
  }
  const refused = await admin.get("/api/export/articles?columns=none");
  const all = String(refused.body.errors[0].message).split(": ")[1] ?? "";
  for (const field of fields) expect(all).toContain(field);
  const columns = all.replaceAll(" ", "").replace(/\.$/, "");
  const { status, text } = await admin.get(`/api/export/articles?columns=${columns}`);
  expect([status, text]).toEqual([200, expect.stringContaining(`,Field ${MAX_CUSTOM_FIELDS - 1},`)]);
});

test("an export that the quota refuses reads no articles", async () => {
  const server = await startServer();
  const manager = await server.as("manager");
  const { reader } = server.appliance.dependencies.storage;
  const rows = vi.spyOn(reader, "rows");
  onTestFinished(() => rows.mockRestore());
  const readsArticles = () => rows.mock.calls.some(([{ sql }]) => sql.includes('from "article"'));
  expect((await manager.get("/api/export/articles?sort=-code")).status).toBe(200);
  expect(readsArticles()).toBe(true);
  for (let i = 1; i < 120; i++) await manager.get("/api/export/locations");
  rows.mockClear();
  expect((await manager.get("/api/export/articles?sort=-code")).status).toBe(429);
  expect(readsArticles()).toBe(false);
});

test("a column of the list does not have the name of a custom field, which can't be that of a new one", async () => {
  const server = await startServer();
  const { admin } = server;
  const field = { name: "Currency", type: "text" } as const;
  expect((await admin.post("/api/customfields", field)).status).toBe(400);
  // From before its name was reserved.
  await server.appliance.dependencies.storage.write(1, (tx) =>
    addCustomField(
      tx,
      1,
      { ...field, choices: null, unit: null, isRequired: false, categoryIds: null },
      new Set(),
    ),
  );
  const { bytes, text } = await admin.get("/api/export/articles?columns=code,currency");
  expect(text.split("\r\n")[0]).toBe("\ufeffCode,Currency (2)");
  const { body } = await check(admin, "articles", bytes);
  expect(body).toMatchObject({ toUpdate: 0, ignoredColumns: ["Currency (2)"] });
});
