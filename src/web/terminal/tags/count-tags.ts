import { readEpc } from "../../../domain/codes/epc.ts";
import { quantityAfter } from "../../../domain/counting/fold.ts";
import { msg } from "../../../domain/message.ts";
import { newId } from "../../api/ids.ts";
import { session } from "../../api/tokens.ts";
import { localDb, STRICT } from "../../db/database.ts";
import type { OutboxEntry, StoredArticle } from "../../db/outbox-shapes.ts";
import { notifyTabs } from "../../db/tab-messages.ts";
import { readingRange, type StoredTag, type TagGroup, tagRange } from "../../db/values.ts";
import { t } from "../../i18n/translate.ts";
import { entryById } from "../../offline/outbox/entries.ts";
import type { ValueStore } from "../../offline/outbox/free-tags.ts";
import { type WriteJob, type Written, writeEntries } from "../../offline/outbox/write.ts";
import { hasArticles } from "../../offline/sync/article-index.ts";
import { findByScan } from "../../offline/sync/articles.ts";
import { undoJob } from "../counting/change.ts";
import { ArticleItems, isFoundByCode, refOf } from "../counting/current-count.ts";
import { subjectOf } from "../counting/local-operations.ts";
import { CountError } from "../counting/record-count.ts";
import { entryOf, type Spot } from "../counting/scan.ts";
import {
  type Draft,
  expectedLocation,
  isPiecesCounted,
  sentCode,
  stateBefore,
  stateReason,
  verdictOf,
} from "../counting/scan-result.ts";
import { groupOf, isSingleTag, operationOfTag, type TagMode } from "./reading.ts";

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
    refOf(article),
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
  const draft: Draft = {
    operation: { ...operation, code, locationId: placeId },
    how: "scan",
    question: null,
    replaces: null,
    pieces: tag.pieces,
    articleId: article.oid,
    itemId: isFoundByCode(item, placeId) ? item.itemId : null,
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
    item,
  };
  const subject = subjectOf(article.oid, "", null);
  const author = { id: user.id, fullName: user.fullName };
  return {
    group: "here",
    draft: entryOf(draft, shown, { ...spot, tenantId: inventory.tenantId, subject, author }),
  };
}

const NOT_HERE = msg("NOT counted: this stocktake is not on the device yet. Wait for its loading.");

/** Operations of one transaction. */
const BATCH = 100;

/**
 * Undoes the operations that count the tags of a reading, and deletes the tags with them, so that a tag whose undo is not stored stays counted.
 * Throws CountError or errors of the storage.
 */
export async function undoTags(stored: StoredTags): Promise<void> {
  // Another tab may have counted more.
  await stored.change(() => []);
  const counted = new Map<string, string[]>();
  for (const { operationId, epc } of stored.all.values())
    if (operationId !== null) counted.set(operationId, [...(counted.get(operationId) ?? []), epc]);
  const ids = [...counted.keys()];
  for (let from = 0; from < ids.length; from += BATCH) {
    const batch = ids.slice(from, from + BATCH);
    // The outbox may have dropped an operation that was sent long ago: its tags stay counted.
    const entries = (await Promise.all(batch.map(entryById))).filter((one) => one !== null);
    const rows = entries
      .flatMap(({ operationId }) => counted.get(operationId) ?? [])
      .map((epc): TagRow => [epc, null]);
    await writeEntries(entries.map(jobOf), {
      read: (values) => stored.refresh(values),
      write: (values) => stored.write(values, rows),
    });
    stored.apply(rows);
  }
}

function jobOf(entry: OutboxEntry): WriteJob<null> {
  const job = undoJob(entry);
  return {
    ...job,
    decide(known) {
      try {
        return job.decide(known);
      } catch (error) {
        // The user has undone it in the list of recent scans.
        if (!(error instanceof CountError)) throw error;
        return { entry: null, result: null };
      }
    },
  };
}

// The tags of one reading. Several tabs may read at the same location, so each write first compares, in its own transaction, whether
// another tab has written since.

/** A tag to store; null: it is deleted. */
export type TagRow = readonly [epc: string, tag: StoredTag | null];

/** The stored tags of a reading, as this tab knows them. */
export class StoredTags {
  readonly #beginning: string;
  /** Each write makes another one. Null: none is stored; undefined: not read yet. */
  #version: string | null | undefined = undefined;
  #tags = new Map<string, StoredTag>();

  /** `beginning`: of the keys of the reading's tags. */
  constructor(beginning: string) {
    this.#beginning = beginning;
  }

  /** In the order in which they were read. */
  get all(): ReadonlyMap<string, StoredTag> {
    return this.#tags;
  }

  /** Reads the tags again where another tab has written them. To be called in the transaction of each write. */
  async refresh(values: ValueStore): Promise<void> {
    const version = ((await values.get(this.#versionKey)) as string | undefined) ?? null;
    if (version === this.#version) return;
    const stored = (await values.getAll(tagRange(this.#beginning))) as readonly StoredTag[];
    this.#tags = new Map([...stored].sort((a, b) => a.at - b.at).map((tag) => [tag.epc, tag]));
    this.#version = version;
  }

  /** Writes tags in a transaction. They are known when it is done and `apply` is called. */
  write(values: ValueStore, rows: readonly TagRow[]): void {
    if (rows.length === 0) return;
    for (const [epc, tag] of rows) {
      const key = `tag ${this.#beginning}${epc}` as const;
      void (tag === null ? values.delete(key) : values.put(tag, key));
    }
    // Where the transaction fails, this one is stored nowhere, and the tags are read again.
    this.#version = newId(Date.now());
    void values.put(this.#version, this.#versionKey);
  }

  /** Knows written tags, and tells other tabs. */
  apply(rows: readonly TagRow[]): void {
    for (const [epc, tag] of rows)
      if (tag === null) this.#tags.delete(epc);
      else this.#tags.set(epc, tag);
    if (rows.length > 0) notifyTabs("tags");
  }

  /** Changes tags by a rule that sees what is stored. Throws errors of the storage. */
  async change(rowsOf: (tags: ReadonlyMap<string, StoredTag>) => readonly TagRow[]): Promise<void> {
    const db = await localDb();
    const tx = db.transaction("values", "readwrite", STRICT);
    await this.refresh(tx.store);
    const rows = rowsOf(this.#tags);
    this.write(tx.store, rows);
    await tx.done;
    this.apply(rows);
  }

  get #versionKey() {
    return `reading ${this.#beginning}` as const;
  }
}

/**
 * Deletes the tags of stocktakes that are over: not on this device any more, and without operations here. An empty list of stocktakes
 * may not be loaded yet.
 */
export async function forgetOldTags(): Promise<void> {
  const db = await localDb();
  const tx = db.transaction(["inventories", "outbox", "values"], "readwrite");
  const values = tx.objectStore("values");
  const open = await tx.objectStore("inventories").getAllKeys();
  const keys = [...(await values.getAllKeys(tagRange())), ...(await values.getAllKeys(readingRange()))];
  const known = new Map<string, boolean>(open.map((oid) => [String(oid), true]));
  for (const key of open.length === 0 ? [] : keys) {
    const inventoryId = String(key).split(" ")[1] ?? "";
    let isKept = known.get(inventoryId);
    if (isKept === undefined) {
      isKept = (await tx.objectStore("outbox").index("inventory").count(Number(inventoryId))) > 0;
      known.set(inventoryId, isKept);
    }
    if (!isKept) void values.delete(key);
  }
  await tx.done;
}
