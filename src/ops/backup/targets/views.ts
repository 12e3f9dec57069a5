import type { Dependencies } from "../../../http/dependencies.ts";
import type { Clock } from "../../../platform/clock.ts";
import { concurrencyLimit } from "../../../platform/concurrency-limit.ts";
import type { Db } from "../../../storage/database/statement.ts";
import { publicKeyLine } from "../restic/connection.ts";
import type { RepositoryAccess } from "../restic/destination.ts";
import { connect, failureOf } from "./connect.ts";
import { dueTimes, historyOf, isProofDue, lastingState } from "./history.ts";
import type { BackupService } from "./service.ts";
import type { BackupTarget } from "./shapes.ts";
import * as store from "./store.ts";
import { accessTo, getAccess, getTarget, listTargets, type Target } from "./targets.ts";

const GROWTH_MS = 30 * 24 * 3_600_000;

/** A target as the API shows it. */
function targetView(db: Db, clock: Clock, service: BackupService, target: Target): BackupTarget {
  const { oid, name, destination, schedule, retention, uploadLimitKbps, pause, risk } = target;
  const history = historyOf(db, target);
  const times = dueTimes(target, history, service.timeZone);
  const now = clock.now();
  const since = new Date(now - GROWTH_MS).toISOString();
  const progress = service.progressOf(oid);
  const seed = accessTo(target, service.keys)?.secrets.sshSeed;
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
    lastRun: history.lastRun,
    lastSuccess: history.lastSuccess,
    proof: target.proof,
    proofError: target.proofError,
    isProving: service.isProving(oid),
    removalError: target.removalError,
    nextProofDT: isoOf(times.nextProof),
    isProofDue: isProofDue(target, history, now),
    repositoryBytes: target.repositoryBytes,
    growthBytes: store.addedSince.first(db, { targetId: oid, since })?.bytes ?? 0,
    createdDT: target.createdDT,
  };
}

const isoOf = (at: number | null) => (at === null ? null : new Date(at).toISOString());

/** Requests that wait for a target, which may take a minute each. */
const CONNECTIONS = { running: 2, waiting: 4 };

/** What the endpoints of targets share. */
export type TargetContext = ReturnType<typeof targetContext>;

/** Makes the shared part of the endpoints. */
export function targetContext(
  { storage, clock }: Pick<Dependencies, "storage" | "clock">,
  service: BackupService,
) {
  const { keys } = service;
  const { db } = storage;
  const limited = concurrencyLimit(CONNECTIONS.running, CONNECTIONS.waiting);
  const open = (access: RepositoryAccess, create: boolean) =>
    limited(() => connect(storage.folder, access, create));
  return {
    service,
    keys,
    dataFolder: storage.folder,
    /** All targets as the API shows them, by name. */
    views: () => listTargets(db).map((target) => targetView(db, clock, service, target)),
    /** A target as the API shows it. `own`: the transaction that changes it. Throws NotFound. */
    viewOf: (oid: number, own: Db = db) => targetView(own, clock, service, getTarget(own, oid)),
    /** Opens a repository; with `create` it is made. Rejects with RepositoryError, and with Unavailable where too many wait. */
    open,
    /** Opens the repository of a target. Null: it can be used. */
    test: (target: Target) => failureOf(async () => open(getAccess(target, keys), false)),
  };
}
