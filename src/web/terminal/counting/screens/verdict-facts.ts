import { msg } from "../../../../domain/message.ts";
import type { Question } from "../../../db/outbox-shapes.ts";
import { NAMES } from "../../../feedback/verdicts.ts";
import { number, t, when } from "../../../i18n/translate.ts";
import { allLocations, locationLabel, locationName, locationPath } from "../../../offline/sync/locations.ts";
import type { ItemNow } from "../current-count.ts";
import type { ScanResult } from "../scan-result.ts";
import { countedElsewhere, movedQuantity } from "../scan-rules.ts";

/** The current quantity of the expected one, in pieces. Not the number of scans. */
export interface Amount {
  /** `2 of 3`. */
  readonly count: string;
  readonly unit: string;
}

/** Formats a quantity with the expected one, if known; null: not counted. */
export function amountOf(quantity: number | null, expected: number | null): Amount | null {
  if (quantity === null) return null;
  const unit = t(TEXTS.unit, { n: expected ?? quantity });
  return { count: expected === null ? number(quantity) : t(TEXTS.of, { quantity, expected }), unit };
}

/** The texts of the card. */
interface Facts {
  /** The verdict. */
  readonly title: string;
  /** The location in the title; null: none. */
  readonly place: string | null;
  /** Null: not counted. */
  readonly amount: Amount | null;
  /** The expected location, the previous count, or the reason of a failure. */
  readonly more: string;
}

/** The texts for a scan. The expected quantity of blind counts is not known here. */
export function factsOf(result: ScanResult): Facts {
  const { quantity, expected, question } = result;
  // A large quantity below "NOT counted" would be read as counted.
  const amount = question === null ? amountOf(quantity, expected) : amountAsked(result);
  return { title: titleOf(result), place: placeOf(result), amount, more: moreOf(result) };
}

/** The quantity of a questioned scan, for the user to check; null: it is in the question alone. */
function amountAsked({ question, pieces }: ScanResult): Amount | null {
  if (question !== "large") return null;
  return { count: `${number(pieces)}?`, unit: t(TEXTS.unit, { n: pieces }) };
}

/** The title of an article that belongs to a location. */
export const belongsText = (location: string): string => t(TEXTS.belongs, { location });

function placeOf({ verdict, belongsTo }: ScanResult): string | null {
  if (verdict !== "elsewhere" || belongsTo === null) return null;
  return locationName(belongsTo) || locationPath(belongsTo);
}

function titleOf(result: ScanResult): string {
  const { verdict, quantity, expected, pieces } = result;
  const values = { quantity: quantity ?? 0, expected: expected ?? 0, pieces };
  const place = placeOf(result);
  if (place !== null) return belongsText(place);
  if (verdict === "added") return t(expected === null ? TEXTS.added : TEXTS.addedOf, values);
  if (verdict === "surplus") return t(TEXTS.surplus, values);
  return t(NAMES[verdict]);
}

function moreOf(result: ScanResult): string {
  const { verdict, reason, before, belongsTo, question } = result;
  if (verdict === "failed") return reason === null ? "" : t(reason);
  if (verdict === "unknown") return t(TEXTS.unknown);
  if (question !== null) return questionText(result, question);
  if (verdict === "elsewhere" && belongsTo !== null) return pathAbove(belongsTo);
  if (verdict === "unexpected") return t(TEXTS.unexpected);
  if (before === null) return "";
  return t(TEXTS.before, { author: before.author, at: when(before.at), quantity: before.quantity ?? 1 });
}

/** The location above one, whose name is in the title. */
function pathAbove(locationId: number): string {
  const parentId = allLocations.value.get(locationId)?.parentLocationId ?? null;
  return parentId === null ? "" : locationPath(parentId);
}

function questionText({ before, item, expected, pieces }: ScanResult, question: Question): string {
  const at = item?.placeId ?? null;
  const values = { author: before?.author ?? "", quantity: before?.quantity ?? 1 };
  if (question === "large") return t(TEXTS.askLarge, { pieces, expected: expected ?? 0 });
  if (pieces > 1 && question === "surplus") return t(TEXTS.askMany, { ...values, pieces });
  if (question === "surplus") return t(TEXTS.askSurplus, values);
  return t(TEXTS.askMoved, { ...values, location: at === null ? "" : locationName(at) || locationPath(at) });
}

/** The counted quantity, with its location if that is another one. */
export function countedText(item: ItemNow | null, placeId: number): string {
  const quantity = item?.quantity ?? null;
  const counted = quantity === null ? "–" : number(quantity);
  const elsewhere = item === null ? null : countedElsewhere(item, placeId);
  if (elsewhere === null) return t(TEXTS.counted, { now: counted });
  return t(TEXTS.countedAt, { now: counted, location: locationName(elsewhere) || locationLabel(elsewhere) });
}

/** The label of *Moved here*, with the number of pieces; `item` null: unknown. */
export const movedText = (item: Pick<ItemNow, "quantity"> | null, pieces: number): string =>
  t(TEXTS.moved, { n: movedQuantity(item, pieces) });

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
  askMoved: msg("{author} counted {quantity} at {location}. Moved here, or more?"),
  belongs: msg("Belongs to {location}"),
  unexpected: msg("It is in no list of this stocktake. Counted here."),
  unknown: msg("Saved with this location. What is it?"),
  counted: msg("Counted: {now}"),
  countedAt: msg("Counted at {location}: {now}"),
  moved: msg("{n, plural, one {Moved} other {All # moved}} here"),
};
