import { hash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Database } from "better-sqlite3";
import { forEachConcurrent } from "../../../platform/concurrency-limit.ts";
import { errorCode } from "../../../platform/error-code.ts";
import { parseJson } from "../../../platform/parse-json.ts";
import { databaseHandle } from "../../../storage/database/connection.ts";
import { type Db, sqlite, statement } from "../../../storage/database/statement.ts";
import { fileSize, photoPath } from "../data-folder/contents.ts";
import type { Problems } from "./report.ts";

// Checks the files of a data folder. A photo file has the SHA-256 of its content as its name (photos/files.ts).

/** A file of a photo, as its row names it. */
interface PhotoFile {
  readonly name: string;
  /** Id of the first photo with this file. */
  readonly oid: number;
  /** Its size; null where the row does not contain it. */
  readonly bytes: number | null;
  /** When the photo was added, ISO 8601. */
  readonly createdDT: string;
}

const PAGE_SIZE = 500;
type Page = { deleted: 0; after: string; limit: number };

/** The distinct files of a column. The size in the row is that of the picture, not of the thumbnail. */
const filesOfColumn = (column: "file" | "thumbnail") =>
  statement((p: Page) =>
    sqlite
      .selectFrom("photo")
      .where("deleted", "=", p.deleted)
      .where(column, ">", p.after)
      // An attachment, or a small picture, is its own thumbnail.
      .where(({ eb, ref, lit }) => (column === "file" ? lit(true) : eb("thumbnail", "<>", ref("file"))))
      .groupBy(column)
      .orderBy(column)
      .limit(p.limit)
      .select(({ fn, ref, lit }) => [
        ref(column).as("name"),
        fn.min<number>("oid").as("oid"),
        column === "file" ? fn.max<number | null>("size").as("bytes") : lit(null).as("bytes"),
        fn.min<string>("createdDT").as("createdDT"),
      ]),
  );
const images = filesOfColumn("file");
const thumbnails = filesOfColumn("thumbnail");

/** Lists the distinct pictures, then the distinct thumbnails of all photos that are not deleted. It reads them page by page. */
function* listPhotoFiles(db: Db): Generator<PhotoFile> {
  for (const query of [images, thumbnails]) {
    let after = "";
    for (;;) {
      const page = query.all(db, { deleted: 0, after, limit: PAGE_SIZE });
      yield* page;
      const last = page.at(-1);
      if (last === undefined || page.length < PAGE_SIZE) break;
      after = last.name;
    }
  }
}

/** An error of a photo file. */
interface PhotoFileError {
  readonly isMissing: boolean;
  readonly message: string;
}

/** Checks a photo file in the data folder against its name and its row. Returns null where it is intact. */
async function checkPhotoFile(folder: string, photo: PhotoFile): Promise<PhotoFileError | null> {
  const path = join(folder, photoPath(photo.name));
  const error = (text: string, isMissing = false) => ({
    isMissing,
    message: `photo ${photo.oid} (${photoPath(photo.name)}) ${text}`,
  });
  try {
    const size = await fileSize(path);
    if (size === null) return error("is missing", true);
    if (size === 0) return error("is empty");
    if (photo.bytes !== null && size !== photo.bytes) return error(`has ${size} of ${photo.bytes} bytes`);
    // Read as a whole: the files are small, and a stream per file takes twice the time.
    return hash("sha256", await readFile(path)) === photo.name.slice(0, 64) ? null : error("is damaged");
  } catch (cause) {
    // A bad block on the disk: other files may be readable.
    const code = errorCode(cause);
    if (code !== null) return error(`can't be read (${code})`);
    throw cause;
  }
}

/** Options of a check of all photo files. */
interface PhotoCheckOptions {
  /** Number of files that are read at the same time. */
  readonly concurrency: number;
  /**
   * Start of the copying in milliseconds since 1970; null where the folder is not a copy. A file-by-file copy of a running
   * server contains every older file. Of a photo that was added during the copying it may contain the row alone.
   */
  readonly copyStartedAt: number | null;
  /** Receives the number of checked files. The next file waits for it. */
  readonly onProgress: (checked: number) => void | Promise<void>;
}

/** Checks every photo file that the database names. Returns the number of files that were added after the copying began. */
export async function checkPhotoFiles(
  connection: Database,
  folder: string,
  problems: Problems,
  { concurrency, copyStartedAt, onProgress }: PhotoCheckOptions,
): Promise<number> {
  let checked = 0;
  let late = 0;
  await forEachConcurrent(listPhotoFiles(databaseHandle(connection)), concurrency, async (file) => {
    const error = await checkPhotoFile(folder, file);
    if (error?.isMissing && copyStartedAt !== null && Date.parse(file.createdDT) >= copyStartedAt) late++;
    else if (error !== null) problems.addPhoto(file.name, error.message);
    await onProgress(++checked);
  });
  return late;
}

const MIN_KEY_LENGTH = 32;

/** Adds the problems that would stop a start: settings that are not JSON, a truncated key, an empty certificate. */
export async function checkSmallFile(folder: string, name: string, problems: Problems): Promise<void> {
  const text = await readFile(join(folder, name), "utf8");
  if (name === "settings.json") {
    if (parseJson(text) === undefined) problems.add("file", `${name} is not valid JSON`);
  } else if (name.endsWith(".key") && text.trim().length < MIN_KEY_LENGTH) {
    problems.add("file", `${name} is truncated`);
  } else if (text === "") {
    problems.add("file", `${name} is empty`);
  }
}
