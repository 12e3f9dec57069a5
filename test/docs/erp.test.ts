import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { addProgram } from "../access/api-keys/accounts.ts";
import { createFolder } from "../harness/folder.ts";
import { startServer } from "../harness/server.ts";
import { readRepositoryFile } from "./pages.ts";

const [, PROGRAM = ""] = /```js\n(.*?)```/s.exec(readRepositoryFile("docs/integrate/erp.md")) ?? [];
const run = promisify(execFile);

/** The values of an article that the ERP may have. */
type Values = Readonly<Record<string, string | number>>;

/** The program of the page, with its own database, against a server with the demo's data. */
async function createErp() {
  const server = await startServer();
  const { key } = await addProgram(server, ["articles:read", "articles:write"]);
  const folder = createFolder();
  const [program, file] = [join(folder, "erp.mjs"), join(folder, "erp.sqlite")];
  writeFileSync(program, PROGRAM);
  const env = { TALLYBOX_URL: server.url, TALLYBOX_KEY: key, ERP_FILE: file };
  const round = () => run(process.execPath, [program], { env });
  await round();
  const erp = new DatabaseSync(file);
  onTestFinished(() => erp.close());
  const add = (code: string, was: Values, becomes: Values, id: string = randomUUID()) => {
    const insert = erp.prepare("INSERT INTO outbox (id, code, was, becomes) VALUES (?, ?, ?, ?)");
    insert.run(id, code, JSON.stringify(was), JSON.stringify(becomes));
  };
  const copied = (kind: string) =>
    erp
      .prepare("SELECT record FROM copy WHERE kind = ? ORDER BY oid")
      .all(kind)
      .map(({ record }) => JSON.parse(String(record)));
  const outbox = () => erp.prepare("SELECT code, problem FROM outbox").all();
  return { server, manager: server.manager, round, add, copied, outbox };
}

const NEW = { name: "From the ERP", categoryId: 1, typeId: 1, stateId: 2 };

test("the copy has all articles and their stock, and follows changes and deletions", async () => {
  const { manager, round, copied } = await createErp();
  expect(copied("article")).toHaveLength(500);
  expect(copied("articleLocation").length).toBeGreaterThan(0);
  const [{ oid, code }] = copied("article");
  expect((await manager.put(`/api/articles/${oid}`, { name: "Renamed by a person" })).status).toBe(200);
  await round();
  expect(copied("article")[0]).toMatchObject({ oid, code, name: "Renamed by a person" });
});

test("an article is created once, also where the response was lost", async () => {
  const { manager, round, add, copied, outbox } = await createErp();
  const id = randomUUID();
  add("ERP-1", {}, NEW, id);
  await round();
  expect(outbox()).toEqual([]);
  const before = copied("article");
  expect(before.at(-1)).toMatchObject({ code: "ERP-1", name: "From the ERP" });
  expect((await manager.delete(`/api/articles/${before.at(-1).oid}`)).status).toBe(204);
  add("ERP-1", {}, NEW, id);
  await round();
  expect(outbox()).toEqual([]);
  expect(copied("article").filter(({ code }) => code === "ERP-1")).toEqual([]);
});

test("a change keeps what others have changed in other properties", async () => {
  const { manager, round, add, copied, outbox } = await createErp();
  const [{ oid, code, name }] = copied("article");
  expect((await manager.put(`/api/articles/${oid}/full`, { note: "A person's note" })).status).toBe(200);
  add(code, { name }, { name: "Renamed by the ERP" });
  await round();
  expect(outbox()).toEqual([]);
  expect((await manager.get(`/api/articles/${oid}/full`)).body).toMatchObject({
    name: "Renamed by the ERP",
    note: "A person's note",
  });
});

test("a conflict is kept for a person, and overwrites nothing", async () => {
  const { manager, round, add, copied, outbox } = await createErp();
  const [{ oid, code, name }] = copied("article");
  expect((await manager.put(`/api/articles/${oid}`, { name: "Renamed by a person" })).status).toBe(200);
  add(code, { name }, { name: "Renamed by the ERP" });
  await round();
  expect(outbox()).toEqual([{ code, problem: "changed by somebody else: name is Renamed by a person" }]);
  expect((await manager.get(`/api/articles/${oid}`)).body.name).toBe("Renamed by a person");
});

test("a refused creation says why, and the other rows are sent", async () => {
  const { round, add, copied, outbox } = await createErp();
  add("ERP-1", {}, { name: "Without a category" });
  add("ERP-2", {}, NEW);
  await round();
  expect(outbox()).toEqual([{ code: "ERP-1", problem: expect.stringMatching(/\w/) }]);
  expect(copied("article").at(-1)).toMatchObject({ code: "ERP-2" });
});
