import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pause } from "../../../platform/back-off.ts";
import type { Clock } from "../../../platform/clock.ts";
import { errorCode, errorMessage } from "../../../platform/error-code.ts";
import type { Log } from "../../../platform/log.ts";
import { VERSION } from "../../../platform/version.ts";
import { newestVersion } from "../../../storage/database/migrations.ts";
import { isDiskFull } from "../../../storage/files/disk-errors.ts";
import { FolderCopy, type OriginalFiles } from "../../../storage/following/folder-copy.ts";
import { ForeignLog } from "../../../storage/following/log-copy.ts";
import { PHOTOS_FOLDER } from "../../backup/data-folder/contents.ts";
import { BEFORE_PREFIX } from "../../backup/data-folder/interrupted-restore.ts";
import { writeSmallFiles } from "../files/small-files.ts";
import type { Membership, PeerAddress } from "../membership/membership.ts";
import { type PeerClient, PeerRefused } from "../peer/peer-client.ts";
import { FilesResponse, PositionResponse } from "../peer/protocol.ts";
import { PhotoCopies } from "./photo-copies.ts";

/** The primary answers after this time even when nothing has changed. */
const WAIT_MS = 1000;
const RETRY_MS = 500;
/** After a full disk: each try may take the last free bytes from everything else. */
const FULL_RETRY_MS = 60_000;
const CONTACT_MS = 5000;
const TOO_OLD = "the data are of a newer version than this program can open; upgrade this machine";

/** What a following standby needs. */
interface FollowingDependencies {
  readonly folder: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly client: PeerClient;
  membership(): Membership;
  /** Where this machine listens for its peer. */
  machine(): PeerAddress;
  /** Must end the process: the content of the disk is unknown. */
  syncFailed(error: Error): void;
}

/** Follows the primary: its log, main files, photos, keys and settings. Everything that it confirms is on the disk. */
export class Following {
  readonly #dependencies: FollowingDependencies;
  readonly #stopping = new AbortController();
  readonly #photos: PhotoCopies;
  readonly #files: OriginalFiles;
  #copy: FolderCopy | null = null;
  #loops: Promise<unknown> = Promise.resolve();
  #response: PositionResponse | null = null;
  #digest = "";
  #completeAt: number | null = null;
  #upToDT: string | null = null;
  #contactAt: number | null = null;
  #isRemoved = false;
  #full: { readonly error: unknown; readonly at: number } | null = null;
  #error: string | null = null;

