import { readEpc } from "../../../domain/codes/epc.ts";
import { quantityAfter } from "../../../domain/counting/fold.ts";
import { msg } from "../../../domain/message.ts";
import { session } from "../../api/tokens.ts";
import type { StoredArticle } from "../../db/reference-shapes.ts";
import type { StoredTag, TagGroup } from "../../db/values.ts";
import { t } from "../../i18n/translate.ts";
import { type WriteJob, type Written, writeEntries } from "../../offline/outbox/write.ts";
import { hasArticles } from "../../offline/sync/article-index.ts";
import { findByScan } from "../../offline/sync/scan-articles.ts";
import { ArticleItems } from "../counting/current-count.ts";
import { subjectOf } from "../counting/local-operations.ts";
import { CountError } from "../counting/record-count.ts";
import { entryOf, type Spot } from "../counting/scan.ts";
import { type Draft, expectedLocation, sentCode, stateBefore, stateReason } from "../counting/scan-result.ts";
import { isPiecesCounted, verdictOf } from "../counting/scan-rules.ts";
import type { StoredTags, TagRow } from "./stored-tags.ts";
import { groupOf, isSingleTag, operationOfTag, type TagMode } from "./tag-rules.ts";

/** A tag that is to be counted or put into its group. */
export interface TagToCount {
  readonly epc: string;
  /** When it was read first, ms since 1970. */
  readonly at: number;
}

/** Where and by whom tags are read. */
interface Reading {
  readonly spot: Spot;
  readonly userId: number;
  readonly stored: StoredTags;
}

/**
 * Counts tags and stores them with their groups, all in one durable transaction. Those that another tab has counted stay as they are.
 * Throws CountError or errors of the storage; nothing is stored then.
 */
export async function countTags(
  read: readonly TagToCount[],
  { spot, userId, stored }: Reading,
  mode: TagMode,
): Promise<readonly StoredTag[]> {
  const user = session.value?.user;
  // Tags that could not be stored before are counted in the name of who has read them.
  if (user?.id !== userId) throw new CountError(t(msg("NOT counted: nobody is logged in.")));
  if (!hasArticles.value)
    throw new CountError(
      t(msg("NOT counted: the articles are not on the device yet. Wait for their loading.")),
    );
  const found = await Promise.all(read.map(async (tag) => ({ ...tag, ...(await findByScan(tag.epc)) })));
  let piecesOfTags = new Map<number, number>();
  let totals: ReturnType<typeof totalsOf> | null = null;
  const jobs: WriteJob<StoredTag>[] = found.map(({ epc, at, articles, pieces }) => {
    const [article, another] = articles;
    const isKnown = article !== undefined && another === undefined;
    const base = { epc, at, pieces, articleId: null, operationId: null, name: epc, code: null };
    const { inventoryId, placeId } = spot;
    const articleId = isKnown ? article.oid : null;
    return {
      inventoryId,
      articleId,
      subject: subjectOf(articleId, epc, placeId),
      decide(known) {
        const reason = known.inventory === undefined ? NOT_HERE : stateReason(known.inventory);
        if (reason !== null || known.inventory?.cursor == null) throw new CountError(t(reason ?? NOT_HERE));
        const before = stored.all.get(epc);
        if (before !== undefined && isDecided(before)) return { entry: null, result: before };
        if (!isKnown) {
          const group = article === undefined ? "unknown" : "several";
          return { entry: null, result: { ...base, group } };
        }
        const tag = { ...base, articleId: article.oid, name: article.name, code: article.code };
        const context = { known: { ...known, inventory: known.inventory }, spot, user };
        const { draft, group } = decideTag(article, tag, context, mode, {
          ofTags: piecesOfTags.get(article.oid) ?? 0,
          total: totals?.take(article.oid) ?? null,
        });
        if (draft === null) return { entry: null, result: { ...tag, group } };
        piecesOfTags.set(article.oid, (piecesOfTags.get(article.oid) ?? 0) + pieces);
        return { entry: draft, result: { ...tag, group } };
      },
    };
  });
  const rowsOf = (all: readonly Written<StoredTag>[]): readonly TagRow[] =>
    withOperations(all).map((tag) => [tag.epc, tag]);
  const written = await writeEntries(jobs, {
    async read(values) {
      await stored.refresh(values);
      piecesOfTags = piecesByArticle(stored.all);
      const open = found.filter(({ epc }) => !isDecided(stored.all.get(epc)));
      totals = mode === "total" ? totalsOf(open, piecesOfTags) : null;
    },
    write: (values, all) => stored.write(values, rowsOf(all)),
  });
  stored.apply(rowsOf(written));
  return withOperations(written);
}

