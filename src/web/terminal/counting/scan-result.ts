import { quantityAfter } from "../../../domain/counting/fold.ts";
import { State } from "../../../domain/inventory-states.ts";
import { type Message, msg } from "../../../domain/message.ts";
import { fold } from "../../../domain/text-folding.ts";
import { MAX_TEXT_LENGTH } from "../../../domain/text-limits.ts";
import type {
  Before,
  How,
  OutboxEntry,
  Question,
  SentOperation,
  StoredArticle,
  StoredInventory,
  StoredItem,
  Verdict,
} from "../../db/outbox-shapes.ts";
import { piecesOfCode } from "../../offline/outbox/write.ts";
import { ArticleItems, type ItemNow, isFoundByCode, refOf } from "./current-count.ts";
import { openQuestion } from "./local-operations.ts";

/** The state that decides the result of a scan. */
interface ScanContext extends Multiple {
  /** The scanned text. */
  readonly text: string;
  /** The matching articles: none, one, or several with the same serial number or tag. */
  readonly articles: readonly StoredArticle[];
  readonly inventory: Pick<StoredInventory, "oid" | "locationId" | "inventoryStateId">;
  readonly placeId: number;
  /** The items of the article in this inventory, as the server sent them. */
  readonly items: readonly StoredItem[];
  /** All local operations on the article, or on the unknown code at this location, oldest first. */
  readonly localOperations: readonly OutboxEntry[];
  readonly user: { readonly id: number; readonly fullName: string };
}

/** The result of a scan. */
export interface ScanResult {
  readonly verdict: Verdict;
  /** The scanned text. */
  readonly text: string;
  readonly article: StoredArticle | null;
  /** The item including this scan; null: unknown, or failed. */
  readonly item: ItemNow | null;
  readonly name: string;
  readonly code: string | null;
  /** The number of pieces of the scan. */
  readonly pieces: number;
  /** The quantity including this scan; null: not counted. */
  readonly quantity: number | null;
  /** The expected quantity at the expected location; null: hidden or not expected. */
  readonly expected: number | null;
  /** The expected location, if known and another one. */
  readonly belongsTo: number | null;
  /** Not expected at any location of this inventory. */
  readonly isUnexpected: boolean;
  /** The previous count, with its author. */
  readonly before: { readonly quantity: number | null; readonly at: string; readonly author: string } | null;
  /** The question to the user. Nothing is counted until it is answered. */
  readonly question: Question | null;
  /** The seq of a question about this item that was already open. */
  readonly openSeq: number | null;
  /** The articles to choose from. */
  readonly choices: readonly StoredArticle[];
  /** Why the scan failed. */
  readonly reason: Message | null;
}

/** The operation to store for a scan, without id, time and author. */
export interface Draft {
  readonly operation: Pick<SentOperation, "kind" | "quantity" | "code" | "itemId" | "locationId">;
  readonly how: How;
  readonly question: Question | null;
  /** A question that this one replaces. */
  readonly replaces: OutboxEntry | null;
  readonly pieces: number;
  readonly articleId: number | null;
  readonly itemId: number | null;
  readonly before: Before | null;
}

/** Determines the result of a scan, and the operation to store (null: none). */
export function resolveScan(context: ScanContext): { result: ScanResult; draft: Draft | null } {
  const reason = rejectReason(context);
  if (reason !== null) return { result: notStored(context.text, reason), draft: null };
  const [article, another] = context.articles;
  if (article === undefined) return unknownCode(context);
  if (another !== undefined) return { result: sharedCode(context), draft: null };
  if (context.pieces > 1 && article.serialNumber !== null)
    return { result: singlePiece(context, article), draft: null };
  return resolveArticle(context, article);
}

function rejectReason({ text, articles, inventory }: ScanContext): Message | null {
  // A chosen article may have no code.
  if (articles.length === 0 && !isReadable(text)) return UNREADABLE;
  return stateReason(inventory);
}

const isReadable = (text: string) =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a code has none
  text.trim() !== "" && !/[\x00-\x1f\x7f\ufffd]/.test(text) && text.length <= MAX_TEXT_LENGTH;

/** Why a stocktake in this state takes no counts; null: it does. */
export function stateReason(inventory: Pick<StoredInventory, "inventoryStateId">): Message | null {
  const state = inventory.inventoryStateId;
  if (state === State.InProgress) return null;
  if (state === State.Paused) return msg("NOT counted: the stocktake is paused.");
  return state < State.InProgress
    ? msg("NOT counted: the stocktake has not started.")
    : msg("NOT counted: the stocktake is finished.");
}

