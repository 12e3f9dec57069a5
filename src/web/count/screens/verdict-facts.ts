import { say } from "../../../words.ts";
import { plural, t, when } from "../../app/words.ts";
import { placeName, placePath } from "../../sync/places.ts";
import type { Judgement } from "../judge.ts";

/** What stands on the card beside the verdict and the name. */
export interface Facts {
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
  return { amount, more: moreOf(judgement) };
}

function moreOf({ verdict, reason, before, belongsTo, isUnexpected, isAsked }: Judgement): string {
  if (verdict === "failed") return reason === null ? "" : t(reason);
  if (verdict === "unknown") return t(TEXTS.unknown);
  const parts: string[] = [];
  if (before !== null) {
    const { author, at, quantity } = before;
    const values = { author, at: when(at), quantity: quantity ?? 1 };
    parts.push(t(isAsked ? TEXTS.beforeAsked : TEXTS.before, values));
  }
  if (belongsTo !== null)
    parts.push(t(TEXTS.belongs, { place: placePath(belongsTo) || placeName(belongsTo) }));
  else if (isUnexpected) parts.push(t(TEXTS.unexpected));
  return parts.join(" ");
}

const TEXTS = {
  quantity: say("{n} pc|{n} pcs", "{n} ks|{n} ks|{n} ks"),
  of: say("{quantity} of {expected}", "{quantity} z {expected}"),
  before: say("Counted by {author}, {at}.", "Už započítal(a) {author}, {at}."),
  beforeAsked: say(
    "{author} counted {quantity}, {at}. What is this one?",
    "{author}: už {quantity}, {at}. Co je tento kus?",
  ),
  belongs: say("Belongs to: {place}", "Patří do: {place}"),
  unexpected: say(
    "Not expected in this stocktake; counted as found.",
    "Inventura ho nečeká; započítáno jako nalezené.",
  ),
  unknown: say("Kept with this place. What is it?", "Uloženo s tímto místem. Co to je?"),
};
