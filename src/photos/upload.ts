import type { Json } from "../storage/database/json.ts";
import type { Tx } from "../storage/database/statement.ts";
import * as store from "./store.ts";

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
  if (added === null) throw new Error("the photo just added is gone");
  return {
    kind: "json" as const,
    body: added.json,
    version: { change: added.change },
    location: `/api/photos/${oid}`,
  };
}
