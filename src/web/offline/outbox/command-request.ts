import type { CommandTask } from "../../db/outbox-shapes.ts";
import { entryById } from "./entries.ts";
import { articlePhoto, photoForm, type Request } from "./photo-request.ts";

/** The command must wait: what it is about has not been sent. */
export const LATER = "later";

type PhotoTask = Extract<CommandTask, { kind: "photo" }>;

/** The photo has nothing to hang on: what it was taken of was refused or given up. */
export class NothingToHangOn extends Error {}

/** The request of an command; `userId`: in whose name a photo is sent, null: the sender's. Throws NothingToHangOn. */
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
  if (entry === null || entry.state === "given-up") throw new NothingToHangOn();
  const { receipt, state, articleId, operationId } = entry;
  if (receipt?.itemId != null) return itemPhoto(receipt.itemId);
  if (state === "unknown")
    return { path: "/api/photounknowncode", body: photoForm({ operationId, ...author }, file, fileName) };
  if (state === "late" && articleId !== null) return articlePhoto(articleId, file, fileName);
  return LATER;
}
