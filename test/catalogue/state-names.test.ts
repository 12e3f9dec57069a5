import { expect, test } from "vitest";
import { startServer } from "../harness/server.ts";
import { check, imported } from "../import/uploads.ts";

const cs = { "Accept-Language": "cs" };
const names = (rows: { name: string }[]) => rows.map(({ name }) => name);

test("the global states are named in the requested language, in lists and in an article's detail", async () => {
  const { admin } = await startServer();
  const list = await admin.get("/api/articlestates", cs);
  expect(names(list.body)).toEqual(["Na skladě", "Navrženo", "V užívání", "Vyřazeno"]);
  expect((await admin.get("/api/articlestates/2", cs)).body.name).toBe("Na skladě");
  await admin.put("/api/articles/1", { stateId: 2 });
  const tag = (await admin.get("/api/articles/1")).headers.get("etag") ?? "";
  for (const path of ["/api/articles/1", "/api/articles/getbycode?code=A000001", "/api/articles/1/full"]) {
    expect((await admin.get(path)).body.state).toEqual({ oid: 2, name: "In stock" });
    expect((await admin.get(path, cs)).body.state).toEqual({ oid: 2, name: "Na skladě" });
  }
  expect((await admin.get("/api/articles/1", { ...cs, "If-None-Match": tag })).status).toBe(200);
});

test("the name of a global state in another language is taken", async () => {
  const { manager } = await startServer();
  expect((await manager.post("/api/articlestates", { name: "na skladě" })).status).toBe(409);
  const { oid } = (await manager.post("/api/articlestates", { name: "Půjčeno" })).body;
  expect((await manager.put(`/api/articlestates/${oid}`, { name: "In Use" })).status).toBe(409);
  // The name that was shown in Czech may be sent back.
  const shown = { name: "Na skladě", isHidden: true };
  expect((await manager.put("/api/articlestates/2", shown)).status).toBe(200);
});

test("an export names the states in the language of the request, and the import accepts both languages", async () => {
  const { admin } = await startServer();
  await admin.put("/api/articles/1", { stateId: 2 });
  const line = (text: string) => text.split(/\r?\n/).find((one) => one.includes("A000001")) ?? "";
  const english = line((await admin.get("/api/export/articles")).text);
  const czech = (await admin.get("/api/export/articles", cs)).text;
  expect(english).toContain("In stock");
  expect(line(czech)).toContain("Na skladě");
  expect((await check(admin, "articles", czech)).body).toMatchObject({
    errors: [],
    toUpdate: 0,
    toCreate: 0,
  });
  await imported(admin, "articles", "Code,State\nA000001,v užívání\n");
  expect((await admin.get("/api/articles/1")).body.state.oid).toBe(1);
  await imported(admin, "articles", "Code,State\nA000001,In stock\n");
  expect((await admin.get("/api/articles/1")).body.state.oid).toBe(2);
  const wrong = await check(admin, "articles", "Kód,Stav\nA000001,Ztraceno\n", { headers: cs });
  expect(wrong.body.errors[0].message).toContain("Na skladě");
});

test("a label names the state in the language of the site", async () => {
  const server = await startServer();
  await server.admin.put("/api/articles/1", { stateId: 2 });
  const format = { name: "State", template: "^XA^FO0,0^FD{{state}}^FS^XZ", printerTypeId: 3 };
  const { oid } = (await server.admin.post("/api/printingformats", format)).body;
  const printed = async () => {
    const job = { articleId: 1, printerId: 1, labelFormatId: oid };
    const { body } = await server.admin.post("/api/pda/printing/print", job);
    const rows = server.appliance.dependencies.storage.db
      .query<{ data: Buffer }>({ sql: "SELECT data FROM printData WHERE printRequestId = ?", reads: [] }, [])
      .all(body.oid);
    return rows.map(({ data }) => data.toString()).join();
  };
  expect(await printed()).toContain("In stock");
  await server.admin.put("/api/settings", { language: "cs" });
  expect(await printed()).toContain("Na sklad");
});
