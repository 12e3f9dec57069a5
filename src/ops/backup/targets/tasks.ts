import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Dependencies } from "../../../http/dependencies.ts";
import { saveAppState } from "../../../storage/app-state.ts";
import type { Tx } from "../../../storage/database/statement.ts";
import { findLastChecks } from "../check/checks.ts";
import { asRepositoryError, RepositoryError } from "../restic/failures.ts";
import { Repository } from "../restic/repository.ts";
import { OldBackups } from "./old-backups.ts";
import { findRisk } from "./risk.ts";
import { type MadeBackup, runBackup } from "./run-backup.ts";
import { runProof } from "./run-proof.ts";
import type { BackupKeys } from "./secrets.ts";
import type { BackupProof } from "./shapes.ts";
import * as store from "./store.ts";
import { accessTo, saveProofError, type Target, uploadKiBps } from "./targets.ts";
import { withWorkFolder } from "./work-folder.ts";

const DAY_MS = 24 * 3_600_000;
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
        const risk = await findRisk(target.destination, this.#dependencies.storage.folder);
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
    const access = accessTo(target, this.#keys);
    if (access === null) throw new RepositoryError("secret", "");
    const { folder } = this.#dependencies.storage;
    return withWorkFolder(folder, (work) =>
      use(new Repository(access, { work, cache: cacheFolder(), signal }), work),
    );
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

/** restic's cache of indexes, where the service has a folder for caches. */
export function cacheFolder(): string | null {
  const parent = process.env["CACHE_DIRECTORY"];
  if (parent === undefined) return null;
  const folder = join(parent, "restic");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
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
  const last = findLastChecks(tx).backup;
  if (last === null || last.at < run.startedDT)
    saveAppState(tx, "backup", { at: run.startedDT, bytes: run.bytes, kind: "target" });
}
