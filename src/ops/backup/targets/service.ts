import type { Dependencies } from "../../../http/dependencies.ts";
import { type DebianPackage, missingPackages } from "../restic/programs.ts";
import { dueTimes, historyOf } from "./history.ts";
import { type BackupKeys, backupKeys } from "./secrets.ts";
import { findTarget, listTargets, type Target } from "./targets.ts";
import { Tasks } from "./tasks.ts";

const TICK_MS = 1000;
/** Delay of a missed backup after a start. */
const MISSED_AFTER_MS = 60_000;
/** A proof that is due at the same time waits, so that it never delays a backup. */
const PROOF_AFTER_MS = 10 * 60_000;
/** A task whose result could not be stored would be due again at once. */
const UNRECORDED_PAUSE_MS = 5 * 60_000;
/** Tasks of different targets that run at a time. Each takes up to 200 MB of memory. */
const MAX_RUNNING = 2;

/** Times of the scheduled backups, and missing programs, for tests. */
export interface BackupServiceOptions {
  readonly missedAfterMs?: number;
  readonly proofAfterMs?: number;
  /** The packages that seem to be missing. */
  readonly missing?: readonly DebianPackage[];
}

type Kind = "backup" | "proof";
type Task = { readonly oid: number; readonly kind: Kind };

/** A task that runs. */
interface RunningTask {
  readonly kind: Kind;
  readonly abort: AbortController;
  readonly ended: Promise<void>;
  progress: number;
}

/**
 * Runs the backups and proofs that are due or requested: one of each target, one proof at a time, because each needs disk space, and
 * a backup beside it, so that a slow line holds no other target up.
 */
export class BackupService {
  readonly keys: BackupKeys;
  readonly timeZone: string;
  readonly #dependencies: Dependencies;
  readonly #tasks: Tasks;
  readonly #startedAt: number;
  readonly #options: BackupServiceOptions;
  #stopTicks = () => {};
  readonly #removeListener: () => void;
  /** Requested by a user, the oldest first. */
  #requested: Task[] = [];
  /** By target. */
  readonly #running = new Map<number, RunningTask>();
  /** Earliest time of the next due task, in milliseconds since 1970; null: not known. */
  #nextAt: number | null = null;
  /** Earliest time of a due task of a target after a result that could not be stored, in milliseconds since 1970. */
  readonly #notBefore = new Map<number, number>();
  /** Targets that are being changed, once for each change. */
  readonly #stopped: number[] = [];
  #isStopping = false;

