import { z } from "zod";
import { namedObject } from "../../http/endpoint/named-object.ts";
import { findAppState, saveAppState } from "../../storage/app-state.ts";
import type { Db, Tx } from "../../storage/database/statement.ts";
import { isOlder } from "./previous.ts";
import { ACTIONS, type UpgradeRecord } from "./record.ts";

/** A failed request. It needs attention until an Admin has seen it, or a later one has succeeded. */
export const FailedUpgrade = namedObject("FailedUpgrade", {
  action: z.enum(ACTIONS).nullable().describe("null: the request was not understood"),
  version: z.string().nullable().describe("the version that was to run; null: not known"),
  at: z.iso.datetime(),
});
export type FailedUpgrade = z.output<typeof FailedUpgrade>;

const Seen = z.object({ at: z.string() });

/** Whether an Admin has seen the result of this time (ISO 8601). */
export function isSeen(db: Db, at: string): boolean {
  const saved = findAppState(db, "upgrade");
  return saved !== null && Date.parse(Seen.parse(saved.content).at) === Date.parse(at);
}

/** Notes that an Admin has seen the result of this time (ISO 8601). */
export function markSeen(tx: Tx, at: string): void {
  saveAppState(tx, "upgrade", { at });
}

/** Whether a request has failed, and its version or a newer one was installed by command since then, which writes no record. */
export function isSuperseded({ state, from, version }: UpgradeRecord, installed: string): boolean {
  return state === "failed" && from !== installed && version !== null && !isOlder(installed, version);
}

/** The failure of the last request; null: it did not fail, is superseded, or an Admin has seen it. */
export function unseenFailure(db: Db, record: UpgradeRecord | null, installed: string): FailedUpgrade | null {
  if (record === null || record.state !== "failed" || isSuperseded(record, installed)) return null;
  if (isSeen(db, record.at)) return null;
  const { action, version, at } = record;
  return { action, version, at };
}
