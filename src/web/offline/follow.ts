import { computed, effect, signal, untracked } from "@preact/signals";
import { NotLoggedIn, session } from "../api/tokens.ts";
import { settleLate } from "./outbox/late-counts.ts";
import { Lane } from "./outbox/send-lane.ts";
import { followArticles, hasArticles, startArticles } from "./sync/article-changes.ts";
import { inventories, refreshInventories, startInventories } from "./sync/inventories.ts";
import { followItems } from "./sync/items.ts";
import { followPlaces, places, startPlaces } from "./sync/locations.ts";
import { guardRecords } from "./sync/owner.ts";

export { type Loading, loading } from "./sync/loading.ts";

/** All that is needed to judge a scan without the server is here; of an inventory itself `isStored` says it. */
export const isComplete = computed(() => hasArticles.value && places.value.size > 0);
/** When the counts were last as the server has them, ms since 1970 by this device's clock; null: not in this page's life. */
export const lastFollowed = signal<number | null>(null);

const articles = new Lane(async () => {
  demandUser();
  await followPlaces();
  await followArticles();
}, 60);

/** Reads what is kept of the server's records, and from then on brings what changes of the articles and places. */
export async function startFollowing(): Promise<void> {
  await guardRecords();
  await Promise.all([startPlaces(), startInventories(), startArticles()]);
  effect(() => {
    if (session.value !== null) untracked(() => articles.try());
  });
}

/** Tries at once to bring what changed of articles and places. */
export function followArticlesNow(): void {
  articles.try();
}

/** Brings what changed of the inventories and their items. Throws ServerUnreachable, ApiError or NotLoggedIn. */
export async function followCounts(): Promise<void> {
  demandUser();
  await refreshInventories();
  await settleLate(inventories.value);
  for (const { oid, cursor } of inventories.value) if (cursor !== null) await followItems(oid);
  lastFollowed.value = Date.now();
}

function demandUser(): void {
  if (session.value === null) throw new NotLoggedIn();
}
