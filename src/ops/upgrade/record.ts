import { join } from "node:path";
import { readSmallFile } from "../../platform/read-file.ts";

/** What was requested. */
export const ACTIONS = ["upgrade", "return"] as const;
export type Action = (typeof ACTIONS)[number];

/** A request as root's program records it (ops/installer/notes.ts). */
export interface UpgradeRecord {
  /** Null: the request was not understood. */
  readonly action: Action | null;
  /** The version before; null: none is known. */
  readonly from: string | null;
  /** The version that was to run; null: not known yet, because the bundle was not checked. */
  readonly version: string | null;
  /** ISO 8601. */
  readonly startedDT: string;
  /** The time of this state, ISO 8601. */
  readonly at: string;
  readonly state: "running" | "done" | "failed";
  /** Why it failed (reasons.ts); null: it did not. */
  readonly reason: string | null;
  /** A line of the scripts, in English; null: none. */
  readonly detail: string | null;
}

/**
 * The record of the last request; null: there was none. The one in memory is newer where there are two: it is written on a full
 * disk too.
 */
export function readRecord(run: string, app: string): UpgradeRecord | null {
  return parseRecord(readSmallFile(join(run, "record")) ?? readSmallFile(join(app, "last-upgrade")) ?? "");
}

/** The step of the running request; null: it has not noted one. */
export function readStep(run: string): string | null {
  return readSmallFile(join(run, "step"))?.trim() || null;
}

function parseRecord(text: string): UpgradeRecord | null {
  const values = new Map(
    text.split("\n").map((line) => {
      const end = line.indexOf("=");
      return [line.slice(0, end), line.slice(end + 1)] as const;
    }),
  );
  const value = (name: string) => values.get(name) || null;
  const [startedDT, at, state] = [value("started"), value("at"), value("state")];
  if (startedDT === null || at === null) return null;
  return {
    action: ACTIONS.find((action) => action === value("action")) ?? null,
    from: value("from"),
    version: value("version"),
    startedDT,
    at,
    state: state === "running" || state === "done" ? state : "failed",
    reason: value("reason"),
    detail: value("detail"),
  };
}
