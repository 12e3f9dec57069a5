import { spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, cpSync, existsSync, readdirSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { backupKeys } from "../../src/ops/backup/targets/secrets.ts";
import { addTarget, pauseTargetsAfterRestore } from "../../src/ops/backup/targets/targets.ts";
import { saveAppState } from "../../src/storage/app-state.ts";
import { createClock } from "../harness/clock.ts";
import { eventually } from "../harness/eventually.ts";
import { createFolder } from "../harness/folder.ts";
import { MINIMAL_ENVIRONMENT } from "../harness/minimal-environment.ts";
import { PROGRAMS } from "../harness/programs.ts";
import { startServer, startServerWithClock, type TestServer } from "../harness/server.ts";
import { done, startNewServer } from "../sample/sample-server.ts";

const DAY = 24 * 3_600_000;

/** Runs scripts/backup-done on this folder. */
async function backupDone(folder: string, ...args: string[]) {
  const child = spawn(process.execPath, [PROGRAMS.backupDone, ...args], {
    env: { ...MINIMAL_ENVIRONMENT, DATA_DIR: folder },
  });
  const [out, stderr, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close"),
  ]);
  return { status, out, stderr };
}

const lastBackup = async (server: TestServer, admin = "admin") =>
  (await (await server.as(admin)).get("/api/box/checks")).body.backup;
const marker = (server: TestServer) => join(server.folder, "backup-done");
const counted = (server: TestServer, admin = "admin") =>
  eventually(async () => {
    const backup = await lastBackup(server, admin);
    expect(backup).not.toBeNull();
    expect(existsSync(marker(server))).toBe(false);
    return backup;
  });

test("a copy of the folder that the site's tool reports counts as the last backup in every response that shows it", async () => {
  const server = await startServer();
  expect(await lastBackup(server)).toBeNull();
  const ran = await backupDone(server.folder);
  expect(ran).toMatchObject({ status: 0, stderr: "" });
  const at = /of (\S+) is reported/.exec(ran.out)?.[1];
  const backup = await counted(server);
  expect(backup).toEqual({ at, bytes: null, kind: "folder" });
  expect((await server.admin.get("/api/box")).body).toMatchObject({ lastBackup: backup, isBackupDue: false });
  const figures = await (await fetch(`${server.url}/metrics`)).text();
  expect(figures).toContain(
    `tallybox_last_done_timestamp_seconds{what="backup"} ${Date.parse(backup.at) / 1000}`,
  );
});

test("a copy that is reported to a stopped server counts at its next start, with the time of the report", async () => {
  const server = await startServer();
  await server.halt();
  expect((await backupDone(server.folder)).status).toBe(0);
  const before = new Date(Math.floor(Date.now() / 1000) * 1000 - 2 * DAY);
  utimesSync(marker(server), before, before);
  await server.restart();
  expect((await counted(server)).at).toBe(before.toISOString());
});

test("an older report does not replace a newer one, and one with a future time counts as of now", async () => {
  const { clock, server } = await startServerWithClock();
  const tomorrow = new Date(clock.now() + DAY);
  writeFileSync(marker(server), "");
  utimesSync(marker(server), tomorrow, tomorrow);
  const backup = await counted(server);
  expect(backup.at <= clock.iso()).toBe(true);
  await server.halt();
  writeFileSync(marker(server), "");
  utimesSync(marker(server), new Date(0), new Date(0));
  await server.restart();
  expect(await counted(server)).toEqual(backup);
});

test("a server starts on a copy of the folder that holds a report", async () => {
  const server = await startServer();
  await server.halt();
  await backupDone(server.folder);
  const copy = await startServer({ from: server.folder });
  expect((await counted(copy)).kind).toBe("folder");
});

