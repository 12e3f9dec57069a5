import { readFile } from "node:fs/promises";
import { Invalid, orNotFound, UnsupportedType, WrongState } from "../domain/errors.ts";
import { msg } from "../domain/message.ts";
import { type Json, listInMainThread } from "../storage/database/json.ts";
import type { Db, Tx } from "../storage/database/statement.ts";
import { fileNameOf, type PhotoFiles } from "./files.ts";
import { openJpeg } from "./jpeg.ts";
import type { PhotoAuthor, PhotoRecord } from "./photo.ts";
import { openPng } from "./png.ts";
import type { Attachment } from "./shapes.ts";
import * as store from "./store.ts";

// Files attached to articles: PDF, JPEG and PNG, stored as they were uploaded. They are rows of the table of photos, so they are
// flushed, copied, checked and removed like photos.

/** Attachments of an article. */
const MAX_ATTACHMENTS = 100;
/** A reader finds the end of a PDF this near to the end of the file (ISO 32000-1, annex H). */
const PDF_TAIL_BYTES = 1024;

const TYPES = [
  { start: Buffer.from("%PDF-"), extension: "pdf", contentType: "application/pdf", check: assertPdf },
  { start: Buffer.from("ffd8ff", "hex"), extension: "jpg", contentType: "image/jpeg", check: openJpeg },
  {
    start: Buffer.from("89504e470d0a1a0a", "hex"),
    extension: "png",
    contentType: "image/png",
    check: openPng,
  },
] as const;

/** A file whose bytes are stored and flushed. */
export type StoredAttachment = Awaited<ReturnType<typeof storeAttachment>>;

/**
 * Checks an upload and stores its file, before the row. Throws UnsupportedType unless it is a PDF, JPEG or PNG by its bytes, Invalid
 * ("file") if it is empty or damaged. `check` may throw.
 */
export async function storeAttachment(files: PhotoFiles, path: string, check: () => void) {
  const bytes = await readFile(path);
  if (bytes.length === 0) throw Invalid.field("file", msg("The file is empty."));
  const type = TYPES.find(({ start }) => bytes.subarray(0, start.length).equals(start));
  if (type === undefined) throw new UnsupportedType(msg("An attachment must be a PDF, JPG or PNG."));
  try {
    // Nothing decodes an attachment: it may have any number of pixels.
    await type.check(bytes, false);
  } catch (error) {
    throw error instanceof Invalid ? Invalid.field("file", error.text) : error;
  }
  check();
  const file = await files.put(bytes, type.extension);
  return { file, extension: type.extension, contentType: type.contentType, size: bytes.length };
}

async function assertPdf(bytes: Buffer): Promise<void> {
  if (!bytes.subarray(-PDF_TAIL_BYTES).includes("%%EOF"))
    throw Invalid.field("file", msg("The file is damaged or incomplete."));
}

/** Adds an attachment of a checked article, whose file is stored; returns its oid. Throws WrongState where there are too many. */
export function addAttachment(
  tx: Tx,
  { tenantId, userId, userName }: PhotoAuthor,
  articleId: number,
  { file, extension, contentType, size }: StoredAttachment,
  uploadName = "",
): number {
  if (store.attachmentsOf.all(tx, { tenantId, articleId }).length >= MAX_ATTACHMENTS)
    throw new WrongState(msg("An article has at most {max} attachments.", { max: MAX_ATTACHMENTS }));
  return store.insert.run(tx, {
    tenantId,
    userId,
    articleId,
    inventoryItemId: null,
    countOperationId: null,
    isAttachment: 1,
    contentType,
    width: 0,
    height: 0,
    size,
    file,
    thumbnail: file,
    fileName: fileNameOf(uploadName, "file", extension),
    createdDT: tx.now,
    createdBy: userName,
    change: tx.change,
  }).oid;
}

/** The attachments of an article, newest first, as JSON. */
export function listAttachments(db: Db, tenantId: number, articleId: number): Json<Attachment[]> {
  return listInMainThread(db, store.attachmentsOf, { tenantId, articleId });
}

/** The attachment of this id in the tenant. Throws NotFound. */
export function getAttachment(db: Db, tenantId: number, oid: number): PhotoRecord {
  return orNotFound(store.attachmentRecord.first(db, { tenantId, oid }), msg("Attachment not found."));
}

/** Deletes an attachment. Its file is removed later: a copy of the data folder may still name it. */
export function deleteAttachment(tx: Tx, { tenantId, oid }: PhotoRecord): void {
  store.markDeleted.run(tx, { tenantId, oid, deletedDT: tx.now, change: tx.change });
}
