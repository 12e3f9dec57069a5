import { State } from "../../../domain/inventory-states.ts";
import type { Message } from "../../../domain/message.ts";
import { msg } from "../../../domain/message.ts";
import type { Before, How, OutboxEntry, Question, SentOperation, Verdict } from "../../db/outbox-shapes.ts";
import type { StoredArticle, StoredInventory, StoredItem } from "../../db/reference-shapes.ts";
import { ArticleItems, type ItemNow } from "./current-count.ts";
import { openQuestion, quantityAfter } from "./local-operations.ts";
import { isPiecesCounted, type Multiple, operationOf, questionOf, verdictOf } from "./scan-rules.ts";

/** What a scan is judged by: what is known here of the code, the article and this place. */
export interface Known extends Multiple {
  /** As it was scanned. */
  readonly text: string;
  /** What the code may mean: none, one, or several that share a serial number or tag. */
  readonly articles: readonly StoredArticle[];
  readonly inventory: Pick<StoredInventory, "oid" | "locationId" | "inventoryStateId">;
  readonly placeId: number;
  /** The items of the one article in this inventory, as the server told of them. */
  readonly items: readonly StoredItem[];
  /** All operations made here of the one article, or of the unknown code at this place, oldest first. */
  readonly own: readonly OutboxEntry[];
  readonly who: { readonly id: number; readonly fullName: string };
}

/** What a scan means, to be shown and to be written. */
export interface ScanResult {
  readonly verdict: Verdict;
  /** The code as scanned. */
  readonly text: string;
  readonly article: StoredArticle | null;
  /** The item as it is with this scan; null: unknown, or failed. */
  readonly item: ItemNow | null;
  readonly name: string;
  readonly code: string | null;
  /** How many pieces it stands for. */
  readonly pieces: number;
  /** With this scan; null: it is not counted. */
  readonly quantity: number | null;
  /** How many are expected at the place where it is expected; null: not to be told, or expected nowhere. */
  readonly expected: number | null;
  /** Where it belongs, where that is known and not here. */
  readonly belongsTo: number | null;
  /** Nobody expects it anywhere in this inventory. */
  readonly isUnexpected: boolean;
  /** Who had counted it before, and how many. */
  readonly before: { readonly quantity: number | null; readonly at: string; readonly author: string } | null;
  /** What the worker is asked: nothing is counted until there is an answer. */
  readonly question: Question | null;
  /** The seq of a question about this item that was open before this scan. */
  readonly openSeq: number | null;
  /** The articles that share the code, to choose one. */
  readonly choices: readonly StoredArticle[];
  /** Why it failed. */
  readonly reason: Message | null;
}

/** What is to be written of a scan: the operation without its id, time and author. */
export interface Draft {
  readonly operation: Pick<SentOperation, "kind" | "quantity" | "code" | "itemId" | "locationId">;
  readonly how: How;
  readonly question: Question | null;
  /** A question whose place this one takes. */
  readonly replaces: OutboxEntry | null;
  readonly pieces: number;
  readonly articleId: number | null;
  readonly itemId: number | null;
  readonly before: Before | null;
}

/** Judges a scan by what is known here, with what is to be written of it (null: nothing). */
export function resolveScan(known: Known): { judgement: ScanResult; draft: Draft | null } {
  const reason = rejectReason(known);
  if (reason !== null) return { judgement: notStored(known.text, reason), draft: null };
  const [article, another] = known.articles;
  if (article === undefined) return unknown(known);
  if (another !== undefined) return { judgement: shared(known), draft: null };
  if (known.pieces > 1 && article.serialNumber !== null)
    return { judgement: onePiece(known, article), draft: null };
  return judgeArticle(known, article);
}

function rejectReason({ text, inventory }: Known): Message | null {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a code has none
  if (text.trim() === "" || /[\x00-\x1f\x7f\ufffd]/.test(text) || text.length > LONGEST)
    return TEXTS.unreadable;
  const state = inventory.inventoryStateId;
  if (state === State.InProgress) return null;
  if (state === State.Paused) return TEXTS.paused;
  return state < State.InProgress ? TEXTS.notStarted : TEXTS.over;
}

/** As long as a code may be at the server. */
const LONGEST = 200;

