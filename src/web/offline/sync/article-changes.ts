import { ARTICLE } from "../../../records/article.ts";
import { terminalFieldsOf } from "../../../records/record.ts";
import { call } from "../../api/call.ts";
import { requestAsUser, session } from "../../api/tokens.ts";
import type { ArticleWithFields } from "../../api/types/endpoints.d.ts";
import { localDb } from "../../db/database.ts";
import type { StoredArticle } from "../../db/outbox-shapes.ts";
import { articlesIn, packed, segmentOf } from "../../db/segment.ts";
import { notifyTabs } from "../../db/tab-messages.ts";
import { readValue, type Values } from "../../db/values.ts";
import { beforeArticles } from "../outbox/waiting-codes.ts";
import { readHasArticles } from "./article-index.ts";
import type { Loading } from "./loading.ts";

interface Changes {
  readonly cursor: string;
  readonly isWhole: boolean;
  readonly hasMore: boolean;
  readonly articles: readonly ArticleWithFields[];
  readonly deleted: readonly number[];
}

const PAGE_SIZE = 1000;

/** From where a tab loads. Nothing is stored where another tab, or a user of another tenant, has gone on. */
interface Position {
  readonly tenantId: number | undefined;
  readonly cursor: string;
  readonly isLoading: boolean;
}

async function isStillAt(
  values: { get(key: "owner" | "articles"): Promise<unknown> },
  { tenantId, cursor, isLoading }: Position,
): Promise<boolean> {
  const owner = (await values.get("owner")) as Values["owner"] | undefined;
  const known = (await values.get("articles")) as Values["articles"] | undefined;
  const isSame = (known?.cursor ?? "") === cursor && (known?.isLoading ?? false) === isLoading;
  return isSame && owner?.tenantId === tenantId;
}

/**
 * Loads changes of the articles. Each page and its cursor are stored in one transaction, so that loading
 * continues after a reload. A full load replaces the stored articles when it is complete. Ends where another tab has stored a
 * page in the meantime: it loads the rest. Throws ServerUnreachable, ApiError or NotLoggedIn.
 */
export async function followArticles(onProgress: (progress: Loading | null) => void): Promise<void> {
  let total: number | null = null;
  let done = 0;
  const forgetCodes = beforeArticles();
  try {
    for (let hasMore = true; hasMore; ) {
      const { cursor = "", isLoading = false } = (await readValue("articles")) ?? {};
      const position = { tenantId: session.value?.tenantId, cursor, isLoading };
      const changes = await requestAsUser(
        call("GET /api/articles/changes", { since: cursor, limit: PAGE_SIZE, withFields: true }),
      );
      hasMore = changes.hasMore;
      if (changes.isWhole || isLoading) {
        if (done === 0) total = hasMore ? await totalOf() : null;
        const loaded = await storeLoadedPage(changes, position);
        if (loaded === null) return;
        done = loaded;
        onProgress({ what: "articles", done, total });
        if (!hasMore) await replaceArticles({ ...position, cursor: changes.cursor, isLoading: true });
      } else if (!(await storeChanges(changes, position))) return;
    }
  } finally {
    if (done > 0) onProgress(null);
  }
  forgetCodes();
  await readHasArticles();
}

async function totalOf(): Promise<number | null> {
  const { total } = await requestAsUser(call("GET /api/articles/page", { limit: 1 }));
  return total ?? null;
}

/** Stores a page of a full load. Returns the number of loaded articles; null: nothing is stored. */
async function storeLoadedPage(changes: Changes, position: Position): Promise<number | null> {
  const db = await localDb();
  const tx = db.transaction(["incoming", "values"], "readwrite");
  const values = tx.objectStore("values");
  if (!(await isStillAt(values, position))) return null;
  const incoming = tx.objectStore("incoming");
  if (changes.isWhole) void incoming.clear();
  void incoming.add({ articles: changes.articles.map(toStoredArticle), deleted: changes.deleted });
  const known = (await values.get("articles")) as Values["articles"] | undefined;
  const areHere = known?.areHere === true;
  void values.put({ cursor: changes.cursor, isLoading: true, areHere }, "articles");
  const pages = await incoming.count();
  await tx.done;
  return (pages - 1) * PAGE_SIZE + changes.articles.length;
}

