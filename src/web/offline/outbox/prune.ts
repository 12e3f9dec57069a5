import { localDb } from "../../db/database.ts";

const SELDOM_MS = 600_000;
let pruned = 0;

/** So many operations that the server has are kept as this terminal's history. */
const MOST = 2000;
const DAYS = 7;

/** Takes away the oldest of what the server has and has told of since; nothing that anybody must look at. Now and then only. */
export async function prune(now = Date.now()): Promise<void> {
  if (Math.abs(now - pruned) < SELDOM_MS) return;
  pruned = now;
  const db = await localDb();
  const many = await db.countFromIndex("outbox", "state", "sent");
  const shown = await photographed();
  const tx = db.transaction("outbox", "readwrite");
  let excess = many - MOST;
  const oldest = new Date(now - DAYS * 86_400_000).toISOString();
  for (let at = await tx.store.index("state").openCursor("sent"); at; at = await at.continue()) {
    const { ahead, operation, operationId } = at.value;
    if (excess <= 0 && operation.at >= oldest) break;
    excess -= 1;
    if (ahead === undefined && !shown.has(operationId)) void at.delete();
  }
  await tx.done;
  await pruneErrands(oldest);
}

/** Operations of which a photo has not been sent yet: it hangs on what their receipts say. */
async function photographed(): Promise<ReadonlySet<string>> {
  const db = await localDb();
  const errands = (
    await Promise.all(["waiting", "refused"].map((state) => db.getAllFromIndex("errands", "state", state)))
  ).flat();
  const ids = errands.map(({ task }) =>
    task.kind === "photo" && "operationId" in task.of ? task.of.operationId : "",
  );
  return new Set(ids);
}

async function pruneErrands(oldest: string): Promise<void> {
  const db = await localDb();
  const tx = db.transaction("errands", "readwrite");
  for (const { seq, at } of await tx.store.index("state").getAll("done"))
    if (at < oldest) void tx.store.delete(seq);
  await tx.done;
}
