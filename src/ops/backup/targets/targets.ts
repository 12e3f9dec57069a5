import type { z } from "zod";
import type { BackupRisk } from "../../../domain/backup-targets.ts";
import { Conflict, Invalid, orNotFound } from "../../../domain/errors.ts";
import { msg } from "../../../domain/message.ts";
import type { EventKind } from "../../../domain/security-event-kinds.ts";
import { recordEvent } from "../../../security-log/event.ts";
import type { Db, Tx } from "../../../storage/database/statement.ts";
import { Destination, type RepositoryAccess } from "../restic/destination.ts";
import { RepositoryError } from "../restic/failures.ts";
import { DEFAULT_HOUR } from "./schedule.ts";
import type { BackupKeys, TargetSecrets } from "./secrets.ts";
import {
  BackupProof,
  BackupProofError,
  BackupRemovalError,
  BackupRetention,
  type BackupSchedule,
} from "./shapes.ts";
import * as store from "./store.ts";

const MAX_TARGETS = 10;

type Row = NonNullable<ReturnType<typeof store.byId.first>>;

/** A target of scheduled backups. */
export interface Target
  extends Omit<
    Row,
    "destination" | "retention" | "proof" | "proofError" | "removalError" | "every" | "atHour"
  > {
  readonly destination: Destination;
  readonly schedule: BackupSchedule;
  readonly retention: BackupRetention | null;
  readonly proof: BackupProof | null;
  readonly proofError: BackupProofError | null;
  readonly removalError: BackupRemovalError | null;
}

/** The fields that a user chooses. */
export interface TargetFields {
  readonly name: string;
  readonly destination: Destination;
  readonly schedule: BackupSchedule;
  readonly retention: BackupRetention | null;
  readonly uploadLimitKbps: number | null;
  readonly isActive: boolean;
}

/** All targets by name. */
export const listTargets = (db: Db): Target[] => store.all.all(db, {}).map(targetOf);

/** A target; null: there is none. */
export function findTarget(db: Db, oid: number): Target | null {
  const row = store.byId.first(db, { oid });
  return row && targetOf(row);
}

/** A target. Throws NotFound. */
export function getTarget(db: Db, oid: number): Target {
  return orNotFound(findTarget(db, oid));
}

function targetOf(row: Row): Target {
  const { destination, retention, proof, proofError, removalError, every, atHour, ...rest } = row;
  return {
    ...rest,
    destination: Destination.parse(JSON.parse(destination)),
    schedule: { every, atHour },
    retention: parsed(BackupRetention, retention),
    proof: parsed(BackupProof, proof),
    proofError: parsed(BackupProofError, proofError),
    removalError: parsed(BackupRemovalError, removalError),
  };
}

function parsed<T extends z.ZodType>(shape: T, json: string | null): z.output<T> | null {
  return json === null ? null : shape.parse(JSON.parse(json));
}

/** The limit of a target in restic's unit. */
export function uploadKiBps({ uploadLimitKbps }: Target): number | null {
  return uploadLimitKbps === null ? null : Math.max(1, Math.round((uploadLimitKbps * 1000) / 8 / 1024));
}

/** What opens the repository of a target; null: its secrets can't be decrypted. */
export function accessTo(target: Target, keys: BackupKeys): RepositoryAccess | null {
  const secrets = keys.decrypt(target.secrets);
  return secrets && { destination: target.destination, ...secrets };
}

/** What opens the repository of a target. Throws RepositoryError where its secrets can't be decrypted. */
export function getAccess(target: Target, keys: BackupKeys): RepositoryAccess {
  const access = accessTo(target, keys);
  if (access === null) throw new RepositoryError("secret", "");
  return access;
}

/** Throws Conflict above MAX_TARGETS. */
export function assertRoom(db: Db): void {
  if ((store.count.first(db, {})?.count ?? 0) >= MAX_TARGETS)
    throw new Conflict(msg("There are {max} targets. Delete one that is not needed.", { max: MAX_TARGETS }));
}

