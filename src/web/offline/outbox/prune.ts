import { serverNow } from "../../api/server-time.ts";
import { localDb } from "../../db/database.ts";
import { room } from "../../db/persistent-storage.ts";

const INTERVAL_MS = 600_000;
let lastPruned = 0;

/**
 * The number of sent operations that stay: as the history of this terminal, and to be sent again after a
 * restore of the server.
 */
const MAX_SENT = 20_000;
/** The number where the browser's storage is nearly full. */
const MIN_SENT = 2000;
const FULL_SHARE = 0.8;
const MAX_DAYS = 7;
/** Bytes of sent photos. */
const MAX_PHOTO_BYTES = 100_000_000;

/**
 * Deletes the operations that the server confirmed 7 days ago, or the oldest ones where there are too many,
 * at most every 10 minutes. Operations that need attention stay.
 */
export async function prune(now = Date.now()): Promise<void> {
  if (Math.abs(now - lastPruned) < INTERVAL_MS) return;
  lastPruned = now;
  const db = await localDb();
  const sentCount = await db.countFromIndex("outbox", "state", "sent");
  const withPhotos = await operationsOfPhotos();
  const tx = db.transaction("outbox", "readwrite");
  let excess = sentCount - (isNearlyFull() ? MIN_SENT : MAX_SENT);
  // In the server's time, as `sentDT` is: the device's clock may be days ahead.
  const oldest = new Date(now + serverNow() - Date.now() - MAX_DAYS * 86_400_000).toISOString();
  for (let at = await tx.store.index("state").openCursor("sent"); at; at = await at.continue()) {
    const { ahead, operation, operationId, sentDT = operation.at } = at.value;
    if (excess <= 0 && sentDT >= oldest) break;
    excess -= 1;
    if (ahead === undefined && !withPhotos.has(operationId)) void at.delete();
  }
  await tx.done;
  await pruneCommands(oldest);
}

function isNearlyFull(): boolean {
  const { used, most } = room.peek() ?? { used: 0, most: 1 };
  return used > most * FULL_SHARE;
}

/** Operations with an unsent photo, which needs their receipts. */
async function operationsOfPhotos(): Promise<ReadonlySet<string>> {
  const db = await localDb();
  const commands = (
    await Promise.all(["waiting", "refused"].map((state) => db.getAllFromIndex("errands", "state", state)))
  ).flat();
  const ids = commands.map(({ task }) =>
    task.kind === "photo" && "operationId" in task.of ? task.of.operationId : "",
  );
  return new Set(ids);
}

/** Also frees the space of the oldest photos, where there are too many. */
async function pruneCommands(oldest: string): Promise<void> {
  const db = await localDb();
  const tx = db.transaction("errands", "readwrite");
  let space = isNearlyFull() ? 0 : MAX_PHOTO_BYTES;
  for (const command of (await tx.store.index("state").getAll("done")).reverse()) {
    const { seq, at, sentDT = at, task } = command;
    if (sentDT < oldest) void tx.store.delete(seq);
    else if (task.kind === "photo" && task.file.size > 0) {
      space -= task.file.size;
      if (space < 0) void tx.store.put({ ...command, task: { ...task, file: new Blob([]) } });
    } else if (task.kind === "custody" && task.photo !== null) {
      space -= task.photo.size;
      if (space < 0) void tx.store.put({ ...command, task: { ...task, photo: null } });
    }
  }
  await tx.done;
}
