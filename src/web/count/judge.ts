import { State } from "../../inventories/states.ts";
import type { Words } from "../../words.ts";
import { say } from "../../words.ts";
import type { Before, How, OutboxEntry, SentOperation, Verdict } from "../kept/outbox-shapes.ts";
import type { KeptArticle, KeptInventory, KeptItem } from "../kept/reference-shapes.ts";
import { ArticleItems, type ItemNow } from "./now.ts";
import { lastOf } from "./own.ts";

/** What a scan is judged by: what is known here of the code, the article and this place. */
export interface Known {
  /** As it was scanned. */
  readonly text: string;
  /** What the code may mean: none, one, or several that share a serial number or tag. */
  readonly articles: readonly KeptArticle[];
  readonly inventory: Pick<KeptInventory, "oid" | "locationId" | "inventoryStateId">;
  readonly placeId: number;
  /** The items of the one article in this inventory, as the box told of them. */
  readonly items: readonly KeptItem[];
  /** All operations made here of the one article, or of the unknown code at this place, oldest first. */
  readonly own: readonly OutboxEntry[];
  readonly who: { readonly id: number; readonly fullName: string };
}

/** What a scan means, to be shown and to be written. */
export interface Judgement {
  readonly verdict: Verdict;
  /** The code as scanned. */
  readonly text: string;
  readonly article: KeptArticle | null;
  /** The item as it is with this scan; null: unknown, or failed. */
  readonly item: ItemNow | null;
  readonly name: string;
  readonly code: string | null;
  /** With this scan; null: it is not counted. */
  readonly quantity: number | null;
  /** How many are expected at the place where it is expected; null: not to be told, or expected nowhere. */
  readonly expected: number | null;
  /** Where it belongs, where that is known and not here. */
  readonly belongsTo: number | null;
  /** Nobody expects it anywhere in this inventory. */
  readonly isUnexpected: boolean;
  /** Who had counted it, with `again`. */
  readonly before: { readonly quantity: number | null; readonly at: string; readonly author: string } | null;
  /** The worker is asked what it means (+1, replace, leave): nothing is counted until then. */
  readonly isAsked: boolean;
  /** One more, or another quantity, may be meant: it is not known as a single piece. */
  readonly canAdd: boolean;
  /** The articles that share the code, to choose one. */
  readonly choices: readonly KeptArticle[];
  /** Why it failed. */
  readonly reason: Words | null;
}

/** What is to be written of a scan: the operation without its id, time and author. */
export interface Draft {
  readonly operation: Pick<SentOperation, "kind" | "quantity" | "code" | "itemId" | "locationId">;
  readonly how: How;
  readonly isAsked: boolean;
  readonly articleId: number | null;
  readonly itemId: number | null;
  readonly before: Before | null;
}

/** Judges a scan by what is known here, with what is to be written of it (null: nothing). */
export function judge(known: Known): { judgement: Judgement; draft: Draft | null } {
  const reason = hindrance(known);
  if (reason !== null) return { judgement: notKept(known.text, reason), draft: null };
  const [article, another] = known.articles;
  if (article === undefined) return unknown(known);
  if (another !== undefined) return { judgement: shared(known), draft: null };
  return judgeArticle(known, article);
}

function hindrance({ text, inventory }: Known): Words | null {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a code has none
  if (text.trim() === "" || /[\x00-\x1f\x7f\ufffd]/.test(text) || text.length > LONGEST)
    return TEXTS.unreadable;
  const state = inventory.inventoryStateId;
  if (state === State.InProgress) return null;
  if (state === State.Paused) return TEXTS.paused;
  return state < State.InProgress ? TEXTS.notStarted : TEXTS.over;
}

/** As long as a code may be at the box. */
const LONGEST = 200;

