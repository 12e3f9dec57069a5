import type { Dependencies } from "../../../http/dependencies.ts";
import type { Clock } from "../../../platform/clock.ts";
import { concurrencyLimit } from "../../../platform/concurrency-limit.ts";
import type { Db } from "../../../storage/database/statement.ts";
import { publicKeyLine } from "../restic/connection.ts";
import type { RepositoryAccess } from "../restic/destination.ts";
import { RepositoryError } from "../restic/failures.ts";
import { connect, failureOf } from "./connect.ts";
import { dueTimes, historyOf, isProofDue, lastingState } from "./history.ts";
import type { BackupKeys } from "./secrets.ts";
import type { BackupService } from "./service.ts";
import type { BackupRun, BackupTarget } from "./shapes.ts";
import * as store from "./store.ts";
import { accessTo, getTarget, listTargets, type Target } from "./targets.ts";

const GROWTH_MS = 30 * 24 * 3_600_000;

/** What is running now. */
export interface Activity {
  /** Share of the running backup of a target, 0 to 1; null: none runs. */
  progressOf(oid: number): number | null;
  isProving(oid: number): boolean;
}

/** What the views of targets need. */
interface ViewContext {
  readonly db: Db;
  readonly keys: BackupKeys;
  readonly clock: Clock;
  readonly timeZone: string;
  readonly activity: Activity;
}

/** All targets by name. */
export function listTargetViews(context: ViewContext): BackupTarget[] {
  return listTargets(context.db).map((target) => targetView(context, target));
}

/** A target as the API shows it. */
function targetView({ db, keys, clock, timeZone, activity }: ViewContext, target: Target): BackupTarget {
  const { oid, name, destination, schedule, retention, uploadLimitKbps, pause, risk } = target;
  const history = historyOf(db, target);
  const times = dueTimes(target, history, timeZone);
  const now = clock.now();
  const since = new Date(now - GROWTH_MS).toISOString();
  const progress = activity.progressOf(oid);
  const seed = accessTo(target, keys)?.secrets.sshSeed;
  return {
    oid,
    name,
    destination,
    schedule,
    retention,
    uploadLimitKbps,
    pause,
    isActive: pause === null,
    publicKey: seed === undefined ? null : publicKeyLine(seed),
    risk,
    state: progress === null ? lastingState(target, history, now) : "running",
    progress,
    nextRunDT: isoOf(times.nextRun),
    lastRun: history.lastRun && runView(history.lastRun),
    lastSuccess: history.lastSuccess && runView(history.lastSuccess),
    proof: target.proof,
    proofError: target.proofError,
    isProving: activity.isProving(oid),
    removalError: target.removalError,
    nextProofDT: isoOf(times.nextProof),
    isProofDue: isProofDue(target, history, now),
    repositoryBytes: target.repositoryBytes,
    growthBytes: store.addedSince.first(db, { targetId: oid, since })?.bytes ?? 0,
    createdDT: target.createdDT,
  };
}

/** A run as the API shows it. */
export function runView(run: ReturnType<typeof store.runsOf.all>[number]): BackupRun {
  const { oid, startedDT, endedDT, error, detail, snapshot, files, bytes, addedBytes } = run;
  return { oid, startedDT, endedDT, error, detail, snapshot, files, bytes, addedBytes };
}

const isoOf = (at: number | null) => (at === null ? null : new Date(at).toISOString());

/** Requests that wait for a target, which may take a minute each. */
const CONNECTIONS = { running: 2, waiting: 4 };

/** What the endpoints of targets share. */
export interface TargetContext extends ViewContext {
  readonly dataFolder: string;
  /** A target as the API shows it. `db`: the transaction that changes it. Throws NotFound. */
  viewOf(oid: number, db?: Db): BackupTarget;
  /** Opens a repository; with `create` it is made. Rejects with RepositoryError, and with Unavailable where too many wait. */
  open(access: RepositoryAccess, create: boolean): Promise<void>;
  /** Opens the repository of a target. Null: it can be used. */
  test(target: Target): Promise<RepositoryError | null>;
}

/** Makes the shared part of the endpoints. */
export function targetContext(
  { storage, clock }: Pick<Dependencies, "storage" | "clock">,
  service: BackupService,
): TargetContext {
  const { keys, timeZone } = service;
  const limited = concurrencyLimit(CONNECTIONS.running, CONNECTIONS.waiting);
  const view: ViewContext = { db: storage.db, keys, clock, timeZone, activity: service };
  const open = (access: RepositoryAccess, create: boolean) =>
    limited(() => connect(storage.folder, access, create));
  return {
    ...view,
    dataFolder: storage.folder,
    viewOf: (oid, db = storage.db) => targetView({ ...view, db }, getTarget(db, oid)),
    open,
    async test(target) {
      const access = accessTo(target, keys);
      return access === null ? new RepositoryError("secret", "") : failureOf(open(access, false));
    },
  };
}
