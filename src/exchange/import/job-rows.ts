import { randomUUID } from "node:crypto";
import { createReadStream, readdirSync, rmSync } from "node:fs";
import { type FileHandle, open, rm } from "node:fs/promises";
import { join } from "node:path";
import { hashNewSecrets } from "../../access/accounts/user-changes.ts";
import type { PhotoFiles } from "../../photos/files.ts";
import { storePicture } from "../../photos/photo.ts";
import { makeFolder, syncFolder } from "../../storage/files/durable-files.ts";
import { refusalOf } from "./pictures.ts";
import type { LeftRow } from "./product-rows.ts";
import { readRows } from "./rows-file.ts";
import type { Row } from "./table-fields.ts";

// The rows of an import that is being applied, in a file of the data folder until its job has ended. They are not part of a
// backup. Passwords and PINs are hashed.

const FOLDER = "jobs";
const SUFFIX = ".rows";
const CHUNK_CHARACTERS = 256 * 1024;

/** The path of a file of rows in the data folder. */
export function pathOfJobRows(dataFolder: string, name: string): string {
  return join(dataFolder, FOLDER, name);
}

/** What `saveJobRows` needs. */
interface RowsToSave {
  /** Descriptor of the file of checked rows. */
  readonly rows: number;
  readonly hasSecrets: boolean;
  /** Stores the pictures of the rows; null: they have none. Rows of articles have no secrets. */
  readonly photos: PhotoStoring | null;
  /** Called with the number of rows so far. */
  onProgress(done: number): void;
  readonly signal: AbortSignal;
}

/** Copies the rows to a file that survives a crash; returns its name. Rejects with the signal's reason when aborted. */
export async function saveJobRows(dataFolder: string, rows: RowsToSave): Promise<string> {
  const folder = join(dataFolder, FOLDER);
  makeFolder(folder);
  const name = `${randomUUID()}${SUFFIX}`;
  try {
    await using file = await open(join(folder, name), "wx", 0o600);
    if (rows.photos !== null) await write(file, rows, rowsWithPhotos(rows.rows, rows.photos, rows.signal));
    else if (rows.hasSecrets) await write(file, rows, hashedRows(rows.rows, rows.signal));
    else await copy(file, rows);
    await file.sync();
    syncFolder(folder);
    return name;
  } catch (error) {
    await removeJobRows(dataFolder, name);
    throw error;
  }
}

/** Removes a file of rows. */
export async function removeJobRows(dataFolder: string, name: string): Promise<void> {
  await rm(pathOfJobRows(dataFolder, name), { force: true });
}

/** Removes the files whose jobs have ended. */
export function removeOtherJobRows(dataFolder: string, needed: ReadonlySet<string>): void {
  const folder = join(dataFolder, FOLDER);
  makeFolder(folder);
  for (const name of readdirSync(folder))
    if (name.endsWith(SUFFIX) && !needed.has(name)) rmSync(join(folder, name));
}

async function copy(file: FileHandle, { rows, signal }: RowsToSave): Promise<void> {
  const bytes = createReadStream("", { fd: rows, autoClose: false, start: 0 });
  for await (const piece of bytes) {
    signal.throwIfAborted();
    await file.writeFile(piece as Buffer);
  }
}

async function write(file: FileHandle, { onProgress }: RowsToSave, rows: AsyncIterable<Row>): Promise<void> {
  let text = "";
  let done = 0;
  for await (const row of rows) {
    text += `${JSON.stringify(row)}\n`;
    if (text.length >= CHUNK_CHARACTERS) {
      await file.writeFile(text);
      text = "";
    }
    onProgress(++done);
  }
  await file.writeFile(text);
}

const YIELD_EVERY_ROWS = 200;
/** A character of a masked secret. */
const MASK = "•";

/**
 * The rows with the hashes of their passwords and PINs in place of the secrets. Hashes one at a time, about fifty a second, so
 * that logins are not delayed. Throws the signal's reason when aborted.
 */
async function* hashedRows(rows: number, signal: AbortSignal): AsyncGenerator<Row, void> {
  let done = 0;
  for (const row of readRows(rows)) {
    signal.throwIfAborted();
    const { password, pin } = row.values;
    if (password !== undefined || pin !== undefined) yield await withHashes(row);
    else {
      if (done % YIELD_EVERY_ROWS === 0) await new Promise(setImmediate);
      yield row;
    }
    done++;
  }
}

async function withHashes(row: Row): Promise<Row> {
  const { password, pin, ...values } = row.values;
  const hashes = await hashNewSecrets({ password, pin });
  const masked = {
    ...(password !== undefined && { password: MASK }),
    // The rules need its length.
    ...(pin !== undefined && { pin: MASK.repeat(pin.length) }),
  };
  return { ...row, values: { ...values, ...masked }, hashes };
}

/** What `rowsWithPhotos` needs. */
interface PhotoStoring {
  readonly files: PhotoFiles;
  /** Called for each picture that can't be decoded. */
  onRefused(left: LeftRow): void;
}

/**
 * The rows with stored photos in place of their pictures, one decoded at a time. Files without a row are removed after a day.
 * Throws the signal's reason when aborted, Unavailable if the disk is full.
 */
async function* rowsWithPhotos(
  rows: number,
  { files, onRefused }: PhotoStoring,
  signal: AbortSignal,
): AsyncGenerator<Row, void> {
  for (const { picture, ...row } of readRows(rows)) {
    signal.throwIfAborted();
    if (picture === undefined) {
      yield row;
      continue;
    }
    try {
      yield { ...row, photo: await storePicture(files, Buffer.from(picture.base64, "base64"), () => {}) };
    } catch (error) {
      onRefused({ row: row.number, column: picture.column, value: null, reason: refusalOf(error) });
      yield row;
    }
  }
}
