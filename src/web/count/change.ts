import { say } from "../../words.ts";
import { t } from "../app/words.ts";
import type { OutboxEntry } from "../kept/outbox-shapes.ts";
import { entryById, entryOfSeq } from "../outbox/entries.ts";
import { giveUp } from "../outbox/problems.ts";
import { changeEntries } from "../outbox/write.ts";
import { CanNotSay } from "./author.ts";
import { opposite } from "./opposite.ts";
import { sayOf, type Target } from "./say.ts";
import { sayAgain } from "./say-again.ts";

// What a worker says of a thing beside scanning it. Each is an operation more: nothing is taken out of the outbox.

/** Says how many there are. Throws CanNotSay, or what the storage throws: then nothing is kept. */
export function setQuantity(target: Target, quantity: number): Promise<OutboxEntry> {
  return sayOf(target, "typed", { quantity });
}

/** Says that there are as many as are expected. Throws as `setQuantity`. */
export function asExpected(target: Target): Promise<OutboxEntry> {
  const { expected } = target.item;
  if (expected === null) throw new CanNotSay("nobody knows how many are expected");
  return setQuantity(target, expected);
}

/** Keeps a note of it; null: none any more. Throws as `setQuantity`. */
export function setNote(target: Target, note: string | null): Promise<OutboxEntry> {
  return sayOf(target, "note", { note });
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
  return sayOf(target, "disposal", said);
}

/** Takes an operation back; the history keeps both. One that the box refused is given up. Throws as `setQuantity`. */
export async function undo(operationId: string): Promise<OutboxEntry> {
  const entry = await demandEntry(operationId);
  if (entry.state === "refused") {
    // The box never had it: to say the opposite there would take back what others have counted.
    await giveUp(entry.seq, t(TEXTS.undone));
    return entry;
  }
  return sayAgain(entry, "undo", (own, item) => opposite(entry, own, item));
}

/** Says another quantity in an operation's place; the history keeps both. Throws as `setQuantity`. */
export async function correct(operationId: string, quantity: number): Promise<OutboxEntry> {
  const corrected = await demandEntry(operationId);
  return sayAgain(corrected, "correct", () => ({ kind: "set", quantity }));
}

/** Says that there is one more of what an operation was about. Throws as `setQuantity`. */
export async function addOneMore(operationId: string): Promise<OutboxEntry> {
  const entry = await demandEntry(operationId);
  return sayAgain(entry, "answer", () => ({ kind: "add", quantity: 1 }));
}

/** Says what a repeated scan meant: one more, so many in all, or nothing. Throws as `setQuantity`. */
export async function answerAsked(
  seq: number,
  answer: "add" | "replace" | "leave",
  quantity = 1,
): Promise<void> {
  const asked = await entryOfSeq(seq);
  if (asked?.state !== "asked") return;
  if (answer === "leave") {
    await changeEntries([seq], (entry) => (entry.state === "asked" ? { ...entry, state: "given-up" } : null));
    return;
  }
  const said = answer === "add" ? { kind: "add" as const, quantity } : { kind: "set" as const, quantity };
  await sayAgain(asked, "answer", () => said, seq);
}

async function demandEntry(operationId: string): Promise<OutboxEntry> {
  const entry = await entryById(operationId);
  if (entry === null) throw new CanNotSay("the operation is not kept here any more");
  return entry;
}

const TEXTS = { undone: say("taken back", "vráceno") };
