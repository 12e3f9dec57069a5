import { reportUnsent as reportUnsentRequest } from "../../api/devices.ts";
import { device, requestAsTerminal } from "../../api/tokens.ts";
import { localDb } from "../../db/database.ts";
import type { QueuedCommand } from "../../db/outbox-shapes.ts";
import { LATER, PhotoSubjectMissing, requestOf } from "./command-request.ts";
import { articlePhoto } from "./photo-request.ts";

// Where the server accepts HTTPS only, a page loaded over plain HTTP may still send counts and their photos
// until it has reported that none are left. The HTTPS page has its own storage and can't send them.

/** The number of unsent requests on this device. */
export interface UnsentTotals {
  /** Counts and their photos, which may be sent over plain HTTP. */
  readonly counts: number;
  /** Labels, requests and photos of articles, which may not. */
  readonly others: number;
}

/** Counts the unsent requests on this device. */
export async function countUnsentTotals(): Promise<UnsentTotals> {
  const db = await localDb();
  const entries = await Promise.all(
    ["waiting", "asked", "refused"].map((state) => db.countFromIndex("outbox", "state", state)),
  );
  const commands = await db.getAllFromIndex("errands", "state", "waiting");
  const photos = (await Promise.all(commands.map(isPhotoOfCount))).filter((isPhoto) => isPhoto).length;
  return { counts: entries.reduce((sum, count) => sum + count, photos), others: commands.length - photos };
}

/** True for a photo that the server accepts over plain HTTP. */
export async function isPhotoOfCount({ task }: QueuedCommand): Promise<boolean> {
  if (task.kind !== "photo" || "articleId" in task.of) return false;
  try {
    const request = await requestOf(task, null);
    return request === LATER || request.path !== ARTICLE_PHOTOS;
  } catch (error) {
    if (error instanceof PhotoSubjectMissing) return false;
    throw error;
  }
}

const ARTICLE_PHOTOS = articlePhoto(0, new Blob(), "").path;

let lastReported: number | null = null;

/**
 * Reports the number of unsent counts to the server if it has changed. After 0 this page may not send any
 * more.
 */
export async function reportUnsent(): Promise<void> {
  if (device.value === null || device.value.isRevoked) return;
  const { counts } = await countUnsentTotals();
  if (counts === lastReported) return;
  await requestAsTerminal(reportUnsentRequest({ body: { unsent: counts } }));
  lastReported = counts;
}
