import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { listSmallFiles } from "../../src/ops/backup/data-folder/contents.ts";
import { startServer, type TestServer } from "../harness/server.ts";
import { endOf } from "../jobs/waiting.ts";
import { articleList, exportsOf, startImport, stopAndStart } from "./running.ts";
import { check, imported } from "./uploads.ts";

// The rows of a running import are in a file of the data folder (src/exchange/import/job-rows.ts).

const startSliced = () => startServer({ sliceMs: 0 });
const folderOf = ({ folder }: TestServer) => join(folder, "jobs");
const filesOf = (server: TestServer) => readdirSync(folderOf(server));

test("the rows are in a private file while the import is applied, and no backup contains them", async () => {
  const server = await startSliced();
  const { admin, slices, path } = await startImport(server, "articles", articleList(10), 2);
  const [name = ""] = filesOf(server);
  expect(statSync(join(folderOf(server), name)).mode & 0o777).toBe(0o600);
  expect((await listSmallFiles(server.folder)).filter((file) => file.includes(name))).toEqual([]);
  slices.release();
  await endOf(admin, path);
  await expect.poll(() => filesOf(server)).toEqual([]);
});

test("the file has hashes in place of passwords and PINs, and the users log in with them after a stop", async () => {
  const server = await startSliced();
  const rows = ["first,A,B,User,a-long-secret-1,8264", "second,C,D,Manager,a-long-secret-2,826491"];
  const file = ["User name,First name,Last name,Roles,Password,PIN", ...rows].join("\n");
  const { slices, path } = await startImport(server, "users", file, 1);
  const [name = ""] = filesOf(server);
  const text = readFileSync(join(folderOf(server), name), "utf8");
  for (const secret of ["a-long-secret", "8264"]) expect(text).not.toContain(secret);
  await stopAndStart(server, slices);
  expect(await endOf(server.admin, path)).toMatchObject({ state: "done" });
  for (const [userName, password] of [
    ["first", "a-long-secret-1"],
    ["second", "a-long-secret-2"],
  ]) {
    const response = await server.anonymous.post("/api/pwa-auth/login-password", { userName, password });
    expect(response.status).toBe(200);
  }
});

test("an import whose rows are missing, as after a restore, has failed and is undone", async () => {
  const server = await startSliced();
  const before = await exportsOf(server.admin);
  const { slices, path } = await startImport(server, "articles", articleList(10), 5);
  const stopping = server.halt();
  await slices.run(1);
  await stopping;
  rmSync(folderOf(server), { recursive: true });
  await server.restart();
  const job = await endOf(server.admin, path);
  expect(job).toMatchObject({ state: "failed" });
  expect(job.error?.message).toMatch(/no longer on the server/);
  expect(await exportsOf(server.admin)).toEqual(before);
});

test("files without a job are removed at the start, and those of ended jobs at their end", async () => {
  const server = await startSliced();
  writeFileSync(join(folderOf(server), "left-behind.rows"), "");
  const { slices, path } = await startImport(server, "articles", articleList(10), 2);
  expect(filesOf(server)).toHaveLength(2);
  await stopAndStart(server, slices);
  await endOf(server.admin, path);
  await expect.poll(() => filesOf(server)).toEqual([]);
});

test("an import that is refused leaves no file", async () => {
  const server = await startServer();
  const { body } = await check(server.admin, "articles", "Code,Name,Category,Type,State\nONE,a,x,y,In stock");
  await imported(server.admin, "articles", "Code,Name,Category,Type\nTWO,a,x,y");
  expect((await server.admin.put(`/api/imports/${body.id}/apply`)).status).toBe(200);
  expect(filesOf(server)).toEqual([]);
});
