import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { pack } from "tar-stream";
import type { Dependencies } from "../../../http/dependencies.ts";
import { ARCHIVE_ROOT, fileSize, listSmallFiles, photoPath } from "../data-folder/contents.ts";
import { type LeasedContent, leasedContent } from "./leased-file.ts";
import { listCurrentPhotos, type PhotoList } from "./photo-list.ts";

const BLOCK = 512;
/** Two blocks of zeros (POSIX, pax interchange format). */
const END_BYTES = 2 * BLOCK;

/** A backup of the running server at the time of the request, as one tar file. */
export interface Archive {
  /** Size of the whole file in bytes. */
  readonly bytes: number;
  /** Streams the file. */
  open(): Readable;
  /** Releases the snapshot lease. */
  release(): Promise<void>;
}

/** A small file in memory. */
interface SmallFile {
  readonly path: string;
  readonly content: Buffer;
}

/**
 * Prepares a backup: the database up to now, the photos of all rows that are not deleted, settings, keys, certificates.
 * None of these files is removed before `release`. All earlier commits must be on the disk before the first byte is sent:
 * the request pipeline awaits `durable()` after this function.
 */
export async function makeArchive({ storage, log, clock }: Dependencies): Promise<Archive> {
  const lease = storage.leaseSnapshot();
  try {
    const [photos, small] = await Promise.all([
      // In the same turn of the event loop as `hold`, so that the photos are those of the held database.
      listCurrentPhotos(storage).then((names) =>
        names.measure((name) => fileSize(join(storage.folder, photoPath(name))), entryBytes),
      ),
      readSmallFiles(storage.folder),
    ]);
    const time = new Date(clock.now());
    const files = lease.files.map(leasedContent);
    if (photos.missing > 0) log.error({ missing: photos.missing }, "photo files are missing in the backup");
    const sizes = [...small.map(({ content }) => content.length), ...files.map(({ bytes }) => bytes)];
    const first = sizes.reduce((sum, bytes) => sum + entryBytes(bytes), 0);
    return {
      bytes: entryBytes(0) + first + photos.cost + END_BYTES,
      open: () => createTar({ small, files, photos, folder: storage.folder, time }),
      async release() {
        for (const file of files) await file.whenIdle();
        lease.release();
      },
    };
  } catch (error) {
    lease.release();
    throw error;
  }
}

async function readSmallFiles(folder: string): Promise<SmallFile[]> {
  const paths = await listSmallFiles(folder);
  return Promise.all(paths.map(async (path) => ({ path, content: await readFile(join(folder, path)) })));
}

/** Archive bytes of a file of this size: a header, and the content in whole blocks. */
function entryBytes(bytes: number): number {
  return BLOCK + Math.ceil(bytes / BLOCK) * BLOCK;
}

interface ArchiveContents {
  readonly small: readonly SmallFile[];
  readonly files: readonly LeasedContent[];
  readonly photos: PhotoList;
  readonly folder: string;
  readonly time: Date;
}

function createTar({ small, files, photos, folder, time }: ArchiveContents): Readable {
  const tar = pack();
  const header = (path: string, size: number) => ({
    name: `${ARCHIVE_ROOT}/${path}`,
    size,
    mode: 0o600,
    mtime: time,
  });
  // The writer of an entry gets its error. The entry emits it again later, which would end the process without a listener.
  const withErrorListener = (entry: ReturnType<typeof tar.entry>) => entry.on("error", () => {});
  const addWhole = ({ path, content }: SmallFile) =>
    new Promise<void>((done, failed) => {
      withErrorListener(
        tar.entry(header(path, content.length), content, (error) => (error ? failed(error) : done())),
      );
    });
  async function writeEntries(): Promise<void> {
    tar.entry({ name: `${ARCHIVE_ROOT}/`, type: "directory", mode: 0o700, mtime: time });
    for (const file of small) await addWhole(file);
    for (const { path, bytes, open } of files)
      await pipeline(open(), withErrorListener(tar.entry(header(path, bytes))));
    for (const { name, bytes } of photos.each()) {
      const path = photoPath(name);
      // As a whole: the files are small, and a stream per file takes ten times the time.
      const content = await readFile(join(folder, path));
      if (content.length !== bytes) throw new Error(`${path} is not as long as it was measured`);
      await addWhole({ path, content });
    }
    tar.finalize();
  }
  // After an error the archive ends early: the client sees fewer bytes than announced.
  writeEntries().catch((error: unknown) =>
    tar.destroy(error instanceof Error ? error : new Error(String(error))),
  );
  return Readable.from(tar, { objectMode: false });
}
