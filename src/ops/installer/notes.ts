import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { syncFolder } from "../../storage/files/durable-files.ts";
import type { Places } from "../installation.ts";
import { readRecord, type UpgradeRecord } from "../upgrade/record.ts";
import type { Machine } from "./machine.ts";
import { currentVersion, keepReleaseKeys, noteHighest } from "./releases.ts";

/** A request of the console, as far as it is known. */
export type NotedRequest = Pick<UpgradeRecord, "action" | "from" | "version" | "startedDT">;

/** Its state; with a failure its reason (src/ops/upgrade/record.ts) and a line for the support. */
export interface NotedState {
  readonly state: "running" | "done" | "failed";
  readonly reason?: string;
  readonly detail?: string;
}

/** ISO 8601 in seconds, as the scripts of other versions write it. */
export function nowInSeconds(): string {
  return new Date().toISOString().replace(/\.\d{3}Z$/, "Z");
}

/**
 * Writes the record of a request (src/ops/upgrade/record.ts reads it). Requires the lock of requests. A full disk does not stop it:
 * /run is in memory, and the console reads the record there first.
 */
export function noteRequest(
  { run, lastUpgrade }: Places,
  { action, from, version, startedDT }: NotedRequest,
  { state, reason = "", detail = "" }: NotedState,
): void {
  const values = { action, from, version, started: startedDT, at: nowInSeconds(), state, reason };
  const lines = Object.entries({ ...values, detail: detail.replaceAll("\n", " ") });
  const text = lines.map(([name, value]) => `${name}=${value ?? ""}\n`).join("");
  for (const record of [join(run, "record"), lastUpgrade]) {
    try {
      writeReadable(record, text);
    } catch {
      // The other one is enough.
    }
  }
}

/** Writes a small file that the service can read, whole and flushed. */
function writeReadable(path: string, text: string): void {
  try {
    const fd = openSync(`${path}.new`, "w", 0o644);
    try {
      writeFileSync(fd, text);
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
    renameSync(`${path}.new`, path);
  } catch (error) {
    rmSync(`${path}.new`, { force: true });
    throw error;
  }
  syncFolder(dirname(path));
}

/**
 * Ends the record of a request that was interrupted by a kill or a power failure, after the last step was completed or all was put
 * back. Requires the lock of requests.
 */
export async function noteInterrupted(machine: Machine): Promise<void> {
  const { places } = machine;
  const record = readRecord(places.run, places.app);
  if (record === null || record.state !== "running") return;
  const { action, version } = record;
  if (version === null || currentVersion(places) !== version) {
    noteRequest(places, record, { state: "failed", reason: "interrupted" });
  } else {
    if (action === "upgrade") await keepUpgrade(machine, version, join(places.app, "current"));
    noteRequest(places, record, { state: "done" });
  }
  await machine.remove(places.work, join(places.run, "step"));
}

/** What an upgrade does after its last step, without which it is one all the same. `release`: null where it is not signed. */
export async function keepUpgrade(machine: Machine, version: string, release: string | null): Promise<void> {
  try {
    if (release !== null) await keepReleaseKeys(machine, release);
    noteHighest(machine.places, version);
  } catch (error) {
    machine.warn(String(error));
  }
}
