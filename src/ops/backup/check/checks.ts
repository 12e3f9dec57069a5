import { z } from "zod";
import { namedObject } from "../../../http/endpoint/named-object.ts";
import { findAppState, saveAppState } from "../../../storage/app-state.ts";
import type { Db, Tx } from "../../../storage/database/statement.ts";

/** A completely downloaded backup, a reported copy of the data folder, or a scheduled backup. */
export const Backup = namedObject("Backup", {
  at: z.iso.datetime().describe("when the download or scheduled backup began, or when the copy was reported"),
  bytes: z.int().nullable().describe("null for a copy of the folder: only the tool that made it knows"),
  kind: z
    .enum(["download", "folder", "target"])
    .describe(
      "folder: a copy of the data folder, reported by scripts/backup-done; target: a scheduled backup",
    ),
});
/** Stored and sent in this shape. */
export type Backup = z.output<typeof Backup>;

/** Result of a self-check. */
export const SelfCheck = namedObject("SelfCheck", {
  at: z.iso.datetime().describe("when it ended"),
  ok: z.boolean(),
  problems: z.array(z.string()).describe("the first few, as sentences"),
  total: z.int().describe("how many problems there are"),
  ms: z.int().describe("how long it took"),
});
/** Stored and sent in this shape. */
export type SelfCheck = z.output<typeof SelfCheck>;

/** The last backup and the state of the self-check. */
export const Checks = namedObject("BoxChecks", {
  backup: Backup.nullable().describe("the last one that was downloaded or reported by scripts/backup-done"),
  selfCheck: SelfCheck.nullable().describe("the last one that ended"),
  isChecking: z.boolean(),
  nextCheckDT: z.iso.datetime(),
});
/** The body of GET /api/box/checks. */
export type Checks = z.output<typeof Checks>;

/** Records a complete backup, unless a newer one is recorded; returns whether it did. */
export function saveLastBackup(tx: Tx, backup: Backup): boolean {
  const last = findLastChecks(tx).backup;
  const isNewest = last === null || last.at < backup.at;
  if (isNewest) saveAppState(tx, "backup", backup);
  return isNewest;
}

/** Reads the last backup and self-check; null where there was none. */
export function findLastChecks(db: Db): { backup: Backup | null; selfCheck: SelfCheck | null } {
  const backup = findAppState(db, "backup");
  const selfCheck = findAppState(db, "selfCheck");
  return {
    backup: backup && Backup.parse(backup.content),
    selfCheck: selfCheck && SelfCheck.parse(selfCheck.content),
  };
}
