import type { CommandTask } from "../../db/outbox-shapes.ts";
import { entryById } from "./entries.ts";
import { articlePhoto, photoForm, type Request } from "./photo-request.ts";

/** The command must wait for an unsent operation. */
export const LATER = "later";

type PhotoTask = Extract<CommandTask, { kind: "photo" }>;

/** Thrown when the operation of a photo was rejected or discarded. */
export class PhotoSubjectMissing extends Error {}

/**
 * Builds the request of a command. `userId`: the author of a photo, null: the sender. Throws
 * PhotoSubjectMissing.
 */
export async function requestOf(task: CommandTask, userId: number | null): Promise<Request | typeof LATER> {
  switch (task.kind) {
    case "photo":
      return photoRequest(task, userId === null ? {} : { userId });
    case "label": {
      const { kind: _, ...body } = task;
      return { path: "/api/pda/printing/print", body };
    }
    case "proposal":
      return { path: "/api/articles/pwa-request", body: task.body };
    case "request":
      return { path: task.path, body: task.body };
  }
}

interface Author {
  readonly userId?: number;
}

async function photoRequest(
  { of, file, fileName }: PhotoTask,
  author: Author,
): Promise<Request | typeof LATER> {
  if ("articleId" in of) return articlePhoto(of.articleId, file, fileName);
  const itemPhoto = (inventoryItemId: number): Request => ({
    path: "/api/photoarticleinventory",
    body: photoForm({ inventoryItemId, ...author }, file, fileName),
  });
  if ("itemId" in of) return itemPhoto(of.itemId);
  const entry = await entryById(of.operationId);
  if (entry === null || entry.state === "given-up") throw new PhotoSubjectMissing();
  const { receipt, state, articleId, operationId } = entry;
  if (receipt?.itemId != null) return itemPhoto(receipt.itemId);
  if (state === "unknown")
    return { path: "/api/photounknowncode", body: photoForm({ operationId, ...author }, file, fileName) };
  if (state === "late" && articleId !== null) return articlePhoto(articleId, file, fileName);
  return LATER;
}
