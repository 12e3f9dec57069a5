import type { Decision } from "../../../../domain/item-decisions.ts";
import { foundLocation, type ItemView, isResult, pieceDifference } from "../../../../domain/item-views.ts";
import { type Message, msg } from "../../../../domain/message.ts";
import { RESULT_NAMES } from "../../../../domain/results.ts";
import type { InventoryItem } from "../../../api/types/endpoints.d.ts";
import { quantityText } from "../../../articles/amounts.ts";
import { t } from "../../../i18n/translate.ts";

// Names of views, and formatted figures of an item.

/** The name of a view, as its tab shows it. */
export function nameOfView(view: ItemView): Message {
  return isResult(view) ? RESULT_NAMES[view] : NAMES[view];
}

const NAMES = {
  needsDecision: msg("Needs decision"),
  differences: msg("Differences"),
  toRecount: msg("Recount"),
  secondCount: msg("Second count"),
  moved: msg("Stock changed"),
  notApproved: msg("Not approved"),
  all: msg("All"),
};

/** A quantity with its sign. */
export const signed = (quantity: number, unit: string | null = null) =>
  `${quantity > 0 ? "+" : ""}${quantityText(quantity, unit)}`;

/** Value of the difference at the price of `prepare`; null: not counted. */
export function differenceValue(item: InventoryItem): number | null {
  const pieces = pieceDifference(item);
  return pieces === null ? null : pieces * item.price;
}

/** The location where an item was found, if it is another than the expected one; null otherwise. */
export function foundElsewhere(item: InventoryItem): number | null {
  const found = foundLocation(item);
  return found === item.locationId ? null : found;
}

/** What is to be done with an item or was done, in words. */
export const flagsOf = ({ isToRecount, needsSecondCount, isApproved }: InventoryItem): string =>
  [
    isToRecount && t(msg("recount")),
    needsSecondCount && t(msg("second count")),
    isApproved && t(msg("approved")),
  ]
    .filter(Boolean)
    .join(" · ");

/** The effect of closing on each. */
export const DECISION_EFFECTS: Readonly<Record<Decision, Message>> = {
  recount: msg("count it again, compared with the current stock of its location"),
  keepCount: msg("closing sets the counted quantity"),
  keepDifference: msg("closing applies counted less expected to the stock of that moment"),
  settle: msg("two counts differ; the later one is used"),
};
