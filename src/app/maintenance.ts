import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { removeOldCallers } from "../access/login/known-callers.ts";
import { removeExpiredCounters } from "../access/rate-limit/rate-limit.ts";
import { removeOldSessions } from "../access/sessions/sessions.ts";
import { longestRefreshMs } from "../access/tokens/signed-tokens.ts";
import { REMOVAL_STEP, removeOldEntries } from "../change-feed/removal.ts";
import { recordOverdue } from "../custody/overdue.ts";
import { Unavailable } from "../domain/errors.ts";
import { IMPORT } from "../exchange/import/apply.ts";
import type { Dependencies } from "../http/dependencies.ts";
import { removeExpiredRecords } from "../http/pipeline/execute-write.ts";
import type { JobEngine } from "../jobs/engine.ts";
import { removeOldJobs, removeOldJournals } from "../jobs/removal.ts";
import { removeOldMails } from "../notices/mails.ts";
import { PHOTOS_FOLDER } from "../ops/backup/data-folder/contents.ts";
import { removeOldOutgoingEvents, removeSurplusOutgoingEvents } from "../outgoing-events/outgoing-events.ts";
import { removeDeletedPhotos, removeOrphanFiles } from "../photos/cleanup.ts";
import { removeOldData } from "../printing/queue/request.ts";
import { removeOldEvents } from "../security-log/removal.ts";
import { findAppState, saveAppState } from "../storage/app-state.ts";
import type { Tx } from "../storage/database/statement.ts";
import { removeEndedSecrets } from "../webhooks/webhooks.ts";
import type { AppDependencies } from "./dependencies.ts";
import { JOB_KINDS } from "./jobs.ts";

const INTERVAL_MS = 10 * 60_000;
const SWEEP_INTERVAL_MS = 24 * 3_600_000;
const STEP = 200;
/** Events have deliveries, and up to 100 articles. */
const EVENT_STEP = 50;
const PAUSE_MS = 50;
/** Removals are allowed on a nearly full disk too. */
const FREES_SPACE = { evenWhenLow: true };

/** Removes expired data periodically, in small steps. */
export function startMaintenance(
  { storage, clock, config, log, photos }: AppDependencies,
  jobs: Pick<JobEngine, "unfinished">,
): { stop(): void } {
  const isImporting = () => jobs.unfinished(IMPORT).length > 0;
  const removeExpired = async () => {
    await storage.write(null, (tx) => removeExpiredCounters(tx, clock.now()), FREES_SPACE);
    await storage.write(null, (tx) => removeOldCallers(tx, clock.now()), FREES_SPACE);
    await inSteps((tx) => removeExpiredRecords(tx, clock, STEP));
    // A token without a session must not open another one.
    const sessionsBefore = new Date(clock.ago(longestRefreshMs(config.tokenSeconds))).toISOString();
    await inSteps((tx) => removeOldSessions(tx, sessionsBefore, STEP));
    await inSteps((tx) => removeOldEvents(tx, new Date(clock.ago(config.securityLogMs)).toISOString(), STEP));
    await inSteps((tx) => removeOldEntries(tx, clock, REMOVAL_STEP), REMOVAL_STEP);
    await inSteps((tx) => removeOldOutgoingEvents(tx, clock, EVENT_STEP), EVENT_STEP);
    const surplus = await inSteps((tx) => removeSurplusOutgoingEvents(tx, EVENT_STEP), 1);
    if (surplus > 0)
      log.warn({ removed: surplus }, "too many events: the oldest of a tenant were removed with deliveries");
    await inSteps((tx) => recordOverdue(tx, config.timeZone, EVENT_STEP), EVENT_STEP);
    await inSteps((tx) => removeOldData(tx, clock.ago(config.printing.dataMs), STEP));
    await inSteps((tx) => removeOldJournals(tx, clock, JOB_KINDS, STEP));
    await inSteps((tx) => removeOldJobs(tx, STEP));
    await inSteps((tx) => removeOldMails(tx, clock, STEP));
    await storage.write(null, removeEndedSecrets, FREES_SPACE);
    // The stored files of an import have no rows yet.
    await removeDeletedPhotos(storage, photos, () => !isImporting());
  };
  /** Runs small transactions with a pause between them, until one removes less than `step`. Returns what all have removed. */
  const inSteps = async (remove: (tx: Tx) => number, step = STEP) => {
    for (let all = 0; ; await sleep(PAUSE_MS, null, { ref: false })) {
      const removed = await storage.write(null, remove, FREES_SPACE);
      all += removed;
      if (removed < step) return all;
    }
  };
  const logError = (error: unknown) => {
    if (error instanceof Unavailable) log.warn("maintenance skipped: the disk is nearly full");
    else log.error({ err: error }, "maintenance failed");
  };
  const stopping = new AbortController();
  let sweptAt = Number.NEGATIVE_INFINITY;
  const sweepOrphans = async () => {
    if (isImporting()) return;
    if (performance.now() - sweptAt < SWEEP_INTERVAL_MS) return;
    sweptAt = performance.now();
    const folder = join(storage.folder, PHOTOS_FOLDER);
    const removed = await removeOrphanFiles({ storage, files: photos, folder, clock }, stopping.signal);
    if (removed > 0) log.info({ removed }, "photo files without a photo were removed");
  };
  const timer = setInterval(() => {
    removeExpired().then(sweepOrphans).catch(logError);
  }, INTERVAL_MS).unref();
  if (storage.isCopied) photos.syncAll(stopping.signal).catch(logError);
  return {
    stop() {
      stopping.abort();
      clearInterval(timer);
    },
  };
}

const Jumps = z.array(z.object({ from: z.number(), to: z.number() }));

/**
 * Saves the jumps of the system clock across restarts, so that the age of waiting labels and idempotency records grows by the
 * elapsed time only.
 */
export function persistClockJumps({
  storage,
  clock,
  log,
}: Pick<Dependencies, "storage" | "clock" | "log">): void {
  const saved = findAppState(storage.db, "clockJumps");
  clock.restoreJumps(saved === null ? [] : Jumps.parse(saved.content));
  clock.onJump(({ from, to }) => {
    log.warn({ from: new Date(from), to: new Date(to) }, "the system's clock was moved ahead");
    // Synced at once: expiry caused by the jump must survive a power cut.
    storage
      .write(null, (tx) => saveAppState(tx, "clockJumps", clock.jumps()), { evenWhenLow: true })
      .then(storage.durable)
      .catch((error: unknown) => log.error({ err: error }, "the jump of the system clock was not saved"));
  });
}
