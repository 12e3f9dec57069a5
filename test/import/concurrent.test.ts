import { renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { findUserByName } from "../../src/access/users/users.ts";
import { JOB_KINDS } from "../../src/app/jobs.ts";
import { Invalid } from "../../src/domain/errors.ts";
import { createImports } from "../../src/exchange/import/imports.ts";
import { JobEngine } from "../../src/jobs/engine.ts";
import type { Client } from "../harness/client.ts";
import { openEventStream } from "../harness/events.ts";
import { createFolder } from "../harness/folder.ts";
import { openTemporaryFiles } from "../harness/open-files.ts";
import { startServer, startServerWithClock, type TestServer } from "../harness/server.ts";
import { endOf } from "../jobs/waiting.ts";
import { article, check } from "./uploads.ts";

const LONG = 5000;
/** A list that takes half a second to apply. */
function longList(): string {
  const rows = Array.from({ length: LONG }, (_, i) => `LONG-${i},Article ${i},x,y,Hall ${i % 50} / ${i}`);
  return `Code,Name,Category,Type,Location\n${rows.join("\n")}`;
}

/** Resolves when the newest import is in this state, with rows done. */
async function isAt(client: Client, state: string): Promise<void> {
  await expect
    .poll(
      async () => {
        const [newest] = (await client.get("/api/imports")).body;
        return newest?.state === state && newest.progress.done > 0;
      },
      { interval: 5 },
    )
    .toBe(true);
}

async function tokenOf(server: TestServer): Promise<string> {
  const { storage, tokens } = server.appliance.dependencies;
  const user = findUserByName(storage.db, "admin");
  if (user === null) throw new Error("no admin");
  return (await tokens.issue({ user, device: null, authTime: null })).accessToken;
}

test("while an import is applied, reads and writes are answered, and its progress is sent", async () => {
  const server = await startServer();
  const { admin } = server;
  const { body } = await check(admin, "articles", longList());
  const events = await openEventStream(
    `${server.url}/api/imports/${body.id}/progress`,
    await tokenOf(server),
  );
  const order: string[] = [];
  const applying = admin.put(`/api/imports/${body.id}/apply`).then((response) => {
    order.push("applied");
    return response;
  });
  await isAt(admin, "applying");
  expect((await admin.get("/api/articles/getbycode?code=A000001")).status).toBe(200);
  order.push("read");
  expect((await admin.post("/api/locations", { name: "Meanwhile" })).status).toBe(201);
  order.push("written");
  expect((await applying).status).toBe(200);
  expect(order).toEqual(["read", "written", "applied"]);
  const states: string[] = [];
  for (let event = await events.next("progress"); event; event = await events.next("progress")) {
    const { state, progress } = event.data;
    states.push(state);
    if (state === "applying") expect(progress.total).toBe(LONG);
    if (state !== "applied") continue;
    expect(progress).toEqual({ done: LONG, total: LONG });
    break;
  }
  expect(new Set(states)).toEqual(new Set(["checked", "applying", "applied"]));
  expect(await article(admin, `LONG-${LONG - 1}`)).not.toBe(null);
});

test("an import that is cancelled while it is applied is undone and deleted", async () => {
  const server = await startServer();
  const { admin } = server;
  const before = (await admin.get("/api/locations")).text;
  const { body } = await check(admin, "articles", longList());
  const applying = admin.put(`/api/imports/${body.id}/apply`);
  await isAt(admin, "applying");
  expect((await admin.delete(`/api/imports/${body.id}`)).status).toBe(204);
  const response = await applying;
  expect([response.status, response.body.message]).toEqual([
    400,
    "The import was cancelled. Nothing was changed.",
  ]);
  expect((await admin.get(`/api/imports/${body.id}`)).status).toBe(404);
  expect((await admin.get("/api/locations")).text).toBe(before);
  expect(await article(admin, "LONG-0")).toBe(null);
  expect(openTemporaryFiles(server.folder)).toEqual([]);
});

const ADMIN = {
  userId: 1,
  tenantId: 1,
  userName: "admin",
  fullName: "A",
  roles: ["Admin"],
  deviceTokenId: null,
  deviceKind: null,
  authTime: null,
  session: null,
} as const;

/** The imports of a new server, and an uploaded list of one location. */
async function uploadOf() {
  const server = await startServer();
  const { dependencies } = server.appliance;
  const imports = createImports(dependencies, new JobEngine(dependencies, JOB_KINDS));
  onTestFinished(() => imports.stop());
  const folder = createFolder();
  const path = join(folder, "list.csv");
  writeFileSync(path, "Path\nHall 9");
  const upload = { kind: "locations", path, fileName: "list.csv", options: {}, byHeader: new Map() } as const;
  return { server, imports, upload };
}

test("a second check before the first has read anything: the import has the result of the second", async () => {
  const { imports, upload } = await uploadOf();
  const first = imports.start(ADMIN, upload);
  const [one] = imports.list(1);
  if (one === undefined) throw new Error("no import");
  const second = imports.recheck(one, { headerRow: 1 });
  await expect(first).rejects.toThrow("The import was cancelled. Nothing was changed.");
  await second;
  expect(imports.find(1, one.id)).toMatchObject({ state: "checked", checkResult: { validRows: 1 } });
  await (await imports.apply(ADMIN, one, { isValidRows: false, isCorrection: false }, "127.0.0.1")).applied;
  expect(one.state).toBe("applied");
});

test("invalid options do not end the running check", async () => {
  const { imports, upload } = await uploadOf();
  const first = imports.start(ADMIN, upload);
  const [one] = imports.list(1);
  if (one === undefined) throw new Error("no import");
  await expect(imports.recheck(one, { defaults: { path: "Hall" } })).rejects.toThrow(Invalid);
  expect((await first).state).toBe("checked");
});

test("an import that is cancelled while one check waits for another is deleted, and neither goes on", async () => {
  const { server, imports, upload } = await uploadOf();
  const first = imports.start(ADMIN, upload);
  const [one] = imports.list(1);
  if (one === undefined) throw new Error("no import");
  const second = imports.recheck(one, { headerRow: 1 });
  const refused = Promise.allSettled([first, second]);
  await imports.cancel(one);
  expect((await refused).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(imports.list(1)).toEqual([]);
  expect(one.state).toBe("cancelled");
  expect(openTemporaryFiles(server.folder)).toEqual([]);
});

test.each([
  ["applied removes it without a cancelled event", true, []],
  ["not applied cancels it with a cancelled event", false, ["cancelled"]],
] as const)("deleting an import that is %s", async (_, isApplied, expectedStates) => {
  const { imports, upload } = await uploadOf();
  const one = await imports.start(ADMIN, upload);
  if (isApplied)
    await (await imports.apply(ADMIN, one, { isValidRows: false, isCorrection: false }, "127.0.0.1")).applied;
  const states: string[] = [];
  one.listeners.add(() => states.push(one.state));
  await imports.cancel(one);
  expect(states).toEqual(expectedStates);
});

test("an import that is cancelled while it is checked ends at once", async () => {
  const server = await startServer();
  const { admin } = server;
  const checking = check(admin, "articles", longList());
  await isAt(admin, "checking");
  const [{ id }] = (await admin.get("/api/imports")).body;
  const early = await admin.put(`/api/imports/${id}/apply`);
  expect([early.status, early.body.message]).toEqual([400, "The file is still being checked."]);
  expect((await admin.delete(`/api/imports/${id}`)).status).toBe(204);
  expect((await checking).status).toBe(400);
  expect((await admin.get("/api/imports")).body).toEqual([]);
  expect(openTemporaryFiles(server.folder)).toEqual([]);
});

test("a server that is stopped during an import goes on with it after the start, without the import", async () => {
  const server = await startServer();
  const { body } = await check(server.admin, "articles", longList());
  const applying = server.admin.put(`/api/imports/${body.id}/apply`).catch(() => null);
  await isAt(server.admin, "applying");
  await server.restart();
  await applying;
  expect(openTemporaryFiles(server.folder)).toEqual([]);
  const again = server.admin;
  expect((await again.get(`/api/imports/${body.id}`)).status).toBe(404);
  const [job] = (await again.get("/api/jobs")).body;
  expect(await endOf(again, `/api/jobs/${job.id}`)).toMatchObject({ state: "done", done: LONG });
  expect(await article(again, `LONG-${LONG - 1}`)).not.toBe(null);
});

test("a check whose files can't be created leaves none open, and the earlier result stays", async () => {
  const server = await startServer();
  const { admin, folder } = server;
  const { body } = await check(admin, "articles", "Code,Name\n,Desk");
  const path = `/api/imports/${body.id}`;
  renameSync(folder, `${folder}-away`);
  const refused = await admin.put(path, {}).finally(() => renameSync(`${folder}-away`, folder));
  expect(refused.status).toBe(503);
  expect((await admin.get(path)).body).toMatchObject({ state: "checked", errorRows: 1 });
  expect((await admin.delete(path)).status).toBe(204);
  expect(openTemporaryFiles(folder)).toEqual([]);
});

test("an import that is not applied is deleted after a day, with its rows in files without names", async () => {
  const { clock, server } = await startServerWithClock();
  const { body } = await check(server.admin, "users", "User name,Password\nuser,a-long-secret");
  expect(openTemporaryFiles(server.folder).length).toBe(2);
  clock.advance(23 * 3600 * 1000);
  expect((await server.admin.get(`/api/imports/${body.id}`)).status).toBe(200);
  clock.advance(2 * 3600 * 1000);
  expect((await server.admin.get(`/api/imports/${body.id}`)).status).toBe(404);
  expect(openTemporaryFiles(server.folder)).toEqual([]);
});

test("the files of an applied import are deleted at once, those of one with errors when it is cancelled", async () => {
  const server = await startServer();
  const { body } = await check(server.admin, "locations", "Path\nNew hall");
  expect(openTemporaryFiles(server.folder).length).toBe(2);
  await server.admin.put(`/api/imports/${body.id}/apply`);
  expect(openTemporaryFiles(server.folder)).toEqual([]);
  const wrong = await check(server.admin, "stock", "Code,Location,Quantity\nnone,x,1");
  expect(openTemporaryFiles(server.folder).length).toBe(2);
  await server.admin.delete(`/api/imports/${wrong.body.id}`);
  expect(openTemporaryFiles(server.folder)).toEqual([]);
});

test("an import that waits for the check of another one is cancelled at once", async () => {
  const { server, imports, upload } = await uploadOf();
  const ended: string[] = [];
  const first = imports.start(ADMIN, upload).then(() => ended.push("first"));
  const second = imports.start(ADMIN, upload).catch((error) => ended.push(error.message));
  const [newest] = imports.list(1);
  if (newest === undefined) throw new Error("no import");
  await imports.cancel(newest);
  await Promise.all([first, second]);
  expect(ended).toEqual(["The import was cancelled. Nothing was changed.", "first"]);
  // The rows of the first one.
  expect(openTemporaryFiles(server.folder)).toHaveLength(1);
});
