import { computed, effect, signal, untracked } from "@preact/signals";
import { NotLoggedIn, session } from "../api/tokens.ts";
import { retryLoop } from "./outbox/retry-loop.ts";
import { settleLate } from "./outbox/retry-rejected.ts";
import { followArticles, hasArticles, startArticles } from "./sync/article-changes.ts";
import { inventories, refreshInventories, startInventories } from "./sync/inventories.ts";
import { followItems } from "./sync/items.ts";
import { followLocations, places, startLocations } from "./sync/locations.ts";
import { guardRecords } from "./sync/owner.ts";

export { type Loading, loading } from "./sync/loading.ts";

/** The records that scans need are stored. `isStored` says it of a single inventory. */
export const isComplete = computed(() => hasArticles.value && places.value.size > 0);
/**
 * The last load of the counts from the server, ms since 1970 by this device's clock; null: not since the page
 * was loaded.
 */
export const lastFollowed = signal<number | null>(null);

const articles = retryLoop(async () => {
  requireUser();
  await followLocations();
  await followArticles();
}, 60);

/** Loads the stored records, and then follows changes of articles and locations. */
export async function startFollowing(): Promise<void> {
  await guardRecords();
  await Promise.all([startLocations(), startInventories(), startArticles()]);
  effect(() => {
    if (session.value !== null) untracked(() => articles.try());
  });
}

/** Loads changes of articles and locations now. */
export function followArticlesNow(): void {
  articles.try();
}

/** Loads changes of the inventories and their items. Throws ServerUnreachable, ApiError or NotLoggedIn. */
export async function followCounts(): Promise<void> {
  requireUser();
  await refreshInventories();
  await settleLate(inventories.value);
  for (const { oid, cursor } of inventories.value) if (cursor !== null) await followItems(oid);
  lastFollowed.value = Date.now();
}

function requireUser(): void {
  if (session.value === null) throw new NotLoggedIn();
}
