import type { Generated } from "kysely";
import type { BackupError, BackupInterval, BackupRisk, TargetPause } from "../../../domain/backup-targets.ts";
import type { IsoTime, Versioned } from "./columns.ts";

/** A repository that gets backups. */
export interface BackupTargetTable extends Versioned {
  oid: Generated<number>;
  name: string;
  destination: string;
  secrets: Buffer;
  every: BackupInterval;
  atHour: number | null;
  retention: string | null;
  uploadLimitKbps: number | null;
  pause: TargetPause | null;
  activeSince: IsoTime;
  proof: Generated<string | null>;
  proofError: Generated<string | null>;
  removalError: Generated<string | null>;
  repositoryBytes: Generated<number | null>;
  prunedDT: Generated<IsoTime | null>;
  risk: Generated<BackupRisk | null>;
  createdDT: IsoTime;
}

/** A backup that has ended. */
export interface BackupRunTable {
  oid: Generated<number>;
  targetId: number;
  startedDT: IsoTime;
  endedDT: IsoTime;
  error: BackupError | null;
  detail: string | null;
  snapshot: string | null;
  files: number | null;
  bytes: number | null;
  addedBytes: number | null;
}
