import { call } from "./call.ts";
import { formBody } from "./send-request.ts";

/** One article. */
export const getArticle = call("GET /api/articles/{id}");
/** Proposes a new asset. */
export const proposeArticle = call("POST /api/articles/pwa-request");
/** Articles page by page, filtered and sorted. */
export const listArticlesByPage = call("GET /api/articles/page");
/** The articles changed and deleted since a cursor. */
export const listArticleChanges = call("GET /api/articles/changes");
/** The stock of the article by location, most pieces first. */
export const listArticleLocations = call("GET /api/articles/{id}/locations");
/** Adds a code to the article. */
export const attachArticleCode = call("POST /api/articles/{id}/codes");
/** Removes a code from its article. */
export const removeArticleCode = call("DELETE /api/articlecodes/{id}");
/** The additional codes of the article, the oldest first. */
export const listArticleCodes = call("GET /api/articles/{id}/codes");
/** The article of a scanned text. */
export const scanCode = call("GET /api/articles/scan");
/** Moves pieces of the article to another location. */
export const moveArticleStock = call("POST /api/articles/{id}/locations/move");
/** Articles of which the user is the assigned or the responsible person. */
export const listUserAssets = call("GET /api/articles/my-assets/{userId}");
/** The four figures of the user's home page. */
export const getUserStats = call("GET /api/articles/my-stats/{userId}");
/** History of an article and its stock, newest first, at most 100; continue with `before=<oid>`. */
export const listArticleHistory = call("GET /api/articles/{id}/history");

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
const addArticlePhoto = call("POST /api/photoarticle");

/** The upload of a photo of an article. */
export const articlePhoto = (articleId: number, photo: Blob, fileName: string) =>
  addArticlePhoto({ body: formBody({ articleId, photo }, fileName) });