/** Whether a tag has its final group: it is counted or discarded, perhaps by another tab. */
const isDecided = (tag: StoredTag | undefined): boolean =>
  tag !== undefined && (tag.operationId !== null || tag.group === "discarded");

/** The stored tags. One operation may count all tags of its article. */
function withOperations(all: readonly Written<StoredTag>[]): readonly StoredTag[] {
  const ofArticle = new Map<number, string>();
  return all.map(({ entry, result }) => {
    const { articleId, group } = result;
    if (entry !== null && articleId !== null) ofArticle.set(articleId, entry.operationId);
    const operationId =
      entry?.operationId ??
      result.operationId ??
      (group === "here" && articleId !== null ? (ofArticle.get(articleId) ?? null) : null);
    return { ...result, operationId };
  });
}

function piecesByArticle(tags: ReadonlyMap<string, StoredTag>): Map<number, number> {
  const counted = new Map<number, number>();
  for (const { articleId, operationId, pieces } of tags.values())
    if (articleId !== null && operationId !== null)
      counted.set(articleId, (counted.get(articleId) ?? 0) + pieces);
  return counted;
}

/** The pieces of all tags of each article; the first tag takes them, the others then count nothing more. */
function totalsOf(
  found: readonly { readonly articles: readonly StoredArticle[]; readonly pieces: number }[],
  counted: ReadonlyMap<number, number>,
) {
  const left = new Map<number, number>();
  for (const { articles, pieces } of found)
    for (const { oid } of articles) left.set(oid, (left.get(oid) ?? counted.get(oid) ?? 0) + pieces);
  return {
    take(oid: number): number {
      const total = left.get(oid) ?? 0;
      left.set(oid, 0);
      return total;
    },
  };
}

type Known = Parameters<WriteJob<StoredTag>["decide"]>[0];

interface TagContext {
  readonly known: Known & { readonly inventory: NonNullable<Known["inventory"]> };
  readonly spot: Spot;
  readonly user: { readonly id: number; readonly fullName: string };
}

/** The group of a tag, and the entry that counts it; null: none. */
function decideTag(
  article: StoredArticle,
  tag: Pick<StoredTag, "epc" | "pieces">,
  { known: { inventory, items, localOperations }, spot, user }: TagContext,
  mode: TagMode,
  pieces: { readonly ofTags: number; readonly total: number | null },
): { readonly group: TagGroup; readonly draft: ReturnType<typeof entryOf> | null } {
  const { placeId } = spot;
  const all = new ArticleItems(
    inventory,
    article,
    items,
    localOperations.filter(({ ahead }) => ahead === 1),
  );
  const item = all.at(placeId);
  // Determined, because the location is given.
  if (item === "locationRequired") throw new CountError(t(NOT_HERE));
  const isSingle = isSingleTag(article, [tag.epc, ...(readEpc(tag.epc)?.otherForms ?? [])]);
  const belongsTo = expectedLocation(all.all(), item, placeId);
  const group = groupOf({ item, belongsTo, placeId, isSingle, piecesOfTags: pieces.ofTags });
  if (mode === "read" && group !== "here") return { group, draft: null };
  // The first tag of the article has set its quantity.
  if (pieces.total === 0) return { group: "here", draft: null };
  const operation = operationOfTag({ item, placeId, isSingle }, mode, pieces.total ?? tag.pieces);
  const code = sentCode(tag.epc, article);
  const isSure = item.expected !== null || item.expectedAt === placeId;
  const draft: Draft = {
    operation: { ...operation, code, locationId: placeId },
    how: "scan",
    question: null,
    replaces: null,
    pieces: tag.pieces,
    articleId: article.oid,
    itemId: isSure ? item.itemId : null,
    before: stateBefore(item),
  };
  const quantity = quantityAfter(item.quantity, operation) ?? operation.quantity;
  const { isUnexpected } = item;
  const facts = { quantity, expected: isUnexpected ? null : item.expected, belongsTo, isUnexpected };
  const isSame = operation.kind === "add" && operation.quantity === 0;
  const shown = {
    verdict: isSame ? ("same" as const) : verdictOf(facts, isPiecesCounted(item)),
    name: item.name,
    code: item.code,
    quantity,
  };
  const subject = subjectOf(article.oid, "", null);
  const author = { id: user.id, fullName: user.fullName };
  return {
    group: "here",
    draft: entryOf(draft, shown, { ...spot, tenantId: inventory.tenantId, subject, author }),
  };
}

const NOT_HERE = msg("NOT counted: this stocktake is not on the device yet. Wait for its loading.");
