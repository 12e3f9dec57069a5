import { call } from "../call.ts";
import { formBody } from "../send-request.ts";

// Calls of the console. The terminal does not load them.

/** One custom field. */
export const getCustomField = call("GET /api/customfields/{id}");
/** How many articles have a value of a custom field, and how many lack one. */
export const getCustomFieldUses = call("GET /api/customfields/{id}/uses");
/** Adds a custom field. */
export const createCustomField = call("POST /api/customfields");
/** Changes or moves a custom field. */
export const updateCustomField = call("PUT /api/customfields/{id}");
/** Deletes a custom field. */
export const deleteCustomField = call("DELETE /api/customfields/{id}");

/** Attaches a file to an article. */
const addAttachment = call("POST /api/attachments");
/** The upload of an attachment. */
export const attachmentUpload = (articleId: number, file: Blob, fileName: string) =>
  addAttachment({ body: formBody({ articleId, file }, fileName) });
/** Removes an attachment. */
export const deleteAttachment = call("DELETE /api/attachments/{oid}");
