import { call } from "./call.ts";
import { formBody } from "./send-request.ts";

/** The upload of a photo of an article. */
export const articlePhoto = (articleId: number, photo: Blob, fileName: string) =>
  call("POST /api/photoarticle", { body: formBody({ articleId, photo }, fileName) });
