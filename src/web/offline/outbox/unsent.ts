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

/** The number of unsent operations and commands, including those that need attention. */
export const unsent = signal(0);

/** The number of scans with an open question. */
export const unanswered = signal(0);
/** The number of counts that came after their stocktake was finished and need attention. */
export const late = signal(0);

/** The number of counts that the server rejected. */
export const rejected = signal(0);
/** The server has rejected counts since the page was opened. */
export const wasRejected = signal(false);

/** Counts the unsent requests now and after each write of another tab. */
export async function startUnsent(): Promise<void> {
  startLost();
  onTabMessage((what) => {
    if (what === "outbox" || what === "errands") countUnsent().catch(reportError);
  });
  await countUnsent();
}

const OUTBOX_STATES = ["waiting", "asked", "refused"] as const;

const counting = new Coalesced(countAll);

/** Counts again, after each write to the outbox or the commands. */
export function countUnsent(): Promise<void> {
  return counting.run();
}

/** Adds a new operation to the totals before it is shown as stored. */
export function incrementUnsent({ state, shown }: OutboxEntry): void {
  if (!OUTBOX_STATES.some((one) => one === state)) return;
  // A count that is running may not include it.
  counting.repeat();
  unsent.value++;
  if (state === "asked") unanswered.value++;
  if (lastTotals === null) return;
  lastTotals = { ...lastTotals, counts: lastTotals.counts + 1 };
  if (shown.place !== null) unsentPlaces.add(shown.place);
  note(lastTotals);
}

interface Totals {
  readonly databaseId: string;
  /** Operations of the outbox. */
  readonly counts: number;
  /** Commands. */
  readonly others: number;
  readonly asked: number;
  readonly late: number;
  readonly rejected: number;
}

let lastTotals: Totals | null = null;
/** Locations of the unsent operations. */
let unsentPlaces = new Set<string>();

async function countAll(begin: () => void): Promise<void> {
  begin();
  const totals = await countOnce();
  // Read again only after some were sent, because there may be hundreds.
  if (lastTotals === null || totals.counts < lastTotals.counts)
    unsentPlaces = await placesOfUnsent(totals.counts);
  lastTotals = totals;
  if (counting.isRequested) return;
  unsent.value = totals.counts + totals.others;
  unanswered.value = totals.asked;
  late.value = totals.late;
  rejected.value = totals.rejected;
  if (totals.rejected > 0) wasRejected.value = true;
  note(totals);
}

function note({ databaseId, counts, others }: Totals): void {
  noteUnsent(databaseId, { counts, others, places: [...unsentPlaces] });
}

async function placesOfUnsent(counts: number): Promise<Set<string>> {
  const entries = counts === 0 ? [] : await entriesIn(...OUTBOX_STATES);
  const names = entries.map(({ shown }) => shown.place);
  return new Set(names.filter((name): name is string => name !== null));
}

async function countOnce(): Promise<Totals> {
  const db = await localDb();
  const databaseId = await idOfDatabase();
  const tx = db.transaction(["outbox", "errands"]);
  const outbox = tx.objectStore("outbox").index("state");
  const commands = tx.objectStore("errands").index("state");
  const [tooLate, asked, waiting, refused, ...others] = await Promise.all([
    outbox.count("late"),
    outbox.count("asked"),
    outbox.count("waiting"),
    outbox.getAll("refused"),
    ...["waiting", "refused"].map((state) => commands.count(state)),
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

/** The id of the database; created if missing. */
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
