import { createWriteStream, fstatSync, readSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable, Transform, type TransformCallback } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type ExtractEvents, extract, type Header } from "tar-stream";
import { errorMessage } from "../../../platform/error-code.ts";
import { StartupError, startupErrorKindOf } from "../../../platform/startup-error.ts";
import { LOCK_FILE } from "../../../storage/files/file-names.ts";

type Entry = ExtractEvents["entry"][1];
const END_BYTES = 1024;

/** An archive file and its content. */
export interface ArchiveFile {
  readonly path: string;
  /** Opens the tar file, decrypted where it is encrypted. */
  open(): Promise<Readable>;
}

/**
 * Unpacks an archive of GET /api/backup, or a tar file of a data folder, into the empty folder `folder`. Rejects with
 * StartupError where it was truncated or changed, is not such an archive, or contains a link or a path outside of the folder.
 */
export async function unpack(
  { path, open }: ArchiveFile,
  folder: string,
  onProgress: (files: number) => void = () => {},
): Promise<void> {
  const entries = extract();
  const end = new TarEnd();
  try {
    const reading = pipeline(await open(), end, entries);
    // The entries fail with the same error, which is handled there.
    reading.catch(() => {});
    let files = 0;
    for await (const entry of entries) {
      await unpackOne(entry, folder);
      onProgress(++files);
    }
    await reading;
  } catch (error) {
    if (error instanceof StartupError) throw error;
    const reason = errorMessage(error);
    const kind = startupErrorKindOf(error);
    throw new StartupError(`${path}: can't be unpacked (${reason})`, kind ?? "damaged");
  }
  if (!end.isComplete()) throw truncatedError(path);
}

/** Throws StartupError before unpacking where an unencrypted file was truncated. */
export function assertArchiveEnd(path: string, fd: number): void {
  const { size } = fstatSync(fd);
  const end = Buffer.alloc(END_BYTES, 1);
  if (size >= END_BYTES) readSync(fd, end, 0, END_BYTES, size - END_BYTES);
  if (!isEnd(end, size)) throw truncatedError(path);
}

/** Passes a tar file through and keeps its last bytes. */
class TarEnd extends Transform {
  #size = 0;
  #last = Buffer.alloc(0);

  override _transform(piece: Buffer, _: BufferEncoding, done: TransformCallback): void {
    this.#size += piece.length;
    this.#last = Buffer.from(Buffer.concat([this.#last, piece.subarray(-END_BYTES)]).subarray(-END_BYTES));
    done(null, piece);
  }

  isComplete(): boolean {
    return isEnd(this.#last, this.#size);
  }
}

/** Every complete archive ends with 1024 zero bytes (POSIX, pax interchange format). */
function isEnd(last: Buffer, size: number): boolean {
  return size % 512 === 0 && last.length === END_BYTES && last.every((byte) => byte === 0);
}

function truncatedError(path: string): StartupError {
  return new StartupError(`${path}: the file is a truncated archive, or not an archive`, "damaged");
}

async function unpackOne(entry: Entry, folder: string): Promise<void> {
  const path = pathOf(entry.header);
  const isContent = path !== "" && entry.header.type !== "directory" && isNeeded(path);
  if (!isContent) {
    entry.resume();
    return;
  }
  const file = join(folder, path);
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await pipeline(Readable.from(entry), createWriteStream(file, { flags: "wx", mode: 0o600 }));
}

/** Relative path of an entry. Throws StartupError unless it is a file or folder inside the target folder. */
function pathOf({ name, type }: Header): string {
  if (type !== "file" && type !== "contiguous-file" && type !== "directory")
    throw new StartupError(`the archive contains "${name}", a ${type}. Nothing was restored.`, "foreign");
  const parts = name.split("/").filter((part) => part !== "." && part !== "");
  if (name.startsWith("/") || name.includes("\0") || parts.includes(".."))
    throw new StartupError(`the archive contains "${name}", which points outside the folder`, "foreign");
  return parts.join("/");
}

function isNeeded(path: string): boolean {
  return !path.endsWith("-shm") && !path.includes(LOCK_FILE);
}
