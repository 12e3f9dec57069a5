import { existsSync, lstatSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { Dependencies } from "../../../http/dependencies.ts";
import { VERSION } from "../../../platform/version.ts";
import { installationOf } from "../../../storage/data-history.ts";
import { lastChange } from "../../../storage/database/change-counter.ts";
import type { Tx } from "../../../storage/database/statement.ts";
import { runProcess } from "../../programs/run.ts";
import { saveLastBackup } from "../check/checks.ts";
import { scratchBytesFor } from "../check/verify-copy.ts";
import { listSmallFiles, PHOTOS_FOLDER } from "../data-folder/contents.ts";
import { type BackupResult, hostOf } from "../restic/backup.ts";
import { asRepositoryError, RepositoryError } from "../restic/failures.ts";
import type { Keep, Repository, Snapshot } from "../restic/repository.ts";
import { findRisk, withRepository } from "./connect.ts";
import type { BackupKeys } from "./secrets.ts";
import type { BackupProof, BackupRemovalError } from "./shapes.ts";
import * as store from "./store.ts";
import { findTarget, getAccess, saveProofError, type Target, uploadKiBps } from "./targets.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** How long the history is kept. */
const RUNS_MS = 400 * DAY_MS;
const MAX_NAMED = 5;

/** Backups and proofs of one target, with their results in the database. */
export class Tasks {
  readonly #dependencies: Dependencies;
  readonly #keys: BackupKeys;
  readonly #oldBackups: OldBackups;

  constructor(dependencies: Dependencies, keys: BackupKeys) {
    this.#dependencies = dependencies;
    this.#keys = keys;
    this.#oldBackups = new OldBackups(dependencies);
  }

  /** Makes a backup, and records it. It removes old backups once a week. Rejects where the signal aborts. */
  async backUp(target: Target, signal: AbortSignal, onProgress: (share: number) => void): Promise<void> {
    const startedDT = this.#dependencies.clock.iso();
    let isMade = false;
    try {
      await this.#withRepository(target, signal, async (repository) => {
        const made = await runBackup(this.#dependencies, repository, uploadKiBps(target), onProgress);
        isMade = true;
        // Everything that was confirmed before the start is in the backup.
        const { folder } = this.#dependencies.storage;
        // The backup is made, whether its drive still responds or not.
        const risk = await findRisk(target.destination, folder, signal).catch(() => target.risk);
        await this.#record(target, made.at, madeOutcome(made), (tx) =>
          store.setRisk.run(tx, { oid: target.oid, risk }),
        );
        await this.#oldBackups.tidy(target, repository, signal);
      });
    } catch (error) {
      signal.throwIfAborted();
      if (isMade) throw error;
      const failure = asRepositoryError(error);
      await this.#record(target, startedDT, failedOutcome(failure));
      if (failure.kind === "targetFull")
        await this.#withRepository(target, signal, (repository) =>
          this.#oldBackups.tidy(target, repository, signal, true),
        );
    }
  }

  /** Restores the newest backup into a scratch folder and checks it, and records the result. Rejects where the signal aborts. */
  async prove(target: Target, signal: AbortSignal): Promise<void> {
    const { clock, log, storage, config } = this.#dependencies;
    const { oid, name } = target;
    const began = performance.now();
    const status = storage.status();
    const lease = storage.leaseSnapshot();
    const databaseBytes = lease.files.reduce((sum, { bytes }) => sum + bytes, 0);
    lease.release();
    try {
      const result = await this.#withRepository(target, signal, (repository, work) =>
        runProof(repository, {
          host: hostOf(installationOf(storage.db)),
          lastDT: store.newestBackup.first(storage.db, { targetId: oid })?.startedDT ?? null,
          work,
          databaseBytes,
          signal,
          freeBytes: status.freeBytes - config.reserveBytes,
        }),
      );
      if (result === null) throw new RepositoryError("noRepository", "there is no backup");
      const ms = Math.round(performance.now() - began);
      const proof: BackupProof = { ...result, at: clock.iso(), ms };
      if (proof.isWhole) log.info({ target: name, ms }, "a backup was restored for a check and is whole");
      else
        log.error(
          { target: name, problems: proof.problems },
          "a backup was restored for a check: it is damaged",
        );
      const json = JSON.stringify(proof);
      await storage.write(null, (tx) => void store.setProof.run(tx, { oid, proof: json }), {
        evenWhenLow: true,
      });
    } catch (error) {
      signal.throwIfAborted();
      const failure = asRepositoryError(error);
      const { kind, detail } = failure;
      log.error({ target: name, error: kind, detail }, "a backup could not be restored for a check");
      await storage.write(null, (tx) => saveProofError(tx, oid, failure), { evenWhenLow: true });
    }
  }

  /** Opens the repository of a target for `use`. */
  async #withRepository<T>(
    target: Target,
    signal: AbortSignal,
    use: (repository: Repository, work: string) => Promise<T>,
  ): Promise<T> {
    const { folder } = this.#dependencies.storage;
    return withRepository(folder, getAccess(target, this.#keys), { signal }, use);
  }

  async #record(
    { oid: targetId, name }: Target,
    startedDT: string,
    outcome: Outcome,
    more?: (tx: Tx) => void,
  ): Promise<void> {
    const { clock, log, storage } = this.#dependencies;
    const run = { targetId, startedDT, endedDT: clock.iso(), ...outcome };
    if (run.error === null) log.info({ target: name, addedBytes: run.addedBytes }, "a backup was made");
    else log.error({ target: name, error: run.error, detail: run.detail }, "a backup failed");
    const save = (tx: Tx) => {
      recordRun(tx, run);
      more?.(tx);
    };
    await storage.write(null, save, { evenWhenLow: true });
  }
}

