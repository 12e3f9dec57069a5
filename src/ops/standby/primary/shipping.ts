import { closeSync, openSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import type { Clock } from "../../../platform/clock.ts";
import { VERSION } from "../../../platform/version.ts";
import { findAppState } from "../../../storage/app-state.ts";
import { newestVersion } from "../../../storage/database/migrations.ts";
import { sqlite, statement } from "../../../storage/database/statement.ts";
import { checksumAt } from "../../../storage/following/log-copy.ts";
import { listGenerations } from "../../../storage/generations/generations.ts";
import type { Storage } from "../../../storage/storage.ts";
import type { EpochStatement } from "../membership/epoch.ts";
import type { PositionRequest, PositionResponse, ShippedPosition } from "../peer/protocol.ts";

/** The commits of this time are sent together: a second standby flush for each commit would cost both machines. */
const GATHER_MS = 40;
/** Without a request for so long the standby counts as absent. */
const ABSENT_MS = 8000;
const PHOTOS_AT_ONCE = 500;

const MainFile = z.object({ sha256: z.string().nullable() });

const newestPhoto = statement(() =>
  sqlite.selectFrom("photo").select(({ fn }) => fn<number | null>("max", ["oid"]).as("oid")),
);
/** Deleted ones too: a job that is undone may show them again. */
const photosAfter = statement((p: { after: number; limit: number }) =>
  sqlite
    .selectFrom("photo")
    .where("oid", ">", p.after)
    .orderBy("oid")
    .limit(p.limit)
    .select(["oid", "file", "thumbnail"]),
);

/** Whether a log has this position. */
function isIn(fd: number, { bytes, checksum }: ShippedPosition): boolean {
  const own = checksumAt(fd, bytes);
  return own !== null && own[0] === checksum[0] && own[1] === checksum[1];
}

/** Tells the standby how far the log is written, and remembers how far the standby is. */
export class Shipping {
  readonly #storage: Storage;
  readonly #clock: Clock;
  readonly #waiting = new Set<() => void>();
  readonly #removeListener: () => void;
  #shipped: ShippedPosition | null = null;
  #shippedPhotos = 0;
  #contactAt: number | null = null;
  #standbyVersion: string | null = null;
  readonly #startedAt = performance.now();
  #open = 0;
  /** The position of the last answer and its time: when the standby confirms it, it was complete then. */
  #offered: {
    readonly generation: string;
    readonly bytes: number;
    readonly photos: number;
    readonly at: number;
  } | null = null;
  #completeAt = performance.now();
  #photosCompleteAt = performance.now();

  constructor(storage: Storage, clock: Clock) {
    this.#storage = storage;
    this.#clock = clock;
    this.#removeListener = storage.onCommit(() => this.#wake());
  }

  /** The last position that the standby has confirmed. Null: none since the start. */
  get shipped(): ShippedPosition | null {
    return this.#shipped;
  }

  /** The end of the log, all commits so far, and the bytes of its main file. */
  position(): { readonly generation: string; readonly bytes: number; readonly mainBytes: number } {
    const lease = this.#storage.leaseSnapshot();
    try {
      const [main, log] = lease.files;
      if (main === undefined || log === undefined) throw new Error("the lease has no files");
      return { generation: main.name, bytes: log.bytes, mainBytes: main.bytes };
    } finally {
      lease.release();
    }
  }

  /** Responds to the standby's request, at the latest after its `waitMs`. */
  async respond(
    { at, photos, waitMs, version }: PositionRequest,
    epoch: EpochStatement,
    files: string,
    signal: AbortSignal,
  ): Promise<PositionResponse> {
    this.#confirm(at, photos);
    this.#standbyVersion = version ?? null;
    this.#open++;
    try {
      if (this.#isCurrent(at, photos)) await this.#nextCommit(waitMs, signal);
    } finally {
      this.#open--;
      this.#contactAt = performance.now();
    }
    const now = performance.now();
    const position = this.position();
    const newest = this.#newestPhoto();
    this.#offered = { ...position, photos: newest, at: now };
    const main = MainFile.safeParse(findAppState(this.#storage.db, "mainFile")?.content);
    return {
      timeline: this.#storage.timeline,
      ...position,
      mainSha256: main.success ? main.data.sha256 : null,
      isContinued: this.#isContinued(at),
      photos: newest,
      files,
      epoch,
      version: VERSION.version,
      schema: newestVersion(),
      now: this.#clock.iso(),
    };
  }

  /** Names of the files of the photos after this one, in their order. */
  photos(after: number): { names: string[]; upTo: number; isWhole: boolean } {
    const found = photosAfter.all(this.#storage.db, { after, limit: PHOTOS_AT_ONCE });
    const names = [...new Set(found.flatMap(({ file, thumbnail }) => [file, thumbnail]))];
    return { names, upTo: found.at(-1)?.oid ?? after, isWhole: found.length < PHOTOS_AT_ONCE };
  }

  /** What the primary knows of its standby. */
  status() {
    const now = performance.now();
    const position = this.position();
    const isSame = this.#shipped?.generation === position.generation;
    const photosBehind = this.#newestPhoto() > this.#shippedPhotos;
    const lagBytes = isSame ? position.bytes - (this.#shipped?.bytes ?? 0) : null;
    return {
      isConnected: this.#open > 0 || (this.#contactAt !== null && now - this.#contactAt < ABSENT_MS),
      /** Milliseconds since the standby had the whole log, or since the start; 0: it has it. */
      lagMs: lagBytes === 0 ? 0 : Math.round(now - this.#completeAt),
      /** Bytes of the log that it does not have. Null: not known, as after a new generation. */
      lagBytes,
      /** True while it does not have the files of all photos. */
      photosBehind,
      /** Milliseconds since it had them, or since the start; 0: it has them. */
      photosLagMs: photosBehind ? Math.round(now - this.#photosCompleteAt) : 0,
      /** Milliseconds since its last request; without one since the start. */
      silentMs: this.#open > 0 ? 0 : Math.round(now - (this.#contactAt ?? this.#startedAt)),
      /** The version of its program. Null: not known since the start. */
      standbyVersion: this.#standbyVersion,
    };
  }

  stop(): void {
    this.#removeListener();
    this.#wake();
  }

  #confirm(at: ShippedPosition | null, photos: number): void {
    this.#contactAt = performance.now();
    this.#shippedPhotos = photos;
    const offered = this.#offered;
    if (offered !== null && photos >= offered.photos) this.#photosCompleteAt = offered.at;
    if (at === null || !this.#isContinued(at)) return;
    this.#shipped = at;
    if (offered?.generation === at.generation && at.bytes >= offered.bytes) this.#completeAt = offered.at;
  }

  #isCurrent(at: ShippedPosition | null, photos: number): boolean {
    const position = this.position();
    return (
      at?.generation === position.generation &&
      at.bytes === position.bytes &&
      this.#isContinued(at) &&
      photos >= this.#newestPhoto()
    );
  }

  /** Whether the standby's log is the beginning of this one, or of that of a superseded generation. */
  #isContinued(at: ShippedPosition | null): boolean {
    if (at === null) return true;
    const lease = this.#storage.leaseSnapshot();
    try {
      const [main, log] = lease.files;
      if (log === undefined || main?.name !== at.generation) return this.#isSuperseded(at);
      return at.bytes <= log.bytes && isIn(log.fd, at);
    } finally {
      lease.release();
    }
  }

  /** The oldest generations are removed first: a missing one between others was never here. */
  #isSuperseded(at: ShippedPosition): boolean {
    const { folder } = this.#storage;
    const names = listGenerations(folder);
    if (!names.includes(at.generation)) return at.generation < (names[0] ?? "");
    const fd = openSync(join(folder, `${at.generation}-wal`), "r");
    try {
      return isIn(fd, at);
    } finally {
      closeSync(fd);
    }
  }

  #newestPhoto(): number {
    return newestPhoto.first(this.#storage.db, {})?.oid ?? 0;
  }

  async #nextCommit(ms: number, signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.add(resolve);
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => resolve(), { once: true });
    const startedAt = performance.now();
    await promise;
    clearTimeout(timer);
    this.#waiting.delete(resolve);
    if (performance.now() - startedAt < ms) await sleep(GATHER_MS);
  }

  #wake(): void {
    for (const resolve of this.#waiting) resolve();
  }
}
