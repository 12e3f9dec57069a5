import { z } from "zod";
import {
  BACKUP_ERRORS,
  BACKUP_INTERVALS,
  BACKUP_RISKS,
  TARGET_PAUSES,
  TARGET_STATES,
} from "../../../domain/backup-targets.ts";
import { integer, oneOf } from "../../../http/endpoint/fields.ts";
import { namedObject } from "../../../http/endpoint/named-object.ts";
import { ShownDestination } from "../restic/destination.ts";
import { DEBIAN_PACKAGES } from "../restic/programs.ts";

const moment = () => z.iso.datetime();
const detail = () => z.string().nullable().describe("technical detail of the error, without secrets");

/** When a target gets backups. */
export const BackupSchedule = z.object({
  every: oneOf(BACKUP_INTERVALS),
  atHour: integer(0, 23)
    .nullable()
    .describe("of the site's time zone, with `day` (null: 2); null with `hour`"),
});
export type BackupSchedule = z.output<typeof BackupSchedule>;

/** Which backups are kept: the last one of so many days, weeks and months. */
export const BackupRetention = z.object({
  daily: integer(1, 366),
  weekly: integer(0, 520),
  monthly: integer(0, 240),
});
export type BackupRetention = z.output<typeof BackupRetention>;

export const BackupRun = namedObject("BackupRun", {
  oid: z.int(),
  startedDT: moment(),
  endedDT: moment(),
  error: z
    .enum(BACKUP_ERRORS)
    .nullable()
    .describe("null: the backup is complete; `unreadable`: it was made without some files"),
  detail: detail(),
  snapshot: z.string().nullable().describe("its id in the repository, or the first characters of it"),
  files: z.int().nullable(),
  bytes: z.int().nullable().describe("size of all files"),
  addedBytes: z.int().nullable().describe("what the repository did not have yet"),
});
export type BackupRun = z.output<typeof BackupRun>;

/** Result of restoring the newest backup into a scratch folder and checking it. */
export const BackupProof = namedObject("BackupProof", {
  at: moment().describe("when it ended"),
  snapshot: z.string(),
  upToDT: moment().nullable().describe("time of the last change in it; null: the database can't be read"),
  isWhole: z.boolean(),
  problems: z.array(z.string()).describe("the first few, as sentences"),
  total: z.int().describe("how many problems there are"),
  ms: z.int().describe("how long it took"),
});
export type BackupProof = z.output<typeof BackupProof>;

/** Why a proof could not be made. */
export const BackupProofError = namedObject("BackupProofError", {
  at: moment(),
  error: z.enum(BACKUP_ERRORS),
  detail: detail(),
});
export type BackupProofError = z.output<typeof BackupProofError>;

/** Why old backups could not be removed. */
export const BackupRemovalError = namedObject("BackupRemovalError", {
  at: moment(),
  error: z.enum(BACKUP_ERRORS),
  detail: detail(),
  failures: z.int().describe("tries since the last success"),
});
export type BackupRemovalError = z.output<typeof BackupRemovalError>;

export const BackupTarget = namedObject("BackupTarget", {
  oid: z.int(),
  name: z.string(),
  destination: ShownDestination,
  publicKey: z.string().nullable().describe("of this server, for `authorized_keys`; null unless by SFTP"),
  schedule: BackupSchedule.meta({ id: "BackupSchedule" }),
  retention: BackupRetention.meta({ id: "BackupRetention" })
    .nullable()
    .describe(
      "null: the target's own, for a target that only takes new data; this server removes nothing there",
    ),
  uploadLimitKbps: z.int().nullable().describe("kbit/s"),
  isActive: z.boolean(),
  pause: z
    .enum(TARGET_PAUSES)
    .nullable()
    .describe("why it is not active; `restored`: this server was restored from a backup"),
  risk: z
    .enum(BACKUP_RISKS)
    .nullable()
    .describe(
      "why the loss of this machine may take the backups too: `sameDisk`: the folder is in the file system of the data folder; `sameMachine`: the host is this machine; null: nothing is known. As found when the target was saved, and at its last complete backup",
    ),
  state: z.enum(TARGET_STATES),
  progress: z.number().nullable().describe("of the running backup, 0 to 1"),
  nextRunDT: moment().nullable().describe("null: it is paused"),
  lastRun: BackupRun.nullable(),
  lastSuccess: BackupRun.nullable(),
  proof: BackupProof.nullable().describe("the last one; null: no backup of this target was ever restored"),
  proofError: BackupProofError.nullable().describe(
    "the last try, where it could not be made; `damaged` also where the removal of old backups has found it",
  ),
  isProving: z.boolean(),
  removalError: BackupRemovalError.nullable().describe(
    "why the last removal of old backups failed; null: it succeeded, or there was none",
  ),
  nextProofDT: moment().nullable().describe("null: it is paused, or there is no backup"),
  isProofDue: z.boolean().describe("the newest backups are unproven: no proof for 14 days"),
  repositoryBytes: z.int().nullable().describe("size of the repository; null: not known yet"),
  growthBytes: z.int().describe("what the backups of the last 30 days have added"),
  createdDT: moment(),
});
export type BackupTarget = z.output<typeof BackupTarget>;

const RecoverySheet = namedObject("RecoverySheet", {
  text: z
    .string()
    .describe(
      "`tallybox-recovery:` and the address with all secrets: an empty server needs nothing else. For a QR code",
    ),
  passphrase: z.string().describe("of the restic repository"),
});

export const TargetWithSheet = namedObject("BackupTargetWithSheet", {
  target: BackupTarget,
  recoverySheet: RecoverySheet.nullable().describe(
    "to print: shown only now. Null: the one that was printed is still valid",
  ),
});

export const BackupPrograms = namedObject("BackupPrograms", {
  missing: z
    .array(z.enum(DEBIAN_PACKAGES))
    .describe(
      "the Debian packages that the server lacks: without restic there are no backups, without openssh-client none by SFTP",
    ),
});

export const BackupTargetTest = namedObject("BackupTargetTest", {
  error: z.enum(BACKUP_ERRORS).nullable().describe("null: the repository can be used"),
  message: z.string().nullable().describe("what is wrong and what to do, in the language of the request"),
  detail: detail(),
});

export const BackupSnapshot = namedObject("BackupSnapshot", {
  id: z.string(),
  at: moment().describe("start of the backup"),
  version: z.string().nullable().describe("of the program that made it"),
});
export type BackupSnapshot = z.output<typeof BackupSnapshot>;

export const BackupHostKey = namedObject("BackupHostKey", {
  hostKey: z.string().describe("type and key, for the destination"),
  fingerprint: z.string().describe("its SHA-256, to compare with what the SSH server itself shows"),
  publicKey: z.string().describe("of this server: add it to `authorized_keys` on the SSH server"),
});
