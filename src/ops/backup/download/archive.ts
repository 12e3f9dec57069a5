import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { pack } from "tar-stream";
import type { Dependencies } from "../../../http/dependencies.ts";
import { ARCHIVE_ROOT, fileSize, listSmallFiles, photoPath } from "../data-folder/contents.ts";
import { type HeldContent, heldContent } from "./held-file.ts";
import { listCurrentPhotos, type PhotoList } from "./photo-list.ts";

const BLOCK = 512;
/** Two blocks of zeros (POSIX, pax interchange format). */
const END = 2 * BLOCK;

/** A backup of the running box as one tar file, of the moment it was asked for. */
export interface Archive {
  /** Bytes of the whole file. */
  readonly bytes: number;
  /** Makes the file as it is read. */
  open(): Readable;
  /** What was held for it may go. */
  release(): Promise<void>;
}

/** A small file, which stands in memory. */
interface SmallFile {
  readonly path: string;
  readonly content: Buffer;
}

/**
 * Prepares a backup: the database up to now, the photos of all rows that are not deleted now, settings, keys,
 * certificates. Nothing of it is removed before `release`. What was committed by now must be on the disk before the
 * first byte leaves the box: the edge sees to that, for this comes before its `durable()`.
 */
export async function makeArchive({ storage, log, clock }: Dependencies): Promise<Archive> {
  const held = storage.hold();
  try {
    const [photos, small] = await Promise.all([
      // Asked for in the same turn of the event loop as `hold`: the photos are those of the held database.
      listCurrentPhotos(storage).then((names) =>
        names.measure((name) => fileSize(join(storage.folder, photoPath(name))), entryBytes),
      ),
      smallFilesOf(storage.folder),
    ]);
    const time = new Date(clock.now());
    const files = held.files.map(heldContent);
    if (photos.missing > 0) log.error({ missing: photos.missing }, "photo files are missing in the backup");
    const sizes = [...small.map(({ content }) => content.length), ...files.map(({ bytes }) => bytes)];
    const first = sizes.reduce((sum, bytes) => sum + entryBytes(bytes), 0);
    return {
      bytes: entryBytes(0) + first + photos.cost + END,
      open: () => tarOf({ small, files, photos, folder: storage.folder, time }),
      async release() {
        for (const file of files) await file.whenIdle();
        held.release();
      },
    };
  } catch (error) {
    held.release();
    throw error;
  }
}

async function smallFilesOf(folder: string): Promise<SmallFile[]> {
  const paths = await listSmallFiles(folder);
  return Promise.all(paths.map(async (path) => ({ path, content: await readFile(join(folder, path)) })));
}

/** What a file of this size takes in an archive: a header, and its content in whole blocks. */
function entryBytes(bytes: number): number {
  return BLOCK + Math.ceil(bytes / BLOCK) * BLOCK;
}

interface Contents {
  readonly small: readonly SmallFile[];
  readonly files: readonly HeldContent[];
  readonly photos: PhotoList;
  readonly folder: string;
  readonly time: Date;
}

function tarOf({ small, files, photos, folder, time }: Contents): Readable {
  const tar = pack();
  const header = (path: string, size: number) => ({
    name: `${ARCHIVE_ROOT}/${path}`,
    size,
    mode: 0o600,
    mtime: time,
  });
  // Who fills an entry is told of its failure; an entry tells it again when they listen no more, which would end the process.
  const heard = (entry: ReturnType<typeof tar.entry>) => entry.on("error", () => {});
  const addWhole = ({ path, content }: SmallFile) =>
    new Promise<void>((done, failed) => {
      heard(tar.entry(header(path, content.length), content, (error) => (error ? failed(error) : done())));
    });
  async function fill(): Promise<void> {
    tar.entry({ name: `${ARCHIVE_ROOT}/`, type: "directory", mode: 0o700, mtime: time });
    for (const one of small) await addWhole(one);
    for (const { path, bytes, open } of files) await pipeline(open(), heard(tar.entry(header(path, bytes))));
    for (const { name, bytes } of photos.each()) {
      const path = photoPath(name);
      // As a whole: one is small, and a stream a file would cost ten times the time.
      const content = await readFile(join(folder, path));
      if (content.length !== bytes) throw new Error(`${path} is not as long as it was measured`);
      await addWhole({ path, content });
    }
    tar.finalize();
  }
  // The archive ends where it broke: the client sees that it is shorter than was said.
  fill().catch((error: unknown) => tar.destroy(error instanceof Error ? error : new Error(String(error))));
  return Readable.from(tar, { objectMode: false });
}
