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
  const unit = t(UNIT, { n: expected ?? quantity });
  return {
    count: expected === null ? number(quantity) : t(msg("{quantity} of {expected}"), { quantity, expected }),
    unit,
  };
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
  return { count: `${number(pieces)}?`, unit: t(UNIT, { n: pieces }) };
}

/** The title of an article that belongs to a location. */
export const belongsText = (location: string): string => t(msg("Belongs to {location}"), { location });

function placeOf({ verdict, belongsTo }: ScanResult): string | null {
  if (verdict !== "elsewhere" || belongsTo === null) return null;
  return locationName(belongsTo) || locationPath(belongsTo);
}

function titleOf(result: ScanResult): string {
  const { verdict, quantity, expected, pieces } = result;
  const values = { quantity: quantity ?? 0, expected: expected ?? 0, pieces };
  const place = placeOf(result);
  if (place !== null) return belongsText(place);
  if (verdict === "added")
    return t(
      expected === null ? msg("+{pieces}: {quantity}") : msg("+{pieces}: {quantity} of {expected}"),
      values,
    );
  if (verdict === "surplus") return t(msg("More than expected: {quantity} of {expected}"), values);
  return t(NAMES[verdict]);
}

function moreOf(result: ScanResult): string {
  const { verdict, reason, before, belongsTo, question } = result;
  if (verdict === "failed") return reason === null ? "" : t(reason);
  if (verdict === "unknown") return t(msg("Saved with this location. What is it?"));
  if (question !== null) return questionText(result, question);
  if (verdict === "elsewhere" && belongsTo !== null) return pathAbove(belongsTo);
  if (verdict === "unexpected") return t(msg("It is in no list of this stocktake. Counted here."));
  if (before === null) return "";
  return t(msg("{author} counted {quantity}, {at}."), {
    author: before.author,
    at: when(before.at),
    quantity: before.quantity ?? 1,
  });
}

/** The location above one, whose name is in the title. */
function pathAbove(locationId: number): string {
  const parentId = allLocations.value.get(locationId)?.parentLocationId ?? null;
  return parentId === null ? "" : locationPath(parentId);
}

function questionText({ before, item, expected, pieces }: ScanResult, question: Question): string {
  const at = item?.placeId ?? null;
  const values = { author: before?.author ?? "", quantity: before?.quantity ?? 1 };
  if (question === "large")
    return t(msg("{pieces} pieces at once? Expected: {expected}."), { pieces, expected: expected ?? 0 });
  if (pieces > 1 && question === "surplus")
    return t(msg("{author} counted {quantity}. Add {pieces} more?"), { ...values, pieces });
  if (question === "surplus")
    return t(msg("{author} counted {quantity}. Is this the same piece, or one more?"), values);
  return t(msg("{author} counted {quantity} at {location}. Moved here, or more?"), {
    ...values,
    location: at === null ? "" : locationName(at) || locationPath(at),
  });
}

/** The counted quantity, with its location if that is another one. */
export function countedText(item: ItemNow | null, placeId: number): string {
  const quantity = item?.quantity ?? null;
  const counted = quantity === null ? "–" : number(quantity);
  const elsewhere = item === null ? null : countedElsewhere(item, placeId);
  if (elsewhere === null) return t(msg("Counted: {now}"), { now: counted });
  return t(msg("Counted at {location}: {now}"), {
    now: counted,
    location: locationName(elsewhere) || locationLabel(elsewhere),
  });
}

/** The label of *Moved here*, with the number of pieces; `item` null: unknown. */
export const movedText = (item: Pick<ItemNow, "quantity"> | null, pieces: number): string =>
  t(msg("{n, plural, one {Moved} other {All # moved}} here"), { n: movedQuantity(item, pieces) });

const UNIT = msg("{n, plural, one {piece} other {pieces}}");
