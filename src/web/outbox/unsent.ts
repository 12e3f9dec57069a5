import { signal } from "@preact/signals";
import { surface } from "../box/surface.ts";
import { kept } from "../kept/database.ts";
import { onOtherTab } from "../kept/tabs.ts";

/** How many operations and errands wait to be sent, or for somebody's word. */
export const unsent = signal(0);

/** How many of them are scans that wait for the worker's answer. */
export const unanswered = signal(0);
/** How many counts came after their stocktake was finished, and wait for somebody to look at them. */
export const late = signal(0);

/** Counts them, now and whenever another tab has written. */
export async function startUnsent(): Promise<void> {
  onOtherTab((what) => {
    if (what === "outbox" || what === "errands") countUnsent().catch(surface);
  });
  await countUnsent();
}

const OUTBOX_STATES = ["waiting", "asked", "refused"];

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

/** One of this state was written just now: it counts before anything of it is shown as kept. */
export function oneMoreUnsent(state: string): void {
  if (OUTBOX_STATES.indexOf(state) === -1) return;
  // A count that is under way may not have seen it.
  isStale = counting !== null;
  unsent.value++;
  if (state === "asked") unanswered.value++;
}

async function countAll(): Promise<void> {
  let found: Awaited<ReturnType<typeof countOnce>>;
  do {
    isStale = false;
    found = await countOnce();
  } while (isStale);
  unsent.value = found.unsent;
  unanswered.value = found.asked;
  late.value = found.late;
}

async function countOnce(): Promise<Readonly<Record<"unsent" | "asked" | "late", number>>> {
  const db = await kept();
  const tx = db.transaction(["outbox", "errands"]);
  const outbox = tx.objectStore("outbox").index("state");
  const errands = tx.objectStore("errands").index("state");
  const [tooLate, asked, ...counts] = await Promise.all([
    outbox.count("late"),
    outbox.count("asked"),
    ...OUTBOX_STATES.map((state) => outbox.count(state)),
    ...["waiting", "refused"].map((state) => errands.count(state)),
  ]);
  return { unsent: counts.reduce((sum, count) => sum + count, 0), asked, late: tooLate };
}