function judgeArticle(known: Known, article: KeptArticle): { judgement: Judgement; draft: Draft | null } {
  const { inventory, items, own, placeId, text, who } = known;
  const counting = own.filter((entry) => entry.ahead === 1);
  const now = new ArticleItems(inventory, article, items, counting);
  const item = now.at(placeId);
  // With a place it is always known.
  if (item === "where") return { judgement: notKept(text, TEXTS.unreadable), draft: null };
  const isCounted = item.quantity !== null || item.isFound;
  const adds = isSeveral(item);
  const isAsked = isCounted && adds && !continues(item, own, placeId, who.id);
  const operation = {
    kind: adds ? "add" : "set",
    quantity: 1,
    code: text,
    locationId: placeId,
  } as const;
  const belongsTo = belongsElsewhere(now.all(), item, placeId);
  const quantity = isAsked ? item.quantity : adds ? (item.quantity ?? 0) + 1 : 1;
  const judgement: Judgement = {
    verdict: isCounted ? "again" : belongsTo !== null ? "elsewhere" : "counted",
    text,
    article,
    item: { ...item, quantity, ...(!isAsked && { isFound: true, placeId }) },
    name: item.name,
    code: item.code,
    quantity,
    expected: item.isUnexpected ? null : item.expected,
    belongsTo,
    isUnexpected: item.isUnexpected,
    before: isCounted ? beforeOf(item) : null,
    isAsked,
    canAdd: isExpected(item) ? item.expected !== 1 : article.serialNumber === null,
    choices: [],
    reason: null,
  };
  // Of a blind count it is not known whether an article scanned elsewhere is the one piece that is expected.
  const isSure = item.expected !== null || item.expectedAt === placeId;
  const itemId = isSure ? item.itemId : null;
  const about = { articleId: article.oid, itemId, before: stateBefore(item) };
  return { judgement, draft: { operation, how: "scan", isAsked, ...about } };
}

/**
 * Each scan is a piece more. Else a second scan is most probably the same piece again: where nobody knows how many there should
 * be, the worker says that there is another one (`canAdd`), and from then on each scan is.
 */
function isSeveral(item: ItemNow): boolean {
  return (item.quantity ?? 0) > 1 || (isExpected(item) && item.expected !== 1);
}

/** It is known how many there should be: then that says whether it is a single piece, whatever its article's serial number. */
const isExpected = ({ isUnexpected, expected }: ItemNow) => !isUnexpected && expected !== null;

/** This worker is counting the pieces one by one, here: the last word on it is a scan of theirs. */
function continues(item: ItemNow, own: readonly OutboxEntry[], placeId: number, userId: number): boolean {
  const last = lastOf(own, item);
  if (last === null || last.operation.userId !== userId || last.placeId !== placeId) return false;
  // A quantity that was said in answer is one that was typed.
  return last.how === "scan" || (last.how === "answer" && last.operation.kind === "add");
}

/** Where it is expected instead: first where it is still missing. */
function belongsElsewhere(all: readonly ItemNow[], item: ItemNow, placeId: number): number | null {
  if (item.expectedAt === placeId) return null;
  if (item.expectedAt !== null) return item.expectedAt;
  const expected = all.filter((other) => other.expectedAt !== null);
  const open = expected.find((other) => other.quantity === null) ?? expected[0];
  return open?.expectedAt ?? null;
}

function unknown(known: Known): { judgement: Judgement; draft: Draft } {
  const { text, placeId } = known;
  const operation = { kind: "set", quantity: 1, code: text, locationId: placeId } as const;
  const draft: Draft = {
    operation,
    how: "scan",
    isAsked: false,
    articleId: null,
    itemId: null,
    before: null,
  };
  return { judgement: { ...NO_ITEM, verdict: "unknown", text, name: text, code: text }, draft };
}

function shared({ text, articles }: Known): Judgement {
  return { ...notKept(text, TEXTS.several), choices: articles };
}

/** The judgement of a scan that could not be kept: it does not count. */
export function notKept(text: string, reason: Words): Judgement {
  return { ...NO_ITEM, verdict: "failed", text, name: text, code: text, reason };
}

const NO_ITEM = {
  article: null,
  item: null,
  quantity: null,
  expected: null,
  belongsTo: null,
  isUnexpected: false,
  before: null,
  isAsked: false,
  canAdd: false,
  choices: [],
  reason: null,
} as const;

const beforeOf = ({ quantity, counted }: ItemNow) =>
  counted === null ? null : { quantity, at: counted.at, author: counted.user.fullName };

/** What an undo of what comes now goes back to. */
export function stateBefore(item: ItemNow): Before {
  const { quantity, placeId, isDisposal, disposalMethodId, disposalReasonId, note } = item;
  return { quantity, placeId, isDisposal, disposalMethodId, disposalReasonId, note };
}

const TEXTS = {
  unreadable: say(
    "This can't be read as a code. Scan it again.",
    "To nelze přečíst jako kód. Naskenujte znovu.",
  ),
  several: say("Several articles share this code. Choose one.", "Tento kód má více artiklů. Vyberte jeden."),
  paused: say("NOT counted: the stocktake is paused.", "NEZAPOČÍTÁNO: inventura je pozastavená."),
  notStarted: say("NOT counted: the stocktake has not started.", "NEZAPOČÍTÁNO: inventura ještě nezačala."),
  over: say("NOT counted: the stocktake is finished.", "NEZAPOČÍTÁNO: inventura je dokončená."),
};
