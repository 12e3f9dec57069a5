import { expect, test } from "vitest";
import { startServer } from "../harness/server.ts";

const path = "/api/articletypes";
const shown = (rows: { name: string; isHidden: boolean }[]) =>
  rows.map(({ name, isHidden }) => (isHidden ? `(${name})` : name));

async function startList() {
  const { manager, user } = await startServer();
  const names = async () => shown((await user.get(path)).body);
  const move = async (name: string, position: number) => {
    const rows: readonly { oid: number; name: string }[] = (await manager.get(path)).body;
    const oid = rows.find((row) => row.name === name)?.oid;
    expect((await manager.put(`${path}/${oid}`, { position })).status).toBe(200);
  };
  return { manager, names, move };
}

test("a record moves to a position in the list, and those behind it stay by name", async () => {
  const { names, move } = await startList();
  expect(await names()).toEqual(["Chair", "Drill", "Monitor", "Notebook"]);
  await move("Monitor", 0);
  expect(await names()).toEqual(["Monitor", "Chair", "Drill", "Notebook"]);
  await move("Chair", 2);
  expect(await names()).toEqual(["Monitor", "Drill", "Chair", "Notebook"]);
  await move("Monitor", 99);
  expect(await names()).toEqual(["Drill", "Chair", "Notebook", "Monitor"]);
});

test("a new record is sorted in by name, and may be moved past", async () => {
  const { manager, names, move } = await startList();
  await move("Monitor", 0);
  await manager.post(path, { name: "Desk" });
  expect(await names()).toEqual(["Monitor", "Chair", "Desk", "Drill", "Notebook"]);
  await move("Chair", 3);
  expect(await names()).toEqual(["Monitor", "Desk", "Drill", "Chair", "Notebook"]);
});

test("a record past which others were moved keeps its version", async () => {
  const { manager } = await startServer();
  const tag = (await manager.get(`${path}/1`)).headers.get("etag") ?? "";
  await manager.put(`${path}/4`, { position: 2 });
  expect((await manager.put(`${path}/1`, { name: "Laptop" }, { "If-Match": tag })).status).toBe(200);
  const own = (await manager.get(`${path}/4`)).headers.get("etag") ?? "";
  await manager.put(`${path}/4`, { position: 0 });
  expect((await manager.put(`${path}/4`, { name: "x" }, { "If-Match": own })).status).toBe(412);
});

test("a hidden record stays in the list, marked, and references to it are still accepted", async () => {
  const { manager } = await startServer();
  const hidden = await manager.put(`${path}/4`, { isHidden: true });
  expect(hidden.body).toMatchObject({ oid: 4, isHidden: true });
  const list = await manager.get(path);
  expect(shown(list.body)).toEqual(["Chair", "(Drill)", "Monitor", "Notebook"]);
  const article = { code: "H1", name: "Drill", categoryId: 1, typeId: 4, stateId: 1 };
  expect((await manager.post("/api/articles", article)).status).toBe(201);
  expect((await manager.put(`${path}/4`, { isHidden: false })).body.isHidden).toBe(false);
  const again = await manager.get(path, { "If-None-Match": list.headers.get("etag") ?? "" });
  expect(again.status).toBe(200);
});

test("a global record is hidden and moved by each tenant for itself, and can't be renamed", async () => {
  const server = await startServer();
  const { manager } = server;
  const other = server.admin2;
  const states = "/api/articlestates";
  const whole = { oid: 2, name: "In stock", isGlobal: true, isHidden: true, position: 0 };
  expect((await manager.put(`${states}/2`, whole)).status).toBe(200);
  expect(shown((await manager.get(states)).body)).toEqual(["(In stock)", "Disposed", "In use", "Proposed"]);
  expect(shown((await other.get(states)).body)).toEqual(["Disposed", "In stock", "In use", "Proposed"]);
  const renamed = await manager.put(`${states}/2`, { name: "Stored", isHidden: false });
  expect(renamed.status).toBe(400);
  expect((await manager.get(`${states}/2`)).body.isHidden).toBe(true);
});

test.each<[string, object]>([
  ["position", { position: -1 }],
  ["position", { position: 1.5 }],
  ["isHidden", { isHidden: "maybe" }],
])("an invalid %s is 400 at the field: %j", async (field, body) => {
  const { manager } = await startServer();
  const response = await manager.put(`${path}/1`, body);
  expect(response.status).toBe(400);
  expect(response.body.errors[0].path).toBe(field);
});