/** Returns false where nothing is stored. */
async function storeChanges(changes: Changes, position: Position): Promise<boolean> {
  const { articles, deleted, cursor } = changes;
  const bySegment = new Map<number, Map<number, StoredArticle | null>>();
  const addChange = (oid: number, article: StoredArticle | null) => {
    const known = bySegment.get(segmentOf(oid));
    if (known === undefined) bySegment.set(segmentOf(oid), new Map([[oid, article]]));
    else known.set(oid, article);
  };
  for (const oid of deleted) addChange(oid, null);
  for (const article of articles) addChange(article.oid, toStoredArticle(article));
  const db = await localDb();
  const tx = db.transaction(["articles", "articleKeys", "values"], "readwrite");
  const values = tx.objectStore("values");
  if (!(await isStillAt(values, position))) return false;
  for (const [segment, changed] of bySegment) {
    const before = articlesIn(await tx.objectStore("articles").get(segment));
    const remaining = before.filter(({ oid }) => !changed.has(oid));
    const next = [...remaining, ...changed.values()].filter(
      (article): article is StoredArticle => article !== null,
    );
    const { segment: packedSegment, keys } = packed(next);
    void tx.objectStore("articles").put(packedSegment, segment);
    void tx.objectStore("articleKeys").put(keys, segment);
  }
  void values.put({ cursor, isLoading: false, areHere: true }, "articles");
  await tx.done;
  if (bySegment.size > 0) notifyTabs("articles");
  return true;
}

const TERMINAL_FIELDS = terminalFieldsOf(ARTICLE).map(([name]) => name);

function toStoredArticle(article: ArticleWithFields): StoredArticle {
  const { oid, code, name, serialNumber, rfId, categoryId, typeId, stateId, userId, responsibleUserId } =
    article;
  const references = {
    categoryId,
    typeId,
    stateId,
    userId,
    responsibleUserId,
    isDisposal: article.isDisposal,
  };
  const { fields, packs } = article;
  const texts = TERMINAL_FIELDS.flatMap((name) => (article[name] ? [[name, article[name]]] : []));
  const codes = article.codes.map(({ code, packQuantity }) => ({ code, packQuantity }));
  const more = {
    ...Object.fromEntries(texts),
    ...(fields && { fields }),
    ...(packs && { packs }),
    ...(codes.length > 0 && { codes }),
  };
  return { oid, code, name, serialNumber, rfId, ...references, ...more };
}

/** The number of segments in one transaction. Scans wait for it. */
const SLICE = 20;

/**
 * Replaces the stored articles by the loaded ones, segment by segment, so that articles are always available.
 * Repeated after an interruption.
 */
async function replaceArticles(position: Position): Promise<void> {
  const db = await localDb();
  const segments = await incomingSegments();
  const numbers = [...segments.keys()].sort((a, b) => a - b);
  for (let at = 0; at < numbers.length; at += SLICE) {
    const tx = db.transaction(["articles", "articleKeys", "values"], "readwrite");
    if (!(await isStillAt(tx.objectStore("values"), position))) return;
    for (const number of numbers.slice(at, at + SLICE)) {
      const { segment, keys } = packed(segments.get(number) ?? []);
      void tx.objectStore("articles").put(segment, number);
      void tx.objectStore("articleKeys").put(keys, number);
    }
    await tx.done;
  }
  const tx = db.transaction(["articles", "articleKeys", "incoming", "values"], "readwrite");
  const values = tx.objectStore("values");
  if (!(await isStillAt(values, position))) return;
  for (const number of await tx.objectStore("articles").getAllKeys()) {
    if (segments.has(number)) continue;
    void tx.objectStore("articles").delete(number);
    void tx.objectStore("articleKeys").delete(number);
  }
  void tx.objectStore("incoming").clear();
  void values.put({ cursor: position.cursor, isLoading: false, areHere: true }, "articles");
  await tx.done;
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
