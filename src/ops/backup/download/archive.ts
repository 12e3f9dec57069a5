import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { sql } from "kysely";
import { pack } from "tar-stream";
import type { Dependencies } from "../../../http/dependencies.ts";
import { forEachConcurrent } from "../../../platform/concurrency-limit.ts";
import { asError } from "../../../platform/error-code.ts";
import { lastChange } from "../../../storage/database/change-counter.ts";
import { sqlite, statement } from "../../../storage/database/statement.ts";
import { type FilePart, makePart } from "../../../storage/files/file-part.ts";
import type { Storage } from "../../../storage/storage.ts";
import { ARCHIVE_ROOT, fileSize, listSmallFiles, photoPath } from "../data-folder/contents.ts";

const BLOCK = 512;
/** Two blocks of zeros (POSIX, pax interchange format). */
const END_BYTES = 2 * BLOCK;

/** A backup of the running server at the time of the request, as one tar file. */
export type Archive = Awaited<ReturnType<typeof makeArchive>>;

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
export async function makeArchive({ storage, log, clock }: Dependencies) {
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
    const files = lease.files.map(({ name, fd, bytes }) => ({ path: name, part: makePart(fd, 0, bytes) }));
    if (photos.missing > 0) log.error({ missing: photos.missing }, "photo files are missing in the backup");
    const sizes = [...small.map(({ content }) => content.length), ...files.map(({ part }) => part.bytes)];
    const first = sizes.reduce((sum, bytes) => sum + entryBytes(bytes), 0);
    return {
      /** Size of the whole file in bytes. */
      bytes: entryBytes(0) + first + photos.cost + END_BYTES,
      /** Streams the file. */
      open: () => createTar({ small, files, photos, folder: storage.folder, time }),
      /** Releases the snapshot lease. */
      async release() {
        for (const { part } of files) await part.release();
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
  /** The database, read through the storage's own descriptors. */
  readonly files: readonly { readonly path: string; readonly part: FilePart }[];
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
    for (const { path, part } of files)
      await pipeline(part.chunks, withErrorListener(tar.entry(header(path, part.bytes))));
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
  writeEntries().catch((error: unknown) => tar.destroy(asError(error)));
  return Readable.from(tar, { objectMode: false });
}

// Names and sizes of all photo files for one archive: about 100 bytes a file, mostly in buffers outside the JavaScript heap.

const CONCURRENCY = 8;

/** Names and sizes of the photo files. */
interface PhotoList {
  readonly missing: number;
  /** Sum of all costs in bytes. */
  readonly cost: number;
  each(): Generator<{ readonly name: string; readonly bytes: number }>;
}

/** Files of photos that are not deleted, or were deleted after the change `after`: the held database still names them. */
const names = statement((p: { deleted: 0; after: number }) => {
  const shown = sqlite
    .selectFrom("photo")
    .where((eb) => eb.or([eb("deleted", "=", p.deleted), eb("change", ">", p.after)]));
  // A small picture may be its own thumbnail: each file once.
  return shown
    .select((eb) => sql<string>`json_quote(${eb.ref("file")})`.as("json"))
    .union(shown.select((eb) => sql<string>`json_quote(${eb.ref("thumbnail")})`.as("json")));
});

/** Lists the photo files of the moment of the call, although the names arrive later. */
export async function listCurrentPhotos({ db, reader }: Storage) {
  const { change: after } = lastChange(db);
  const { pieces } = await reader.rows(names.bound({ deleted: 0, after }));
  return {
    /** Adds the sizes. A file without a size (null) is missing and left out. `cost` gives the archive bytes of a size. */
    async measure(size: (name: string) => Promise<number | null>, cost: (bytes: number) => number) {
      const sizes: (number | null)[][] = [];
      const sum = { missing: 0, cost: 0 };
      for (const piece of pieces) {
        const own = parseNames(piece);
        const found: (number | null)[] = own.map(() => null);
        await forEachConcurrent(own.entries(), CONCURRENCY, async ([i, name]) => {
          const bytes = await size(name);
          found[i] = bytes;
          if (bytes === null) sum.missing++;
          else sum.cost += cost(bytes);
        });
        sizes.push(found);
      }
      return { ...sum, each: () => eachOf(pieces, sizes) };
    },
  };
}

function* eachOf(
  pieces: readonly Buffer[],
  sizes: readonly (readonly (number | null)[])[],
): ReturnType<PhotoList["each"]> {
  for (const [i, piece] of pieces.entries()) {
    for (const [j, name] of parseNames(piece).entries()) {
      const bytes = sizes[i]?.[j] ?? null;
      if (bytes !== null) yield { name, bytes };
    }
  }
}

/** Parses a chunk of the reader's result: JSON texts joined by commas. All chunks but the first begin with a comma. */
function parseNames(piece: Buffer): string[] {
  return JSON.parse(`[${piece.toString().replace(/^,/, "")}]`);
}
