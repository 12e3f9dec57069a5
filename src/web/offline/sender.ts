import { effect, untracked } from "@preact/signals";
import { connection } from "../api/connection.ts";
import { moved } from "../api/https-address.ts";
import { device, session } from "../api/tokens.ts";
import { requestPersistence } from "../db/persistent-storage.ts";
import { written } from "../db/tab-messages.ts";
import { reportError } from "../errors/report-error.ts";
import { followArticlesNow, followCounts } from "./follow.ts";
import { retryAfterLogin } from "./outbox/authors.ts";
import { reportHeld } from "./outbox/delivery.ts";
import { prune } from "./outbox/prune.ts";
import { sendCommands } from "./outbox/send-commands.ts";
import { requireSender, sendCounts } from "./outbox/send-counts.ts";
import { Lane } from "./outbox/send-lane.ts";

// What was done here goes first, then what others did is asked for, in one lane: so an older answer can't cover a newer one.

const FOLLOW_MS = 3000;
let followed = 0;
let followedFor: number | undefined;

const counts = new Lane(async () => {
  await sendCountsIfAny();
  // Nothing else is answered here.
  if (moved.value !== null) return;
  // Scans come ten a second: what the others do is not asked for after each.
  if (Date.now() - followed < FOLLOW_MS && followedFor === session.value?.user.id) return;
  await followCounts();
  followed = Date.now();
  followedFor = session.value?.user.id;
}, 5);

/** After the counts, and beside them: a photo takes its time. */
const errands = new Lane(async () => {
  requireSender();
  await sendCommands(() => counts.round);
  if (moved.value === null) return;
  await counts.round;
  await reportHeld();
}, 30);

async function sendCountsIfAny(): Promise<void> {
  requireSender();
  await retryAfterLogin();
  const { hasSent, isSurprised } = await sendCounts();
  // The stocktake is not as it is known here: its state is asked for at once.
  if (isSurprised) followed = 0;
  if (hasSent) await prune();
}

/** Begins to send what was done here and to follow what others do; it goes on until the page is closed. */
export function startSending(): void {
  const all = [counts, errands];
  const tryAll = () => {
    for (const lane of all) lane.try();
    followArticlesNow();
  };
  window.addEventListener("online", tryAll);
  // Not when it is hidden: a page that is frozen then must not hold the database.
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") tryAll();
  });
  effect(() => {
    void written.value.outbox;
    untracked(() => counts.wake());
  });
  effect(() => {
    void written.value.errands;
    untracked(() => errands.wake());
  });
  effect(() => {
    if (session.value !== null) untracked(requestPersistence).catch(reportError);
  });
  // Somebody is there in whose name it can be sent, or the server has just answered something else.
  effect(() => {
    const isThere = session.value !== null || device.value !== null;
    if (isThere && connection.value !== "away") untracked(tryAll);
  });
  effect(() => {
    if (moved.value !== null) untracked(tryAll);
  });
}

/** Tries at once to send all that waits, and says when that has ended, whether it came through or not. */
export async function sendNow(): Promise<void> {
  // What came during the round that runs now may not have been seen by it.
  await counts.round;
  followed = 0;
  counts.try();
  await counts.round;
  errands.try();
  await errands.round;
}
