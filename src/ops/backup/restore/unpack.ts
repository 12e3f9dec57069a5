import { createWriteStream, fstatSync, readSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable, Transform, type TransformCallback } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type ExtractEvents, extract, type Header } from "tar-stream";
import { StartupError, startupErrorKindOf } from "../../../platform/startup-error.ts";
import { LOCK_FILE } from "../../../storage/file-names.ts";

type Entry = ExtractEvents["entry"][1];
const END_BYTES = 1024;

/** An archive file, and how its content is read. */
export interface ArchiveFile {
  readonly path: string;
  /** The tar file; where it is encrypted, what is decrypted of it. */
  open(): Promise<Readable>;
}

/**
 * Unpacks an archive of GET /api/backup, or one that tar made of a data folder, into `folder`, an empty one. Rejects with
 * StartRefused when it was cut short or changed, is no such archive, or holds a link or a name that leads out of the folder.
 */
export async function unpack({ path, open }: ArchiveFile, folder: string): Promise<void> {
  const entries = extract();
  const end = new TarEnd();
  try {
    const reading = pipeline(await open(), end, entries);
    // The entries fail with the same reason, sooner or later: it is told there.
    reading.catch(() => {});
    for await (const entry of entries) await unpackOne(entry, folder);
    await reading;
  } catch (error) {
    if (error instanceof StartupError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    const why = startupErrorKindOf(error);
    throw new StartupError(`${path}: can't be unpacked (${reason})`, why ?? "damaged");
  }
  if (!end.isThere()) throw cutShort(path);
}

/** Throws StartRefused, before anything is unpacked, where a file that is not encrypted was cut short. */
export function assertArchiveEnd(path: string, fd: number): void {
  const { size } = fstatSync(fd);
  const end = Buffer.alloc(END_BYTES, 1);
  if (size >= END_BYTES) readSync(fd, end, 0, END_BYTES, size - END_BYTES);
  if (!isEnd(end, size)) throw cutShort(path);
}

/** Passes a tar file on, and keeps its last bytes. */
class TarEnd extends Transform {
  #size = 0;
  #last = Buffer.alloc(0);

  override _transform(piece: Buffer, _: BufferEncoding, done: TransformCallback): void {
    this.#size += piece.length;
    this.#last = Buffer.from(Buffer.concat([this.#last, piece.subarray(-END_BYTES)]).subarray(-END_BYTES));
    done(null, piece);
  }

  isThere(): boolean {
    return isEnd(this.#last, this.#size);
  }
}

/** Every archive ends with 1024 zero bytes (POSIX, pax interchange format): one that was cut short does not. */
function isEnd(last: Buffer, size: number): boolean {
  return size % 512 === 0 && last.length === END_BYTES && last.every((byte) => byte === 0);
}

function cutShort(path: string): StartupError {
  return new StartupError(`${path}: the archive was cut short, or is none`, "damaged");
}

async function unpackOne(entry: Entry, folder: string): Promise<void> {
  const path = placeOf(entry.header);
  const isContent = path !== "" && entry.header.type !== "directory" && isWanted(path);
  if (!isContent) {
    entry.resume();
    return;
  }
  const file = join(folder, path);
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await pipeline(Readable.from(entry), createWriteStream(file, { flags: "wx", mode: 0o600 }));
}

/** Where in the folder an entry belongs. Throws StartRefused for what is no file or folder inside it. */
function placeOf({ name, type }: Header): string {
  if (type !== "file" && type !== "contiguous-file" && type !== "directory")
    throw new StartupError(
      `the archive holds "${name}", which is a ${type}: nothing was put in place`,
      "foreign",
    );
  const parts = name.split("/").filter((part) => part !== "." && part !== "");
  if (name.startsWith("/") || name.includes("\0") || parts.includes(".."))
    throw new StartupError(`the archive holds "${name}", which leads out of the folder`, "foreign");
  return parts.join("/");
}

function isWanted(path: string): boolean {
  return !path.endsWith("-shm") && !path.includes(LOCK_FILE);
}
