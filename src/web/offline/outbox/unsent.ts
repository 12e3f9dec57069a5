import { signal } from "@preact/signals";
import { newId } from "../../api/ids.ts";
import { Coalesced } from "../../db/coalesced.ts";
import { localDb } from "../../db/database.ts";
import type { OutboxEntry } from "../../db/outbox-shapes.ts";
import { onTabMessage } from "../../db/tab-messages.ts";
import { reportError } from "../../errors/report-error.ts";
import { entriesIn } from "./entries.ts";
import { waitsForAuthor } from "./receipt.ts";
import { noteUnsent, startLost } from "./unsent-marker.ts";

/** How many operations and commands wait to be sent, or for somebody's word. */
export const unsent = signal(0);

/** How many of them are scans that wait for the worker's answer. */
export const unanswered = signal(0);
/** How many counts came after their stocktake was finished, and wait for somebody to look at them. */
export const late = signal(0);

/** How many counts the server rejected: they are in no stocktake until somebody acts. */
export const rejected = signal(0);
/** The server has rejected counts since the page was opened. */
export const wasRejected = signal(false);

/** Counts them, now and whenever another tab has written. */
export async function startUnsent(): Promise<void> {
  startLost();
  onTabMessage((what) => {
    if (what === "outbox" || what === "errands") countUnsent().catch(reportError);
  });
  await countUnsent();
}

const OUTBOX_STATES = ["waiting", "asked", "refused"] as const;

const counting = new Coalesced(countAll);

/** Counts them anew; called after each write to either. */
export function countUnsent(): Promise<void> {
  return counting.run();
}

/** One was written just now: it counts before anything of it is shown as kept. */
export function incrementUnsent({ state, shown }: OutboxEntry): void {
  if (!OUTBOX_STATES.some((one) => one === state)) return;
  // A count that is under way may not have seen it.
  counting.repeat();
  unsent.value++;
  if (state === "asked") unanswered.value++;
  if (last === null) return;
  last = { ...last, counts: last.counts + 1 };
  if (shown.place !== null) unsentPlaces.add(shown.place);
  note(last);
}

interface Found {
  readonly databaseId: string;
  /** Operations of the outbox. */
  readonly counts: number;
  /** Errands. */
  readonly others: number;
  readonly asked: number;
  readonly late: number;
  readonly rejected: number;
}

let last: Found | null = null;
/** Where the unsent operations were made. */
let unsentPlaces = new Set<string>();

async function countAll(begin: () => void): Promise<void> {
  begin();
  const found = await countOnce();
  // Read again only when some of them were sent: hundreds may wait.
  if (last === null || found.counts < last.counts) unsentPlaces = await placesOfUnsent(found.counts);
  last = found;
  if (counting.isRequested) return;
  unsent.value = found.counts + found.others;
  unanswered.value = found.asked;
  late.value = found.late;
  rejected.value = found.rejected;
  if (found.rejected > 0) wasRejected.value = true;
  note(found);
}

function note({ databaseId, counts, others }: Found): void {
  noteUnsent(databaseId, { counts, others, places: [...unsentPlaces] });
}

async function placesOfUnsent(counts: number): Promise<Set<string>> {
  const entries = counts === 0 ? [] : await entriesIn(...OUTBOX_STATES);
  const names = entries.map(({ shown }) => shown.place);
  return new Set(names.filter((name): name is string => name !== null));
}

async function countOnce(): Promise<Found> {
  const db = await localDb();
  const databaseId = await idOfDatabase();
  const tx = db.transaction(["outbox", "errands"]);
  const outbox = tx.objectStore("outbox").index("state");
  const errands = tx.objectStore("errands").index("state");
  const [tooLate, asked, waiting, refused, ...others] = await Promise.all([
    outbox.count("late"),
    outbox.count("asked"),
    outbox.count("waiting"),
    outbox.getAll("refused"),
    ...["waiting", "refused"].map((state) => errands.count(state)),
  ]);
  return {
    databaseId,
    counts: asked + waiting + refused.length,
    others: others.reduce((sum, count) => sum + count, 0),
    asked,
    late: tooLate,
    rejected: refused.filter((entry) => !waitsForAuthor(entry)).length,
  };
}

/** The id of the database, made when it has none. */
async function idOfDatabase(): Promise<string> {
  const db = await localDb();
  const known = await db.get("values", "databaseId");
  if (typeof known === "string") return known;
  const tx = db.transaction("values", "readwrite");
  const now = await tx.store.get("databaseId");
  const id = typeof now === "string" ? now : newId(Date.now());
  if (now === undefined) void tx.store.put(id, "databaseId");
  await tx.done;
  return id;
}
