import { call } from "./call.ts";

/** The custom fields of articles, in their order. */
export const listCustomFields = call("GET /api/customfields");
/** Warranty, supplier and custom fields of one article. */
export const getArticleFields = call("GET /api/articles/{id}/fields");
/** The files attached to an article, newest first. */
export const listAttachments = call("GET /api/articles/{id}/attachments");
/** An attached file, as it was uploaded. */
export const getAttachment = call("GET /api/attachments/{oid}");