function resolveArticle(
  context: ScanContext,
  article: StoredArticle,
): { result: ScanResult; draft: Draft | null } {
  const { inventory, items, localOperations, placeId, text, pieces } = context;
  const unconfirmed = localOperations.filter((entry) => entry.ahead === 1);
  const now = new ArticleItems(inventory, refOf(article), items, unconfirmed);
  const item = now.at(placeId);
  // Determined, because the location is given.
  if (item === "locationRequired") return { result: notStored(text, UNREADABLE), draft: null };
  const facts = {
    text,
    article,
    item,
    name: item.name,
    code: item.code,
    pieces,
    choices: [],
    reason: null,
    openSeq: null,
    expected: item.isUnexpected ? null : item.expected,
    belongsTo: expectedLocation(now.all(), item, placeId),
    isUnexpected: item.isUnexpected,
    before: isPiecesCounted(item) ? beforeOf(item) : null,
  };
  const newQuestion = questionOf(item, article, placeId, text, context);
  const open = openQuestion(localOperations, item);
  // A question about another location must not be answered here: its buttons refer to that location.
  if (open !== null && (open.placeId === placeId || !isAskedAgain(open, newQuestion))) {
    const question = open.question ?? "surplus";
    const result = {
      ...facts,
      verdict: "asked",
      question,
      openSeq: open.seq,
      pieces: open.pieces ?? 1,
      quantity: item.quantity,
    } as const;
    return { result, draft: null };
  }
  const code = sentCode(text, article);
  const itemId = item.code === null || isFoundByCode(item, placeId) ? item.itemId : null;
  const identity = code === "" && itemId !== null ? { itemId } : { code };
  const operation = {
    ...operationOf(item, article, newQuestion, pieces),
    ...identity,
    locationId: placeId,
  };
  const question = newQuestion === "same" ? null : newQuestion;
  const draft = {
    operation,
    question,
    replaces: question === null ? null : open,
    pieces,
    how: "scan",
    articleId: article.oid,
    itemId,
    before: stateBefore(item),
  } as const;
  if (newQuestion !== null) {
    const verdict = newQuestion === "same" ? "same" : "asked";
    return { result: { ...facts, verdict, question, quantity: item.quantity }, draft };
  }
  const quantity = quantityAfter(item.quantity, operation) ?? operation.quantity;
  const counted = { ...facts, item: { ...item, quantity, isFound: true, placeId }, quantity, question };
  return { result: { ...counted, verdict: verdictOf(counted, isPiecesCounted(item)) }, draft };
}

/**
 * The code that identifies the article for the server: what was scanned, if the article itself has it; else its own code. The server
 * may not have an additional code yet, or have it at another article since.
 */
export function sentCode(text: string, { code, serialNumber, rfId }: StoredArticle): string {
  const isOfRecord = [serialNumber, rfId].some((own) => own !== null && fold(own) === fold(text));
  return isOfRecord ? text : (code ?? text);
}

/**
 * A scan at another location replaces the question: it counts, or asks again whether the piece was moved,
 * because this is where it was seen last.
 */
const isAskedAgain = ({ question }: OutboxEntry, newQuestion: Question | "same" | null) =>
  newQuestion === null || newQuestion === "same" || (newQuestion === "moved" && question === "moved");

/** The expected location of the article; first one where it is not counted yet. */
export function expectedLocation(all: readonly ItemNow[], item: ItemNow, placeId: number): number | null {
  if (item.expectedAt === placeId) return null;
  if (item.expectedAt !== null) return item.expectedAt;
  const expected = all.filter((other) => other.expectedAt !== null);
  const open = expected.find((other) => other.quantity === null) ?? expected[0];
  return open?.expectedAt ?? null;
}

function unknownCode(context: ScanContext): { result: ScanResult; draft: Draft } {
  const { text, placeId, pieces, localOperations } = context;
  const operation = { kind: "add", quantity: pieces, code: text, locationId: placeId } as const;
  const draft: Draft = {
    operation,
    how: "scan",
    question: null,
    replaces: null,
    pieces,
    articleId: null,
    itemId: null,
    before: null,
  };
  return { result: unknownScan(text, piecesOfCode(localOperations) + pieces, pieces), draft };
}

/**
 * The draft for pieces of an unknown code: they add. The server may know the code by then: a quantity that is set between a scan of the
 * code and its undo would lose them.
 */
export function asAddition(draft: Draft): Draft {
  return draft.question === null ? { ...draft, operation: { ...draft.operation, kind: "add" } } : draft;
}

/** The result for an unknown code. `quantity`: its pieces at this location; `pieces`: those of the scan. */
export const unknownScan = (text: string, quantity: number, pieces = 1): ScanResult => ({
  ...NO_ITEM,
  verdict: "unknown",
  text,
  name: text,
  code: text,
  pieces,
  quantity,
});

function sharedCode({ text, articles, pieces }: ScanContext): ScanResult {
  return {
    ...notStored(text, msg("Several articles share this code. Choose one.")),
    choices: articles,
    pieces,
  };
}

/** A serial number belongs to one piece. */
function singlePiece(context: ScanContext, { name, code }: StoredArticle): ScanResult {
  const { text, pieces, isMultiplied } = context;
  const reason = isMultiplied
    ? msg("NOT counted: one piece per serial number. Turn Multiply off, then scan each piece.")
    : msg("NOT counted: the code means {pieces} pieces, but the article has one serial number.", { pieces });
  return { ...notStored(text, reason), name, code, pieces };
}

/** The result of a scan that could not be stored: not counted. */
export function notStored(text: string, reason: Message): ScanResult {
  return { ...NO_ITEM, verdict: "failed", text, name: text, code: text, reason };
}

