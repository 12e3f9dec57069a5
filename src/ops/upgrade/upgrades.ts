import { statSync } from "node:fs";
import { basename, join } from "node:path";
import { Invalid, WrongState } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import type { Dependencies } from "../../http/dependencies.ts";
import type { Upload } from "../../http/endpoint/endpoint-options.ts";
import type { Locale } from "../../i18n/locales.ts";
import { textIn } from "../../i18n/text.ts";
import { VERSION } from "../../platform/version.ts";
import { type Db, sqlite, statement } from "../../storage/database/statement.ts";
import { flushPath } from "../../storage/files/durable-files.ts";
import { withWorkFolder } from "../backup/targets/work-folder.ts";
import { type CheckOptions, MAX_BUNDLE_BYTES, verifyUploaded } from "./bundle.ts";
import { type FailedUpgrade, isSeen, isSuperseded, unseenFailure } from "./failure.ts";
import { BundleFolders } from "./folders.ts";
import { UpgradeInbox, type UpgradeRequest } from "./inbox.ts";
import { type UpgradePlaces, unavailableReason } from "./places.ts";
import { lacksPreparedAddress } from "./prepared-address.ts";
import { findPrevious, isOlder } from "./previous.ts";
import { type Action, readRecord, readStep, resultMessage, type UpgradeRecord } from "./record.ts";
import type { UpgradeState } from "./shapes.ts";

/** Time within which root's script must take a request. */
const TAKEN_WITHIN_MS = 30_000;

/** A request that root's script has not taken yet. */
interface Pending {
  readonly action: Action;
  readonly version: string;
  readonly startedDT: string;
  readonly timer: NodeJS.Timeout;
}

/** Upgrades of this server from the console: the bundle, the request, and what root's script has recorded. */
export class Upgrades {
  readonly #dependencies: Dependencies;
  readonly #places: UpgradePlaces;
  readonly #inbox: UpgradeInbox;
  readonly #installed = VERSION.version;
  readonly #folders: BundleFolders;
  #isFetching = false;
  #pending: Pending | null = null;
  /** A request that nobody took; null: none since the last one that was. */
  #notTaken: UpgradeRecord | null = null;

  constructor(dependencies: Dependencies, places: UpgradePlaces) {
    this.#dependencies = dependencies;
    this.#places = places;
    this.#inbox = new UpgradeInbox(dependencies.storage.folder);
    this.#folders = new BundleFolders(dependencies, this.#installed, places.readFolder);
    this.#tidy();
  }

