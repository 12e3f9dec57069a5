import type { ErrandTask, PhotoSubject } from "../kept/outbox-shapes.ts";
import { entryById } from "./entries.ts";
import { articlePhoto, photoForm, type Request } from "./photo-request.ts";

/** The errand must wait: what it is about has not been sent. */
export const LATER = "later";

/** The photo has nothing to hang on: what it was taken of was refused or given up. */
export class NothingToHangOn extends Error {}

/** The request of an errand. Throws NothingToHangOn. */
export async function requestOf(task: ErrandTask): Promise<Request | typeof LATER> {
  switch (task.kind) {
    case "photo":
      return photoRequest(task.of, task.file, task.fileName);
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

async function photoRequest(of: PhotoSubject, file: Blob, fileName: string): Promise<Request | typeof LATER> {
  if ("articleId" in of) return articlePhoto(of.articleId, file, fileName);
  if ("itemId" in of) return itemPhoto(of.itemId, file, fileName);
  const entry = await entryById(of.operationId);
  if (entry === null || entry.state === "given-up") throw new NothingToHangOn();
  const { receipt, state, articleId, operationId } = entry;
  if (receipt?.itemId != null) return itemPhoto(receipt.itemId, file, fileName);
  if (state === "unknown")
    return { path: "/api/photounknowncode", body: photoForm({ operationId }, file, fileName) };
  if (state === "late" && articleId !== null) return articlePhoto(articleId, file, fileName);
  return LATER;
}

const itemPhoto = (inventoryItemId: number, file: Blob, fileName: string): Request => ({
  path: "/api/photoarticleinventory",
  body: photoForm({ inventoryItemId }, file, fileName),
});
