import { hash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Db, sqlite, statement } from "../../../storage/database/statement.ts";
import { fileSize, photoPath } from "../data-folder/contents.ts";

// Photo files are named by their content (photos/files.ts): the name alone proves that one is what it was.

/** A file that a photo's row names. */
export interface PhotoFile {
  readonly name: string;
  /** The photo that it belongs to, or the first of them. */
  readonly oid: number;
  /** Its size where the row says it. */
  readonly bytes: number | null;
  /** When the photo was added, ISO 8601. */
  readonly createdDT: string;
}

const AT_ONCE = 500;
type Page = { deleted: 0; after: string; most: number };

/** The files that a column names, each once; the row's size is that of the picture. */
const filesIn = (column: "file" | "thumbnail") =>
  statement((p: Page) =>
    sqlite
      .selectFrom("photo")
      .where("deleted", "=", p.deleted)
      .where(column, ">", p.after)
      .groupBy(column)
      .orderBy(column)
      .limit(p.most)
      .select(({ fn, ref, lit }) => [
        ref(column).as("name"),
        fn.min<number>("oid").as("oid"),
        column === "file" ? fn.max<number | null>("size").as("bytes") : lit(null).as("bytes"),
        fn.min<string>("createdDT").as("createdDT"),
      ]),
  );
const images = filesIn("file");
const thumbnails = filesIn("thumbnail");

/** The files of all photos that are not deleted, each once for its kind, a few at a time. */
export function* listPhotoFiles(db: Db): Generator<PhotoFile> {
  for (const query of [images, thumbnails]) {
    let after = "";
    for (;;) {
      const page = query.all(db, { deleted: 0, after, most: AT_ONCE });
      yield* page;
      const last = page.at(-1);
      if (last === undefined || page.length < AT_ONCE) break;
      after = last.name;
    }
  }
}

/** What is wrong with a photo's file. */
export interface PhotoFileError {
  readonly isMissing: boolean;
  readonly message: string;
}

/** What is wrong with a photo's file in the data folder; null: it is there, byte for byte. */
export async function checkPhotoFile(folder: string, photo: PhotoFile): Promise<PhotoFileError | null> {
  const path = join(folder, photoPath(photo.name));
  const fault = (what: string, isMissing = false) => ({
    isMissing,
    message: `photo ${photo.oid} (${photoPath(photo.name)}) ${what}`,
  });
  try {
    const size = await fileSize(path);
    if (size === null) return fault("is missing", true);
    if (size === 0) return fault("is empty");
    if (photo.bytes !== null && size !== photo.bytes) return fault(`has ${size} of ${photo.bytes} bytes`);
    // As a whole: one is small, and a stream a file would cost twice the time.
    return hash("sha256", await readFile(path)) === photo.name.slice(0, 64) ? null : fault("is damaged");
  } catch (error) {
    // A bad place on the disk: the others may be read all the same.
    if (error instanceof Error && "code" in error) return fault(`can't be read (${String(error.code)})`);
    throw error;
  }
}