type Outcome = Omit<store.NewRun, "targetId" | "startedDT" | "endedDT">;

function failedOutcome({ kind: error, detail }: RepositoryError): Outcome {
  return { error, detail, snapshot: null, files: null, bytes: null, addedBytes: null };
}

function madeOutcome({ snapshot, files, bytes, addedBytes, unread }: MadeBackup): Outcome {
  const detail = unread.length === 0 ? null : `${unread.length}: ${unread.slice(0, MAX_NAMED).join(", ")}`;
  return { error: detail === null ? null : "unreadable", detail, snapshot, files, bytes, addedBytes };
}

/** Records a run. A complete one is the server's last backup, as a download is. */
function recordRun(tx: Tx, run: store.NewRun): void {
  const { targetId: oid } = run;
  // Deleted meanwhile.
  if (store.byId.first(tx, { oid }) === null) return;
  store.insertRun.run(tx, run);
  const before = new Date(Date.parse(tx.now) - RUNS_MS).toISOString();
  store.removeOldRuns.run(tx, { before });
  if (run.addedBytes !== null) store.addBytes.run(tx, { oid, bytes: run.addedBytes });
  if (run.error !== null) return;
  saveLastBackup(tx, { at: run.startedDT, bytes: run.bytes, kind: "target" });
}

const PRUNE_EVERY_MS = 7 * DAY_MS;
/** Hours of which an hourly schedule keeps each backup. */
const HOURLY = 24;

