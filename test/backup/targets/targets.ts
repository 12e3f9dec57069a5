import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, type TestContext } from "vitest";
import { hasRestic } from "../../../src/ops/backup/restic/programs.ts";
import type { Client } from "../../harness/client.ts";
import { createClock, type TestClock } from "../../harness/clock.ts";
import { eventually } from "../../harness/eventually.ts";
import { createFolder } from "../../harness/folder.ts";
import { type ServerOptions, startServer, type TestServer } from "../../harness/server.ts";

export const TARGETS = "/api/backup/targets";
export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

/** Tests of this file are omitted where restic is not installed. */
export function needsRestic(): void {
  beforeEach(({ skip }: TestContext) => {
    if (!hasRestic()) skip("restic is not installed (apt install restic)");
  });
}

/** A server whose backups are due at once, with its Admin. */
export async function startBackupServer(options: ServerOptions = {}) {
  const clock = options.clock ?? createClock();
  const server = await startServer({ clock, backups: { missedAfterMs: 0, proofAfterMs: 0 }, ...options });
  return { server, clock: clock as TestClock, admin: server.admin };
}

/** An empty folder as a destination. */
export function folderDestination(): { kind: "folder"; path: string } {
  const path = join(createFolder(), "disk");
  mkdirSync(path);
  return { kind: "folder", path };
}

/** Adds a target; returns its path, its id and its recovery sheet. */
export async function addTarget(admin: Client, destination: object, more: object = {}) {
  const { status, body, text } = await admin.post(TARGETS, { name: "NAS", destination, ...more });
  if (status !== 201) throw new Error(`no target: ${text}`);
  const { oid } = body.target;
  return { oid, path: `${TARGETS}/${oid}`, sheet: body.recoverySheet, target: body.target };
}

/** The target as the list shows it. */
export async function targetOf(server: TestServer, oid: number) {
  const { body } = await server.admin.get(TARGETS);
  return body.find((one: { oid: number }) => one.oid === oid);
}

/** Waits for a run after `before` and returns it. */
export function nextRunOf(server: TestServer, oid: number, before: number | null = null) {
  return eventually(async () => {
    const { lastRun, state } = await targetOf(server, oid);
    expect(lastRun?.oid ?? null).not.toBe(before);
    expect(state).not.toBe("running");
    return lastRun;
  });
}

/** Waits for the result of a proof that was requested. */
export async function proved(server: TestServer, oid: number) {
  const before = await targetOf(server, oid);
  const { status } = await server.admin.post(`${TARGETS}/${oid}/proofs`);
  expect(status).toBe(201);
  return eventually(async () => {
    const now = await targetOf(server, oid);
    expect([now.proof?.at, now.proofError?.at]).not.toEqual([before.proof?.at, before.proofError?.at]);
    expect(now.isProving).toBe(false);
    return now;
  });
}
