import type { BackupRun, BackupTarget } from "../../../../src/web/api/types/endpoints.d.ts";

/** A moment of a fixed day. */
export const at = (hour: number) => new Date(Date.UTC(2026, 10, 20, hour)).toISOString();

/** A complete backup. */
export const sampleRun = (given: Partial<BackupRun> = {}): BackupRun => ({
  ...{ oid: 1, startedDT: at(6), endedDT: at(7), error: null, detail: null, snapshot: "ab12cd34" },
  ...{ files: 800, bytes: 2_400_000_000, addedBytes: 30_000_000 },
  ...given,
});

type Proof = NonNullable<BackupTarget["proof"]>;
/** The result of a test restore of a whole backup. */
export const sampleProof = (given: Partial<Proof> = {}): Proof => ({
  ...{ at: at(5), snapshot: "ab12cd34", upToDT: at(4), isWhole: true, problems: [], total: 0, ms: 90_000 },
  ...given,
});

/** A target whose backups are made and proven. */
export const sampleTarget = (given: Partial<BackupTarget> = {}): BackupTarget => ({
  ...{ oid: 1, name: "NAS", destination: { kind: "folder", path: "/mnt/nas" }, publicKey: null },
  ...{ schedule: { every: "hour", atHour: null }, retention: null, uploadLimitKbps: null },
  ...{ isActive: true, pause: null, risk: null, state: "ok", progress: null, nextRunDT: at(9) },
  ...{ lastRun: sampleRun(), lastSuccess: sampleRun(), proof: sampleProof(), proofError: null },
  ...{ removalError: null, isProving: false, nextProofDT: at(200), isProofDue: false },
  ...{ repositoryBytes: 3_700_000_000, growthBytes: 410_000_000, createdDT: at(0) },
  ...given,
});

/** A target before its first backup. */
export const newTarget = (given: Partial<BackupTarget> = {}): BackupTarget =>
  sampleTarget({
    ...{ state: "never", lastRun: null, lastSuccess: null, proof: null, nextProofDT: null },
    ...given,
  });
