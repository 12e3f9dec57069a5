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

/** A picture whose files are on the disk, synced. */
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

/** What a photo is of: an inventory's item, an article, or the code that nobody knew of a count operation. */
export type PhotoSubject =
  | { readonly inventoryItemId: number }
  | { readonly articleId: number }
  | { readonly operationId: string };

/**
 * The columns that say what a new photo is of. Throws Invalid unless the tenant has it, WrongState once the inventory is
 * closed or cancelled, or when the operation's code is known.
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
    // What came late has no item yet either, whether its code is known or not.
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

/** Shrinks the upload (path or bytes) and writes its files, before the row that names them. Throws as `readPicture`. */
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

/** Who took a photo. */
export type PhotoAuthor = Pick<Principal, "tenantId" | "userId" | "userName">;

/** Adds a photo whose files stand; gives its oid. Throws as `checkTarget`. */
export function addPhoto(
  tx: Tx,
  { tenantId, userId, userName }: PhotoAuthor,
  subject: PhotoSubject,
  picture: StoredPicture,
  sentName = "",
): number {
  return store.insert.run(tx, {
    ...checkSubject(tx, tenantId, subject),
    tenantId,
    userId,
    fileName: fileNameOf(sentName, picture.extension),
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
 * Deletes a photo: one's own, or any by Manager and Admin. Its files stay for now, for a copy of the folder made a
 * moment ago still names them. Throws Forbidden, WrongState.
 */
export function deletePhoto(tx: Tx, principal: Principal, photo: PhotoRecord): void {
  if (photo.userId !== principal.userId && !may(principal, "manage")) throw new Forbidden();
  const inventory = store.inventoryOf.first(tx, photo);
  if (inventory !== null) demandOpen(inventory.inventoryStateId);
  store.markDeleted.run(tx, { tenantId: principal.tenantId, oid: photo.oid, now: tx.now, change: tx.change });
}

/** The sent name without any path, with the extension of what is stored. */
function fileNameOf(sent: string, extension: string): string {
  const base = sent
    .toWellFormed()
    .replace(/^.*[/\\]/s, "")
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it takes out
    .replace(/[\u0000-\u001f\u007f-\u009f]/g, "")
    .replace(/\.[^.]*$/, "")
    .trim()
    .slice(0, 190)
    // half of a character that the cut went through
    .replace(/[\ud800-\udbff]$/, "");
  return `${/^\.*$/.test(base) ? "photo" : base}.${extension}`;
}
