import { hasArticle } from "../articles/article.ts";
import { Forbidden, Invalid, NotFound, WrongState } from "../domain/errors.ts";
import { msg } from "../domain/message.ts";
import type { Principal } from "../domain/principal.ts";
import { may } from "../domain/roles.ts";
import { demandOpen } from "../inventories/inventory.ts";
import { findItem } from "../inventories/items/item.ts";
import type { Db, Tx } from "../storage/database/statement.ts";
import type { PhotoFiles } from "./files.ts";
import { type Picture, readPicture } from "./picture.ts";
import * as store from "./store.ts";

export type PhotoRecord = NonNullable<ReturnType<typeof store.record.first>>;

/** A picture whose files are stored and flushed. */
export interface StoredPicture extends Picture {
  readonly file: string;
  readonly thumbnailFile: string;
}

/** The photo of this id in the tenant. Throws NotFound. */
export function photoOf(db: Db, tenantId: number, oid: number): PhotoRecord {
  const found = store.record.first(db, { tenantId, oid });
  if (found === null) throw new NotFound(msg("Photo not found.", "Fotografie nenalezena."));
  return found;
}

/** The subject of a photo: an inventory item, an article, or the unknown code of a count operation. */
export type PhotoSubject =
  | { readonly inventoryItemId: number }
  | { readonly articleId: number }
  | { readonly operationId: string };

/**
 * The subject columns of a new photo. Throws Invalid for a subject of another tenant, WrongState if the inventory is Closed or
 * Cancelled, or the code of the operation is known.
 */
export function checkSubject(db: Db, tenantId: number, subject: PhotoSubject): store.SubjectColumns {
  const columns = { inventoryItemId: null, articleId: null, countOperationId: null };
  if ("articleId" in subject) {
    const { articleId } = subject;
    if (!hasArticle(db, tenantId, articleId))
      throw Invalid.field(
        "articleId",
        msg("refers to no existing article", "neodkazuje na existující artikl"),
      );
    return { ...columns, articleId };
  }
  if ("operationId" in subject) {
    const operation = findOperation(db, tenantId, subject.operationId);
    if (operation === null)
      throw Invalid.field(
        "operationId",
        msg("refers to no existing operation", "neodkazuje na existující operaci"),
      );
    demandOpen(operation.inventoryStateId);
    // A late operation has no item yet either, with a known code or not.
    if (operation.itemId !== null) {
      throw new WrongState(
        msg(
          "The code of this operation is known. Add the photo to its item.",
          "Kód této operace je známý. Přidejte fotografii k její položce.",
        ),
      );
    }
    return { ...columns, countOperationId: operation.oid };
  }
  const { inventoryItemId } = subject;
  const item = findItem(db, tenantId, inventoryItemId);
  if (item === null)
    throw Invalid.field(
      "inventoryItemId",
      msg("refers to no existing item", "neodkazuje na existující položku"),
    );
  demandOpen(item.inventoryStateId);
  return { ...columns, inventoryItemId };
}

/** The count operation with this UUID in the tenant, or null. */
export function findOperation(db: Db, tenantId: number, operationId: string) {
  return store.operation.first(db, { tenantId, operationId });
}

/** Processes an upload (path or bytes) and stores its files, before the row. `check` may throw. Throws as `readPicture`. */
export async function storePicture(
  files: PhotoFiles,
  upload: string | Buffer,
  check: () => void,
): Promise<StoredPicture> {
  const picture = await readPicture(upload);
  check();
  const [file, thumbnailFile] = await Promise.all([
    files.put(picture.image, picture.extension),
    files.put(picture.thumbnail, picture.extension),
  ]);
  return { ...picture, file, thumbnailFile };
}

/** The author of a photo. */
export type PhotoAuthor = Pick<Principal, "tenantId" | "userId" | "userName">;

/** Adds a photo whose files are stored; returns its oid. Throws as `checkSubject`. */
export function addPhoto(
  tx: Tx,
  { tenantId, userId, userName }: PhotoAuthor,
  subject: PhotoSubject,
  picture: StoredPicture,
  uploadName = "",
): number {
  return store.insert.run(tx, {
    ...checkSubject(tx, tenantId, subject),
    tenantId,
    userId,
    fileName: fileNameOf(uploadName, picture.extension),
    contentType: picture.contentType,
    width: picture.width,
    height: picture.height,
    size: picture.image.length,
    file: picture.file,
    thumbnail: picture.thumbnailFile,
    createdDT: tx.now,
    createdBy: userName,
    change: tx.change,
  }).oid;
}

/**
 * Deletes a photo: an own one, or any by Manager and Admin. Its files are removed later: a copy of the data folder may still
 * name them. Throws Forbidden, WrongState.
 */
export function deletePhoto(tx: Tx, principal: Principal, photo: PhotoRecord): void {
  if (photo.userId !== principal.userId && !may(principal, "manage")) throw new Forbidden();
  const inventory = store.inventoryOf.first(tx, photo);
  if (inventory !== null) demandOpen(inventory.inventoryStateId);
  store.markDeleted.run(tx, { tenantId: principal.tenantId, oid: photo.oid, now: tx.now, change: tx.change });
}

/** The uploaded name without path, with the extension of the stored file. */
function fileNameOf(name: string, extension: string): string {
  const base = name
    .toWellFormed()
    .replace(/^.*[/\\]/s, "")
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it takes out
    .replace(/[\u0000-\u001f\u007f-\u009f]/g, "")
    .replace(/\.[^.]*$/, "")
    .trim()
    .slice(0, 190)
    // Removes half of a surrogate pair at the cut.
    .replace(/[\ud800-\udbff]$/, "");
  return `${/^\.*$/.test(base) ? "photo" : base}.${extension}`;
}
