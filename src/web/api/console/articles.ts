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
