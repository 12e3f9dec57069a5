import { hasArticle } from "../articles/article.ts";
import { Forbidden, Invalid, orNotFound } from "../domain/errors.ts";
import { msg } from "../domain/message.ts";
import type { Principal } from "../domain/principal.ts";
import { may } from "../domain/roles.ts";
import { recordResponse } from "../http/endpoint/response.ts";
import { type Json, listInMainThread } from "../storage/database/json.ts";
import type { Db, Tx } from "../storage/database/statement.ts";
import { fileNameOf, type PhotoFiles } from "./files.ts";
import { type Picture, readPicture } from "./picture.ts";
import type { ArticlePhoto, Photo, UnknownCodePhoto } from "./shapes.ts";
import * as store from "./store.ts";

export type PhotoRecord = NonNullable<ReturnType<typeof store.record.first>>;

/** A picture whose files are stored and flushed. */
export interface StoredPhoto extends Omit<Picture, "image" | "thumbnail"> {
  readonly file: string;
  readonly thumbnailFile: string;
  /** Bytes. */
  readonly size: number;
}

/** Finds a photo that is not deleted; null: none. */
export function findPhoto(db: Db, tenantId: number, oid: number): PhotoRecord | null {
  return store.record.first(db, { tenantId, oid });
}

/** The photo of this id in the tenant. Throws NotFound. */
export function getPhoto(db: Db, tenantId: number, oid: number): PhotoRecord {
  return orNotFound(findPhoto(db, tenantId, oid), msg("Photo not found."));
}

/** The subject of a photo. The owner of the subject checks that it is the tenant's. */
export type PhotoSubject =
  | { readonly inventoryItemId: number }
  | { readonly articleId: number }
  | { readonly countOperationId: number };

/** The article as a subject. Throws Invalid for an unknown article. */
export function articleSubject(db: Db, tenantId: number, articleId: number): PhotoSubject {
  if (hasArticle(db, tenantId, articleId)) return { articleId };
  throw Invalid.field("articleId", msg("refers to no existing article"));
}

/** The photos of an inventory item, newest first, as JSON. */
export function listItemPhotos(db: Db, tenantId: number, inventoryItemId: number): Json<Photo[]> {
  return listInMainThread(db, store.ofItem, { tenantId, inventoryItemId });
}

/** The photos of an article, newest first, as JSON. */
export function listArticlePhotos(db: Db, tenantId: number, articleId: number): Json<ArticlePhoto[]> {
  return listInMainThread(db, store.ofArticle, { tenantId, articleId });
}

/** The photos of the unknown code of a count operation, newest first, as JSON. */
export function listCodePhotos(db: Db, tenantId: number, countOperationId: number): Json<UnknownCodePhoto[]> {
  return listInMainThread(db, store.ofCode, { tenantId, countOperationId });
}

/** The photos of all items and codes of these inventories. `name`: what a photo shows, and its own id. */
export function listInventoryPhotos(db: Db, tenantId: number, inventoryIds: readonly number[]) {
  const inventories = { tenantId, inventories: JSON.stringify(inventoryIds) };
  return [
    ...store.itemPhotosOf
      .all(db, inventories)
      .map(({ oid, itemId, ...photo }) => ({ ...photo, name: `item-${itemId}-${oid}` })),
    ...store.codePhotosOf
      .all(db, inventories)
      .map(({ oid, operationId, ...photo }) => ({ ...photo, name: `code-${operationId}-${oid}` })),
  ];
}

/** The bytes of these photos by inventory; none where there are no photos. */
export function inventoryPhotoSizes(
  db: Db,
  tenantId: number,
  inventoryIds: readonly number[],
): ReadonlyMap<number, number> {
  const inventories = { tenantId, inventories: JSON.stringify(inventoryIds) };
  const sums = new Map<number, number>();
  for (const { inventoryId, bytes } of [
    ...store.itemPhotoSizes.all(db, inventories),
    ...store.codePhotoSizes.all(db, inventories),
  ])
    sums.set(inventoryId, (sums.get(inventoryId) ?? 0) + bytes);
  return sums;
}

