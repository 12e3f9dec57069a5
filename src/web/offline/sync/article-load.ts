import { localDb } from "../../db/database.ts";
import type { StoredArticle } from "../../db/reference-shapes.ts";
import { packed, segmentOf } from "../../db/segment.ts";
import { notifyTabs } from "../../db/tab-messages.ts";
import { keysChanged } from "./article-keys.ts";

/** The number of segments in one transaction. Scans wait for it. */
const SLICE = 20;

/**
 * Replaces the stored articles by the loaded ones, segment by segment, so that articles are always available.
 * Repeated after an interruption. `isGone`: the user has logged out or changed.
 */
export async function replaceArticles(isGone: () => boolean): Promise<void> {
  const db = await localDb();
  const segments = await incomingSegments();
  const numbers = [...segments.keys()].sort((a, b) => a - b);
  for (let at = 0; at < numbers.length; at += SLICE) {
    if (isGone()) return;
    const tx = db.transaction(["articles", "articleKeys"], "readwrite");
    for (const number of numbers.slice(at, at + SLICE)) {
      const { segment, keys } = packed(segments.get(number) ?? []);
      void tx.objectStore("articles").put(segment, number);
      void tx.objectStore("articleKeys").put(keys, number);
    }
    await tx.done;
  }
  if (isGone()) return;
  const tx = db.transaction(["articles", "articleKeys", "incoming", "values"], "readwrite");
  for (const number of await tx.objectStore("articles").getAllKeys()) {
    if (segments.has(number)) continue;
    void tx.objectStore("articles").delete(number);
    void tx.objectStore("articleKeys").delete(number);
  }
  void tx.objectStore("incoming").clear();
  const values = tx.objectStore("values");
  const known = (await values.get("articles")) as { readonly cursor: string } | undefined;
  if (known !== undefined)
    void values.put({ cursor: known.cursor, isLoading: false, areHere: true }, "articles");
  await tx.done;
  keysChanged();
  notifyTabs("articles");
}

/** The loaded articles by segment, with the last version of each. */
async function incomingSegments(): Promise<Map<number, StoredArticle[]>> {
  const db = await localDb();
  const newest = new Map<number, StoredArticle>();
  for (const { articles, deleted } of await db.getAll("incoming")) {
    for (const article of articles) newest.set(article.oid, article);
    for (const oid of deleted) newest.delete(oid);
  }
  const segments = new Map<number, StoredArticle[]>();
  for (const article of newest.values()) {
    const known = segments.get(segmentOf(article.oid));
    if (known === undefined) segments.set(segmentOf(article.oid), [article]);
    else known.push(article);
  }
  return segments;
}
