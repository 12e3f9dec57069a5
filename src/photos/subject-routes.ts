import { z } from "zod";
import { findUser } from "../access/users/users.ts";
import { getArticle } from "../articles/article.ts";
import { NotFound } from "../domain/errors.ts";
import { msg } from "../domain/message.ts";
import type { Principal } from "../domain/principal.ts";
import { command, type Endpoint, query } from "../http/endpoint/endpoint.ts";
import { formId, pathId } from "../http/endpoint/fields.ts";
import { authorOf } from "../inventories/counting/author.ts";
import { findItem } from "../inventories/items/item.ts";
import { type Json, listInMainThread } from "../storage/database/json.ts";
import type { Db, Tx } from "../storage/database/statement.ts";
import type { PhotoDependencies } from "./files.ts";
import {
  addPhoto,
  checkSubject,
  findOperation,
  type PhotoAuthor,
  type PhotoSubject,
  storePicture,
} from "./photo.ts";
import { ArticlePhoto, Photo, UnknownCodePhoto } from "./shapes.ts";
import * as store from "./store.ts";

/** UUIDs are compared in lower case. */
const operationId = () => z.string().transform((value) => value.trim().toLowerCase());
const authorField = () =>
  formId()
    .optional()
    .describe("the author, as in `counts`: required from a shared terminal; default: the caller");
const common = {
  permission: "work",
  description:
    "JPG or PNG, detected from the bytes, up to 20 MiB and 50 megapixels. Stored upright, at most 2048 px, without metadata.",
  status: 201,
  file: "photo",
} as const;
const type = { 415: "no JPG or PNG" };
const ofInventory = {
  400: "empty, damaged or too many pixels; or the inventory is Closed or Cancelled",
  ...type,
};

/** Uploads and lists of photos of inventory items (contract 4.8), articles and unknown codes. */
export function photoSubjectRoutes({ storage, photos: files }: PhotoDependencies): Endpoint[] {
  const { db } = storage;
  const stored = (path: string | undefined, tenantId: number, subject: PhotoSubject) =>
    storePicture(files, path ?? "", () => {
      checkSubject(db, tenantId, subject);
    });

  return [
    query(
      "GET",
      "/api/photoarticleinventory/{inventoryItemId}",
      {
        operationId: "listInventoryItemPhotos",
        permission: "work",
        summary: "The photos of an inventory item, newest first",
        params: { inventoryItemId: pathId() },
        response: z.array(Photo),
        tables: ["photo", "inventoryItem", "inventory"],
      },
      ({ params }, { tenantId }) => {
        if (findItem(db, tenantId, params.inventoryItemId) === null) {
          throw new NotFound(msg("Item not found.", "Položka nenalezena."));
        }
        return {
          body: listInMainThread(db, store.ofItem, { tenantId, inventoryItemId: params.inventoryItemId }),
        };
      },
    ),
    command(
      "POST",
      "/api/photoarticleinventory",
      {
        operationId: "addInventoryItemPhoto",
        ...common,
        permission: "terminal",
        overHttp: "delivery",
        summary: "Adds a photo to an inventory item",
        body: { inventoryItemId: formId(), userId: authorField() },
        response: Photo,
        errors: ofInventory,
        prepare: ({ upload, body }, { tenantId }) => stored(upload?.file.path, tenantId, body),
      },
      (tx, { upload, body }, principal, { prepared }) => {
        const by = photoAuthorOf(tx, principal, body.userId);
        const oid = addPhoto(tx, by, body, prepared, upload?.file.name);
        return added(tx, store.itemPhoto, principal.tenantId, oid);
      },
    ),
    query(
      "GET",
      "/api/photoarticle/{articleId}",
      {
        operationId: "listArticlePhotos",
        permission: "work",
        summary: "The photos of an article, newest first: the first is its main photo",
        params: { articleId: pathId() },
        response: z.array(ArticlePhoto),
        tables: ["photo", "article"],
      },
      ({ params }, { tenantId }) => {
        const { oid: articleId } = getArticle(db, tenantId, params.articleId);
        return { body: listInMainThread(db, store.ofArticle, { tenantId, articleId }) };
      },
    ),
    command(
      "POST",
      "/api/photoarticle",
      {
        operationId: "addArticlePhoto",
        ...common,
        summary: "Adds a photo to an article",
        body: { articleId: formId() },
        response: ArticlePhoto,
        errors: { 400: "empty, damaged or too many pixels", ...type },
        prepare: ({ upload, body }, { tenantId }) => stored(upload?.file.path, tenantId, body),
      },
      (tx, { upload, body }, principal, { prepared }) =>
        added(
          tx,
          store.articlePhoto,
          principal.tenantId,
          addPhoto(tx, principal, body, prepared, upload?.file.name),
        ),
    ),
    query(
      "GET",
      "/api/photounknowncode/{operationId}",
      {
        operationId: "listUnknownCodePhotos",
        permission: "work",
        summary: "The photos of an unknown code, newest first",
        params: { operationId: operationId() },
        response: z.array(UnknownCodePhoto),
        tables: ["photo", "countOperation", "inventory"],
      },
      ({ params }, { tenantId }) => {
        const operation = findOperation(db, tenantId, params.operationId);
        if (operation === null) throw new NotFound(msg("Operation not found.", "Operace nenalezena."));
        return { body: listInMainThread(db, store.ofCode, { tenantId, countOperationId: operation.oid }) };
      },
    ),
    command(
      "POST",
      "/api/photounknowncode",
      {
        operationId: "addUnknownCodePhoto",
        ...common,
        permission: "terminal",
        overHttp: "delivery",
        summary: "Adds a photo of an unknown code to its count operation",
        body: { operationId: operationId(), userId: authorField() },
        response: UnknownCodePhoto,
        errors: { ...ofInventory, 400: `${ofInventory[400]}; or the operation's code is known` },
        prepare: ({ upload, body }, { tenantId }) => stored(upload?.file.path, tenantId, body),
      },
      (tx, { upload, body }, principal, { prepared }) => {
        const by = photoAuthorOf(tx, principal, body.userId);
        const oid = addPhoto(tx, by, body, prepared, upload?.file.name);
        return added(tx, store.codePhoto, principal.tenantId, oid);
      },
    ),
  ];
}

/** The author of a photo of a count. Throws as `authorOf`. */
function photoAuthorOf(db: Db, principal: Principal, userId: number | undefined): PhotoAuthor {
  const author = authorOf(db, principal, userId ?? null);
  const { userName } = findUser(db, author) ?? principal;
  return { tenantId: principal.tenantId, userId: author, userName };
}

/** The response to an added photo. */
function added<T>(
  tx: Tx,
  one: { first(tx: Tx, p: { tenantId: number; oid: number }): { change: number; json: Json<T> } | null },
  tenantId: number,
  oid: number,
) {
  const found = one.first(tx, { tenantId, oid });
  if (found === null) throw new Error("the photo just added is gone");
  return { body: found.json, version: { change: found.change }, location: `/api/photos/${oid}` };
}
