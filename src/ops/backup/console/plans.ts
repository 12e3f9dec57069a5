import { randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { Conflict, NotFound, WrongState } from "../../../domain/errors.ts";
import { msg } from "../../../domain/message.ts";
import type { Dependencies } from "../../../http/dependencies.ts";
import type { Locale } from "../../../i18n/locales.ts";
import { installedDT, listHistories } from "../../../storage/data-history.ts";
import { toWriteError } from "../../../storage/files/disk-errors.ts";
import { UNFINISHED_PREFIX } from "../../../storage/files/file-names.ts";
import { STAGED } from "../data-folder/interrupted-restore.ts";
import { markRestored } from "../data-folder/restore-marker.ts";
import { confirmSwap } from "../restore/swap.ts";
import { commonUntil } from "./common-until.ts";
import { countEverything, countLostSince, type LostSince } from "./lost-since.ts";
import { Plan, type PlanOwner, type PlanSource } from "./plan.ts";
import { planError } from "./plan-errors.ts";
import type { RestorePlan } from "./shapes.ts";
import { Upload } from "./upload.ts";

/** A plan that nobody confirms is removed so long after its reading, because its files fill the disk. */
const EXPIRES_AFTER_MS = 12 * 3_600_000;
const CHECK_INTERVAL_MS = 60_000;
/** Age up to which the count of what would be lost is sent again. */
const LOST_VALID_MS = 10_000;

/**
 * The restore from the console: at most one at a time. The data are prepared in a folder that the next start removes; only a
 * confirmation makes the next start exchange them for the present data (restore/swap.ts).
 */
export class RestorePlans {
  /** The file that an Admin uploads for a restore. */
  readonly upload: Upload;
  readonly #dependencies: Dependencies;
  readonly #onRestart: (() => void) | undefined;
  readonly #timer: NodeJS.Timeout;
  #plan: Plan | null = null;
  #lost: { readonly plan: Plan; readonly at: number; readonly since: LostSince } | null = null;

  /** `onRestart` stops this process so that it starts again; absent: somebody must start it. */
  constructor(dependencies: Dependencies, onRestart?: () => void) {
    const { storage, config } = dependencies;
    this.upload = new Upload(storage.folder, config.reserveBytes);
    this.#dependencies = dependencies;
    this.#onRestart = onRestart;
    this.#timer = setInterval(() => this.#removeExpired(), CHECK_INTERVAL_MS).unref();
  }

  /** Begins to read a copy. Throws Conflict while another restore is open; a failed one is replaced. */
  async begin(source: PlanSource, owner: PlanOwner | null): Promise<void> {
    this.assertNoneOpen();
    const { storage, clock, config, log } = this.#dependencies;
    const before = this.#plan;
    const scratch = makeScratch(storage.folder);
    const job = { scratch, dataFolder: storage.folder, reserveBytes: config.reserveBytes };
    const logError = (error: unknown) =>
      log.error({ err: error }, "a backup could not be read for a restore");
    this.#plan = new Plan(source, owner, clock, job, logError);
    if (before !== null) await remove(before);
  }

  /** Throws Conflict while a restore is open. */
  assertNoneOpen(): void {
    this.#removeExpired();
    const plan = this.#plan;
    if (plan === null || plan.state === "failed") return;
    if (plan.state === "confirmed") throw alreadyConfirmed();
    if (plan.owner === null) throw new Conflict(msg("A restore has begun already. Cancel it first."));
    const { fullName: name } = plan.owner;
    throw new Conflict(msg("{name} has begun a restore already. It must be cancelled first.", { name }));
  }

  /** The open restore. Throws NotFound where there is none. */
  async describe(language: Locale): Promise<RestorePlan> {
    const plan = this.#open();
    const { state, source, begunDT, owner, progress, found, fault } = plan;
    const isReady = state === "ready" || state === "confirmed";
    return {
      id: plan.id,
      state,
      source: source.shown,
      begunDT,
      begunBy: owner?.fullName ?? null,
      progress: state === "reading" ? progress : null,
      holds: found?.holds ?? null,
      upToDT: found?.upToDT ?? null,
      program: found?.program ?? null,
      isWhole: found && found.total === 0,
      missingPhotos: found?.badPhotos ?? 0,
      problems: found?.problems ?? [],
      notes: found?.notes ?? [],
      isOtherInstallation: isReady ? this.#isOther(found?.installedDT ?? null) : null,
      lostSince: isReady ? await this.#lostSince(plan) : null,
      error: fault && planError(fault, language),
      isRestarting: state === "confirmed" && this.#onRestart !== undefined,
    };
  }

  /** Cancels the restore and removes its files. Throws NotFound, and Conflict for a confirmed one. */
  async cancel(): Promise<void> {
    const plan = this.#open();
    if (plan.state === "confirmed") throw alreadyConfirmed();
    this.#plan = null;
    await remove(plan);
    await this.upload.remove();
  }

  /**
   * Throws WrongState where the restore can't be confirmed, NotFound or Conflict where `id` is not the open one.
   * `withoutPhotos`: missing photo files are accepted.
   */
  assertConfirmable(id: string, withoutPhotos: boolean): void {
    const { id: own, state, found } = this.#open();
    if (own !== id)
      throw new Conflict(msg("Another restore has begun in the meantime. Look at what it would restore."));
    if (state === "confirmed") throw alreadyConfirmed();
    if (state !== "ready" || found === null)
      throw new WrongState(msg("This restore is not ready. Wait until the backup is read."));
    if (found.badPhotos > 0 && !withoutPhotos)
      throw new WrongState(msg("This backup lacks photos. Confirm that it may be restored without them."));
  }

  /** Confirms the restore: on the disk when this returns. The next start does it. */
  confirm(id: string, withoutPhotos: boolean, by: string | null): void {
    this.assertConfirmable(id, withoutPhotos);
    const plan = this.#open();
    const { folder } = this.#dependencies.storage;
    try {
      markRestored(join(plan.scratch, STAGED), by);
      confirmSwap(folder, plan.scratch, this.#dependencies.clock.iso().replaceAll(/[-:.]/g, ""));
    } catch (error) {
      throw toWriteError(error);
    }
    plan.state = "confirmed";
  }

  /** Stops the server for the confirmed restore, after the running request. */
  restart(): void {
    if (this.#onRestart !== undefined) setImmediate(this.#onRestart);
  }

  /** Stops reading. The next start removes the files of a restore that is not confirmed. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#plan?.stop();
  }

  #open(): Plan {
    this.#removeExpired();
    if (this.#plan === null) throw new NotFound(msg("No restore has begun."));
    return this.#plan;
  }

  #isOther(installed: string | null): boolean {
    const own = installedDT(this.#dependencies.storage.db);
    return own !== null && own !== installed;
  }

  async #lostSince(plan: Plan): Promise<LostSince | null> {
    const { storage } = this.#dependencies;
    if (plan.found === null) return null;
    const { upToDT: at, change, histories } = plan.found;
    const installed = installedDT(storage.db);
    if (at === null || change === null || installed === null) return null;
    const now = performance.now();
    if (this.#lost?.plan === plan && now - this.#lost.at < LOST_VALID_MS) return this.#lost.since;
    const since = this.#isOther(plan.found.installedDT)
      ? await countEverything(storage, installed)
      : await countLostSince(storage, commonUntil({ at, change, histories }, listHistories(storage.db)));
    this.#lost = { plan, at: now, since };
    return since;
  }

  #removeExpired(): void {
    const plan = this.#plan;
    const logError = (error: unknown) =>
      this.#dependencies.log.error({ err: error }, "files of an expired restore could not be removed");
    if (plan === null) this.upload.removeIdle(EXPIRES_AFTER_MS).catch(logError);
    if (plan === null || plan.state === "confirmed" || plan.readDT === null) return;
    if (this.#dependencies.clock.ago(EXPIRES_AFTER_MS) < Date.parse(plan.readDT)) return;
    this.#plan = null;
    remove(plan).catch(logError);
  }
}

function alreadyConfirmed(): Conflict {
  return new Conflict(msg("This restore is confirmed. It is done at the next start of the server."));
}

function makeScratch(folder: string): string {
  const path = join(folder, `${UNFINISHED_PREFIX}restore-${randomBytes(8).toString("hex")}`);
  try {
    mkdirSync(path, { mode: 0o700 });
    return path;
  } catch (error) {
    throw toWriteError(error);
  }
}

async function remove(plan: Plan): Promise<void> {
  await plan.stop();
  await rm(plan.scratch, { recursive: true, force: true });
}
