import { call } from "./call.ts";
import { formBody } from "./send-request.ts";

/** The image. */
export const getPhoto = call("GET /api/photos/{oid}");
/** The image, 320 px. */
export const getPhotoThumbnail = call("GET /api/photos/{oid}/thumbnail");
/** Adds a photo to an inventory item. */
export const addInventoryItemPhoto = call("POST /api/photoarticleinventory");
/** Adds a photo of an unknown code to its count operation. */
export const addUnknownCodePhoto = call("POST /api/photounknowncode");
/** The photos of an article, newest first: the first is its main photo. */
export const listArticlePhotos = call("GET /api/photoarticle/{articleId}");
/** Adds a photo to an article. */
export const addArticlePhoto = call("POST /api/photoarticle");

/** The upload of a photo of an article. */
export const articlePhoto = (articleId: number, photo: Blob, fileName: string) =>
  addArticlePhoto({ body: formBody({ articleId, photo }, fileName) });
