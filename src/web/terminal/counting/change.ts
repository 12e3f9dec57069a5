import { msg } from "../../../domain/message.ts";
import { session } from "../../api/tokens.ts";
import { localDb } from "../../db/database.ts";
import type { OutboxEntry, Question } from "../../db/outbox-shapes.ts";
import { t } from "../../i18n/translate.ts";
import { changeEntries } from "../../offline/outbox/change-entries.ts";
import { discarded, entriesLike, entryById, entryOfSeq } from "../../offline/outbox/entries.ts";
import { takeBackCode } from "../../offline/outbox/queue-code.ts";
import {
  openCounts,
  piecesOfCode,
  type WriteJob,
  type Written,
  writeEntries,
} from "../../offline/outbox/write.ts";
import { hasArticles } from "../../offline/sync/article-index.ts";
import { locationPath } from "../../offline/sync/locations.ts";
import { type ItemNow, itemIdAt } from "./current-count.ts";
import { itemOfEntry } from "./items.ts";
import { inverseOperation } from "./local-operations.ts";
import {
  CountError,
  recordCount,
  repeatCount,
  repeatJob,
  stocktakeGone,
  type Target,
} from "./record-count.ts";
import { countedElsewhere, isPiecesCounted, movedQuantity, stateBefore } from "./scan-result.ts";

// Changes to an item other than scans. Each is one more operation; nothing is removed from the outbox.

/**
 * Sets the quantity at this location. If the item was counted at another location, a question comes first
 * (the entry is `asked`); a quantity of 0 does not change it. Throws CountError or errors of the storage;
 * nothing is stored then.
 */
export function setQuantity(target: Target, quantity: number): Promise<OutboxEntry> {
  const isElsewhere = countedElsewhere(target.item, target.placeId) !== null;
  return recordCount(
    target,
    "typed",
    isElsewhere && quantity === 0 ? { kind: "add", quantity } : { quantity },
  );
}

/** Adds one piece. Throws like `setQuantity`. */
export function addOne(target: Target): Promise<OutboxEntry> {
  return recordCount(target, "answer", { kind: "add", quantity: 1 });
}

/** Sets the quantity to the expected one. Throws like `setQuantity`. */
export function asExpected(target: Target): Promise<OutboxEntry> {
  const { expected } = target.item;
  if (expected === null) throw new CountError("nobody knows how many are expected");
  return setQuantity(target, expected);
}

/** Sets the note; null removes it. Throws like `setQuantity`. */
export function setNote(target: Target, note: string | null): Promise<OutboxEntry> {
  return recordCount(target, "note", { note });
}

/** Proposes the disposal of an item; null withdraws it. Throws like `setQuantity`. */
export function proposeDisposal(
  target: Target,
  proposal: { readonly methodId: number | null; readonly reasonId: number | null } | null,
): Promise<OutboxEntry> {
  const proposalFields = {
    isDisposal: proposal !== null,
    disposalMethodId: proposal?.methodId ?? null,
    disposalReasonId: proposal?.reasonId ?? null,
  };
  return recordCount(target, "disposal", proposalFields);
}

/**
 * Undoes an operation. The history keeps both. An operation that the server rejected is discarded. With an unknown code that was
 * assigned, the code is taken back from the article: its counts would be the article's again. Throws like `setQuantity`, and
 * NeedsServer, ApiError or NotLoggedIn where the server has the code and can't be asked.
 */
export async function undo(operationId: string): Promise<OutboxEntry> {
  const entry = await requireEntry(operationId);
  const others = (await entriesOfAnswer(entry)).filter(
    (one) => one.operationId !== operationId && one.state !== "given-up",
  );
  const restored: WriteJob<null>[] = [];
  for (const one of [entry, ...others]) restored.push(...(await unmatchJobs(one)));
  const [undone] = await writeEntries([...[entry, ...others].map(undoJob), ...restored]);
  return undone?.entry ?? entry;
}