/** Adds a target. Returns its id. Throws Conflict above MAX_TARGETS. */
export function addTarget(
  tx: Tx,
  keys: BackupKeys,
  fields: TargetFields,
  secrets: TargetSecrets,
  risk: BackupRisk | null = null,
): number {
  assertRoom(tx);
  const { oid } = store.insert.run(tx, {
    ...valuesOf(fields),
    secrets: keys.encrypt(secrets),
    pause: fields.isActive ? null : "user",
    activeSince: tx.now,
    createdDT: tx.now,
    change: tx.change,
  });
  store.setRisk.run(tx, { oid, risk });
  record(tx, "backupTargetCreated", oid, fields);
  return oid;
}

/** Changes a target. `moved`: its new secrets and risk; null: unchanged. A resumed target gets its first backup at once. */
export function changeTarget(
  tx: Tx,
  keys: BackupKeys,
  target: Target,
  fields: TargetFields,
  moved: { readonly secrets: TargetSecrets; readonly risk: BackupRisk | null } | null,
): void {
  const isResumed = fields.isActive && target.pause !== null;
  store.update.run(tx, {
    ...valuesOf(fields),
    oid: target.oid,
    secrets: moved === null ? target.secrets : keys.encrypt(moved.secrets),
    pause: fields.isActive ? null : (target.pause ?? "user"),
    activeSince: isResumed ? tx.now : target.activeSince,
    change: tx.change,
  });
  if (moved !== null) store.setRisk.run(tx, { oid: target.oid, risk: moved.risk });
  if (fields.retention === null) store.setRemovalError.run(tx, { oid: target.oid, removalError: null });
  record(tx, "backupTargetChanged", target.oid, fields);
}

/** Records why a proof could not be made. */
export function saveProofError(tx: Tx, oid: number, { kind: error, detail }: RepositoryError): void {
  const failed: BackupProofError = { at: tx.now, error, detail };
  store.setProofError.run(tx, { oid, proofError: JSON.stringify(failed) });
}

/** Deletes a target with its history. The backups stay in its repository. */
export function deleteTarget(tx: Tx, target: Target): void {
  store.remove.run(tx, { oid: target.oid });
  record(tx, "backupTargetDeleted", target.oid, { ...target, isActive: false });
}

/** Pauses all targets: the restored server and the one of before must not write into one repository. */
export function pauseTargetsAfterRestore(tx: Tx): void {
  store.pauseAll.run(tx, { pause: "restored", change: tx.change });
}

/** The schedule with its default hour. Throws Invalid where the hour does not fit. */
export function checkedSchedule({ every, atHour }: BackupSchedule): BackupSchedule {
  if (every === "day") return { every, atHour: atHour ?? DEFAULT_HOUR };
  if (atHour === null) return { every, atHour };
  throw Invalid.field("schedule.atHour", msg("must be null with hourly backups"));
}

function valuesOf({ name, destination, schedule, retention, uploadLimitKbps }: TargetFields) {
  return {
    name,
    destination: JSON.stringify(destination),
    ...schedule,
    uploadLimitKbps,
    retention: retention && JSON.stringify(retention),
  };
}

function record(tx: Tx, kind: EventKind, oid: number, { name, destination, isActive }: TargetFields): void {
  const details = { target: oid, name, place: placeOf(destination), isActive };
  recordEvent(tx, { kind, tenantId: null, details });
}

/** Where a repository is, in one line without secrets. */
function placeOf(destination: Destination): string {
  switch (destination.kind) {
    case "folder":
      return destination.path;
    case "sftp":
      return `sftp ${destination.user}@${destination.host}:${destination.port} ${destination.path}`;
    case "s3":
      return `s3 ${destination.endpoint} ${destination.bucket}`;
    case "rest":
      return `rest ${destination.url}`;
  }
}