  constructor(dependencies: FollowingDependencies) {
    const { client, folder, log, syncFailed } = dependencies;
    this.#dependencies = dependencies;
    this.#photos = new PhotoCopies(join(folder, PHOTOS_FOLDER), client, log, syncFailed);
    const { signal } = this.#stopping;
    this.#files = {
      log: (generation, from) => client.bytes(`/log?generation=${generation}&from=${from}`, signal),
      main: (generation) => client.bytes(`/main?generation=${generation}`, signal),
    };
  }

  /** Opens the copy and begins to follow. */
  async start(): Promise<void> {
    this.#copy = await FolderCopy.open(this.#dependencies.folder);
    await this.#photos.begin();
    this.#loops = Promise.all([this.#repeat(() => this.#step()), this.#repeat(() => this.#followPhotos())]);
  }

  /** The state of a following standby. */
  status() {
    const now = performance.now();
    return {
      /** True once there is a whole copy, which can be promoted. */
      isWhole: this.#copy !== null && this.#copy.position !== null,
      isConnected: this.#contactAt !== null && now - this.#contactAt < CONTACT_MS,
      /** Milliseconds since the copy had everything of the primary. Null: never since the start. */
      lagMs: this.#completeAt && Math.round(now - this.#completeAt),
      /** The primary's time up to which the copy has everything, ISO 8601. Null: not known since the start. */
      upToDT: this.#upToDT,
      /** False while files of photos are missing. */
      hasPhotos: !this.#needsPhotos && this.#response !== null && !this.#photos.hasDamaged,
      /** True when the primary has removed this standby. */
      isRemoved: this.#isRemoved,
      /** The version of the primary's program. Null: not known since the start. */
      primaryVersion: this.#response?.version ?? null,
      /** True when the data are of a newer version than this program can open. */
      isTooOld: this.#isTooOld,
      /** The last error; null after a success. */
      error: this.#error ?? (this.#isTooOld ? TOO_OLD : null),
    };
  }

  get #needsPhotos(): boolean {
    return this.#photos.upTo < (this.#response?.photos ?? 0);
  }

  get #isTooOld(): boolean {
    return (this.#response?.schema ?? 0) > newestVersion();
  }

  /** Whether the copy has the log up to here. */
  has({ generation, bytes }: { readonly generation: string; readonly bytes: number }): boolean {
    const own = this.#copy?.position ?? null;
    return (
      own !== null && (own.generation > generation || (own.generation === generation && own.bytes >= bytes))
    );
  }

  /** Stops following; the copy is closed then. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#loops;
    await this.#copy?.close();
  }

  async #repeat(step: () => Promise<void>): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      try {
        await step();
      } catch (error) {
        if (signal.aborted) return;
        // After a failed flush the content of the disk is unknown.
        if (error instanceof Error && errorCode(error) === "EIO") this.#dependencies.syncFailed(error);
        this.#report(error);
        await pause(RETRY_MS, signal);
      }
    }
  }

  async #step(): Promise<void> {
    const { client, membership, machine } = this.#dependencies;
    const copy = this.#getCopy();
    const position = copy.position;
    const at = position && {
      generation: position.generation,
      bytes: position.bytes,
      checksum: [...position.checksum],
    };
    const body = {
      at,
      photos: this.#photos.upTo,
      epoch: membership().epoch,
      machine: machine(),
      waitMs: this.#response === null ? 0 : WAIT_MS,
      version: VERSION.version,
    };
    const { signal } = this.#stopping;
    const response = await client.json("/position", PositionResponse, { method: "POST", body, signal });
    const receivedAt = performance.now();
    this.#contactAt = receivedAt;
    await this.#followFiles(response);
    const isComplete = await this.#followLog(copy, response);
    this.#response = response;
    this.#isRemoved = false;
    this.#error = null;
    if (!isComplete) return;
    this.#completeAt = receivedAt;
    this.#upToDT = response.now;
  }

  /** Copies what is missing, but not soon after a full disk, unless this machine takes over. */
  async #followLog(copy: FolderCopy, response: PositionResponse): Promise<boolean> {
    const isPaused = this.#full !== null && performance.now() - this.#full.at < FULL_RETRY_MS;
    if (isPaused && this.#dependencies.membership().role !== "promoting") throw this.#full?.error;
    this.#full = null;
    try {
      return await this.#copyLog(copy, response);
    } catch (error) {
      if (isDiskFull(error)) this.#full = { error, at: performance.now() };
      throw error;
    }
  }

  /** False: the primary does not know the checksum of its new main file yet. */
  async #copyLog(copy: FolderCopy, response: PositionResponse): Promise<boolean> {
    const { generation, mainSha256, mainBytes, bytes, isContinued } = response;
    if (copy.generation === generation && isContinued) {
      if ((copy.position?.bytes ?? 0) >= bytes) return true;
      try {
        await copy.follow(this.#files);
        return this.has(response);
      } catch (error) {
        if (!(error instanceof ForeignLog)) throw error;
        // The primary has moved on meanwhile, or has another log: its next answer says which.
        return false;
      }
    }
    if (mainSha256 === null) {
      await sleep(100);
      return false;
    }
    const next = { generation, mainSha256, bytes: mainBytes === undefined ? null : mainBytes + bytes };
    const isPrimaryBehind = copy.generation !== null && (!isContinued || copy.generation > generation);
    const aside = isPrimaryBehind
      ? BEFORE_PREFIX + this.#dependencies.clock.iso().replaceAll(/[-:.]/g, "")
      : null;
    const how = await copy.moveTo(next, this.#files, aside);
    if (aside !== null)
      this.#dependencies.log.warn(
        { folder: aside },
        "the primary lacks data of this copy, as after an older image of its disk; they are kept in this folder",
      );
    this.#dependencies.log.info({ generation, how }, "the copy has a new generation of the database");
    return this.has(response);
  }

  async #followFiles({ files: digest }: PositionResponse): Promise<void> {
    if (digest === this.#digest) return;
    const { client, folder } = this.#dependencies;
    const { files } = await client.json("/files", FilesResponse, { signal: this.#stopping.signal });
    writeSmallFiles(folder, files);
    this.#digest = digest;
  }

  async #followPhotos(): Promise<void> {
    const { signal } = this.#stopping;
    if (this.#needsPhotos || this.#photos.isRetryDue) await this.#photos.follow(signal);
    await pause(RETRY_MS, signal);
  }

  #report(error: unknown): void {
    this.#isRemoved = error instanceof PeerRefused && error.status === 410;
    const text = errorMessage(error);
    if (this.#error !== text) this.#dependencies.log.warn({ reason: text }, "the primary can't be followed");
    this.#error = text;
  }

  #getCopy(): FolderCopy {
    if (this.#copy === null) throw new Error("the copy is not open");
    return this.#copy;
  }
}