/** The counts of the same answer, in their order: where pieces were added to those of another location, there are two. */
async function entriesOfAnswer(entry: OutboxEntry): Promise<readonly OutboxEntry[]> {
  const { operationId, with: other } = entry;
  const found = await entriesLike(entry);
  return found.filter(
    (one) => one.operationId === operationId || one.operationId === other || one.with === operationId,
  );
}

/**
 * The jobs that count an unknown code again that the entry assigns to its article. The code is taken back from the article, unless the
 * stocktake is not stored: the jobs would fail. Throws CountError then.
 */
async function unmatchJobs({
  articleId,
  inventoryId,
  matched: ids,
}: OutboxEntry): Promise<readonly WriteJob<null>[]> {
  const matched = await entriesById(ids);
  if (matched.length > 0 && !(await isStocktakeHere(inventoryId))) throw stocktakeGone();
  const code = matched[0]?.operation.code;
  if (articleId !== null && code != null) await takeBackCode(articleId, code);
  return matched.map((one) => redoJob(one));
}

const isStocktakeHere = async (oid: number) =>
  (await (await localDb()).get("inventories", oid)) !== undefined;

/** Whether the stocktake of an operation is not among those of its tenant. Before the first load nobody knows. */
const isOver = async ({ tenantId, inventoryId }: OutboxEntry) =>
  session.value?.tenantId === tenantId && hasArticles.value && !(await isStocktakeHere(inventoryId));

/** The job that undoes an operation, or discards it where the server has rejected it. */
export function undoJob(entry: OutboxEntry): WriteJob<null> {
  const job = repeatJob(entry, "undo", (own, item) => inverseOperation(entry, own, item));
  return {
    ...job,
    undoes: entry,
    decide(known) {
      const now = known.localOperations.find(({ seq }) => seq === entry.seq);
      // The server does not have it. The inverse operation would undo counts of others.
      return now?.state === "refused"
        ? { entry: null, discarded: discarded(now, t(msg("undone"))), result: null }
        : job.decide(known);
    },
  };
}

/** Repeats an operation that was undone. Throws like `setQuantity`. */
export async function redo(operationId: string): Promise<OutboxEntry> {
  const answer = await entriesOfAnswer(await requireEntry(operationId));
  const jobs: WriteJob<null>[] = [];
  const undos: WriteJob<null>[] = [];
  for (const entry of answer) {
    const codes = await Promise.all((await entriesById(entry.matched)).map(entriesLike));
    const restored = codes
      .flatMap(openCounts)
      .filter(({ corrects }) => entry.matched?.includes(corrects ?? ""));
    const matched = entry.matched && restored.map((one) => one.operationId);
    jobs.push(redoJob(entry, matched));
    undos.push(...restored.map(undoJob));
  }
  return ofAnswer(await writeEntries([...jobsOfAnswer(jobs), ...undos]), jobs);
}

function redoJob(entry: OutboxEntry, matched?: readonly string[]): WriteJob<null> {
  const { kind, quantity, note, isDisposal, disposalMethodId, disposalReasonId } = entry.operation;
  const proposalFields = { quantity, note, isDisposal, disposalMethodId, disposalReasonId };
  const repeated = Object.fromEntries(
    Object.entries(proposalFields).filter(([, value]) => value !== undefined),
  );
  // Earlier versions stored counts of unknown codes as `set`.
  const operation = { kind: entry.articleId === null ? "add" : kind, ...repeated } as const;
  return repeatJob(entry, "answer", () => operation, undefined, matched);
}

/** Discards an unknown code at a location: undoes all its counts of this terminal. Throws like `setQuantity`. */
export async function discardCode(operationId: string): Promise<void> {
  const entry = await requireEntry(operationId);
  await writeEntries(openCounts(await entriesLike(entry)).map(undoJob));
}

async function entriesById(operationIds: readonly string[] = []): Promise<readonly OutboxEntry[]> {
  const found = await Promise.all(operationIds.map(entryById));
  return found.filter((entry): entry is OutboxEntry => entry !== null);
}

