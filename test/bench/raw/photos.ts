import { createHash } from "node:crypto";
import { mkdirSync } from "node:fs";
import { open, rename } from "node:fs/promises";
import { join, parse } from "node:path";
import type { Database } from "better-sqlite3";
import sharp from "sharp";
import type { User } from "./tokens.ts";

/** An uploaded picture, processed and on the disk. */
export interface Stored {
  readonly itemId: number;
  readonly fileName: string;
  readonly width: number;
  readonly height: number;
  readonly size: number;
}

const longestSide = 2048;
const thumbnailSide = 320;
const quality = 80;

/**
 * Stores uploads upright, at most 2048 px, with a thumbnail, both flushed to the disk. The upload is decoded once: the
 * thumbnail is made from the stored picture, which is faster than from its pixels, as the decoder shrinks meanwhile.
 */
export function photoFiles(folder: string) {
  mkdirSync(folder, { recursive: true });
  sharp.cache(false);
  return async function store({ itemId, fileName, bytes }: Upload): Promise<Stored> {
    const box = { width: longestSide, height: longestSide, fit: "inside", withoutEnlargement: true } as const;
    const { data, info } = await sharp(bytes)
      .autoOrient()
      .resize(box)
      .jpeg({ quality })
      .toBuffer({ resolveWithObject: true });
    const name = createHash("sha256").update(data).digest("hex");
    await Promise.all([
      writeDurably(folder, `${name}.jpg`, data),
      thumbnailOf(data).then((thumbnail) => writeDurably(folder, `${name}-thumbnail.jpg`, thumbnail)),
    ]);
    await flushFolder(folder);
    return {
      itemId,
      fileName: `${parse(fileName).name}.jpg`,
      width: info.width,
      height: info.height,
      size: info.size,
    };
  };
}

function thumbnailOf(image: Buffer): Promise<Buffer> {
  return sharp(image).resize(thumbnailSide, thumbnailSide, { fit: "inside" }).jpeg({ quality }).toBuffer();
}

async function writeDurably(folder: string, name: string, bytes: Buffer): Promise<void> {
  const temporary = join(folder, `${crypto.randomUUID()}.tmp`);
  const file = await open(temporary, "wx");
  await file.writeFile(bytes);
  await file.datasync();
  await file.close();
  await rename(temporary, join(folder, name));
}

async function flushFolder(folder: string): Promise<void> {
  const opened = await open(folder);
  await opened.sync();
  await opened.close();
}

/** Inserts the record and returns it as JSON text; to be called inside a transaction. */
export function photoRows(db: Database) {
  const insert =
    db.prepare(`INSERT INTO photo (itemId, fileName, contentType, width, height, size, createdDT, createdBy)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)`);
  return function add({ itemId, fileName, width, height, size }: Stored, user: User): string {
    const contentType = "image/jpeg";
    const createdDT = new Date().toISOString();
    const createdBy = user.userName;
    const made = insert.run(itemId, fileName, contentType, width, height, size, createdDT, createdBy);
    const oid = Number(made.lastInsertRowid);
    const url = `/api/photos/${oid}`;
    return JSON.stringify({
      oid,
      inventoryItemId: itemId,
      fileName,
      contentType,
      width,
      height,
      size,
      createdDT,
      createdBy,
      url,
      thumbnailUrl: `${url}/thumbnail`,
    });
  };
}

/** The parts of an upload. */
export interface Upload {
  readonly itemId: number;
  readonly fileName: string;
  readonly bytes: Buffer;
}

/** Reads a multipart body with the parts `inventoryItemId` and `photo`; undefined when one is missing. */
export function readUpload(body: Buffer, contentType: string): Upload | undefined {
  const delimiter = `--${/boundary=([^;]+)/.exec(contentType)?.[1]}`;
  let itemId: number | undefined;
  let photo: Omit<Upload, "itemId"> | undefined;
  for (let at = body.indexOf(delimiter); at >= 0; ) {
    const end = body.indexOf(delimiter, at + delimiter.length);
    const data = body.indexOf("\r\n\r\n", at) + 4;
    if (end < 0) break;
    const head = body.toString("utf8", at, data);
    const bytes = body.subarray(data, end - 2);
    if (head.includes('name="inventoryItemId"')) itemId = Number(bytes.toString());
    if (head.includes('name="photo"'))
      photo = { fileName: /filename="([^"]*)"/.exec(head)?.[1] ?? "", bytes };
    at = end;
  }
  return itemId === undefined || photo === undefined ? undefined : { itemId, ...photo };
}
