import { type Message, msg } from "../../../domain/message.ts";
import { session } from "../../api/tokens.ts";
import type { OutboxEntry } from "../../db/outbox-shapes.ts";
import type { StoredArticle } from "../../db/reference-shapes.ts";
import type { StoredSession } from "../../db/values.ts";
import { site } from "../../login/site.ts";
import { entryById } from "../../offline/outbox/entries.ts";
import { type NewEntry, writeEntry } from "../../offline/outbox/write.ts";
import { hasArticles } from "../../offline/sync/article-index.ts";
import { articlesInOtherCase } from "../../offline/sync/articles.ts";
import { locationPath } from "../../offline/sync/locations.ts";
import { type Batch, findByScan, type ScanFound } from "../../offline/sync/scan-articles.ts";
import { undo } from "./change.ts";
import { subjectOf } from "./local-operations.ts";
import { NO_CODE } from "./record-count.ts";
import { type Draft, notStored, resolveScan, type ScanResult } from "./scan-result.ts";
import type { Multiple } from "./scan-rules.ts";

/** The result of a scan and its stored operation; null: not counted. */
export interface CountedScan extends ScanResult {
  readonly entry: OutboxEntry | null;
  /** Articles whose code differs only in letter case and accents. */
  readonly similar: readonly StoredArticle[];
  /** Shown only: operations of the contract have no place for it. */
  readonly batch: Batch | null;
}

/** The stocktake and the location of a count. */
export interface Spot {
  readonly inventoryId: number;
  readonly placeId: number;
}

let queue: Promise<unknown> = Promise.resolve();

/**
 * Counts a scan. `candidates`: its possible texts, the likeliest first; `times`: how often it counts, each with the pieces that the
 * code means.
 * Resolves when the operation is stored durably, or the verdict is `failed`. Scans are processed in order.
 */
export function countScan(
  candidates: string | readonly string[],
  spot: Spot,
  times = 1,
): Promise<CountedScan> {
  const texts = typeof candidates === "string" ? [candidates] : candidates;
  // Captured now: the user may change before the scan is processed.
  const user = session.value?.user ?? null;
  return enqueue(async () => {
    const { text, articles, pieces, hasQuantity, batch } = await findArticles(texts);
    const quantity = { pieces: times * pieces, hasQuantity, isMultiplied: times > 1 };
    return { ...(await countOne(text, articles, { ...spot, ...quantity }, user)), batch };
  });
}

/** Counts an article chosen by the user, because several share a code or its label is missing. */
export function countArticle(article: StoredArticle, spot: Spot, pieces = 1): Promise<CountedScan> {
  const user = session.value?.user ?? null;
  const quantity = { pieces, hasQuantity: false, isMultiplied: pieces > 1 };
  return enqueue(() => countOne(article.code ?? "", [article], { ...spot, ...quantity }, user));
}

function enqueue<T>(work: () => Promise<T>): Promise<T> {
  const settled = queue.then(work);
  queue = settled.catch(() => undefined);
  return settled;
}

async function findArticles(texts: readonly string[]): Promise<ScanFound & { readonly text: string }> {
  for (const text of texts) {
    const found = await findByScan(text);
    if (found.articles.length > 0) return { text, ...found };
  }
  const text = texts[0] ?? "";
  return { text, ...(await findByScan(text)) };
}

/** How many pieces a scan counts, and where the number comes from. */
type Quantity = Omit<Multiple, "warningFactor">;

async function countOne(
  text: string,
  articles: readonly StoredArticle[],
  { pieces, hasQuantity, isMultiplied, inventoryId, placeId }: Spot & Quantity,
  user: StoredSession["user"] | null,
): Promise<CountedScan> {
  if (user === null) return notCounted(text, TEXTS.nobody);
  // Without the articles every code would be unknown.
  if (!hasArticles.value) return notCounted(text, TEXTS.loading);
  const spot = { inventoryId, placeId };
  const author = { id: user.id, fullName: user.fullName };
  const articleId = articles.length === 1 ? (articles[0]?.oid ?? null) : null;
  const about = {
    inventoryId: spot.inventoryId,
    articleId,
    subject: subjectOf(articleId, text, spot.placeId),
  };
  try {
    const similar = articles.length === 0 ? await articlesInOtherCase(text) : [];
    const { entry, result } = await writeEntry(about, ({ inventory, items, localOperations }) => {
      if (inventory === undefined || inventory.cursor === null)
        return { entry: null, result: notStored(text, TEXTS.notHere) };
      const multiple = { pieces, hasQuantity, isMultiplied, warningFactor: site.value.quantityWarningFactor };
      const scanContext = {
        text,
        articles,
        inventory,
        ...spot,
        ...multiple,
        items,
        localOperations,
        user: author,
      };
      const { result, draft } = resolveScan(scanContext);
      if (draft?.question === null && draft.itemId === null && text === "")
        return { entry: null, result: notStored(result.name, NO_CODE) };
      return {
        entry: draft && entryOf(draft, result, { ...about, tenantId: inventory.tenantId, ...spot, author }),
        answered: draft?.replaces ?? null,
        result: result,
      };
    });
    return { ...result, entry, similar, batch: null };
  } catch (error) {
    return notCounted(text, storageErrorText(error));
  }
}

/** The result of a scan that could not be counted. */
export function notCounted(text: string, reason: Message): CountedScan {
  return { ...notStored(text, reason), entry: null, similar: [], batch: null };
}

/** The fields of an entry besides its draft. */
interface EntryContext extends Spot {
  readonly tenantId: number;
  readonly subject: string;
  readonly author: { readonly id: number; readonly fullName: string };
}

/** The entry to store for the draft of a scan. */
export function entryOf(
  draft: Draft,
  result: Pick<ScanResult, "verdict" | "name" | "code" | "quantity">,
  context: EntryContext,
): NewEntry {
  const { how, question, pieces, articleId, itemId, before, operation } = draft;
  const { verdict, name, code, quantity } = result;
  const { tenantId, inventoryId, placeId, subject, author } = context;
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

/** The message for an error of the storage. */
export function storageErrorText(error: unknown) {
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

/**
 * Assigns an unknown code to an article: counts the article with the same number of pieces, then undoes the
 * code. Throws like `undo`. If the article could not be counted, as its verdict says, the code stays.
 */
export async function addAsFound(
  operationId: string,
  article: StoredArticle,
  spot: Spot,
): Promise<CountedScan> {
  const unknown = await entryById(operationId);
  const counted = await countArticle(article, spot, unknown?.operation.quantity ?? 1);
  if (counted.entry !== null) await undo(operationId);
  return counted;
}
