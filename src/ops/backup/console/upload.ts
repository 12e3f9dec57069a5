import { randomBytes } from "node:crypto";
import { open, rm } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { Conflict, NotFound, WrongState } from "../../../domain/errors.ts";
import { msg } from "../../../domain/message.ts";
import type { RawBody } from "../../../http/endpoint/endpoint-options.ts";
import { namedObject } from "../../../http/endpoint/named-object.ts";
import { toWriteError } from "../../../storage/files/disk-errors.ts";
import { writeWhole } from "../../../storage/files/durable-files.ts";
import { UNFINISHED_PREFIX } from "../../../storage/files/file-names.ts";
import { CopyError } from "../restore/copy-error.ts";
import { assertFreeSpace } from "../restore/disk-space.ts";
import type { PlanSource } from "./plan.ts";
import { fullMessage } from "./plan-errors.ts";

/** A file that is uploaded in parts. */
export const RestoreUpload = namedObject("RestoreUpload", {
  id: z.string(),
  bytes: z.int().describe("size of the whole file"),
  receivedBytes: z.int().describe("where the next part begins"),
});
/** The same as a type. */
export type RestoreUpload = z.output<typeof RestoreUpload>;

interface OpenUpload {
  readonly id: string;
  readonly path: string;
  readonly bytes: number;
  receivedBytes: number;
  isReceiving: boolean;
  /** Time of the last part, by `performance.now`. */
  usedAt: number;
}

/** The file that an Admin uploads for a restore: at most one. The next start removes it. */
export class Upload {
  readonly #folder: string;
  readonly #reserveBytes: number;
  #open: OpenUpload | null = null;

  constructor(folder: string, reserveBytes: number) {
    this.#folder = folder;
    this.#reserveBytes = reserveBytes;
  }

  /** Begins an upload; an earlier one is removed. Rejects with WrongState where the disk has too little space. */
  async begin(bytes: number): Promise<RestoreUpload> {
    await this.remove();
    try {
      // The file, and what is unpacked from it.
      await assertFreeSpace(this.#folder, 2 * bytes, this.#reserveBytes);
    } catch (error) {
      if (error instanceof CopyError) throw new WrongState(fullMessage(error.missingBytes));
      throw error;
    }
    const id = randomBytes(8).toString("hex");
    const path = join(this.#folder, `${UNFINISHED_PREFIX}restore-file-${id}`);
    await onDisk(async () => (await open(path, "wx", 0o600)).close());
    this.#open = { id, path, bytes, receivedBytes: 0, isReceiving: false, usedAt: performance.now() };
    return this.describe();
  }

  /** The open upload. Throws NotFound. */
  describe(): RestoreUpload {
    const { id, bytes, receivedBytes } = this.#current();
    return { id, bytes, receivedBytes };
  }

  /**
   * Appends a part. What has arrived before an error stays. Rejects with Conflict where `offset` is not the number of received
   * bytes, or another part is being received.
   */
  async append(id: string, offset: number, body: RawBody): Promise<RestoreUpload> {
    const upload = this.#current();
    const { receivedBytes } = upload;
    if (upload.id !== id) throw notFound();
    if (upload.isReceiving || offset !== receivedBytes)
      throw new Conflict(msg("The upload goes on at {receivedBytes} bytes.", { receivedBytes }));
    upload.isReceiving = true;
    try {
      await using file = await open(upload.path, "r+");
      await body.read(async (piece) => {
        if (upload.receivedBytes + piece.length > upload.bytes)
          throw new WrongState(msg("The file has more bytes than was said."));
        await onDisk(() => writeWhole(file, piece, upload.receivedBytes));
        upload.receivedBytes += piece.length;
      });
    } finally {
      upload.isReceiving = false;
      upload.usedAt = performance.now();
    }
    return this.describe();
  }

  /** The uploaded file as the source of a restore. Throws NotFound, and WrongState where it is incomplete. */
  source(): Pick<PlanSource, "open" | "release"> {
    const { path, bytes, receivedBytes } = this.#current();
    if (receivedBytes !== bytes) throw new WrongState(msg("The file is not uploaded completely."));
    return { open: async () => ({ path, madeAt: null }), release: () => this.remove() };
  }

  /** Removes a file to which no part was added for `ms`. */
  async removeIdle(ms: number): Promise<void> {
    const upload = this.#open;
    if (upload !== null && !upload.isReceiving && performance.now() - upload.usedAt > ms) await this.remove();
  }

  /** Removes the file. Does nothing where there is none. */
  async remove(): Promise<void> {
    const upload = this.#open;
    this.#open = null;
    if (upload !== null) await rm(upload.path, { force: true });
  }

  #current(): OpenUpload {
    if (this.#open === null) throw notFound();
    return this.#open;
  }
}

function notFound(): NotFound {
  return new NotFound(msg("No file is being uploaded."));
}

/** Runs work on the disk. Rejects with Unavailable where the disk does not accept it. */
async function onDisk<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw toWriteError(error);
  }
}
