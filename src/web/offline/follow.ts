import { computed, effect, signal, untracked } from "@preact/signals";
import { hasLogin, NotLoggedIn, session } from "../api/tokens.ts";
import { onOtherServer, resendAfterRestore } from "./outbox/resend.ts";
import { loadModule, retryLoop } from "./outbox/retry-loop.ts";
import { settleLate } from "./outbox/retry-rejected.ts";
import { queueForNewItems } from "./outbox/send-counts.ts";
import { hasArticles, startArticles } from "./sync/article-index.ts";
import { startCustody } from "./sync/custody.ts";
import { followItems, inventories, refreshInventories, startInventories } from "./sync/inventories.ts";
import { type Loading, loading } from "./sync/loading.ts";
import { allLocations, followLocations, startLocations } from "./sync/locations.ts";
import { forgetServer, guardRecords } from "./sync/owner.ts";

/** The records that scans need are stored. `isStored` says it of a single inventory. */
export const isComplete = computed(() => hasArticles.value && allLocations.value.size > 0);
/**
 * The last load of the counts from the server, ms since 1970 by this device's clock; null: not since the page
 * was loaded.
 */
export const lastFollowed = signal<number | null>(null);

const articles = retryLoop(async () => {
  requireUser();
  // Nothing can be counted before the first load, so it is shown from its start.
  const isFirst = !isComplete.peek();
  const begin = (what: Loading["what"]) => {
    if (isFirst) loading.value = { what, done: 0, total: null };
  };
  try {
    begin("locations");
    await followLocations();
    begin("articles");
    const { followArticles } = await loadModule(import("./sync/article-changes.ts"));
    await followArticles((progress) => {
      loading.value = progress;
    });
  } finally {
    if (isFirst) loading.value = null;
  }
}, 60);

/** Loads the stored records, and then follows changes of articles and locations. */
export async function startFollowing(): Promise<void> {
  await guardRecords();
  onOtherServer(async (tenantId) => {
    await forgetServer(tenantId);
    followArticlesNow();
  });
  await Promise.all([startLocations(), startInventories(), startArticles(), startCustody()]);
  effect(() => {
    if (session.value !== null) untracked(() => articles.try());
  });
}

/** Loads changes of articles and locations now. */
export function followArticlesNow(): void {
  articles.try();
}

/**
 * Loads changes of the inventories and their items. Returns false where counts must be sent again first.
 * Throws ServerUnreachable, ApiError or NotLoggedIn.
 */
export async function followCounts(): Promise<boolean> {
  requireUser();
  await refreshInventories();
  if (await resendAfterRestore()) return false;
  await settleLate(inventories.value);
  for (const { oid, cursor } of inventories.value) {
    if (cursor === null) continue;
    if (!(await followItems(oid))) return false;
    await queueForNewItems(oid);
  }
  lastFollowed.value = Date.now();
  return true;
}

function requireUser(): void {
  if (!hasLogin()) throw new NotLoggedIn();
}
