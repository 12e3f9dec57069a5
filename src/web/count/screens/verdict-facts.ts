import { say } from "../../../words.ts";
import { plural, t, when } from "../../app/words.ts";
import { NAMES } from "../../feedback/verdicts.ts";
import type { Question } from "../../kept/outbox-shapes.ts";
import { placeName, placePath } from "../../sync/places.ts";
import type { Judgement } from "../judge.ts";

/** What stands on the card beside the name. */
export interface Facts {
  /** What the scan came to, in a few words. */
  readonly title: string;
  /** How many there are now, of how many. */
  readonly amount: string;
  /** Where it belongs, who counted it before, why it failed. */
  readonly more: string;
}

/** The facts of a scan, in words; what must not be told (blind) is not known here either. */
export function factsOf(judgement: Judgement): Facts {
  const { quantity, expected } = judgement;
  const amount =
    quantity === null
      ? ""
      : expected === null
        ? plural(quantity, TEXTS.quantity)
        : t(TEXTS.of, { quantity, expected });
  return { title: titleOf(judgement), amount, more: moreOf(judgement) };
}

function titleOf({ verdict, quantity, expected, belongsTo }: Judgement): string {
  const values = { quantity: quantity ?? 0, expected: expected ?? 0 };
  if (verdict === "added") return t(expected === null ? TEXTS.added : TEXTS.addedOf, values);
  if (verdict === "surplus") return t(TEXTS.surplus, values);
  if (verdict === "elsewhere" && belongsTo !== null)
    return t(TEXTS.belongs, { place: placeName(belongsTo) || placePath(belongsTo) });
  return t(NAMES[verdict]);
}

function moreOf(judgement: Judgement): string {
  const { verdict, reason, before, belongsTo, question } = judgement;
  if (verdict === "failed") return reason === null ? "" : t(reason);
  if (verdict === "unknown") return t(TEXTS.unknown);
  if (question !== null) return askedOf(judgement, question);
  if (verdict === "elsewhere" && belongsTo !== null) return placePath(belongsTo);
  if (verdict === "unexpected") return t(TEXTS.unexpected);
  if (before === null) return "";
  return t(TEXTS.before, { author: before.author, at: when(before.at), quantity: before.quantity ?? 1 });
}

function askedOf({ before, item }: Judgement, question: Question): string {
  const at = item?.placeId ?? null;
  const values = { author: before?.author ?? "", quantity: before?.quantity ?? 1 };
  if (question === "surplus") return t(TEXTS.askSurplus, values);
  return t(TEXTS.askMoved, { ...values, place: at === null ? "" : placeName(at) || placePath(at) });
}

const TEXTS = {
  quantity: say("{n} pc|{n} pcs", "{n} ks|{n} ks|{n} ks"),
  of: say("{quantity} of {expected}", "{quantity} z {expected}"),
  added: say("+1: {quantity}", "+1: {quantity}"),
  addedOf: say("+1: {quantity} of {expected}", "+1: {quantity} z {expected}"),
  surplus: say("More than expected: {quantity} of {expected}", "Víc, než má být: {quantity} z {expected}"),
  before: say("{author} counted {quantity}, {at}.", "{author}: započteno {quantity}, {at}."),
  askSurplus: say(
    "{author} counted {quantity}. Is this the same piece, or one more?",
    "{author}: započteno {quantity}. Je to týž kus, nebo další?",
  ),
  askMoved: say(
    "{author} counted {quantity} at {place}. Moved here, or one more?",
    "{author}: započteno {quantity} v místě {place}. Přesunuto sem, nebo další kus?",
  ),
  belongs: say("Belongs to {place}", "Patří do {place}"),
  unexpected: say(
    "It is in no list of this stocktake. Counted here.",
    "Není v žádném seznamu této inventury. Započteno zde.",
  ),
  unknown: say("Saved with this location. What is it?", "Uloženo s tímto umístěním. Co to je?"),
};