test("a backup is due 7 days after the set-up once an article exists that is not sample data, and 7 days after the last backup", async () => {
  // The report of a copy bears the time of its file.
  const clock = createClock(Date.now() - 8 * DAY);
  const { server, admin } = await startNewServer({ clock });
  const isDue = async () => done(await (await server.as("jana")).get("/api/box")).isBackupDue;
  expect(await isDue()).toBe(false);
  done(await admin.post("/api/sample"));
  expect(await isDue()).toBe(false);
  const oidOf = async (list: string) => done(await admin.get(`/api/${list}`))[0].oid;
  const [categoryId, typeId] = [await oidOf("articlecategories"), await oidOf("articletypes")];
  const lamp = { code: "L1", name: "Lamp", categoryId, typeId, stateId: 2 };
  const { oid } = done(await admin.post("/api/articles", lamp));
  expect(await isDue()).toBe(false);
  clock.advance(8 * DAY);
  expect(await isDue()).toBe(true);
  const later = await server.as("jana");
  done(await later.delete(`/api/articles/${oid}`));
  expect(await isDue()).toBe(false);
  done(await later.post("/api/articles", lamp));
  expect(await isDue()).toBe(true);
  await backupDone(server.folder);
  await counted(server, "jana");
  expect(await isDue()).toBe(false);
  clock.advance(8 * DAY);
  expect(await isDue()).toBe(true);
});

test("that no backup is set up is told from the first own article on, until a backup is downloaded, reported or set up", async () => {
  const clock = createClock(Date.now() - 8 * DAY);
  const { server, admin } = await startNewServer({ clock });
  const isMissing = async () => done(await (await server.as("jana")).get("/api/box")).isBackupMissing;
  done(await admin.post("/api/sample"));
  expect(await isMissing()).toBe(false);
  const oidOf = async (list: string) => done(await admin.get(`/api/${list}`))[0].oid;
  const [categoryId, typeId] = [await oidOf("articlecategories"), await oidOf("articletypes")];
  done(await admin.post("/api/articles", { code: "L1", name: "Lamp", categoryId, typeId, stateId: 2 }));
  expect(await isMissing()).toBe(true);
  clock.advance(8 * DAY);
  await backupDone(server.folder);
  await counted(server, "jana");
  expect(await isMissing()).toBe(false);
  clock.advance(8 * DAY);
  expect(await isMissing()).toBe(true);
});

test("a backup of a target that is paused or removed is not one that goes on", async () => {
  const server = await startServer();
  const { storage, clock } = server.appliance.dependencies;
  const isMissing = async () => (await server.admin.get("/api/box")).body.isBackupMissing;
  await storage.write(null, (tx) =>
    saveAppState(tx, "backup", { at: clock.iso(), bytes: 1, kind: "target" }),
  );
  expect(await isMissing()).toBe(true);
  const fields = {
    ...{ name: "NAS", destination: { kind: "folder" as const, path: "/nowhere/tallybox" } },
    ...{ schedule: { every: "day" as const, atHour: 2 }, retention: null, uploadLimitKbps: null },
    isActive: true,
  };
  const secrets = { secrets: {}, passphrase: "p" };
  await storage.write(null, (tx) => void addTarget(tx, backupKeys(server.folder), fields, secrets));
  expect(await isMissing()).toBe(false);
  await storage.write(null, pauseTargetsAfterRestore);
  expect(await isMissing()).toBe(true);
});

test.each([
  ["an argument", ["now"], 1, /"now": backup-done takes no argument/],
  ["a folder without a database", [], 13, /not a tallybox data folder/],
])(
  "%s is an error of one sentence with its exit status, and nothing is written",
  async (_, args, status, sentence) => {
    const folder = createFolder();
    const ran = await backupDone(folder, ...args);
    expect(ran).toMatchObject({ status, out: "" });
    expect(ran.stderr).toMatch(sentence);
    expect(readdirSync(folder)).toEqual([]);
  },
);

test.runIf(process.getuid?.() === 0)("run by root the report belongs to the folder's owner", async () => {
  const server = await startServer();
  await server.halt();
  const folder = createFolder();
  cpSync(server.folder, folder, { recursive: true });
  chownSync(folder, 12_345, 12_345);
  for (const name of readdirSync(folder)) chownSync(join(folder, name), 12_345, 12_345);
  expect((await backupDone(folder)).status).toBe(0);
  expect(statSync(join(folder, "backup-done")).uid).toBe(12_345);
});