/** Processes an upload (path or bytes) and stores its files, before the row. `check` may throw. Throws as `readPicture`. */
export async function storePicture(
  files: PhotoFiles,
  upload: string | Buffer,
  check: () => void,
): Promise<StoredPhoto> {
  const picture = await readPicture(upload);
  check();
  const [file, thumbnailFile] = await Promise.all([
    files.put(picture.image, picture.extension),
    files.put(picture.thumbnail, picture.extension),
  ]);
  const { image, thumbnail: _, ...others } = picture;
  return { ...others, size: image.length, file, thumbnailFile };
}

/** The author of a photo. */
export type PhotoAuthor = Pick<Principal, "tenantId" | "userId" | "userName">;

/** Adds a photo of a checked subject, whose files are stored; returns its oid. */
export function addPhoto(
  tx: Tx,
  { tenantId, userId, userName }: PhotoAuthor,
  subject: PhotoSubject,
  picture: StoredPhoto,
  uploadName = "",
): number {
  return store.insert.run(tx, {
    inventoryItemId: null,
    articleId: null,
    countOperationId: null,
    ...subject,
    tenantId,
    userId,
    isAttachment: 0,
    fileName: fileNameOf(uploadName, "photo", picture.extension),
    contentType: picture.contentType,
    width: picture.width,
    height: picture.height,
    size: picture.size,
    file: picture.file,
    thumbnail: picture.thumbnailFile,
    createdDT: tx.now,
    createdBy: userName,
    change: tx.change,
  }).oid;
}

/** Adds a photo to an article, unless one of its photos has the same file. */
export function addPhotoOnce(
  tx: Tx,
  author: PhotoAuthor,
  articleId: number,
  picture: StoredPhoto,
  name: string,
): void {
  const { tenantId } = author;
  if (store.articlePhotoWithFile.first(tx, { tenantId, articleId, file: picture.file }) === null)
    addPhoto(tx, author, { articleId }, picture, name);
}

/** What the owners of a photo's subject do before its deletion. Throws a domain error if the photo must stay. */
export type BeforeDeletion = (tx: Tx, principal: Principal, photo: PhotoRecord) => void;

/**
 * Deletes a photo: the caller's own, or any by Manager and Admin. Its files are removed later: a copy of the data folder may still
 * name them. Throws Forbidden, and as `beforeDeletion`.
 */
export function deletePhoto(
  tx: Tx,
  principal: Principal,
  photo: PhotoRecord,
  beforeDeletion: BeforeDeletion,
): void {
  if (photo.userId !== principal.userId && !may(principal, "manage")) throw new Forbidden();
  beforeDeletion(tx, principal, photo);
  store.markDeleted.run(tx, {
    tenantId: principal.tenantId,
    oid: photo.oid,
    deletedDT: tx.now,
    change: tx.change,
  });
}

/** Detaches and deletes the photos of articles and of all items and codes of inventories whose rows are removed. */
export function detachPhotos(
  tx: Tx,
  tenantId: number,
  of: { readonly articleIds: readonly number[]; readonly inventoryIds: readonly number[] },
): void {
  store.detach.run(tx, {
    tenantId,
    articles: JSON.stringify(of.articleIds),
    inventories: JSON.stringify(of.inventoryIds),
    now: tx.now,
    change: tx.change,
  });
}

/** The common options of the endpoints that add a photo. */
export const PHOTO_UPLOAD = {
  permission: "work",
  description:
    "JPG or PNG, detected from the bytes, up to 20 MiB and 50 megapixels. Stored upright, at most 2048 px, without metadata.",
  status: 201,
  file: "photo",
} as const;

export const WRONG_TYPE = { 415: "not a JPG or PNG" };

/** The response to an added photo of an item. */
export const addedItemPhoto = (tx: Tx, tenantId: number, oid: number) =>
  responseTo(store.itemPhoto.first(tx, { tenantId, oid }), oid);
/** The response to an added photo of an article. */
export const addedArticlePhoto = (tx: Tx, tenantId: number, oid: number) =>
  responseTo(store.articlePhoto.first(tx, { tenantId, oid }), oid);
/** The response to an added photo of an unknown code. */
export const addedCodePhoto = (tx: Tx, tenantId: number, oid: number) =>
  responseTo(store.codePhoto.first(tx, { tenantId, oid }), oid);

function responseTo<T>(added: { change: number; json: Json<T> } | null, oid: number) {
  const gone = () => new Error("the photo just added is gone");
  return { ...recordResponse(added, gone), location: `/api/photos/${oid}` };
}
