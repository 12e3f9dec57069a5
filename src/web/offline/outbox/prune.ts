import { localDb } from "../../db/database.ts";

const INTERVAL_MS = 600_000;
let lastPruned = 0;

/** The number of sent operations that stay as the history of this terminal. */
const MAX_SENT = 2000;
const MAX_DAYS = 7;

/**
 * Deletes the oldest operations that the server has, at most every 10 minutes. Operations that need attention
 * stay.
 */
export async function prune(now = Date.now()): Promise<void> {
  if (Math.abs(now - lastPruned) < INTERVAL_MS) return;
  lastPruned = now;
  const db = await localDb();
  const sentCount = await db.countFromIndex("outbox", "state", "sent");
  const withPhotos = await operationsOfPhotos();
  const tx = db.transaction("outbox", "readwrite");
  let excess = sentCount - MAX_SENT;
  const oldest = new Date(now - MAX_DAYS * 86_400_000).toISOString();
  for (let at = await tx.store.index("state").openCursor("sent"); at; at = await at.continue()) {
    const { ahead, operation, operationId } = at.value;
    if (excess <= 0 && operation.at >= oldest) break;
    excess -= 1;
    if (ahead === undefined && !withPhotos.has(operationId)) void at.delete();
  }
  await tx.done;
  await pruneCommands(oldest);
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

async function pruneCommands(oldest: string): Promise<void> {
  const db = await localDb();
  const tx = db.transaction("errands", "readwrite");
  for (const { seq, at } of await tx.store.index("state").getAll("done"))
    if (at < oldest) void tx.store.delete(seq);
  await tx.done;
}
