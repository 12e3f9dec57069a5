import { askAsTerminal, device } from "../../api/tokens.ts";
import { localDb } from "../../db/database.ts";
import type { QueuedCommand } from "../../db/outbox-shapes.ts";
import { LATER, NothingToHangOn, requestOf } from "./command-request.ts";

// Where the server accepts HTTPS only, a page that came over plain HTTP may still send counts and their photos, until it has said
// that it holds none. The HTTPS page has a storage of its own: it does not see them.

/** What is kept here and not sent. */
export interface Held {
  /** Counts and their photos: they may be sent from here. */
  readonly counts: number;
  /** Labels, requests and photos of articles: they may not. */
  readonly others: number;
}

/** Counts what is kept here and not sent. */
export async function countHeld(): Promise<Held> {
  const db = await localDb();
  const entries = await Promise.all(
    ["waiting", "asked", "refused"].map((state) => db.countFromIndex("outbox", "state", state)),
  );
  const errands = await db.getAllFromIndex("errands", "state", "waiting");
  const photos = (await Promise.all(errands.map(isPhotoOfCount))).filter((isIt) => isIt).length;
  return { counts: entries.reduce((sum, count) => sum + count, photos), others: errands.length - photos };
}

/** True for what the server takes over plain HTTP. */
export async function isPhotoOfCount({ task }: QueuedCommand): Promise<boolean> {
  if (task.kind !== "photo" || "articleId" in task.of) return false;
  try {
    const request = await requestOf(task, null);
    return request === LATER || request.path !== "/api/photoarticle";
  } catch (error) {
    if (error instanceof NothingToHangOn) return false;
    throw error;
  }
}

let lastTold: number | null = null;

/** Tells the server how much is held here, when it is not what was told last: after 0 nothing more may be sent from here. */
export async function reportHeld(): Promise<void> {
  if (device.value === null || device.value.isRevoked) return;
  const { counts } = await countHeld();
  if (counts === lastTold) return;
  await askAsTerminal("/api/device-auth/device/unsent", { method: "PUT", body: { unsent: counts } });
  lastTold = counts;
}
