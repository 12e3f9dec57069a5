import { type Message, msg } from "../../../domain/message.ts";
import { session } from "../../api/tokens.ts";
import type { OutboxEntry } from "../../db/outbox-shapes.ts";
import type { StoredArticle } from "../../db/reference-shapes.ts";
import type { StoredSession } from "../../db/values.ts";
import { site } from "../../login/site.ts";
import { type NewEntry, writeEntry } from "../../offline/outbox/write.ts";
import { hasArticles } from "../../offline/sync/article-changes.ts";
import { articlesByScan, articlesInOtherCase } from "../../offline/sync/articles.ts";
import { locationPath } from "../../offline/sync/locations.ts";
import { NO_CODE } from "./record-count.ts";
import { type Draft, notStored, resolveScan, type ScanResult } from "./scan-result.ts";
import { subjectOf } from "./subject.ts";

/** What a scan meant, and what was kept of it; null: nothing is counted. */
export interface CountedScan extends ScanResult {
  readonly entry: OutboxEntry | null;
  /** Articles whose code is the unknown one but for letter case and accents. */
  readonly similar: readonly StoredArticle[];
}

/** Where somebody counts. */
export interface Spot {
  readonly inventoryId: number;
  readonly placeId: number;
}

let queue: Promise<unknown> = Promise.resolve();

/**
 * Counts a scan: `candidates` are what it may say, the likeliest first. When this is done, it is kept for good, or its verdict
 * is `failed`. Scans are worked off one after the other. `pieces`: how many the scan stands for.
 */
export function countScan(
  candidates: string | readonly string[],
  spot: Spot,
  pieces = 1,
): Promise<CountedScan> {
  const texts = typeof candidates === "string" ? [candidates] : candidates;
  // Until its turn comes somebody else may have been let in.
  const who = session.value?.user ?? null;
  return inTurn(async () => {
    const { text, articles } = await meant(texts);
    return countOne(text, articles, { ...spot, pieces }, who);
  });
}

/** Counts an article that was chosen: of several that share a code, or one whose label is gone. */
export function countArticle(article: StoredArticle, spot: Spot, pieces = 1): Promise<CountedScan> {
  const who = session.value?.user ?? null;
  return inTurn(() => countOne(article.code ?? "", [article], { ...spot, pieces }, who));
}

function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const done = queue.then(work);
  queue = done.catch(() => undefined);
  return done;
}

async function meant(
  texts: readonly string[],
): Promise<{ text: string; articles: readonly StoredArticle[] }> {
  for (const text of texts) {
    const articles = await articlesByScan(text);
    if (articles.length > 0) return { text, articles };
  }
  return { text: texts[0] ?? "", articles: [] };
}

async function countOne(
  text: string,
  articles: readonly StoredArticle[],
  { pieces, ...spot }: Spot & { readonly pieces: number },
  who: StoredSession["user"] | null,
): Promise<CountedScan> {
  if (who === null) return notCounted(text, TEXTS.nobody);
  // Without them a code would be taken for one that nobody knows.
  if (!hasArticles.value) return notCounted(text, TEXTS.loading);
  const author = { id: who.id, fullName: who.fullName };
  const articleId = articles.length === 1 ? (articles[0]?.oid ?? null) : null;
  const about = {
    inventoryId: spot.inventoryId,
    articleId,
    subject: subjectOf(articleId, text, spot.placeId),
  };
  try {
    const similar = articles.length === 0 ? await articlesInOtherCase(text) : [];
    const { entry, result } = await writeEntry(about, ({ inventory, items, own }) => {
      if (inventory === undefined || inventory.cursor === null)
        return { entry: null, result: notStored(text, TEXTS.notHere) };
      const multiple = { pieces, warningFactor: site.value.quantityWarningFactor };
      const known = { text, articles, inventory, ...spot, ...multiple, items, own, who: author };
      const { judgement, draft } = resolveScan(known);
      if (draft?.question === null && draft.itemId === null && text === "")
        return { entry: null, result: notStored(judgement.name, NO_CODE) };
      return {
        entry:
          draft && entryOf(draft, judgement, { ...about, tenantId: inventory.tenantId, ...spot, author }),
        answered: draft?.replaces ?? null,
        result: judgement,
      };
    });
    return { ...result, entry, similar };
  } catch (error) {
    return notCounted(text, wordsOf(error));
  }
}

/** A scan that could not be counted. */
export function notCounted(text: string, reason: Message): CountedScan {
  return { ...notStored(text, reason), entry: null, similar: [] };
}

/** What an entry says beside its draft. */
interface Around extends Spot {
  readonly tenantId: number;
  readonly subject: string;
  readonly author: { readonly id: number; readonly fullName: string };
}

function entryOf(draft: Draft, judgement: ScanResult, around: Around): NewEntry {
  const { how, question, pieces, articleId, itemId, before, operation } = draft;
  const { verdict, name, code, quantity } = judgement;
  const { tenantId, inventoryId, placeId, subject, author } = around;
  return {
    tenantId,
    inventoryId,
    subject,
    state: question === null ? "waiting" : "asked",
    operation: { ...operation, userId: author.id },
    how,
    ...(question !== null && { question }),
    ...(pieces > 1 && { pieces }),
    articleId,
    itemId,
    placeId,
    before,
    shown: { verdict, name, code, place: locationPath(placeId), author: author.fullName, quantity },
    corrects: null,
  };
}

/** Why something could not be kept here. */
export function wordsOf(error: unknown) {
  const isFull = error instanceof DOMException && error.name === "QuotaExceededError";
  return isFull ? TEXTS.full : TEXTS.broken;
}

const TEXTS = {
  nobody: msg("NOT counted: nobody is logged in."),
  notHere: msg("NOT counted: this stocktake is not on the device yet. Wait for its loading."),
  loading: msg("NOT counted: the articles are not on the device yet. Wait for their loading."),
  full: msg("NOT counted: this device's storage is full. Free some space, then scan again."),
  broken: msg("NOT counted: this device's storage does not work. Reload the page, then scan again."),
};