/** The jobs of one answer, linked by `with`. */
function jobsOfAnswer([job, ...others]: readonly WriteJob<null>[]): readonly WriteJob<null>[] {
  if (job === undefined) return [];
  const linked = others.map((other) => ({
    ...other,
    decide(known: Parameters<typeof other.decide>[0]) {
      const decision = other.decide(known);
      // The one before is of the same article.
      const [before] = known.localOperations.slice(-1);
      if (decision.entry === null || before === undefined) throw new CountError("nothing was kept");
      return { ...decision, entry: { ...decision.entry, with: before.operationId } };
    },
  }));
  return [job, ...linked];
}

/** The entry of the last of these jobs, which are the first that were written. */
function ofAnswer(written: readonly Written<null>[], { length }: readonly WriteJob<null>[]): OutboxEntry {
  const entry = written[length - 1]?.entry ?? null;
  if (entry === null) throw new CountError("nothing was kept");
  return entry;
}

/**
 * Corrects the quantity of an operation, at the location where its item was counted last. The history keeps
 * both. Throws like `setQuantity`.
 */
export async function correct(operationId: string, quantity: number): Promise<OutboxEntry> {
  const corrected = await requireEntry(operationId);
  return repeatCount(corrected, "correct", (_, item) => ({
    kind: "set",
    quantity,
    ...placeOf(item, corrected),
  }));
}

/**
 * Sets the pieces of the unknown code of an operation at its location. It adds the difference: other terminals may have counted the
 * code there too. Throws like `setQuantity`.
 */
export async function setCodeQuantity(operationId: string, quantity: number): Promise<OutboxEntry> {
  const counted = await requireEntry(operationId);
  return repeatCount(counted, "answer", (localOperations) => ({
    kind: "add",
    quantity: quantity - piecesOfCode(localOperations),
  }));
}

/** The user's answer to the question of a scan. */
export type Answer =
  /** Adds the pieces of the scan at its location. */
  | { readonly kind: "add" }
  /** Sets the total quantity. */
  | { readonly kind: "set"; readonly quantity: number }
  /** The pieces counted at another location were moved here. */
  | { readonly kind: "moved" }
  /** The same piece was scanned again: no change. An unknown code that was assigned is counted again. */
  | { readonly kind: "skip" };

/**
 * Answers the question of a scan, unless it is answered already. If the item was counted at another location
 * in the meantime, a set quantity leads to another question, which is returned; else null. Throws like
 * `setQuantity`.
 */
export async function answerQuestion(seq: number, answer: Answer): Promise<OutboxEntry | null> {
  const questionEntry = await entryOfSeq(seq);
  if (questionEntry?.state !== "asked") return null;
  const moveQuestion = await askIfMoved(questionEntry, answer);
  if (moveQuestion === null) await storeAnswer(questionEntry, answer);
  return moveQuestion;
}

async function storeAnswer(questionEntry: OutboxEntry, answer: Answer): Promise<void> {
  const { seq } = questionEntry;
  const { pieces = 1 } = questionEntry;
  if (answer.kind === "skip") {
    // Nothing is counted in a stocktake that is over, so the article keeps the code.
    const [first, ...others] = (await isOver(questionEntry)) ? [] : await unmatchJobs(questionEntry);
    if (first === undefined)
      await changeEntries([seq], (entry) =>
        entry.state === "asked" ? { ...entry, state: "given-up" } : null,
      );
    else {
      const decide: typeof first.decide = (known) => ({ ...first.decide(known), answered: questionEntry });
      await writeEntries([{ ...first, decide }, ...others]);
    }
    return;
  }
  if (answer.kind === "set") {
    const { quantity } = answer;
    // A quantity of 0 here does not change a count at another location.
    const isElsewhere = (item: ItemNow | null) =>
      item !== null &&
      questionEntry.placeId !== null &&
      countedElsewhere(item, questionEntry.placeId) !== null;
    await repeatCount(
      questionEntry,
      "answer",
      (_, item) => ({ kind: quantity === 0 && isElsewhere(item) ? "add" : "set", quantity }),
      seq,
    );
    return;
  }
  if (answer.kind === "moved") {
    await repeatCount(
      questionEntry,
      "answer",
      (_, item) => ({ kind: "set", quantity: movedQuantity(item, pieces), ...idOf(item) }),
      seq,
    );
    return;
  }
  if (questionEntry.question === "moved") await addToMoved(questionEntry);
  else await repeatCount(questionEntry, "answer", () => ({ kind: "add", quantity: pieces }), seq);
}

