import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { pack } from "tar-stream";
import type { Box } from "../box.ts";
import { photoPath, sizeOf, smallFilesIn, TOP } from "./contents.ts";
import { contentOf } from "./held-file.ts";
import { type PhotoList, photosAtThisMoment } from "./photo-list.ts";

const BLOCK = 512;
/** Two blocks of zeros (POSIX, pax interchange format). */
const END = 2 * BLOCK;
const PIECE = 256 * 1024;

/** A backup of the running box as one tar file, of the moment it was asked for. */
export interface Archive {
  /** Bytes of the whole file. */
  readonly bytes: number;
  /** Makes the file as it is read. */
  open(): Readable;
  /** What was held for it may go. */
  release(): Promise<void>;
}

interface Entry {
  readonly path: string;
  readonly bytes: number;
  open(): Readable;
}

/**
 * Prepares a backup: the database up to now, the photos of all rows that are not deleted now, settings, keys,
 * certificates. Nothing of it is removed before `release`. What was committed by now must be on the disk before the
 * first byte leaves the box: the edge sees to that, for this comes before its `durable()`.
 */
export async function makeArchive({ storage, log, clock }: Box): Promise<Archive> {
  const held = storage.hold();
  try {
    const [photos, small] = await Promise.all([
      // Asked for in the same turn of the event loop as `hold`: the photos are those of the held database.
      photosAtThisMoment(storage).then((names) =>
        names.measured((name) => sizeOf(join(storage.folder, photoPath(name)))),
      ),
      smallFilesOf(storage.folder),
    ]);
    const time = new Date(clock.now());
    const files = held.files.map(contentOf);
    if (photos.missing > 0) log.error({ missing: photos.missing }, "photo files are missing in the backup");
    const first = [...small, ...files];
    const sizes = first.reduce((sum, { bytes }) => sum + BLOCK + whole(bytes), 0);
    return {
      bytes: BLOCK + sizes + photos.files * BLOCK + photos.sum(whole) + END,
      open: () => tarOf(first, photos, storage.folder, time),
      async release() {
        for (const file of files) await file.settled();
        held.release();
      },
    };
  } catch (error) {
    held.release();
    throw error;
  }
}

async function smallFilesOf(folder: string): Promise<Entry[]> {
  return Promise.all(
    (await smallFilesIn(folder)).map(async (path) => {
      const content = await readFile(join(folder, path));
      return {
        path,
        bytes: content.length,
        open: () => Readable.from(content.length === 0 ? [] : [content]),
      };
    }),
  );
}

function whole(bytes: number): number {
  return Math.ceil(bytes / BLOCK) * BLOCK;
}

function tarOf(first: readonly Entry[], photos: PhotoList, folder: string, mtime: Date): Readable {
  const tar = pack();
  async function fill(): Promise<void> {
    tar.entry({ name: `${TOP}/`, type: "directory", mode: 0o700, mtime });
    for (const entry of first) await add(entry);
    for (const { name, bytes } of photos.each()) {
      const path = photoPath(name);
      await add({ path, bytes, open: () => createReadStream(join(folder, path), { highWaterMark: PIECE }) });
    }
    tar.finalize();
  }
  async function add({ path, bytes, open }: Entry): Promise<void> {
    // A file that is not as long as it was measured ends the whole archive here.
    await pipeline(open(), tar.entry({ name: `${TOP}/${path}`, size: bytes, mode: 0o600, mtime }));
  }
  fill().catch((error: unknown) => tar.destroy(error instanceof Error ? error : new Error(String(error))));
  return Readable.from(tar, { objectMode: false });
}
