import { effect, untracked } from "@preact/signals";
import { connection } from "../api/connection.ts";
import { dataHistory } from "../api/data-history.ts";
import { moved } from "../api/https-address.ts";
import { device, session } from "../api/tokens.ts";
import { requestPersistence } from "../db/persistent-storage.ts";
import { written } from "../db/tab-messages.ts";
import { reportError } from "../errors/report-error.ts";
import { followArticlesNow, followCounts } from "./follow.ts";
import { prune } from "./outbox/prune.ts";
import { guardHistory, resendAfterRestore } from "./outbox/resend.ts";
import { loadModule, retryLoop } from "./outbox/retry-loop.ts";
import { retryAfterLogin } from "./outbox/retry-rejected.ts";
import { requireSender, sendCounts } from "./outbox/send-counts.ts";
import { reportUnsent } from "./outbox/unsent.ts";
import { answeredNumber } from "./outbox/unstored-answers.ts";
import { followCustody } from "./sync/custody.ts";

// Operations are sent before changes of others are loaded, in one loop. So an older response can't overwrite
// newer data.

const FOLLOW_MS = 3000;
let followedAt = 0;
let followedFor: number | undefined;

const counts = retryLoop(async () => {
  await sendCountsIfAny();
  // The server answers nothing else over plain HTTP.
  if (moved.value !== null) return;
  // The items would include counts that still wait by the database.
  if (answeredNumber() > 0) return;
  // Changes of others are not loaded after each of many quick scans. The clock may be set back.
  if (Math.abs(Date.now() - followedAt) < FOLLOW_MS && followedFor === session.value?.user.id) return;
  if (!(await followCounts())) return;
  followedAt = Date.now();
  followedFor = session.value?.user.id;
}, 5);

/** Separate from the counts, and after them: a photo takes long. */
const commands = retryLoop(async () => {
  requireSender();
  await resendAfterRestore();
  const guard = guardHistory();
  const { sendCommands } = await loadModule(import("./outbox/send-commands.ts"));
  await sendCommands(counts.round, guard);
  if (moved.value === null) await followCustody();
  // A terminal may send photos alone.
  await prune();
  if (moved.value === null) return;
  await counts.round();
  await reportUnsent();
}, 30);

async function sendCountsIfAny(): Promise<void> {
  requireSender();
  await resendAfterRestore();
  await retryAfterLogin();
  const { hasSent, isUnexpected } = await sendCounts();
  // The stocktake has changed on the server, so it is loaded at once.
  if (isUnexpected) followedAt = 0;
  if (hasSent) await prune();
}

/** Starts to send operations and load changes, until the page is closed. */
export function startSending(): void {
  const loops = [counts, commands];
  const tryAll = () => {
    for (const loop of loops) loop.try();
    followArticlesNow();
  };
  window.addEventListener("online", tryAll);
  // Not on hiding: a page that is then frozen must not block the database.
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") tryAll();
  });
  effect(() => {
    void written.value.outbox;
    untracked(() => counts.wake());
  });
  effect(() => {
    void written.value.errands;
    untracked(() => commands.wake());
  });
  effect(() => {
    if (session.value !== null) untracked(requestPersistence).catch(reportError);
  });
  // A user logged in, or the server responded again.
  effect(() => {
    const hasSender = session.value !== null || device.value !== null;
    if (hasSender && connection.value !== "away") untracked(tryAll);
  });
  effect(() => {
    if (moved.value !== null) untracked(tryAll);
  });
  // Also while nobody is logged in.
  effect(() => {
    if (dataHistory.value !== null) untracked(() => counts.wake());
  });
}

/** Sends everything now. Resolves after the attempt, successful or not. */
export async function sendNow(): Promise<void> {
  // The current round may have missed the latest operations.
  await counts.round();
  followedAt = 0;
  counts.try();
  await counts.round();
  commands.try();
  await commands.round();
}
