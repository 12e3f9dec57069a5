import { signal } from "@preact/signals";
import { askAsUser, session } from "../../api/tokens.ts";
import type { Article } from "../../api/types/endpoints.d.ts";
import { localDb } from "../../db/database.ts";
import type { StoredArticle } from "../../db/reference-shapes.ts";
import { articlesIn, packed, segmentOf } from "../../db/segment.ts";
import { notifyTabs, onTabMessage } from "../../db/tab-messages.ts";
import { readValue, type Values } from "../../db/values.ts";
import { reportError } from "../../errors/report-error.ts";
import { keysChanged, warmKeys } from "./article-keys.ts";
import { settleArticles } from "./article-load.ts";
import { loading } from "./loading.ts";

interface Changes {
  readonly cursor: string;
  readonly isWhole: boolean;
  readonly hasMore: boolean;
  readonly articles: readonly Article[];
  readonly deleted: readonly number[];
}

/** All articles are here: they were loaded to the end once. */
export const hasArticles = signal(false);

const PAGE = 1000;

/** Reads whether the articles are here, now and whenever another tab has written them; and gets ready for the first scan. */
export async function startArticles(): Promise<void> {
  onTabMessage((what) => {
    if (what === "articles") lookForArticles().catch(reportError);
  });
  await lookForArticles();
  warmKeys().catch(reportError);
}

/** Reads whether the articles are here. */
export async function lookForArticles(): Promise<void> {
  hasArticles.value = (await readValue("articles"))?.areHere === true;
}

/**
 * Brings what changed of the articles. Each page and where the next begins are one transaction, so that it goes on there after
 * a reload; a load from the beginning takes the place of what is here when it is whole. Throws ServerUnreachable, ApiError or NotLoggedIn.
 */
export async function followArticles(): Promise<void> {
  let total: number | null = null;
  let done = 0;
  try {
    for (let hasMore = true; hasMore; ) {
      const known = await readValue("articles");
      const tenantId = session.value?.tenantId;
      const since = encodeURIComponent(known?.cursor ?? "");
      const changes = await askAsUser<Changes>(`/api/articles/changes?since=${since}&limit=${PAGE}`);
      hasMore = changes.hasMore;
      if (changes.isWhole || known?.isLoading) {
        if (done === 0) total = hasMore ? await totalOf() : null;
        done = await keepComing(changes, tenantId);
        loading.value = { what: "articles", done, total };
        if (!hasMore) await settleArticles(() => session.value?.tenantId !== tenantId);
      } else await keepChanges(changes, tenantId);
    }
  } finally {
    if (done > 0) loading.value = null;
  }
  await lookForArticles();
}

async function totalOf(): Promise<number | null> {
  const { total } = await askAsUser<{ total?: number }>("/api/articles/page?limit=1");
  return total ?? null;
}

/** Keeps a page of a load from the beginning; gives how many articles have come. */
async function keepComing(changes: Changes, tenantId: number | undefined): Promise<number> {
  const db = await localDb();
  const tx = db.transaction(["incoming", "values"], "readwrite");
  const values = tx.objectStore("values");
  const owner = (await values.get("owner")) as { readonly tenantId: number } | undefined;
  // Another tenant's user has come meanwhile.
  if (owner?.tenantId === tenantId) {
    const incoming = tx.objectStore("incoming");
    if (changes.isWhole) void incoming.clear();
    void incoming.add({ articles: changes.articles.map(keptArticle), deleted: changes.deleted });
    const known = (await values.get("articles")) as Values["articles"] | undefined;
    const areHere = known?.areHere === true;
    void values.put({ cursor: changes.cursor, isLoading: true, areHere }, "articles");
  }
  const pages = await tx.objectStore("incoming").count();
  await tx.done;
  return (pages - 1) * PAGE + changes.articles.length;
}

async function keepChanges(changes: Changes, tenantId: number | undefined): Promise<void> {
  const { articles, deleted, cursor } = changes;
  const bySegment = new Map<number, Map<number, StoredArticle | null>>();
  const note = (oid: number, article: StoredArticle | null) => {
    const known = bySegment.get(segmentOf(oid));
    if (known === undefined) bySegment.set(segmentOf(oid), new Map([[oid, article]]));
    else known.set(oid, article);
  };
  for (const oid of deleted) note(oid, null);
  for (const article of articles) note(article.oid, keptArticle(article));
  const db = await localDb();
  const tx = db.transaction(["articles", "articleKeys", "values"], "readwrite");
  const values = tx.objectStore("values");
  const owner = (await values.get("owner")) as { readonly tenantId: number } | undefined;
  if (owner?.tenantId !== tenantId) return;
  for (const [segment, changed] of bySegment) {
    const before = articlesIn(await tx.objectStore("articles").get(segment));
    const left = before.filter(({ oid }) => !changed.has(oid));
    const next = [...left, ...changed.values()].filter(
      (article): article is StoredArticle => article !== null,
    );
    const { segment: made, keys } = packed(next);
    void tx.objectStore("articles").put(made, segment);
    void tx.objectStore("articleKeys").put(keys, segment);
  }
  void values.put({ cursor, isLoading: false, areHere: true }, "articles");
  await tx.done;
  if (bySegment.size === 0) return;
  keysChanged();
  notifyTabs("articles");
}

function keptArticle(article: Article): StoredArticle {
  const { oid, code, name, serialNumber, rfId, categoryId, typeId, stateId, userId, responsibleUserId } =
    article;
  const about = { categoryId, typeId, stateId, userId, responsibleUserId, isDisposal: article.isDisposal };
  return { oid, code, name, serialNumber, rfId, ...about };
}
