import { msg } from "../../../domain/message.ts";
import type { OutboxEntry, Question } from "../../db/outbox-shapes.ts";
import { t } from "../../i18n/translate.ts";
import { entryById, entryOfSeq } from "../../offline/outbox/entries.ts";
import { discardOperation } from "../../offline/outbox/problems.ts";
import { changeEntries } from "../../offline/outbox/write.ts";
import { CanNotSay } from "./author.ts";
import type { ItemNow } from "./current-count.ts";
import { inverseOperation } from "./inverse-operation.ts";
import { itemOfEntry } from "./items.ts";
import { recordCount, type Target } from "./record-count.ts";
import { repeatCount } from "./repeat-count.ts";
import { stateBefore } from "./scan-result.ts";
import { countedElsewhere, isPiecesCounted, movedQuantity } from "./scan-rules.ts";

// What a worker says of a thing beside scanning it. Each is an operation more: nothing is taken out of the outbox.

/**
 * Says how many there are here. What was counted at another location is asked about first (the entry is `asked`); that there are
 * none here does not change it. Throws CanNotSay, or what the storage throws: then nothing is kept.
 */
export function setQuantity(target: Target, quantity: number): Promise<OutboxEntry> {
  const isElsewhere = countedElsewhere(target.item, target.placeId) !== null;
  return recordCount(
    target,
    "typed",
    isElsewhere && quantity === 0 ? { kind: "add", quantity } : { quantity },
  );
}

/** Says that there is one more. Throws as `setQuantity`. */
export function addOne(target: Target): Promise<OutboxEntry> {
  return recordCount(target, "answer", { kind: "add", quantity: 1 });
}

/** Says that there are as many as are expected. Throws as `setQuantity`. */
export function asExpected(target: Target): Promise<OutboxEntry> {
  const { expected } = target.item;
  if (expected === null) throw new CanNotSay("nobody knows how many are expected");
  return setQuantity(target, expected);
}

/** Keeps a note of it; null: none any more. Throws as `setQuantity`. */
export function setNote(target: Target, note: string | null): Promise<OutboxEntry> {
  return recordCount(target, "note", { note });
}

/** Proposes to dispose of it; null takes that back. Throws as `setQuantity`. */
export function proposeDisposal(
  target: Target,
  proposal: { readonly methodId: number | null; readonly reasonId: number | null } | null,
): Promise<OutboxEntry> {
  const said = {
    isDisposal: proposal !== null,
    disposalMethodId: proposal?.methodId ?? null,
    disposalReasonId: proposal?.reasonId ?? null,
  };
  return recordCount(target, "disposal", said);
}

/** Takes an operation back; the history keeps both. One that the server refused is given up. Throws as `setQuantity`. */
export async function undo(operationId: string): Promise<OutboxEntry> {
  const entry = await demandEntry(operationId);
  if (entry.state === "refused") {
    // The server never had it: to say the opposite there would take back what others have counted.
    await discardOperation(entry.seq, t(TEXTS.undone));
    return entry;
  }
  return repeatCount(entry, "undo", (own, item) => inverseOperation(entry, own, item));
}

/** Says again what was undone. Throws as `setQuantity`. */
export async function redo(operationId: string): Promise<OutboxEntry> {
  const entry = await demandEntry(operationId);
  const { kind, quantity, note, isDisposal, disposalMethodId, disposalReasonId } = entry.operation;
  const said = { quantity, note, isDisposal, disposalMethodId, disposalReasonId };
  const again = Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined));
  return repeatCount(entry, "answer", () => ({ kind, ...again }));
}

/**
 * Says another quantity in an operation's place, where its item was counted last; the history keeps both. Throws as `setQuantity`.
 */
export async function correct(operationId: string, quantity: number): Promise<OutboxEntry> {
  const corrected = await demandEntry(operationId);
  return repeatCount(corrected, "correct", (_, item) => ({ kind: "set", quantity, ...placeOf(item) }));
}

/** What a worker answers to a scan that was not counted. */
export type Answer =
  /** One more piece, or as many as the scan stands for, at the location where it was scanned. */
  | { readonly kind: "add" }
  /** So many in all. */
  | { readonly kind: "set"; readonly quantity: number }
  /** What was counted at another location is here now. */
  | { readonly kind: "moved" }
  /** The same piece: nothing changes. */
  | { readonly kind: "skip" };

/**
 * Answers what a scan has asked; nothing where it is answered already. A quantity of what was counted at another location since then is a question first,
 * as a typed one is: that is returned, else null. Throws as `setQuantity`.
 */