/** Removes old backups, and records where that fails. */
class OldBackups {
  readonly #dependencies: Dependencies;
  /** Earliest time of the next try, by target, in milliseconds since 1970. */
  readonly #notBefore = new Map<number, number>();

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Removes old backups where a week has passed, and measures the repository. A failure is tried again after a day. A target that
   * is full is tried at once, but not twice in an hour. Rejects where the signal aborts.
   */
  async tidy(target: Target, repository: Repository, signal: AbortSignal, isFull = false): Promise<void> {
    const { clock, storage } = this.#dependencies;
    const { oid, retention, prunedDT, schedule } = target;
    const now = clock.now();
    const isFirst = prunedDT === null;
    if (isFull && (isFirst || retention === null)) return;
    const due = isFirst || isFull ? 0 : Date.parse(prunedDT) + PRUNE_EVERY_MS;
    if (now < Math.max(due, this.#notBefore.get(oid) ?? 0)) return;
    this.#notBefore.set(oid, now + (isFull ? HOUR_MS : DAY_MS));
    try {
      if (retention !== null && !isFirst) {
        const keep: Keep = { ...retention, hourly: schedule.every === "hour" ? HOURLY : 0 };
        await repository.unlock();
        await repository.forget(hostOf(installationOf(storage.db)), keep, uploadKiBps(target), isFull);
      }
      const repositoryBytes = await repository.bytes();
      const save = (tx: Tx) => void store.setPruned.run(tx, { oid, prunedDT: tx.now, repositoryBytes });
      await storage.write(null, save, { evenWhenLow: true });
    } catch (error) {
      signal.throwIfAborted();
      await this.#record(target, asRepositoryError(error));
    }
  }

  /** Damage is shown as that of a proof, everything else as the state of the removal. */
  async #record({ oid, name }: Target, error: RepositoryError): Promise<void> {
    const { log, storage } = this.#dependencies;
    const { kind, detail } = error;
    log.warn({ err: error, target: name }, "old backups could not be removed");
    const save = (tx: Tx) => {
      if (kind === "damaged") saveProofError(tx, oid, error);
      const target = findTarget(tx, oid);
      if (target === null || target.retention === null) return;
      const removalError: BackupRemovalError = {
        // The login has just made a backup.
        at: tx.now,
        error: kind === "login" ? "noDeletion" : kind,
        detail,
        failures: (target.removalError?.failures ?? 0) + 1,
      };
      store.setRemovalError.run(tx, { oid, removalError: JSON.stringify(removalError) });
    };
    await storage.write(null, save, { evenWhenLow: true });
  }
}

/** A complete backup, or one without files that could not be read. */
interface MadeBackup extends BackupResult {
  /** Start of the backup, ISO 8601: everything that was confirmed before is in it. */
  readonly at: string;
}

/**
 * Backs up the data folder into a repository while the server runs: the open generation, whose files are immutable or only grow,
 * all photos, settings and keys. The tree of the snapshot is a data folder. Rejects with RepositoryError.
 */
async function runBackup(
  { storage, clock }: Pick<Dependencies, "storage" | "clock">,
  repository: Repository,
  uploadKiBps: number | null,
  onProgress: (share: number) => void,
): Promise<MadeBackup> {
  await repository.unlock();
  const host = hostOf(installationOf(storage.db));
  const [parent = null] = await repository.snapshots(host);
  const { folder } = storage;
  const lease = storage.leaseSnapshot();
  try {
    const at = clock.iso();
    const { change } = lastChange(storage.db);
    const names = [
      ...lease.files.map(({ name }) => name),
      ...(await listSmallFiles(folder)),
      ...(existsSync(join(folder, PHOTOS_FOLDER)) ? [PHOTOS_FOLDER] : []),
    ];
    const contents = { host, folder, names, at, change, version: VERSION.version, uploadKiBps };
    const result = await repository.backup(contents, parent?.id ?? null, onProgress);
    return { ...result, at, unread: result.unread.filter((path) => !isRemovedPhoto(folder, path)) };
  } finally {
    lease.release();
  }
}

/** A photo that was removed between the listing of its folder and its turn belongs to no record any more. */
export function isRemovedPhoto(folder: string, path: string): boolean {
  if (!path.startsWith(`${PHOTOS_FOLDER}/`)) return false;
  try {
    return lstatSync(join(folder, path), { throwIfNoEntry: false }) === undefined;
  } catch {
    return false;
  }
}

const PROCESS = new URL("./proof-process.ts", import.meta.url);

const VERIFY_MS = 24 * 3_600_000;

const ProofOutcome = z.object({
  upToDT: z.string().nullable(),
  problems: z.array(z.string()),
  total: z.int(),
});

/** What a proof restores, where and how. */
interface ProofOptions {
  /** Whose backup. */
  readonly host: string;
  /** Start of the newest backup that was made (ISO 8601); null: not known. */
  readonly lastDT: string | null;
  /** An empty private folder for the restored data. */
  readonly work: string;
  /** Bytes that may be used. */
  readonly freeBytes: number;
  /** Bytes of the open database with its log. */
  readonly databaseBytes: number;
  readonly signal: AbortSignal;
}

/**
 * Restores the newest snapshot into a scratch folder and checks it as `restore` does, all at the lowest priority. Null: there is no
 * snapshot. Rejects with RepositoryError where the proof can't be made.
 */
async function runProof(
  repository: Repository,
  { host, lastDT, work, freeBytes, databaseBytes, signal }: ProofOptions,
): Promise<Omit<BackupProof, "at" | "ms"> | null> {
  await repository.unlock();
  const [newest] = await repository.snapshots(host);
  if (newest === undefined) return null;
  if (lastDT !== null && newest.at < wholeSecond(lastDT))
    throw new RepositoryError("damaged", `the backup of ${lastDT} is not there any more, nor a newer one`);
  const needed = (await repository.restoredBytes(newest.id)) + scratchBytesFor(databaseBytes);
  if (needed > freeBytes)
    throw new RepositoryError("noSpace", `${needed} bytes are needed, ${Math.max(0, freeBytes)} are free`);
  const [restored, scratch] = [join(work, "restored"), join(work, "scratch")];
  for (const folder of [restored, scratch]) await mkdir(folder, { mode: 0o700 });
  await repository.restore(newest.id, restored);
  const { upToDT, problems, total } = await verify(restored, scratch, newest, signal);
  return { snapshot: newest.id, upToDT, isWhole: total === 0, problems, total };
}

/** A moment as snapshots have it. */
const wholeSecond = (at: string) => `${at.slice(0, "2026-11-30T12:00:00".length)}.000Z`;

async function verify(folder: string, scratch: string, { at, change }: Snapshot, signal: AbortSignal) {
  const args = [folder, scratch, at, String(change ?? 0)];
  const outcome = await runProcess(ProofOutcome, PROCESS, args, { signal, timeoutMs: VERIFY_MS });
  signal.throwIfAborted();
  if (outcome === null) throw new Error("the check of the restored backup takes too long");
  return outcome;
}
