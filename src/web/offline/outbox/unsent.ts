import { signal } from "@preact/signals";
import { articlePhoto } from "../../api/articles.ts";
import { call, postOf } from "../../api/call.ts";
import { newId } from "../../api/ids.ts";
import { device, requestAsTerminal } from "../../api/tokens.ts";
import { coalesced } from "../../db/coalesced.ts";
import { localDb } from "../../db/database.ts";
import type { OutboxEntry, QueuedCommand } from "../../db/outbox-shapes.ts";
import { onTabMessage } from "../../db/tab-messages.ts";
import { reportError } from "../../errors/report-error.ts";
import { LATER, PhotoSubjectMissing, requestOf } from "./commands.ts";
import { entriesIn, ofLostArticles, waitsForAuthor } from "./entries.ts";
import { noteUnsent, startLost } from "./unsent-marker.ts";

/** The number of unsent operations and commands, including those that need attention. */
export const unsent = signal(0);

/** The number of scans with an open question. */
export const unanswered = signal(0);
/** The number of counts that came after their stocktake was finished and need attention. */
export const late = signal(0);

/** The number of counts that the server rejected, also as ones of an article that it does not have any more. */
export const rejected = signal(0);
/** The number of unsent operations and commands that the server rejected, also those that wait for their author. */
export const refused = signal(0);
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

const counting = coalesced(countAll);

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
  if (shown.place !== null) unsentLocations.add(shown.place);
  note(lastTotals);
}

interface Totals {
  readonly databaseId: string;
  /** Operations of the outbox. */
  readonly counts: number;
  /** Commands. */
  readonly others: number;
  readonly openQuestions: number;
  readonly late: number;
  readonly rejected: number;
  readonly refused: number;
}

let lastTotals: Totals | null = null;
/** Locations of the unsent operations. */
let unsentLocations = new Set<string>();

async function countAll(begin: () => void): Promise<void> {
  begin();
  const totals = await countOnce();
  // Read again only after some were sent, because there may be hundreds.
  if (lastTotals === null || totals.counts < lastTotals.counts)
    unsentLocations = await locationsOfUnsent(totals.counts);
  lastTotals = totals;
  if (counting.isRequested()) return;
  unsent.value = totals.counts + totals.others;
  unanswered.value = totals.openQuestions;
  late.value = totals.late;
  rejected.value = totals.rejected;
  refused.value = totals.refused;
  if (totals.rejected > 0) wasRejected.value = true;
  note(totals);
}

function note({ databaseId, counts, others }: Totals): void {
  noteUnsent(databaseId, { counts, others, places: [...unsentLocations] });
}

async function locationsOfUnsent(counts: number): Promise<Set<string>> {
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
  const [tooLate, openQuestions, waiting, rejectedCounts, unknown, ...others] = await Promise.all([
    outbox.count("late"),
    outbox.count("asked"),
    outbox.count("waiting"),
    outbox.getAll("refused"),
    outbox.getAll("unknown"),
    ...["waiting", "refused"].map((state) => commands.count(state)),
  ]);
  return {
    databaseId,
    counts: openQuestions + waiting + rejectedCounts.length,
    others: others.reduce((sum, count) => sum + count, 0),
    openQuestions,
    late: tooLate,
    rejected:
      rejectedCounts.filter((entry) => !waitsForAuthor(entry)).length + ofLostArticles(unknown).length,
    refused: rejectedCounts.length + (others[1] ?? 0),
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

// Where the server accepts HTTPS only, a page loaded over plain HTTP may still send counts and their photos
// until it has reported that none are left. The HTTPS page has its own storage and can't send them.

/** The number of unsent requests on this device. */
interface UnsentTotals {
  /** Counts and their photos, which may be sent over plain HTTP. */
  readonly counts: number;
  /** Hand-overs and returns that the server has not answered to. A file carries them. */
  readonly custodies: number;
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
  const custodies = commands.filter(({ task, result }) => task.kind === "custody" && result === null).length;
  return {
    counts: entries.reduce((sum, count) => sum + count, photos),
    custodies,
    others: commands.length - photos - custodies,
  };
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

const ARTICLE_PHOTOS = postOf(articlePhoto(0, new Blob(), "")).path;

let lastReported: number | null = null;

/**
 * Reports the number of unsent counts to the server if it has changed. After 0 this page may not send any
 * more.
 */
export async function reportUnsent(): Promise<void> {
  if (device.value === null || device.value.isRevoked) return;
  const { counts } = await countUnsentTotals();
  if (counts === lastReported) return;
  await requestAsTerminal(call("PUT /api/device-auth/device/unsent", { body: { unsent: counts } }));
  lastReported = counts;
}