export async function answerQuestion(seq: number, answer: Answer): Promise<OutboxEntry | null> {
  const asked = await entryOfSeq(seq);
  if (asked?.state !== "asked") return null;
  const movedAsked = await askWhetherMoved(asked, answer);
  if (movedAsked === null) await keepAnswer(asked, answer);
  return movedAsked;
}

async function keepAnswer(asked: OutboxEntry, answer: Answer): Promise<void> {
  const { seq } = asked;
  const { pieces = 1 } = asked;
  if (answer.kind === "skip") {
    await changeEntries([seq], (entry) => (entry.state === "asked" ? { ...entry, state: "given-up" } : null));
    return;
  }
  if (answer.kind === "set") {
    const { quantity } = answer;
    // None here does not change what was counted at another location.
    const isElsewhere = (item: ItemNow | null) =>
      item !== null && asked.placeId !== null && countedElsewhere(item, asked.placeId) !== null;
    await repeatCount(
      asked,
      "answer",
      (_, item) => ({ kind: quantity === 0 && isElsewhere(item) ? "add" : "set", quantity }),
      seq,
    );
    return;
  }
  if (answer.kind === "moved") {
    await repeatCount(
      asked,
      "answer",
      (_, item) => ({ kind: "set", quantity: movedQuantity(item, pieces), ...idOf(item) }),
      seq,
    );
    return;
  }
  if (asked.question === "moved") await addBesideMoved(asked);
  else await repeatCount(asked, "answer", () => ({ kind: "add", quantity: pieces }), seq);
}

/** Whether *One more here* can be answered: the server finds one more piece by its code, and a proposed article has none yet. */
export const canAdd = (question: Question | undefined, code: string | null | undefined): boolean =>
  question !== "moved" || code != null;

/** Asks in the question's place whether the pieces were moved; null: they were not counted at another location. */
async function askWhetherMoved(asked: OutboxEntry, answer: Answer): Promise<OutboxEntry | null> {
  const { seq, placeId, question } = asked;
  if (question === "moved" || placeId === null || (answer.kind !== "set" && answer.kind !== "add"))
    return null;
  const item = await itemOfEntry(asked);
  const pieces = answer.kind === "set" ? answer.quantity : (asked.pieces ?? 1);
  if (item === null || pieces === 0 || countedElsewhere(item, placeId) === null) return null;
  const changed: OutboxEntry = {
    ...asked,
    question: "moved",
    pieces,
    operation: { ...asked.operation, kind: "set", quantity: pieces },
    before: stateBefore(item),
    shown: { ...asked.shown, verdict: "asked", quantity: item.quantity },
  };
  await changeEntries([seq], (entry) => (entry.state === "asked" ? changed : null));
  return changed;
}

/**
 * As many more here as were scanned of what was counted at another location. Where the item is expected here, its pieces at the other location become
 * an item of their own first: after a crash in between the question is still open, and the same numbers are set again.
 */
async function addBesideMoved(asked: OutboxEntry): Promise<void> {
  const { placeId, seq, pieces = 1, operation } = asked;
  // The first of two operations alone would move the count.
  if (!canAdd("moved", operation.code)) throw new CanNotSay("a proposed article has no code yet");
  const item = await itemOfEntry(asked);
  if (item === null || item.expectedAt !== placeId || item.placeId === null || item.placeId === placeId) {
    await repeatCount(asked, "answer", () => ({ kind: "add", quantity: pieces, isExtra: true }), seq);
    return;
  }
  const elsewhere = { isExtra: true, locationId: item.placeId } as const;
  await repeatCount(asked, "answer", () => ({ kind: "set", quantity: item.quantity ?? 1, ...elsewhere }));
  await repeatCount(asked, "answer", () => ({ kind: "set", quantity: pieces, ...idOf(item) }), seq);
}

const idOf = (item: ItemNow | null) => (item === null || item.itemId === null ? {} : { itemId: item.itemId });

/** Where an item was counted; nothing where it is not counted. */
const placeOf = (item: ItemNow | null) =>
  item === null || item.itemId === null || item.placeId === null || !isPiecesCounted(item)
    ? {}
    : { itemId: item.itemId, locationId: item.placeId };

async function demandEntry(operationId: string): Promise<OutboxEntry> {
  const entry = await entryById(operationId);
  if (entry === null) throw new CanNotSay("the operation is not kept here any more");
  return entry;
}

const TEXTS = { undone: msg("undone") };
