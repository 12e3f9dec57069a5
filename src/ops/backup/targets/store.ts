import { sql } from "kysely";
import type { TargetPause } from "../../../domain/backup-targets.ts";
import { sqlite, statement } from "../../../storage/database/statement.ts";
import { deleteFrom, insertInto, updateTable } from "../../../storage/database/table-statements.ts";

// The targets of scheduled backups and their runs.

const targets = () => sqlite.selectFrom("backupTarget");
const runs = () => sqlite.selectFrom("backupRun");

export const all = statement((_: object) => targets().orderBy("name").orderBy("oid").selectAll());
export const byId = statement((p: { oid: number }) => targets().where("oid", "=", p.oid).selectAll());
export const count = statement((_: object) =>
  targets().select(({ fn }) => fn.countAll<number>().as("count")),
);

const COLUMNS = [
  "name",
  "destination",
  "secrets",
  "every",
  "atHour",
  "retention",
  "uploadLimitKbps",
  "pause",
  "activeSince",
  "change",
] as const;
export const insert = insertInto("backupTarget", [...COLUMNS, "createdDT"]);
export const update = updateTable("backupTarget", { set: COLUMNS, where: ["oid"] });
export const remove = deleteFrom("backupTarget", ["oid"]);
export const pauseAll = statement((p: { pause: TargetPause; change: number }) =>
  sqlite.updateTable("backupTarget").set({ pause: p.pause, change: p.change }).where("pause", "is", null),
);
export const allSecrets = statement((_: object) => targets().select(["oid", "secrets"]));
export const setSecrets = updateTable("backupTarget", { set: ["secrets"], where: ["oid"] });
export const setProof = updateTable("backupTarget", {
  set: ["proof"],
  to: { proofError: null },
  where: ["oid"],
});
export const setProofError = updateTable("backupTarget", { set: ["proofError"], where: ["oid"] });
export const setPruned = updateTable("backupTarget", {
  set: ["prunedDT", "repositoryBytes"],
  to: { removalError: null },
  where: ["oid"],
});
export const setRemovalError = updateTable("backupTarget", { set: ["removalError"], where: ["oid"] });
export const setRisk = updateTable("backupTarget", { set: ["risk"], where: ["oid"] });
/** Adds to a known size. */
export const addBytes = statement((p: { oid: number; bytes: number }) =>
  sqlite
    .updateTable("backupTarget")
    .set(({ eb }) => ({ repositoryBytes: eb("repositoryBytes", "+", p.bytes) }))
    .where("oid", "=", p.oid),
);

const RUN = ["startedDT", "endedDT", "error", "detail", "snapshot", "files", "bytes", "addedBytes"] as const;
export const insertRun = insertInto("backupRun", ["targetId", ...RUN]);
/** A run that has ended. */
export type NewRun = Parameters<(typeof insertRun)["run"]>[1];
/** The newest first. */
export const runsOf = statement((p: { targetId: number; limit: number }) =>
  runs()
    .where("targetId", "=", p.targetId)
    .orderBy("oid", "desc")
    .limit(p.limit)
    .select(["oid", ...RUN]),
);
export const lastSuccess = statement((p: { targetId: number }) =>
  runs()
    .where("targetId", "=", p.targetId)
    .where("error", "is", null)
    .orderBy("oid", "desc")
    .limit(sql.lit(1))
    .select(["oid", ...RUN]),
);
/** The newest run with a backup, also one without files that could not be read. */
export const newestBackup = statement((p: { targetId: number }) =>
  runs()
    .where("targetId", "=", p.targetId)
    .where("snapshot", "is not", null)
    .orderBy("oid", "desc")
    .limit(sql.lit(1))
    .select("startedDT"),
);
/** The oldest complete run that is known. */
export const firstSuccess = statement((p: { targetId: number }) =>
  runs()
    .where("targetId", "=", p.targetId)
    .where("error", "is", null)
    .orderBy("oid")
    .limit(sql.lit(1))
    .select("endedDT"),
);
/** Runs without a backup since the last one with a backup. */
export const failures = statement((p: { targetId: number; none: 0 }) =>
  runs()
    .where("targetId", "=", p.targetId)
    .where("snapshot", "is", null)
    .where("oid", ">", ({ selectFrom, fn, val }) =>
      selectFrom("backupRun")
        .where("targetId", "=", p.targetId)
        .where("snapshot", "is not", null)
        .select(({ ref }) => fn.coalesce(fn.max(ref("oid")), val(p.none)).as("oid")),
    )
    .select(({ fn }) => fn.countAll<number>().as("count")),
);
export const addedSince = statement((p: { targetId: number; since: string }) =>
  runs()
    .where("targetId", "=", p.targetId)
    .where("startedDT", ">=", p.since)
    .select(({ fn }) => fn.sum<number | null>("addedBytes").as("bytes")),
);
export const removeOldRuns = statement((p: { before: string }) =>
  sqlite.deleteFrom("backupRun").where("endedDT", "<", p.before),
);