function judgeArticle(known: Known, article: StoredArticle): { judgement: ScanResult; draft: Draft | null } {
  const { inventory, items, own, placeId, text, pieces } = known;
  const counting = own.filter((entry) => entry.ahead === 1);
  const now = new ArticleItems(inventory, article, items, counting);
  const item = now.at(placeId);
  // With a place it is always known.
  if (item === "locationRequired") return { judgement: notStored(text, TEXTS.unreadable), draft: null };
  const facts = {
    ...{ text, article, item, name: item.name, code: item.code, pieces },
    ...{ choices: [], reason: null, openSeq: null },
    expected: item.isUnexpected ? null : item.expected,
    belongsTo: belongsElsewhere(now.all(), item, placeId),
    isUnexpected: item.isUnexpected,
    before: isPiecesCounted(item) ? beforeOf(item) : null,
  };
  const asked = questionOf(item, article, placeId, text, known);
  const open = openQuestion(own, item);
  // What was asked at another location says nothing of this one: the buttons would mean that location.
  if (open !== null && (open.placeId === placeId || !isAskedAnew(open, asked))) {
    const question = open.question ?? "surplus";
    const judgement = {
      ...facts,
      verdict: "asked",
      question,
      openSeq: open.seq,
      pieces: open.pieces ?? 1,
      quantity: item.quantity,
    } as const;
    return { judgement, draft: null };
  }
  const operation = { ...operationOf(item, article, asked, pieces), code: text, locationId: placeId };
  // Of a blind count it is not known whether an article scanned elsewhere is the one piece that is expected.
  const isSure = item.expected !== null || item.expectedAt === placeId;
  const itemId = isSure ? item.itemId : null;
  const question = asked === "same" ? null : asked;
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
  if (asked !== null) {
    const verdict = asked === "same" ? "same" : "asked";
    return { judgement: { ...facts, verdict, question, quantity: item.quantity }, draft };
  }
  const quantity = quantityAfter(item.quantity, operation) ?? operation.quantity;
  const counted = { ...facts, item: { ...item, quantity, isFound: true, placeId }, quantity, question };
  return { judgement: { ...counted, verdict: verdictOf(counted, isPiecesCounted(item)) }, draft };
}

/**
 * The scan at another location stands for itself: it counts without a question, or asks again whether the piece was moved, for it
 * is there that it was seen last.
 */
const isAskedAnew = ({ question }: OutboxEntry, asked: Question | "same" | null) =>
  asked === null || asked === "same" || (asked === "moved" && question === "moved");

/** Where it is expected instead: first where it is still missing. */
function belongsElsewhere(all: readonly ItemNow[], item: ItemNow, placeId: number): number | null {
  if (item.expectedAt === placeId) return null;
  if (item.expectedAt !== null) return item.expectedAt;
  const expected = all.filter((other) => other.expectedAt !== null);
  const open = expected.find((other) => other.quantity === null) ?? expected[0];
  return open?.expectedAt ?? null;
}

function unknown(known: Known): { judgement: ScanResult; draft: Draft } {
  const { text, placeId, pieces } = known;
  const operation = { kind: "set", quantity: pieces, code: text, locationId: placeId } as const;
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
  return { judgement: { ...NO_ITEM, verdict: "unknown", text, name: text, code: text, pieces }, draft };
}

function shared({ text, articles, pieces }: Known): ScanResult {
  return { ...notStored(text, TEXTS.several), choices: articles, pieces };
}

/** Several pieces never have one serial number. */
function onePiece({ text, pieces }: Known, { name, code }: StoredArticle): ScanResult {
  return { ...notStored(text, TEXTS.onePiece), name, code, pieces };
}

/** The judgement of a scan that could not be kept: it does not count. */
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

/** Who had counted it before, and how many; null: nobody. */
export const beforeOf = ({ quantity, counted }: ItemNow) =>
  counted === null ? null : { quantity, at: counted.at, author: counted.user.fullName };

/** What an undo of what comes now goes back to. */
export function stateBefore(item: ItemNow): Before {
  const { quantity, placeId, isDisposal, disposalMethodId, disposalReasonId, note } = item;
  return { quantity, placeId, isDisposal, disposalMethodId, disposalReasonId, note };
}

const TEXTS = {
  unreadable: msg("This can't be read as a code. Scan it again."),
  several: msg("Several articles share this code. Choose one."),
  onePiece: msg("NOT counted: one piece per serial number. Turn Multiply off, then scan each piece."),
  paused: msg("NOT counted: the stocktake is paused."),
  notStarted: msg("NOT counted: the stocktake has not started."),
  over: msg("NOT counted: the stocktake is finished."),
};
