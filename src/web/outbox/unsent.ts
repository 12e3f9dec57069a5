import { signal } from "@preact/signals";
import { surface } from "../box/surface.ts";
import { kept } from "../kept/database.ts";
import { onOtherTab } from "../kept/tabs.ts";

/** How many operations and errands wait to be sent, or for somebody's word. */
export const unsent = signal(0);

/** Counts them, now and whenever another tab has written. */
export async function startUnsent(): Promise<void> {
  onOtherTab((what) => {
    if (what === "outbox" || what === "errands") countUnsent().catch(surface);
  });
  await countUnsent();
}

let counting: Promise<void> | null = null;
let isStale = false;

/** Counts them anew; called after each write to either. One count at a time is enough, however fast they come. */
export function countUnsent(): Promise<void> {
  if (counting !== null) {
    isStale = true;
    return counting;
  }
  counting = countAll().finally(() => {
    counting = null;
  });
  return counting;
}

async function countAll(): Promise<void> {
  do {
    isStale = false;
    await countOnce();
  } while (isStale);
}

async function countOnce(): Promise<void> {
  const db = await kept();
  const tx = db.transaction(["outbox", "errands"]);
  const outbox = tx.objectStore("outbox").index("state");
  const errands = tx.objectStore("errands").index("state");
  const counts = await Promise.all([
    ...["waiting", "asked", "refused"].map((state) => outbox.count(state)),
    ...["waiting", "refused"].map((state) => errands.count(state)),
  ]);
  unsent.value = counts.reduce((sum, count) => sum + count, 0);
}
