import { z } from "zod";
import { type AttackedUser, listAttackedUsers } from "../../access/login/login-locks.ts";
import { BACKUP_RISKS, type BackupRisk, type TargetProblem } from "../../domain/backup-targets.ts";
import type { OutgoingEventData, ServerEventType } from "../../domain/outgoing-event-types.ts";
import type { StandbyProblem } from "../../domain/standby-problems.ts";
import type { Dependencies } from "../../http/dependencies.ts";
import { countUnsealed } from "../../inventories/seal/growth.ts";
import { recordOutgoingEvent, recordServerEvent } from "../../outgoing-events/outgoing-events.ts";
import { findPrinter } from "../../printing/printers/printer.ts";
import { hasPrintedSince, listStuckPrinters, type StuckPrinter } from "../../printing/queue/stuck.ts";
import type { Tx } from "../../storage/database/statement.ts";
import { findLastChecks } from "../backup/check/checks.ts";
import { listTargetProblems, type TargetAttention } from "../backup/targets/history.ts";
import { dataCheck, isBackupDue, isCertificateEnding, isMissingForLong } from "../health/server-status.ts";
import type { Certificates } from "../tls/certificates.ts";
import type { FailedUpgrade } from "../upgrade/failure.ts";

const MINUTE_MS = 60_000;

/** A condition that needs attention. */
export interface Condition {
  /** Names it among all conditions: `disk.low`, `printer 12`. */
  readonly key: string;
  /** It is reported once it has been there for so long; a printer that is loaded with paper is not stuck. */
  readonly raiseAfterMs: number;
  /** Records its event. `since`: when it was first seen, ISO 8601; `id` makes the event another one than earlier ones. */
  record(tx: Tx, since: string, id: string): void;
}

const PRINTER_AFTER_MS = 5 * MINUTE_MS;
const PRINTER_KEY = /^printer (\d+) (\d+)$/;
const Texts = z.record(z.string(), z.string());

/** All present conditions. */
export function findConditions(
  dependencies: Pick<Dependencies, "storage" | "clock">,
  certificates: Certificates | null,
  standbyProblem: StandbyProblem | null = null,
  failedUpgrade: FailedUpgrade | null = null,
): readonly Condition[] {
  const { storage, clock } = dependencies;
  const { isLow, freeBytes, totalBytes } = storage.status();
  return [
    ...listStuckPrinters(storage.db).map(printerCondition),
    ...listAttackedUsers(storage.db, clock.now()).map(loginCondition),
    ...(isLow ? [serverCondition("disk.low", "disk.low", { freeBytes, totalBytes })] : []),
    ...backupConditions(dependencies),
    ...dataConditions(dependencies),
    ...sealingConditions(dependencies),
    ...listTargetProblems({ db: storage.db, clock }).map(targetCondition),
    ...(isCertificateEnding(clock, certificates) && certificates !== null
      ? [certificateCondition(certificates)]
      : []),
    ...(standbyProblem === null ? [] : [standbyCondition(standbyProblem)]),
    ...(failedUpgrade === null
      ? []
      : [
          serverCondition(`upgrade.failed ${failedUpgrade.at}`, "upgrade.failed", upgradeData(failedUpgrade)),
        ]),
  ];
}

/**
 * Records that a condition is over, where there is an event for it: a printer in use has printed since. A printer whose labels
 * were given up or cancelled has not recovered.
 */
export function recordEnd(tx: Tx, key: string, since: string, id: string): void {
  const [, tenantId, oid] = PRINTER_KEY.exec(key) ?? [];
  if (tenantId === undefined || oid === undefined) return;
  const printer = findPrinter(tx, Number(tenantId), Number(oid));
  if (printer === null || printer.isActive === 0) return;
  if (!hasPrintedSince(tx, printer.oid, since)) return;
  const { name } = printer;
  recordOutgoingEvent(tx, {
    tenantId: Number(tenantId),
    type: "printer.recovered",
    data: { oid: Number(oid), name },
    dedupeKey: `${key} ${id}`,
  });
}

function printerCondition({ oid, tenantId, name, error, waiting }: StuckPrinter): Condition {
  const key = `printer ${tenantId} ${oid}`;
  const reasons = Texts.parse(JSON.parse(error));
  return {
    key,
    raiseAfterMs: PRINTER_AFTER_MS,
    record(tx, since, id) {
      const data = { oid, name, reason: reasons["en"] ?? "", reasons, waiting, since };
      recordOutgoingEvent(tx, { tenantId, type: "printer.stuck", data, dedupeKey: `${key} ${id}` });
    },
  };
}

