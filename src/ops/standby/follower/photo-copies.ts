import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { buffer } from "node:stream/consumers";
import { FILE_EXTENSIONS, isPhotoFile, PhotoFiles } from "../../../photos/files.ts";
import { forEachConcurrent } from "../../../platform/concurrency-limit.ts";
import type { Log } from "../../../platform/log.ts";
import { type PeerClient, PeerRefused } from "../peer/peer-client.ts";
import { PhotosResponse, UNREADABLE_STATUS } from "../peer/protocol.ts";

const CONCURRENCY = 3;
/** Time between two tries of files that are damaged or can't be read on the primary. */
const RETRY_MS = 3_600_000;

/** Copies the photo files of the primary. Their names are hashes of their content, so they are never sent twice. */
export class PhotoCopies {
  readonly #files: PhotoFiles;
  readonly #client: PeerClient;
  readonly #log: Log;
  /** Names of the files that are damaged or can't be read on the primary. */
  readonly #damaged = new Set<string>();
  #triedAt = 0;
  #upTo = 0;

  /** `syncFailed`: must end the process, because the content of the disk is unknown. */
  constructor(folder: string, client: PeerClient, log: Log, syncFailed: (error: Error) => void) {
    this.#files = new PhotoFiles(folder, { syncFailed, writeFailed() {} });
    this.#client = client;
    this.#log = log;
  }

  /** The newest photo (oid) up to which all files are on the disk, except damaged ones. */
  get upTo(): number {
    return this.#upTo;
  }

  get hasDamaged(): boolean {
    return this.#damaged.size > 0;
  }

  /** Whether it is time to try the damaged files again. */
  get isRetryDue(): boolean {
    return this.hasDamaged && performance.now() - this.#triedAt > RETRY_MS;
  }

  /** Removes what an interruption has left unfinished. */
  begin(): Promise<void> {
    return this.#files.sweep();
  }

  /** Fetches the files of the photos after `upTo`, and now and then those that were damaged. */
  async follow(signal: AbortSignal): Promise<void> {
    if (this.isRetryDue) await this.#fetchAll([...this.#damaged], signal);
    for (let isWhole = false; !isWhole && !signal.aborted; ) {
      const path = `/photos?after=${this.#upTo}`;
      const response = await this.#client.json(path, PhotosResponse, { signal });
      const missing = response.names.filter(
        (name) => isPhotoFile(name) && !existsSync(this.#files.path(name)),
      );
      await this.#fetchAll(missing, signal);
      this.#upTo = response.upTo;
      isWhole = response.isWhole;
    }
  }

  #fetchAll(names: readonly string[], signal: AbortSignal): Promise<void> {
    return forEachConcurrent(names.values(), CONCURRENCY, (name) => this.#fetch(name, signal));
  }

  /** A file that is gone belongs to a photo that was removed meanwhile. */
  async #fetch(name: string, signal: AbortSignal): Promise<void> {
    const bytes = await this.#read(name, signal);
    if (bytes instanceof PeerRefused)
      return this.#skip(name, `a photo can't be read on the primary: ${bytes.message}`);
    if (bytes !== null && !name.startsWith(createHash("sha256").update(bytes).digest("hex")))
      return this.#skip(name, "a photo is damaged on the primary");
    this.#damaged.delete(name);
    if (bytes === null) return;
    const extension = FILE_EXTENSIONS.find((one) => name.endsWith(one));
    if (extension === undefined) throw new Error(`${name} is not the name of a photo`);
    await this.#files.put(bytes, extension);
  }

  /** Returns the refusal of a file that can't be read. */
  async #read(name: string, signal: AbortSignal): Promise<Buffer | PeerRefused | null> {
    try {
      const content = await this.#client.bytes(`/photo?name=${name}`, signal);
      return content && (await buffer(content));
    } catch (error) {
      if (error instanceof PeerRefused && error.status === UNREADABLE_STATUS) return error;
      throw error;
    }
  }

  #skip(name: string, problem: string): void {
    this.#log.warn({ name }, problem);
    this.#damaged.add(name);
    this.#triedAt = performance.now();
  }
}