const NO_ITEM = {
  article: null,
  item: null,
  pieces: 1,
  quantity: null,
  expected: null,
  belongsTo: null,
  isUnexpected: false,
  before: null,
  question: null,
  openSeq: null,
  choices: [],
  reason: null,
} as const;

/** The previous count of an item; null: none. */
export const beforeOf = ({ quantity, counted }: ItemNow) =>
  counted === null ? null : { quantity, at: counted.at, author: counted.user.fullName };

/** The state that an undo restores. */
export function stateBefore(item: ItemNow): Before {
  const { quantity, placeId, isDisposal, disposalMethodId, disposalReasonId, note } = item;
  return { quantity, placeId, isDisposal, disposalMethodId, disposalReasonId, note };
}

const UNREADABLE = msg("This can't be read as a code. Scan it again.");

// Rules for a scan of a known article. They use neither the storage nor the screen.

/**
 * The facts that determine a verdict. `quantity`: including this scan; `expected`: null if unknown or hidden.
 */
interface CountedFacts {
  readonly quantity: number;
  readonly expected: number | null;
  readonly belongsTo: number | null;
  readonly isUnexpected: boolean;
}

/** The number of pieces of a scan, and the multiple of the expected quantity that is questioned. */
export interface Multiple {
  readonly pieces: number;
  /** The code itself contains the quantity: another scan of it may be of the same box. */
  readonly hasQuantity: boolean;
  /** The user has chosen how often the scan counts. */
  readonly isMultiplied: boolean;
  readonly warningFactor: number;
}

/** The verdict of a scan that is counted. */
export function verdictOf(
  { quantity, expected, belongsTo, isUnexpected }: CountedFacts,
  wasCounted: boolean,
): Verdict {
  if (expected !== null && quantity > expected) return "surplus";
  if (belongsTo !== null) return "elsewhere";
  if (isUnexpected) return "unexpected";
  return wasCounted ? "added" : "counted";
}

/** Whether pieces are counted, or all are marked as found. */
export const isPiecesCounted = ({ quantity, isFound }: ItemNow) => (quantity ?? 0) > 0 || isFound;

/** The location of the count if it is another one; null: counted here, or not at all. */
export const countedElsewhere = (item: ItemNow, placeId: number): number | null =>
  isPiecesCounted(item) && item.placeId !== placeId ? item.placeId : null;

/**
 * The question to ask before a scan counts (null: none). A piece counted at another location may have been
 * moved, or be another piece. An article with a serial number is a single piece: another scan of it is the
 * `same` piece, and its serial number or tag never means another one. Where several are expected, a surplus
 * piece may have been scanned before. A code that contains its quantity is asked about each time but the first: it may be the same
 * box. Multiplied scans are questioned like typed quantities, if they exceed
 * the expected quantity by far.
 */
function questionOf(
  item: ItemNow,
  { serialNumber, code }: Pick<StoredArticle, "serialNumber" | "code">,
  placeId: number,
  text: string,
  multiple: Multiple,
): Question | "same" | null {
  if (!isPiecesCounted(item)) return isLarge(item, multiple) ? "large" : null;
  if (countedElsewhere(item, placeId) !== null) return "moved";
  // All are marked as found, without a quantity to add to.
  if (item.quantity === null) return "surplus";
  if (multiple.hasQuantity) return "surplus";
  if (serialNumber === null) return isLarge(item, multiple) ? "large" : null;
  const expected = item.isUnexpected ? 1 : (item.expected ?? 1);
  if (item.quantity < expected) return null;
  const isSingle = expected <= 1 && item.quantity === 1;
  return isSingle || text !== code ? "same" : "surplus";
}

function isLarge(
  { quantity, expected, isUnexpected }: ItemNow,
  { pieces, warningFactor }: Pick<Multiple, "pieces" | "warningFactor">,
): boolean {
  if (pieces === 1 || isUnexpected || expected === null || expected === 0) return false;
  return (quantity ?? 0) + pieces >= expected * warningFactor;
}

/**
 * The operation of a scan. Each scan adds its `pieces`; an article with a serial number is set to one, unless
 * more are expected. Scanning the same piece again adds 0, so that the log has each scan.
 */
function operationOf(
  item: ItemNow,
  { serialNumber }: StoredArticle,
  question: Question | "same" | null,
  pieces: number,
): { readonly kind: "set" | "add"; readonly quantity: number } {
  if (question === "same") return { kind: "add", quantity: 0 };
  if (question === "moved") return { kind: "set", quantity: movedQuantity(item, pieces) };
  const isSingle = serialNumber !== null && (item.isUnexpected || (item.expected ?? 1) <= 1);
  return { kind: isSingle && !isPiecesCounted(item) ? "set" : "add", quantity: pieces };
}

/**
 * The quantity here after pieces counted at another location are moved: all of them, and at least the scanned
 * ones.
 */
export const movedQuantity = (item: Pick<ItemNow, "quantity"> | null, pieces: number): number =>
  Math.max(item?.quantity ?? 1, pieces);