function loginCondition({ tenantId, user, count, at, address }: AttackedUser): Condition {
  const key = `login ${user.id}`;
  const data = { userId: user.id, person: user.fullName, count, at, address };
  return {
    key,
    raiseAfterMs: 0,
    record: (tx, _, id) =>
      void recordOutgoingEvent(tx, { tenantId, type: "login.alarm", data, dedupeKey: `${key} ${id}` }),
  };
}

/** A condition of the machine. */
function serverCondition<T extends ServerEventType>(
  key: string,
  type: T,
  data: OutgoingEventData[T] | ((since: string) => OutgoingEventData[T]),
): Condition {
  return {
    key,
    raiseAfterMs: 0,
    record(tx, since, id) {
      const known = typeof data === "function" ? data(since) : data;
      recordServerEvent(tx, { type, data: known, dedupeKey: id });
    },
  };
}

function backupConditions(dependencies: Pick<Dependencies, "storage" | "clock">): Condition[] {
  const reason = isBackupDue(dependencies)
    ? "There was no backup in the last 7 days."
    : isMissingForLong(dependencies)
      ? "No automatic backup is active."
      : null;
  if (reason === null) return [];
  const lastBackupAt = findLastChecks(dependencies.storage.db).backup?.at ?? null;
  return [serverCondition("backup.failed", "backup.failed", { reason, lastBackupAt, target: null })];
}

function dataConditions(dependencies: Pick<Dependencies, "storage" | "clock">): Condition[] {
  const state = dataCheck(dependencies);
  if (state === "ok") return [];
  const isDamaged = state === "damaged";
  const lastCheckAt = findLastChecks(dependencies.storage.db).selfCheck?.at ?? null;
  const reason = isDamaged
    ? "The last self-check found damaged data."
    : "No self-check was completed for 14 days.";
  // A state of its own: damage is told at once, also within a day of "overdue".
  return [
    serverCondition(`data.${state}`, "backup.unproven", { reason, lastCheckAt, isDamaged, target: null }),
  ];
}

function sealingConditions({ storage, clock }: Pick<Dependencies, "storage" | "clock">): Condition[] {
  const stocktakes = countUnsealed(storage.db, clock.now());
  if (stocktakes === 0) return [];
  return [serverCondition("sealing.failing", "sealing.failing", { stocktakes })];
}

/** A backup is tried again for this time before it is reported. */
const TARGET_AFTER_MS = 2 * 60 * MINUTE_MS;
const TARGET_REASONS = {
  damaged: "A backup was restored for a check and is damaged.",
  failed: "The last backup has failed.",
  overdue: "No backup was made in time.",
  restored: "The backups are paused since the server was restored.",
  unproven: "No backup was restored for a check for 14 days.",
  removal: "Old backups could not be removed.",
  sameDisk: "The backup is on the same disk as the data.",
  sameMachine: "The backup is on the same machine as the data.",
} as const;

const isRisk = (problem: TargetProblem): problem is BackupRisk =>
  (BACKUP_RISKS as readonly TargetProblem[]).includes(problem);

function targetCondition({ oid, name, problem, lastBackupAt, lastProofAt }: TargetAttention): Condition {
  const reason = TARGET_REASONS[problem];
  const isDamaged = problem === "damaged";
  const ofProof = isDamaged || problem === "unproven";
  return {
    key: `target ${oid} ${problem === "overdue" || problem === "restored" ? "failed" : problem}`,
    raiseAfterMs: ofProof ? 0 : TARGET_AFTER_MS,
    record(tx, _, id) {
      const dedupeKey = `target ${oid} ${id}`;
      if (ofProof)
        recordServerEvent(tx, {
          type: "backup.unproven",
          dedupeKey,
          data: { reason, lastCheckAt: lastProofAt, isDamaged, target: name },
        });
      else
        recordServerEvent(tx, {
          type: "backup.failed",
          dedupeKey,
          data: { reason, lastBackupAt, target: name, ...(isRisk(problem) && { risk: problem }) },
        });
    },
  };
}

const standbyCondition = (problem: StandbyProblem) =>
  serverCondition(`standby.${problem}`, "standby.failing", (since) => ({ problem, since }));

const upgradeData = ({ action, version, at }: FailedUpgrade) => ({ action, version, at });

function certificateCondition(certificates: Certificates): Condition {
  const expiresAt = new Date(certificates.status().certificateExpiresAt).toISOString();
  return serverCondition("certificate.ending", "certificate.ending", { issuer: "site", expiresAt });
}
