import { type Message, msg } from "../../../domain/message.ts";
import { session } from "../../api/tokens.ts";
import type { OutboxEntry, StoredArticle } from "../../db/outbox-shapes.ts";
import { isStorageFull } from "../../db/storage-full.ts";
import type { StoredSession } from "../../db/values.ts";
import { t } from "../../i18n/translate.ts";
import { site } from "../../login/site.ts";
import { entriesOfCode, entryById } from "../../offline/outbox/entries.ts";
import {
  type NewEntry,
  openCounts,
  piecesOfCode,
  type WriteJob,
  writeEntries,
} from "../../offline/outbox/write.ts";
import { hasArticles } from "../../offline/sync/article-index.ts";
import { articlesInOtherCase, type Batch, findByScan, type ScanFound } from "../../offline/sync/articles.ts";
import { locationPath } from "../../offline/sync/locations.ts";
import { undoJob } from "./change.ts";
import { subjectOf } from "./local-operations.ts";
import { CountError, NO_CODE } from "./record-count.ts";
import {
  asAddition,
  type Draft,
  type Multiple,
  notStored,
  resolveScan,
  type ScanResult,
} from "./scan-result.ts";

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
  matched: readonly OutboxEntry[] = [],
): Promise<CountedScan> {
  if (user === null) return notCounted(text, msg("NOT counted: nobody is logged in."));
  // Without the articles every code would be unknown.
  if (!hasArticles.value)
    return notCounted(
      text,
      msg("NOT counted: the articles are not on the device yet. Wait for their loading."),
    );
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
    let isCounted = false;
    const decide: WriteJob<ScanResult | null>["decide"] = ({ inventory, items, localOperations }) => {
      if (inventory === undefined || inventory.cursor === null)
        return {
          entry: null,
          result: notStored(
            text,
            msg("NOT counted: this stocktake is not on the device yet. Wait for its loading."),
          ),
        };
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
      const { result, draft: scanned } = resolveScan(scanContext);
      const draft = scanned !== null && matched.length > 0 ? asAddition(scanned) : scanned;
      if (draft?.question === null && draft.itemId === null && text === "")
        return { entry: null, result: notStored(result.name, NO_CODE) };
      const context = { ...about, tenantId: inventory.tenantId, ...spot, author, matched };
      const entry = draft && entryOf(draft, result, context);
      isCounted = entry !== null;
      return { entry, answered: draft?.replaces ?? null, result };
    };
    const undos = matched.map(undoJob).map((job) => ({
      ...job,
      decide: (known: Parameters<typeof decide>[0]) =>
        isCounted ? job.decide(known) : { entry: null, result: null },
    }));
    const [written] = await writeEntries<ScanResult | null>([{ ...about, decide }, ...undos]);
    if (written?.result == null) throw new Error("a job has no result");
    return { ...written.result, entry: written.entry, similar, batch: null };
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
  /** The counts of an unknown code that it replaces. */
  readonly matched?: readonly OutboxEntry[];
}

/** The entry to store for the draft of a scan. */
export function entryOf(
  draft: Draft,
  result: Pick<ScanResult, "verdict" | "name" | "code" | "quantity" | "item">,
  context: EntryContext,
): NewEntry {
  const { how, question, pieces, articleId, itemId, before, operation } = draft;
  const { verdict, name, code, quantity, item } = result;
  const { tenantId, inventoryId, placeId, subject, author, matched = [] } = context;
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
    shown: {
      verdict,
      name,
      code,
      place: locationPath(placeId),
      author: author.fullName,
      quantity,
      unit: item?.unit ?? null,
    },
    corrects: null,
    ...(matched.length > 0 && { matched: matched.map(({ operationId }) => operationId) }),
  };
}

/** The message for an error of the storage. */
export function storageErrorText(error: unknown) {
  return isStorageFull(error)
    ? msg("NOT counted: this device's storage is full. Free some space, then scan again.")
    : msg("NOT counted: this device's storage does not work. Reload the page, then scan again.");
}

/**
 * Assigns the unknown code of an operation to an article: at each location where this terminal has counted the code, its pieces become
 * pieces of the article, in one transaction. Where the article could not be counted, as the verdict says, the code stays. Returns the result at
 * the given location. Throws CountError if nothing of the code is left.
 */
export function addAsFound(operationId: string, article: StoredArticle, spot: Spot): Promise<CountedScan> {
  const user = session.value?.user ?? null;
  return enqueue(async () => {
    const unknown = await entryById(operationId);
    const entries =
      unknown === null ? [] : await entriesOfCode(unknown.inventoryId, unknown.operation.code ?? "");
    let shown: CountedScan | null = null;
    for (const subject of new Set(entries.map((entry) => entry.subject))) {
      const here = entries.filter((entry) => entry.subject === subject);
      const placeId = here[0]?.placeId ?? spot.placeId;
      const pieces = piecesOfCode(here);
      if (pieces <= 0) continue;
      const quantity = { pieces, hasQuantity: false, isMultiplied: pieces > 1 };
      const context = { inventoryId: spot.inventoryId, placeId, ...quantity };
      const counted = await countOne(article.code ?? "", [article], context, user, openCounts(here));
      if (shown === null || placeId === spot.placeId) shown = counted;
    }
    if (shown === null) throw new CountError(t(msg("Nothing of this code is counted here any more.")));
    return shown;
  });
}
