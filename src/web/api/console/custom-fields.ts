import { call } from "../call.ts";
import { formBody } from "../send-request.ts";

// Calls of the console. The terminal does not load them.

/** The upload of an attachment. */
export const attachmentUpload = (articleId: number, file: Blob, fileName: string) =>
  call("POST /api/attachments", { body: formBody({ articleId, file }, fileName) });
