import type { Dependencies } from "../../../http/dependencies.ts";
import type { Tx } from "../../../storage/database/statement.ts";
import { asRepositoryError, type RepositoryError } from "../restic/failures.ts";
import type { Keep, Repository } from "../restic/repository.ts";
import type { BackupRemovalError } from "./shapes.ts";
import * as store from "./store.ts";
import { findTarget, saveProofError, type Target, uploadKiBps } from "./targets.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const EVERY_MS = 7 * DAY_MS;
/** Hours of which an hourly schedule keeps each backup. */
const HOURLY = 24;

/** Removes old backups, and records where that fails. */
export class OldBackups {
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
    const due = isFirst || isFull ? 0 : Date.parse(prunedDT) + EVERY_MS;
    if (now < Math.max(due, this.#notBefore.get(oid) ?? 0)) return;
    this.#notBefore.set(oid, now + (isFull ? HOUR_MS : DAY_MS));
    try {
      if (retention !== null && !isFirst) {
        const keep: Keep = { ...retention, hourly: schedule.every === "hour" ? HOURLY : 0 };
        await repository.unlock();
        await repository.forget(keep, uploadKiBps(target), isFull);
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
