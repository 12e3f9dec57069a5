import { z } from "zod";
import { findUser } from "../../access/users/users.ts";
import { NotFound } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import type { Principal } from "../../domain/principal.ts";
import { command, type Endpoint, query } from "../../http/endpoint/endpoint.ts";
import { formId, pathId } from "../../http/endpoint/fields.ts";
import type { PhotoDependencies } from "../../photos/files.ts";
import {
  addedCodePhoto,
  addedItemPhoto,
  addPhoto,
  listCodePhotos,
  listItemPhotos,
  PHOTO_UPLOAD,
  type PhotoAuthor,
  storePicture,
  WRONG_TYPE,
} from "../../photos/photo.ts";
import { Photo, UnknownCodePhoto } from "../../photos/shapes.ts";
import type { Db } from "../../storage/database/statement.ts";
import { getAuthor } from "../counting/author.ts";
import { findItem } from "../items/item.ts";
import { findOperation, itemSubject, unknownCodeSubject } from "./subject.ts";

/** UUIDs are compared in lower case. */
const operationId = () => z.string().transform((value) => value.trim().toLowerCase());
const authorField = () =>
  formId()
    .optional()
    .describe("the author, as in `counts`: required from a shared terminal; default: the caller");
const ERRORS = {
  400: "empty, damaged or too many pixels; or the inventory is Closed, Cancelled or being prepared",
  ...WRONG_TYPE,
};

/** Uploads and lists of photos of inventory items (contract 4.8) and unknown codes. */
export function inventoryPhotoRoutes(dependencies: PhotoDependencies): Endpoint[] {
  return [...itemPhotoRoutes(dependencies), ...unknownCodePhotoRoutes(dependencies)];
}

function itemPhotoRoutes({ storage, photos: files }: PhotoDependencies): Endpoint[] {
  const { db } = storage;
  return [
    query("GET", "/api/photoarticleinventory/{inventoryItemId}", {
      operationId: "listInventoryItemPhotos",
      scope: "inventories:read",
      permission: "work",
      summary: "The photos of an inventory item, newest first",
      params: { inventoryItemId: pathId() },
      response: z.array(Photo),
      tables: ["photo", "inventoryItem", "inventory"],
      run({ params }, { tenantId }) {
        if (findItem(db, tenantId, params.inventoryItemId) === null) {
          throw new NotFound(msg("Item not found."));
        }
        return { kind: "json", body: listItemPhotos(db, tenantId, params.inventoryItemId) };
      },
    }),
    command("POST", "/api/photoarticleinventory", {
      operationId: "addInventoryItemPhoto",
      scope: "counts:write",
      ...PHOTO_UPLOAD,
      permission: "terminal",
      overHttp: "delivery",
      summary: "Adds a photo to an inventory item",
      body: { inventoryItemId: formId(), userId: authorField() },
      response: Photo,
      errors: ERRORS,
      prepare: ({ upload, body }, { tenantId }) =>
        storePicture(files, upload?.file.path ?? "", () => {
          itemSubject(db, tenantId, body.inventoryItemId);
        }),
      run(tx, { upload, body }, principal, { prepared }) {
        const by = photoAuthorOf(tx, principal, body.userId);
        const subject = itemSubject(tx, principal.tenantId, body.inventoryItemId);
        const oid = addPhoto(tx, by, subject, prepared, upload?.file.name);
        return addedItemPhoto(tx, principal.tenantId, oid);
      },
    }),
  ];
}

function unknownCodePhotoRoutes({ storage, photos: files }: PhotoDependencies): Endpoint[] {
  const { db } = storage;
  return [
    query("GET", "/api/photounknowncode/{operationId}", {
      operationId: "listUnknownCodePhotos",
      permission: "work",
      summary: "The photos of an unknown code, newest first",
      params: { operationId: operationId() },
      response: z.array(UnknownCodePhoto),
      tables: ["photo", "countOperation", "inventory"],
      run({ params }, { tenantId }) {
        const operation = findOperation(db, tenantId, params.operationId);
        if (operation === null) throw new NotFound(msg("Operation not found."));
        return { kind: "json", body: listCodePhotos(db, tenantId, operation.oid) };
      },
    }),
    command("POST", "/api/photounknowncode", {
      operationId: "addUnknownCodePhoto",
      ...PHOTO_UPLOAD,
      permission: "terminal",
      overHttp: "delivery",
      summary: "Adds a photo of an unknown code to its count operation",
      body: { operationId: operationId(), userId: authorField() },
      response: UnknownCodePhoto,
      errors: { ...ERRORS, 400: `${ERRORS[400]}; or the operation's code is known` },
      prepare: ({ upload, body }, { tenantId }) =>
        storePicture(files, upload?.file.path ?? "", () => {
          unknownCodeSubject(db, tenantId, body.operationId);
        }),
      run(tx, { upload, body }, principal, { prepared }) {
        const by = photoAuthorOf(tx, principal, body.userId);
        const subject = unknownCodeSubject(tx, principal.tenantId, body.operationId);
        const oid = addPhoto(tx, by, subject, prepared, upload?.file.name);
        return addedCodePhoto(tx, principal.tenantId, oid);
      },
    }),
  ];
}

/** The author of a photo of a count. Throws as `getAuthor`. */
function photoAuthorOf(db: Db, principal: Principal, userId: number | undefined): PhotoAuthor {
  const author = getAuthor(db, principal, userId ?? null);
  const { userName } = findUser(db, author) ?? principal;
  return { tenantId: principal.tenantId, userId: author, userName };
}
