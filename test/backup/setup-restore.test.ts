import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { added } from "../articles/samples.ts";
import type { Client } from "../harness/client.ts";
import { eventually } from "../harness/eventually.ts";
import { startServer } from "../harness/server.ts";
import { pairDevice } from "../security/terminal.ts";
import { beginAndReadSource, codeOf, confirm, namesIn } from "./console-restores.ts";
import { adminByPassword } from "./copies.ts";
import {
  addTarget,
  folderDestination,
  needsRestic,
  nextRunOf,
  startBackupServer,
  TARGETS,
} from "./targets/targets.ts";

needsRestic();

const SETUP_RESTORE = "/api/setup/restore";

/** A server with one backup at a folder target. */
async function startWithBackup() {
  const { server, admin, clock } = await startBackupServer();
  const device = await pairDevice(server, "user");
  const { path } = folderDestination();
  const { oid, sheet } = await addTarget(admin, { kind: "folder", path });
  await nextRunOf(server, oid);
  const { body: snapshots } = await admin.get(`${TARGETS}/${oid}/snapshots`);
  // What comes now is later than the backup.
  clock.advance(1000);
  return { server, admin, oid, sheet, path, device, snapshot: snapshots[0].id as string };
}

/** Waits until the copy is read on an empty server. */
const readOn = (client: Client, headers: Record<string, string>) =>
  eventually(async () => {
    const { body } = await client.get(SETUP_RESTORE, headers);
    if (body.state === "reading") throw new Error("still reading");
    return body;
  });

test("an Admin restores a backup of a target, which shows what was written since", async () => {
  const { server, admin, oid, snapshot } = await startWithBackup();
  await added(server.manager, "LATER-1");
  const plan = await beginAndReadSource(admin, { kind: "snapshot", targetOid: oid, snapshot });
  expect(plan).toMatchObject({
    state: "ready",
    isWhole: true,
    isOtherInstallation: false,
    lostSince: { articles: 1 },
  });
  expect(plan.source).toEqual({ kind: "snapshot", path: null, targetOid: oid, snapshot });
  await confirm(admin);
  await server.restart();
  const restored = await adminByPassword(server);
  await restored.put("/api/restore-confirmation", { all: true });
  expect((await restored.get("/api/articles/getbycode?code=LATER-1")).status).toBe(404);
  const { body: targets } = await restored.get(TARGETS);
  expect(targets[0]).toMatchObject({ oid, state: "paused" });
});

test("a backup that the target no longer has is refused with a sentence", async () => {
  const { admin, oid, snapshot } = await startWithBackup();
  const other = snapshot.replaceAll(/./g, "0");
  const plan = await beginAndReadSource(admin, { kind: "snapshot", targetOid: oid, snapshot: other });
  expect(plan).toMatchObject({ state: "failed", error: { reason: "target" } });
  const source = { kind: "snapshot", targetOid: oid + 1, snapshot };
  expect((await admin.post("/api/backup/restores", { source })).status).toBe(404);
  expect(
    (await admin.post("/api/backup/restores", { source: { kind: "snapshot", targetOid: oid } })).status,
  ).toBe(400);
});

test("an empty server is restored from the recovery sheet alone, and a paired device goes on", async () => {
  const { server: lost, sheet, device } = await startWithBackup();
  await lost.halt();
  const server = await startServer({ empty: true });
  const client = server.anonymous;
  const headers = codeOf(server);
  const { body: snapshots } = await client.post(
    `${SETUP_RESTORE}/snapshots`,
    { recoveryText: sheet.text },
    headers,
  );
  expect(snapshots).toHaveLength(1);
  const source = { kind: "snapshot", recoveryText: sheet.text, snapshot: snapshots[0].id };
  expect((await client.post(SETUP_RESTORE, { source }, headers)).status).toBe(201);
  const plan = await readOn(client, headers);
  expect(plan).toMatchObject({
    state: "ready",
    isWhole: true,
    begunBy: null,
    lostSince: null,
    isOtherInstallation: false,
  });
  expect(JSON.stringify(plan)).not.toContain(sheet.passphrase);
  const { status } = await client.put(`${SETUP_RESTORE}/confirm`, { id: plan.id }, headers);
  expect(status).toBe(200);
  await server.restart();
  expect(existsSync(join(server.folder, "setup-code"))).toBe(false);
  expect((await server.anonymous.get(SETUP_RESTORE, headers)).status).toBe(404);
  const exchange = () =>
    server.anonymous.post("/api/device-auth/exchange", { deviceToken: device.deviceToken });
  expect((await exchange()).body.reason).toBe("unconfirmed");
  const admin = await adminByPassword(server);
  await admin.put("/api/restore-confirmation", { all: true });
  expect((await exchange()).status).toBe(200);
  const { body: targets } = await admin.get(TARGETS);
  expect(targets).toHaveLength(1);
});

test("where the disk of a recovery sheet is not mounted, the error names the folder", async () => {
  const { server: lost, sheet, path } = await startWithBackup();
  await lost.halt();
  rmSync(path, { recursive: true });
  const server = await startServer({ empty: true });
  const { status, body } = await server.anonymous.post(
    `${SETUP_RESTORE}/snapshots`,
    { recoveryText: sheet.text },
    codeOf(server),
  );
  expect([status, body.message]).toEqual([502, expect.stringContaining(`no backups in ${path}`)]);
});

test("the restore of an empty server needs the set-up code, and wrong ones are limited", async () => {
  const server = await startServer({ empty: true });
  const client = server.anonymous;
  await client.get("/api/setup");
  const right = await eventually(() => codeOf(server));
  const wrong = { "X-Setup-Code": "AAAA-AAAA-AAAA-AAAA" };
  const source = { kind: "upload" };
  expect((await client.get(SETUP_RESTORE)).status).toBe(401);
  expect((await client.post(SETUP_RESTORE, { source }, wrong)).status).toBe(401);
  expect((await client.get(SETUP_RESTORE, right)).status).toBe(404);
  expect((await client.delete(SETUP_RESTORE, right)).status).toBe(404);
  const bad = await client.post(
    `${SETUP_RESTORE}/snapshots`,
    { recoveryText: "tallybox-recovery:1:e30" },
    right,
  );
  expect(bad.status).toBe(400);
  const statuses: number[] = [];
  for (let i = 0; i < 30; i++) statuses.push((await client.get(SETUP_RESTORE, wrong)).status);
  expect(statuses).toContain(429);
  expect((await client.get(SETUP_RESTORE, right)).status).toBe(429);
  expect(namesIn(server.folder, "new-", "swapping-")).toEqual([]);
});

test("a server with users has no restore behind a set-up code", async () => {
  const server = await startServer();
  const headers = { "X-Setup-Code": "AAAA-AAAA-AAAA-AAAA" };
  expect((await server.anonymous.get(SETUP_RESTORE, headers)).status).toBe(404);
  expect((await server.anonymous.put(`${SETUP_RESTORE}/confirm`, { id: "x" }, headers)).status).toBe(404);
});