  constructor(dependencies: Dependencies, timeZone: string, options: BackupServiceOptions = {}) {
    const { storage, clock } = dependencies;
    this.#dependencies = dependencies;
    this.timeZone = timeZone;
    this.keys = backupKeys(storage.folder);
    this.#tasks = new Tasks(dependencies, this.keys);
    this.#options = options;
    this.#startedAt = clock.now();
    this.#removeListener = storage.onChange(["backupTarget", "backupRun"], () => {
      this.#nextAt = null;
    });
  }

  /** Begins to run what is due. */
  start(): void {
    this.#stopTicks = this.#dependencies.clock.every(TICK_MS, () => this.#tick());
  }

  /** The Debian packages that this machine lacks for backups. */
  missingPackages(): readonly DebianPackage[] {
    return this.#options.missing ?? missingPackages();
  }

  /** Share of the running backup of a target, 0 to 1; null: none runs. */
  progressOf(oid: number): number | null {
    const running = this.#running.get(oid);
    return running?.kind === "backup" ? running.progress : null;
  }

  /** Whether a proof of a target runs. */
  isProving(oid: number): boolean {
    return this.#running.get(oid)?.kind === "proof";
  }

  /**
   * Starts a backup or a proof as soon as it may run. One that waits is not requested again. One that runs is: it began before
   * the request, so it may lack what was written since.
   */
  request(oid: number, kind: Kind): void {
    const isWaiting = this.#requested.some((one) => one.oid === oid && one.kind === kind);
    if (!isWaiting) this.#requested.push({ oid, kind });
    this.#tick();
  }

  /** Ends what runs or waits for a target, and starts nothing for it until `change`, which changes or deletes it, has ended. */
  async whileStopped(oid: number, change: () => Promise<unknown>): Promise<void> {
    this.#stopped.push(oid);
    try {
      this.#requested = this.#requested.filter((one) => one.oid !== oid);
      const running = this.#running.get(oid);
      running?.abort.abort();
      await running?.ended;
      await change();
    } finally {
      this.#stopped.splice(this.#stopped.indexOf(oid), 1);
      this.#nextAt = null;
    }
  }

  /** Ends a running task; a backup begins anew after the next start. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#stopTicks();
    this.#removeListener();
    const running = [...this.#running.values()];
    for (const { abort } of running) abort.abort();
    await Promise.all(running.map(({ ended }) => ended));
  }

  #mayRun = ({ oid, kind }: Task): boolean => {
    if (this.#stopped.includes(oid) || this.#running.has(oid)) return false;
    return kind === "backup" || ![...this.#running.values()].some((one) => one.kind === "proof");
  };

  #tick(): void {
    while (!this.#isStopping && this.#running.size < MAX_RUNNING) {
      const task = this.#requested.find(this.#mayRun) ?? this.#dueTask();
      if (task === null) return;
      this.#requested = this.#requested.filter((one) => one !== task);
      const target = findTarget(this.#dependencies.storage.db, task.oid);
      if (target !== null) this.#start(task, target);
    }
  }

  #start(task: Task, target: Target): void {
    const abort = new AbortController();
    const onProgress = (share: number) => {
      running.progress = share;
    };
    const ended = this.#run(task, target, abort.signal, onProgress)
      .catch((error: unknown) => {
        if (abort.signal.aborted) return;
        const { clock, log } = this.#dependencies;
        this.#notBefore.set(task.oid, clock.now() + UNRECORDED_PAUSE_MS);
        log.error({ err: error, target: task.oid }, `${task.kind} was not recorded`);
      })
      .finally(() => {
        this.#running.delete(task.oid);
        this.#nextAt = null;
      });
    const running: RunningTask = { kind: task.kind, abort, ended, progress: 0 };
    this.#running.set(task.oid, running);
  }

  #run(
    { kind }: Task,
    target: Target,
    signal: AbortSignal,
    onProgress: (share: number) => void,
  ): Promise<void> {
    if (kind === "proof") return this.#tasks.prove(target, signal);
    return this.#tasks.backUp(target, signal, onProgress);
  }

  /** Of the tasks that may run the one that is due for the longest time; backups first. */
  #dueTask(): Task | null {
    const { storage, clock } = this.#dependencies;
    const now = clock.now();
    if (this.#nextAt !== null && now < this.#nextAt) return null;
    const { missedAfterMs = MISSED_AFTER_MS, proofAfterMs = PROOF_AFTER_MS } = this.#options;
    const all = listTargets(storage.db).flatMap((target) => {
      const history = historyOf(storage.db, target);
      const { nextRun, nextProof } = dueTimes(target, history, this.timeZone);
      const { oid } = target;
      // The first backup of a new target begins at once; not so in the trial of an upgrade, which is short.
      const isNew = Date.parse(target.activeSince) >= this.#startedAt;
      const notBefore = this.#notBefore.get(oid) ?? 0;
      const earliest = Math.max(notBefore, isNew ? 0 : this.#startedAt + missedAfterMs);
      const backup =
        nextRun === null ? [] : [{ oid, kind: "backup" as const, at: Math.max(nextRun, earliest) }];
      const proofAt = Math.max(nextProof ?? 0, notBefore, this.#startedAt + proofAfterMs);
      return [...backup, ...(nextProof === null ? [] : [{ oid, kind: "proof" as const, at: proofAt }])];
    });
    const planned = all.filter(this.#mayRun);
    const sorted = planned.toSorted(
      (one, other) => Number(one.kind === "proof") - Number(other.kind === "proof") || one.at - other.at,
    );
    this.#nextAt = Math.min(Number.POSITIVE_INFINITY, ...planned.map(({ at }) => at));
    return sorted.find(({ at }) => at <= now) ?? null;
  }
}
