import { existsSync } from "node:fs";
import { buffer } from "node:stream/consumers";
import { FILE_EXTENSIONS, isPhotoFile, type PhotoFiles, photoFiles } from "../../../photos/files.ts";
import { forEachConcurrent } from "../../../platform/concurrency-limit.ts";
import type { PeerClient } from "../peer/peer-client.ts";
import { PhotosResponse } from "../peer/protocol.ts";

const CONCURRENCY = 3;

/** Copies the photo files of the primary. Their names are hashes of their content, so they are never sent twice. */
export class PhotoCopies {
  readonly #files: PhotoFiles;
  readonly #client: PeerClient;
  #upTo = 0;

  /** `syncFailed`: must end the process, because the content of the disk is unknown. */
  constructor(folder: string, client: PeerClient, syncFailed: (error: Error) => void) {
    this.#files = photoFiles(folder, { syncFailed, writeFailed() {} });
    this.#client = client;
  }

  /** The newest photo (oid) up to which all files are on the disk. */
  get upTo(): number {
    return this.#upTo;
  }

  /** Removes what an interruption has left unfinished. */
  begin(): Promise<void> {
    return this.#files.sweep();
  }

  /** Fetches the files of the photos after `upTo`. */
  async follow(signal: AbortSignal): Promise<void> {
    for (let isWhole = false; !isWhole && !signal.aborted; ) {
      const path = `/photos?after=${this.#upTo}`;
      const response = await this.#client.json(path, PhotosResponse, { signal });
      const missing = response.names.filter(
        (name) => isPhotoFile(name) && !existsSync(this.#files.path(name)),
      );
      await forEachConcurrent(missing.values(), CONCURRENCY, (name) => this.#fetch(name, signal));
      this.#upTo = response.upTo;
      isWhole = response.isWhole;
    }
  }

  /** A file that is gone belongs to a photo that was removed meanwhile. */
  async #fetch(name: string, signal: AbortSignal): Promise<void> {
    const content = await this.#client.bytes(`/photo?name=${name}`, signal);
    if (content === null) return;
    const extension = FILE_EXTENSIONS.find((one) => name.endsWith(one));
    if (extension === undefined) throw new Error(`${name} is not the name of a photo`);
    const stored = await this.#files.put(await buffer(content), extension);
    if (stored === name) return;
    await this.#files.remove(stored);
    throw new Error(`the photo ${name} was received with errors`);
  }
}
