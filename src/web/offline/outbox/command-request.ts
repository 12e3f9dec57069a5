import { articlePhoto } from "../../api/articles.ts";
import { type ApiRequest, call, postOf, type Unguarded } from "../../api/call.ts";
import { formBody } from "../../api/send-request.ts";
import type { CommandTask } from "../../db/outbox-shapes.ts";
import { entryById } from "./entries.ts";

/** The request of a command. That of a queued command is read from the storage. */
export type Post = Pick<ApiRequest<unknown, "POST">, "path" | "body">;

/** The command must wait for an unsent operation. */
export const LATER = "later";

type PhotoTask = Extract<CommandTask, { kind: "photo" }>;

/** Thrown when the operation of a photo was rejected or discarded. */
export class PhotoSubjectMissing extends Error {}

/** A command that sends this request. */
export function taskOf(request: Unguarded<ApiRequest<unknown>, "key">): CommandTask {
  const { path, body } = postOf(request);
  return { kind: "request", path, body: { ...(body as object) } };
}

/**
 * Builds the request of a command. `userId`: the author of a photo, null: the sender. Throws
 * PhotoSubjectMissing.
 */
export async function requestOf(task: CommandTask, userId: number | null): Promise<Post | typeof LATER> {
  switch (task.kind) {
    case "photo":
      return photoRequest(task, userId === null ? {} : { userId });
    case "label": {
      const { kind: _, ...label } = task;
      if ("articleId" in label) return postOf(call("POST /api/pda/printing/print", { body: label }));
      const { locationId: id, ...body } = label;
      return postOf(call("POST /api/locations/{id}/print", { id, body }));
    }
    case "proposal":
      return postOf(call("POST /api/articles/pwa-request", { body: task.body }));
    case "custody":
      return call("POST /api/custodies/operations", { body: task.operation });
    case "code":
      return postOf(call("POST /api/articles/{id}/codes", { id: task.articleId, body: { code: task.code } }));
    case "request":
      return { path: task.path, body: task.body };
  }
}

interface Author {
  readonly userId?: number;
}

async function photoRequest({ of, file, fileName }: PhotoTask, author: Author): Promise<Post | typeof LATER> {
  if ("articleId" in of) return postOf(articlePhoto(of.articleId, file, fileName));
  const itemPhoto = (inventoryItemId: number) =>
    postOf(
      call("POST /api/photoarticleinventory", {
        body: formBody({ inventoryItemId, ...author, photo: file }, fileName),
      }),
    );
  if ("itemId" in of) return itemPhoto(of.itemId);
  const entry = await entryById(of.operationId);
  if (entry === null || entry.state === "given-up") throw new PhotoSubjectMissing();
  const { receipt, state, articleId, operationId, again } = entry;
  // The item may get another id.
  if (again !== undefined) return LATER;
  if (receipt?.itemId != null) return itemPhoto(receipt.itemId);
  if (state === "unknown")
    return postOf(
      call("POST /api/photounknowncode", {
        body: formBody({ operationId, ...author, photo: file }, fileName),
      }),
    );
  if (state === "late" && articleId !== null) return postOf(articlePhoto(articleId, file, fileName));
  return LATER;
}
