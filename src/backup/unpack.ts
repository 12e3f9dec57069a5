import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, open } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type ExtractEvents, extract, type Header } from "tar-stream";
import { LOCK_FILE } from "../storage/names.ts";
import { StartRefused, whyOf } from "../storage/refused.ts";

type Entry = ExtractEvents["entry"][1];
const END_BYTES = 1024;

/**
 * Unpacks an archive of GET /api/backup, or one that tar made of a data folder, into `folder`, an empty one. Rejects with
 * StartRefused when it was cut short, is no such archive, or holds a link or a name that leads out of the folder.
 */
export async function unpack(archive: string, folder: string): Promise<void> {
  await demandEnd(archive);
  const entries = extract();
  const reading = pipeline(createReadStream(archive, { highWaterMark: 1024 * 1024 }), entries);
  // The entries fail with the same reason, sooner or later: it is told there.
  reading.catch(() => {});
  try {
    for await (const entry of entries) await unpackOne(entry, folder);
    await reading;
  } catch (error) {
    if (error instanceof StartRefused) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    const why = whyOf(error);
    throw new StartRefused(`${archive}: can't be unpacked (${reason})`, why ?? "damaged");
  }
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
    throw new StartRefused(
      `the archive holds "${name}", which is a ${type}: nothing was put in place`,
      "foreign",
    );
  const parts = name.split("/").filter((part) => part !== "." && part !== "");
  if (name.startsWith("/") || name.includes("\0") || parts.includes(".."))
    throw new StartRefused(`the archive holds "${name}", which leads out of the folder`, "foreign");
  return parts.join("/");
}

function isWanted(path: string): boolean {
  return !path.endsWith("-shm") && !path.includes(LOCK_FILE);
}

/** Every archive ends with 1024 zero bytes (POSIX, pax interchange format): one that was cut short does not. */
async function demandEnd(archive: string): Promise<void> {
  await using file = await open(archive, "r");
  const { size } = await file.stat();
  const end = Buffer.alloc(END_BYTES, 1);
  if (size >= END_BYTES) await file.read(end, 0, END_BYTES, size - END_BYTES);
  if (size % 512 === 0 && end.every((byte) => byte === 0)) return;
  throw new StartRefused(`${archive}: the archive was cut short, or is none`, "damaged");
}
