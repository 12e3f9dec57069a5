import { call } from "../call.ts";

// Calls of the console. The terminal does not load them.

/** Changes an article. */
export const updateArticle = call("PUT /api/articles/{id}");
/** Deletes an article; its code is free again. */
export const deleteArticle = call("DELETE /api/articles/{id}");
/** The code of the next new article. */
export const getNextArticleCode = call("GET /api/articles/next-code");
/** One article with its note and purchase data. */
export const getFullArticle = call("GET /api/articles/{id}/full");
/** Changes an article, its note or its purchase data. */
export const updateFullArticle = call("PUT /api/articles/{id}/full");
/** Adds an article with its note and purchase data. */
export const createFullArticle = call("POST /api/articles/full");
/** Sets the stock of the article. */
export const setArticleLocations = call("PUT /api/articles/{id}/locations");
/** Sets the same values on many articles. */
export const bulkEditArticles = call("PUT /api/articles/bulk-edit");
/** Prints labels of many articles. */
export const printLabelsOfArticles = call("POST /api/articles/bulk-labels");

/** Deletes a photo: the caller's own, or any by Manager and Admin. */
export const deletePhoto = call("DELETE /api/photos/{oid}");
/** The photos of an inventory item, newest first. */
export const listInventoryItemPhotos = call("GET /api/photoarticleinventory/{inventoryItemId}");

/** Adds a location; `parentLocationId` null is a root. */
export const createLocation = call("POST /api/locations");
/** One location with its parent and, on request, its children. */
export const getLocation = call("GET /api/locations/{id}");
/** Changes or moves a location. */
export const updateLocation = call("PUT /api/locations/{id}");
/** Deletes a location that is empty. */
export const deleteLocation = call("DELETE /api/locations/{id}");