/**
 * Whether *One more here* is possible: the server adds a piece by its code, and a proposed article has none.
 */
export const canAdd = (question: Question | undefined, code: string | null | undefined): boolean =>
  question !== "moved" || code != null;

/**
 * Replaces the question by one whether the pieces were moved. Returns null if they were not counted at
 * another location.
 */
async function askIfMoved(questionEntry: OutboxEntry, answer: Answer): Promise<OutboxEntry | null> {
  const { seq, placeId, question } = questionEntry;
  if (question === "moved" || placeId === null || (answer.kind !== "set" && answer.kind !== "add"))
    return null;
  const item = await itemOfEntry(questionEntry);
  const pieces = answer.kind === "set" ? answer.quantity : (questionEntry.pieces ?? 1);
  if (item === null || pieces === 0 || countedElsewhere(item, placeId) === null) return null;
  const changed: OutboxEntry = {
    ...questionEntry,
    question: "moved",
    pieces,
    operation: { ...questionEntry.operation, kind: "set", quantity: pieces },
    before: stateBefore(item),
    shown: { ...questionEntry.shown, verdict: "asked", quantity: item.quantity },
  };
  await changeEntries([seq], (entry) => (entry.state === "asked" ? changed : null));
  return changed;
}

/**
 * Adds the scanned pieces here to those counted at another location. If the item is expected here, the pieces
 * there become an item of their own, in the same transaction.
 */
async function addToMoved(questionEntry: OutboxEntry): Promise<void> {
  const { placeId, seq, pieces = 1, operation, shown } = questionEntry;
  // The first of the two operations alone would move the count.
  if (!canAdd("moved", operation.code)) throw new CountError("a proposed article has no code yet");
  const item = await itemOfEntry(questionEntry);
  if (item === null || item.expectedAt !== placeId || item.placeId === null || item.placeId === placeId) {
    await repeatCount(questionEntry, "answer", () => ({ kind: "add", quantity: pieces, isExtra: true }), seq);
    return;
  }
  const there: OutboxEntry = {
    ...questionEntry,
    itemId: null,
    operation: { ...operation, isExtra: true, locationId: item.placeId },
    shown: { ...shown, place: locationPath(item.placeId) },
  };
  const splitOff = repeatJob(there, "answer", (_, extra) => ({
    kind: "set",
    quantity: (extra?.quantity ?? 0) + (item.quantity ?? 1),
  }));
  const here = repeatJob(
    questionEntry,
    "answer",
    () => ({ kind: "set", quantity: pieces, ...idOf(item) }),
    seq,
  );
  await writeEntries(jobsOfAnswer([splitOff, here]));
}

const idOf = (item: ItemNow | null) => (item === null || item.itemId === null ? {} : { itemId: item.itemId });

/** The item of an operation and its location; empty if it is not counted, or the operation may be about another item. */
function placeOf(item: ItemNow | null, { receipt, operation, itemId: known }: OutboxEntry) {
  if (item === null || item.placeId === null || !isPiecesCounted(item)) return {};
  const itemId = receipt?.itemId ?? operation.itemId ?? known ?? itemIdAt(item, item.placeId);
  return itemId === null ? {} : { itemId, locationId: item.placeId };
}

async function requireEntry(operationId: string): Promise<OutboxEntry> {
  const entry = await entryById(operationId);
  if (entry === null) throw new CountError("the operation is not kept here any more");
  return entry;
}
