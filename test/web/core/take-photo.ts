import type { PhotoSubject } from "../../../src/web/db/outbox-shapes.ts";

const PHOTO =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
/** Expression: stores an unsent photo of an operation. */
export const takePhoto = (operationId: string | null | undefined) =>
  queue(`{ kind: "photo", of: { operationId: "${operationId}" }, file, fileName: "a.png" }`);

/** Expression: stores an unsent photo of an item. */
export const takePhotoOfItem = (of: Extract<PhotoSubject, { readonly itemId: number }>) =>
  queue(`{ kind: "photo", of: ${JSON.stringify(of)}, file, fileName: "a.png" }`);

/** Expression: stores an unsent photo of an article. */
export const takePhotoOfArticle = (articleId: number) =>
  queue(`{ kind: "photo", of: { articleId: ${articleId} }, file, fileName: "a.png" }`);

/** Expression: stores the unsent proposal of an article with its photo. */
export const proposeWithPhoto = () =>
  queue(`{ kind: "proposal", body: { name: "Lamp", articleCategoryID: 1, articleTypeID: 1 }, photo: file }`);

/** Expression: stores an unsent hand-over or return with a photo of the condition, by the author who is named. */
export const recordWithPhoto = (
  operation: { readonly authorId: number; readonly [field: string]: unknown },
  photo = "file",
) =>
  queue(
    `{ kind: "custody", operation: ${JSON.stringify(operation)}, photo: ${photo} }`,
    `{ tenantId: 1, userId: ${operation.authorId} }`,
  );

const queue = (task: string, author = "undefined") => `(() => {
  const bytes = Uint8Array.from(atob("${PHOTO}"), (letter) => letter.charCodeAt(0));
  const file = new Blob([bytes], { type: "image/png" });
  return core.errands.queueCommand(${task}, "Photo", ${author});
})()`;