  /** The state for the console, with its texts in this language. */
  state(language: Locale): UpgradeState {
    const { app, run } = this.#places;
    const unavailable = unavailableReason(this.#places);
    const record = readRecord(run, app);
    return {
      installed: this.#installed,
      isAvailable: unavailable === null,
      unavailableReason: unavailable,
      previous: unavailable === "notService" ? null : this.#previous(),
      bundle: this.#inbox.bundle(),
      folderBundles: unavailable === null ? this.#folders.list() : [],
      progress: this.#progress(record),
      lastResult: this.#lastResult(record, language),
    };
  }

  /** The failure of the last request that no Admin has seen; null: there is none. */
  failure(): FailedUpgrade | null {
    return unseenFailure(this.#dependencies.storage.db, this.#last(), this.#installed);
  }

  /** Whether the address that root has prepared for a promotion could not be added. */
  lacksPreparedAddress(): boolean {
    return lacksPreparedAddress(this.#dependencies.storage.folder, this.#places, Date.now());
  }

  /** Takes an uploaded bundle with its signature. Throws Invalid or WrongState. */
  async upload({ file }: Upload, signature: string): Promise<string> {
    this.#assertIdle();
    return this.#keep(file, { signature });
  }

  /** Copies a bundle from the folder of a backup target, as an upload. Throws Invalid, WrongState, NotFound or OtherSystemFailed. */
  async fetch(targetId: number, name: string): Promise<string> {
    this.#assertIdle();
    if (this.#isFetching)
      throw new WrongState(msg("A bundle is being copied already. Wait until it is there."));
    this.#isFetching = true;
    const { storage } = this.#dependencies;
    try {
      storage.assertDiskSpace(MAX_BUNDLE_BYTES);
      return await withWorkFolder(storage.folder, async (work) => {
        const path = join(work, "bundle");
        const signature = await this.#folders.fetch(targetId, name, path);
        const { size } = statSync(path);
        return this.#keep({ path, name, size }, { signature, fields: { bundle: "name", signature: "name" } });
      });
    } finally {
      this.#isFetching = false;
    }
  }

  /** Checks a bundle, and puts it into the inbox. */
  async #keep(
    { path, name, size: bytes }: Pick<Upload["file"], "path" | "name" | "size">,
    options: Pick<CheckOptions, "signature" | "fields">,
  ): Promise<string> {
    const { releaseKeys } = this.#places;
    const version = await verifyUploaded(path, { ...options, releaseKeys, installed: this.#installed });
    for (const file of [path, `${path}.sig`]) await flushPath(file);
    this.#assertIdle();
    const shown = basename(name.replaceAll("\\", "/")).slice(0, 200);
    const uploadedDT = this.#dependencies.clock.iso();
    this.#inbox.keep(path, { name: shown, bytes, version, uploadedDT });
    return version;
  }

  /** Removes the uploaded bundle. Throws WrongState while a request runs. */
  removeBundle(): void {
    this.#assertIdle();
    this.#inbox.removeBundle();
  }

  /** Throws Invalid or WrongState unless the uploaded bundle of this version can be installed now. */
  assertUpgrade(version: string): void {
    this.#assertIdle();
    const bundle = this.#inbox.bundle();
    if (bundle === null) throw new WrongState(msg("Upload a bundle first."));
    if (bundle.version !== version) throw Invalid.field("version", msg("is not that of the uploaded bundle"));
  }

  /** Throws Invalid or WrongState unless going back to this version is possible now, with or without the present data. */
  assertReturn(version: string, keepsData: boolean): void {
    this.#assertIdle();
    const previous = this.#previous();
    if (previous?.version !== version) throw Invalid.field("version", msg("is not the previous version"));
    if (!previous.canReturn)
      throw new WrongState(
        msg(
          "{version} can't use the present data, and the data from before the upgrade are no longer there.",
          { version },
        ),
      );
    if (previous.keepsData !== keepsData)
      throw Invalid.field("keepsData", msg("is not what going back would do: read the state again"));
  }

  /** Leaves the request for root's script. */
  begin(action: Action, version: string, request: UpgradeRequest): void {
    this.#notTaken = null;
    this.#inbox.request(request);
    const startedDT = this.#dependencies.clock.iso();
    const timer = setTimeout(() => this.#giveUp(), TAKEN_WITHIN_MS).unref();
    this.#pending = { action, version, startedDT, timer };
  }

  stop(): void {
    this.#folders.stop();
    if (this.#pending !== null) clearTimeout(this.#pending.timer);
  }

  /** Removes what an earlier run has left: a request that nobody took, and a bundle that is installed or is none. */
  #tidy(): void {
    const { log } = this.#dependencies;
    try {
      this.#inbox.dropRequest();
      const bundle = this.#inbox.bundle();
      if (bundle === null || !isOlder(this.#installed, bundle.version)) this.#inbox.removeBundle();
    } catch (error) {
      log.warn({ err: error }, "files of an earlier upgrade could not be removed");
    }
  }

  #previous(): UpgradeState["previous"] {
    const { storage, config } = this.#dependencies;
    const found = findPrevious(this.#places.app, config.dataFolder, this.#installed);
    if (found === null) return null;
    const { keepsData, earlierDataDT } = found;
    const isLossy = !keepsData && earlierDataDT !== null;
    return {
      ...found,
      canReturn: keepsData || earlierDataDT !== null,
      lost: isLossy ? writesSince(storage.db, earlierDataDT) : null,
    };
  }

  #progress(record: UpgradeRecord | null): UpgradeState["progress"] {
    if (record?.state === "running") {
      const { version, startedDT } = record;
      const step = readStep(this.#places.run) ?? "checking";
      return { action: record.action ?? "upgrade", version, step, startedDT };
    }
    if (this.#pending === null || !this.#inbox.hasRequest()) return null;
    const { action, version, startedDT } = this.#pending;
    return { action, version, step: "requested", startedDT };
  }

  #lastResult(record: UpgradeRecord | null, language: Locale): UpgradeState["lastResult"] {
    const last = this.#notTaken ?? record;
    if (last === null || last.state === "running" || isSuperseded(last, this.#installed)) return null;
    const { action, version, at, detail } = last;
    const message = textIn(resultMessage(last, this.#installed), language);
    const isDone = last.state === "done";
    const seen = isDone || isSeen(this.#dependencies.storage.db, at);
    return { action, version, isDone, isSeen: seen, message, detail, at };
  }

  #last(): UpgradeRecord | null {
    return this.#notTaken ?? readRecord(this.#places.run, this.#places.app);
  }

  #assertIdle(): void {
    if (unavailableReason(this.#places) !== null)
      throw new WrongState(msg("This server can't be upgraded from the console."));
    if (this.#progress(readRecord(this.#places.run, this.#places.app)) !== null)
      throw new WrongState(msg("An upgrade is running already."));
  }

  /** Ends a request that root's script has not taken: its unit does not run. */
  #giveUp(): void {
    const pending = this.#pending;
    this.#pending = null;
    if (pending === null || !this.#inbox.hasRequest()) return;
    const { action, version, startedDT } = pending;
    const at = this.#dependencies.clock.iso();
    const from = this.#installed;
    this.#notTaken = {
      action,
      from,
      version,
      startedDT,
      at,
      state: "failed",
      reason: "notBegun",
      detail: null,
    };
    try {
      this.#inbox.dropRequest();
    } catch (error) {
      this.#dependencies.log.warn({ err: error }, "a request that nobody took could not be removed");
    }
  }
}

/** Rows that are looked at, newest first: so many are shown as "more than". */
const MAX_ROWS = 10_000;

const newestChanges = statement((p: { at: string; rows: number }) =>
  sqlite
    .selectFrom((from) =>
      from.selectFrom("auditEntry").select("at").orderBy("oid", "desc").limit(p.rows).as("newest"),
    )
    .where("at", ">=", p.at)
    .select(({ fn }) => fn.countAll<number>().as("count")),
);
const newestCounts = statement((p: { at: string; rows: number }) =>
  sqlite
    .selectFrom((from) =>
      from
        .selectFrom("countOperation")
        .select("receivedDT")
        .orderBy("oid", "desc")
        .limit(p.rows)
        .as("newest"),
    )
    .where("receivedDT", ">=", p.at)
    .select(({ fn }) => fn.countAll<number>().as("count")),
);

/** Changes and counts of all tenants since a time; at most 10 000 of each are counted. */
function writesSince(db: Db, at: string): { changes: number; counts: number } {
  const parameters = { at, rows: MAX_ROWS };
  return {
    changes: newestChanges.first(db, parameters)?.count ?? 0,
    counts: newestCounts.first(db, parameters)?.count ?? 0,
  };
}
