import type { ApiRequest } from "../../api/call.ts";
import { addArticlePhoto } from "../../api/photos.ts";
import { formBody } from "../../api/send-request.ts";

/** The request of a command. That of a queued command is read from the storage. */
export type Post = Pick<ApiRequest<unknown, "POST">, "path" | "body">;

/** The upload of a photo of an article. */
export const articlePhoto = (articleId: number, photo: Blob, fileName: string) =>
  addArticlePhoto({ body: formBody({ articleId, photo }, fileName) });
