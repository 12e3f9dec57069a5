import { msg } from "../../../../domain/message.ts";
import type { Question } from "../../../db/outbox-shapes.ts";
import { NAMES } from "../../../feedback/verdicts.ts";
import { number, t, when } from "../../../i18n/translate.ts";
import { locationName, locationPath } from "../../../offline/sync/locations.ts";
import type { ScanResult } from "../scan-result.ts";

/** How many there are now, of how many, in pieces: never to be taken for how often something was scanned. */
export interface Amount {
  /** `2 of 3`. */
  readonly count: string;
  readonly unit: string;
}

/** A quantity, beside the expected one where that is known; null: nothing is counted. */
export function amountOf(quantity: number | null, expected: number | null): Amount | null {
  if (quantity === null) return null;
  const unit = t(TEXTS.unit, { n: expected ?? quantity });
  return { count: expected === null ? number(quantity) : t(TEXTS.of, { quantity, expected }), unit };
}

/** What stands on the card beside the name. */
export interface Facts {
  /** What the scan came to, in a few words. */
  readonly title: string;
  /** Null: nothing is counted. */
  readonly amount: Amount | null;
  /** Where it belongs, who counted it before, why it failed. */
  readonly more: string;
}

/** The facts of a scan, in words; what must not be told (blind) is not known here either. */
export function factsOf(judgement: ScanResult): Facts {
  const { quantity, expected, question, pieces } = judgement;
  // What would be counted, so that it can be seen whether it is a mistake.
  const amount =
    question === "large"
      ? { count: `${number(pieces)}?`, unit: t(TEXTS.unit, { n: pieces }) }
      : amountOf(quantity, expected);
  return { title: titleOf(judgement), amount, more: moreOf(judgement) };
}

function titleOf({ verdict, quantity, expected, pieces, belongsTo }: ScanResult): string {
  const values = { quantity: quantity ?? 0, expected: expected ?? 0, pieces };
  if (verdict === "added") return t(expected === null ? TEXTS.added : TEXTS.addedOf, values);
  if (verdict === "surplus") return t(TEXTS.surplus, values);
  if (verdict === "elsewhere" && belongsTo !== null)
    return t(TEXTS.belongs, { place: locationName(belongsTo) || locationPath(belongsTo) });
  return t(NAMES[verdict]);
}

function moreOf(judgement: ScanResult): string {
  const { verdict, reason, before, belongsTo, question } = judgement;
  if (verdict === "failed") return reason === null ? "" : t(reason);
  if (verdict === "unknown") return t(TEXTS.unknown);
  if (question !== null) return askedOf(judgement, question);
  if (verdict === "elsewhere" && belongsTo !== null) return locationPath(belongsTo);
  if (verdict === "unexpected") return t(TEXTS.unexpected);
  if (before === null) return "";
  return t(TEXTS.before, { author: before.author, at: when(before.at), quantity: before.quantity ?? 1 });
}

function askedOf({ before, item, expected, pieces }: ScanResult, question: Question): string {
  const at = item?.placeId ?? null;
  const values = { author: before?.author ?? "", quantity: before?.quantity ?? 1 };
  if (question === "large") return t(TEXTS.askLarge, { pieces, expected: expected ?? 0 });
  if (pieces > 1 && question === "surplus") return t(TEXTS.askMany, { ...values, pieces });
  if (question === "surplus") return t(TEXTS.askSurplus, values);
  return t(TEXTS.askMoved, { ...values, place: at === null ? "" : locationName(at) || locationPath(at) });
}

const TEXTS = {
  unit: msg("{n, plural, one {piece} other {pieces}}"),
  of: msg("{quantity} of {expected}"),
  added: msg("+{pieces}: {quantity}"),
  addedOf: msg("+{pieces}: {quantity} of {expected}"),
  surplus: msg("More than expected: {quantity} of {expected}"),
  before: msg("{author} counted {quantity}, {at}."),
  askSurplus: msg("{author} counted {quantity}. Is this the same piece, or one more?"),
  askMany: msg("{author} counted {quantity}. Add {pieces} more?"),
  askLarge: msg("{pieces} pieces at once? Expected: {expected}."),
  askMoved: msg("{author} counted {quantity} at {place}. Moved here, or more?"),
  belongs: msg("Belongs to {place}"),
  unexpected: msg("It is in no list of this stocktake. Counted here."),
  unknown: msg("Saved with this location. What is it?"),
};
