import type { BackupError, BackupInterval, BackupRisk, TargetPause } from "../../../domain/backup-targets.ts";
import { sqlite, statement } from "../../../storage/database/statement.ts";

// The targets of scheduled backups and their runs.

const targets = () => sqlite.selectFrom("backupTarget");
const runs = () => sqlite.selectFrom("backupRun");

export const all = statement((_: object) => targets().orderBy("name").orderBy("oid").selectAll());
export const byId = statement((p: { oid: number }) => targets().where("oid", "=", p.oid).selectAll());
export const count = statement((_: object) =>
  targets().select(({ fn }) => fn.countAll<number>().as("count")),
);

/** The values of a target that a user chooses. */
interface TargetValues {
  readonly name: string;
  readonly destination: string;
  readonly secrets: Buffer;
  readonly every: BackupInterval;
  readonly atHour: number | null;
  readonly retention: string | null;
  readonly uploadLimitKbps: number | null;
  readonly pause: TargetPause | null;
  readonly activeSince: string;
  readonly change: number;
}
const valuesOf = (p: TargetValues) => ({
  name: p.name,
  destination: p.destination,
  secrets: p.secrets,
  every: p.every,
  atHour: p.atHour,
  retention: p.retention,
  uploadLimitKbps: p.uploadLimitKbps,
  pause: p.pause,
  activeSince: p.activeSince,
  change: p.change,
});
export const insert = statement((p: TargetValues & { createdDT: string }) =>
  sqlite.insertInto("backupTarget").values({ ...valuesOf(p), createdDT: p.createdDT }),
);
export const update = statement((p: TargetValues & { oid: number }) =>
  sqlite.updateTable("backupTarget").set(valuesOf(p)).where("oid", "=", p.oid),
);
export const remove = statement((p: { oid: number }) =>
  sqlite.deleteFrom("backupTarget").where("oid", "=", p.oid),
);
export const pauseAll = statement((p: { pause: TargetPause; change: number }) =>
  sqlite.updateTable("backupTarget").set({ pause: p.pause, change: p.change }).where("pause", "is", null),
);
export const allSecrets = statement((_: object) => targets().select(["oid", "secrets"]));
export const setSecrets = statement((p: { oid: number; secrets: Buffer }) =>
  sqlite.updateTable("backupTarget").set({ secrets: p.secrets }).where("oid", "=", p.oid),
);
export const setProof = statement((p: { oid: number; proof: string }) =>
  sqlite.updateTable("backupTarget").set({ proof: p.proof, proofError: null }).where("oid", "=", p.oid),
);
export const setProofError = statement((p: { oid: number; proofError: string }) =>
  sqlite.updateTable("backupTarget").set({ proofError: p.proofError }).where("oid", "=", p.oid),
);
export const setPruned = statement((p: { oid: number; prunedDT: string; repositoryBytes: number }) =>
  sqlite
    .updateTable("backupTarget")
    .set({ prunedDT: p.prunedDT, repositoryBytes: p.repositoryBytes, removalError: null })
    .where("oid", "=", p.oid),
);
export const setRemovalError = statement((p: { oid: number; removalError: string | null }) =>
  sqlite.updateTable("backupTarget").set({ removalError: p.removalError }).where("oid", "=", p.oid),
);
export const setRisk = statement((p: { oid: number; risk: BackupRisk | null }) =>
  sqlite.updateTable("backupTarget").set({ risk: p.risk }).where("oid", "=", p.oid),
);
/** Adds to a known size. */
export const addBytes = statement((p: { oid: number; bytes: number }) =>
  sqlite
    .updateTable("backupTarget")
    .set(({ eb }) => ({ repositoryBytes: eb("repositoryBytes", "+", p.bytes) }))
    .where("oid", "=", p.oid),
);

/** A run that has ended. */
export interface NewRun {
  readonly targetId: number;
  readonly startedDT: string;
  readonly endedDT: string;
  readonly error: BackupError | null;
  readonly detail: string | null;
  readonly snapshot: string | null;
  readonly files: number | null;
  readonly bytes: number | null;
  readonly addedBytes: number | null;
}
export const insertRun = statement((p: NewRun) =>
  sqlite.insertInto("backupRun").values({
    targetId: p.targetId,
    startedDT: p.startedDT,
    endedDT: p.endedDT,
    error: p.error,
    detail: p.detail,
    snapshot: p.snapshot,
    files: p.files,
    bytes: p.bytes,
    addedBytes: p.addedBytes,
  }),
);
/** The newest first. */
export const runsOf = statement((p: { targetId: number; limit: number }) =>
  runs().where("targetId", "=", p.targetId).orderBy("oid", "desc").limit(p.limit).selectAll(),
);
export const lastSuccess = statement((p: { targetId: number; limit: 1 }) =>
  runs()
    .where("targetId", "=", p.targetId)
    .where("error", "is", null)
    .orderBy("oid", "desc")
    .limit(p.limit)
    .selectAll(),
);
/** The oldest complete run that is known. */
export const firstSuccess = statement((p: { targetId: number; limit: 1 }) =>
  runs()
    .where("targetId", "=", p.targetId)
    .where("error", "is", null)
    .orderBy("oid")
    .limit(p.limit)
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

export const newestChange = statement((p: { id: number }) =>
  sqlite.selectFrom("changeCounter").select("change").where("id", "=", p.id),
);
