import { stat } from "node:fs/promises";
import { z } from "zod";
import type { Box } from "../box.ts";
import { NotFound } from "../errors.ts";
import type { Answer } from "../http/answer.ts";
import { type Endpoint, read, write } from "../http/endpoint.ts";
import { formId, pathId } from "../http/fields.ts";
import { findItem } from "../inventories/count.ts";
import { listHere } from "../storage/json.ts";
import { say } from "../words.ts";
import { addPhoto, checkTarget, deletePhoto, photoOf, storePicture } from "./photo.ts";
import { Photo } from "./shapes.ts";
import * as store from "./store.ts";

/** Photos of inventory items (contract 4.8). */
export function photoRoutes({ storage, photos: files }: Box): Endpoint[] {
  const { db } = storage;
  const image = async (name: string, contentType: string, change: number): Promise<Answer<File>> => {
    const path = files.path(name);
    // A copy of the folder may lack a file whose photo came in the very moment it was made.
    const found = await stat(path).catch(() => null);
    if (found === null) throw new NotFound(say("The photo's file is missing.", "Soubor fotografie chybí."));
    return { body: { path, contentType, size: found.size }, version: { change } };
  };

  return [
    read(
      "GET",
      "/api/photoarticleinventory/{inventoryItemId}",
      {
        may: "work",
        summary: "The photos of an inventory item, newest first",
        params: { inventoryItemId: pathId() },
        reply: z.array(Photo),
        lists: ["photo", "inventoryItem", "inventory"],
      },
      ({ params }, { tenantId }) => {
        if (findItem(db, tenantId, params.inventoryItemId) === null) {
          throw new NotFound(say("There is no such item.", "Taková položka neexistuje."));
        }
        return { body: listHere(db, store.ofItem, { tenantId, inventoryItemId: params.inventoryItemId }) };
      },
    ),
    write(
      "POST",
      "/api/photoarticleinventory",
      {
        may: "work",
        summary: "Adds a photo to an inventory item",
        description:
          "JPG or PNG, found from the bytes, up to 20 MiB and 50 megapixels. Stored upright, at most 2048 px, without metadata.",
        status: 201,
        body: { inventoryItemId: formId() },
        file: "photo",
        reply: Photo,
        refusals: {
          400: "empty, broken or too many pixels; or the inventory is Closed or Cancelled",
          415: "no JPG or PNG",
        },
        prepare: ({ upload, body }, { tenantId }) =>
          storePicture(files, upload?.file.path ?? "", () => checkTarget(db, tenantId, body.inventoryItemId)),
      },
      (tx, { upload, body }, caller, { prepared }) => {
        const oid = addPhoto(tx, caller, body.inventoryItemId, prepared, upload?.file.name ?? "");
        const added = store.detail.first(tx, { tenantId: caller.tenantId, oid });
        if (added === null) throw new Error("the photo just added is gone");
        return { body: added.json, version: { change: added.change }, location: `/api/photos/${oid}` };
      },
    ),
    read(
      "GET",
      "/api/photos/{oid}",
      { may: "work", summary: "The image", params: { oid: pathId() }, reply: z.file() },
      ({ params }, { tenantId }) => {
        const photo = photoOf(db, tenantId, params.oid);
        return image(photo.file, photo.contentType, photo.change);
      },
    ),
    read(
      "GET",
      "/api/photos/{oid}/thumbnail",
      { may: "work", summary: "The image, 320 px", params: { oid: pathId() }, reply: z.file() },
      ({ params }, { tenantId }) => {
        const photo = photoOf(db, tenantId, params.oid);
        return image(photo.thumbnail, photo.contentType, photo.change);
      },
    ),
    write(
      "DELETE",
      "/api/photos/{oid}",
      {
        may: "work",
        summary: "Deletes a photo: one's own, or any by Manager and Admin",
        params: { oid: pathId() },
        status: 204,
        reply: z.null(),
        refusals: { 400: "the inventory is Closed or Cancelled", 403: "another user's photo" },
        record: (tx, { params }, { tenantId }) => photoOf(tx, tenantId, params.oid),
      },
      (tx, _input, caller, { record }) => {
        deletePhoto(tx, caller, record);
        return { body: null };
      },
    ),
  ];
}
