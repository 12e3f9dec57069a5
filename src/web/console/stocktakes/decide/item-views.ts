import { type Message, msg } from "../../../../domain/message.ts";
import { RESULT_NAMES, RESULTS, type Result } from "../../../../domain/results.ts";
import { fold } from "../../../../domain/text-folding.ts";
import { hasWords, searchWords } from "../../../../domain/word-search.ts";
import type { InventoryItem } from "../../../api/types/endpoints.d.ts";
import { number } from "../../../i18n/translate.ts";
import { isWithin, locationName } from "../../../offline/sync/locations.ts";

// Which items of a stocktake are shown, and in which order.

export type TabName = "needsDecision" | "all" | Result | "toRecount" | "moved" | "open";

/** A part of the items, reached by a link with how many there are. */
export interface Tab {
  readonly name: TabName;
  readonly words: Message;
  readonly holds: (item: InventoryItem) => boolean;
}

/** Stock of the item has changed since it was prepared, and nobody has decided what that means. */
const isUndecided = ({ movedDT, decision }: InventoryItem) => movedDT !== null && decision === null;

/** It is to be recounted or decided on, or its difference is not approved. */
function needsDecision(item: InventoryItem): boolean {
  const { isToRecount, isApproved, result } = item;
  if (isToRecount || isUndecided(item)) return true;
  return !isApproved && result !== null && result !== undefined && result !== "foundAsExpected";
}

/** All items. */
export const ALL: Tab = { name: "all", words: msg("All"), holds: () => true };

/** All parts. Results are known from their processing on. */
export const TABS: readonly Tab[] = [
  { name: "needsDecision", words: msg("Needs decision"), holds: needsDecision },
  ALL,
  ...RESULTS.map((name) => ({
    name,
    words: RESULT_NAMES[name],
    holds: (item: InventoryItem) => item.result === name,
  })),
  { name: "toRecount", words: msg("Recount"), holds: (item) => item.isToRecount },
  {
    name: "moved",
    words: msg("Stock changed"),
    holds: isUndecided,
  },
  { name: "open", words: msg("Not approved"), holds: ({ isApproved }) => !isApproved },
];

/** The pieces that were found; null: not counted. Found without a quantity are all that were expected. */
export function piecesFound({ isFound, inventoryQuantity, quantity = 0 }: InventoryItem): number | null {
  if (isFound) return inventoryQuantity ?? quantity;
  return inventoryQuantity === null ? null : 0;
}

/** Found less expected; null: not counted. */
export function difference(item: InventoryItem): number | null {
  const found = piecesFound(item);
  return found === null ? null : found - (item.quantity ?? 0);
}

/** A difference with its sign. */
export const signed = (pieces: number) => `${pieces > 0 ? "+" : ""}${number(pieces)}`;

/** What the difference is worth; null: not counted. */
export function differenceValue(item: InventoryItem): number | null {
  const pieces = difference(item);
  return pieces === null ? null : pieces * item.price;
}

/** Where it was found, if that is another place than it is expected at. */
export function foundElsewhere({ inventoryLocationId, locationId }: InventoryItem): number | null {
  return inventoryLocationId === locationId ? null : inventoryLocationId;
}

/** What the items are narrowed down by; null is no filter. */
export interface ItemFilter {
  readonly tab: Tab;
  /** Expected or found there or below. */
  readonly place: number | null;
  /** Who counted it last. */
  readonly person: number | null;
  /** Words in any order, in code, name or note; case and accents are ignored. */
  readonly text: string;
}

/** The items that all filters let through. */
export function filtered(items: readonly InventoryItem[], filter: ItemFilter): readonly InventoryItem[] {
  const { tab, place, person } = filter;
  const words = searchWords(filter.text);
  const isAt = (oid: number | null) => oid !== null && place !== null && isWithin(oid, [place]);
  return items.filter(
    (item) =>
      tab.holds(item) &&
      (place === null || isAt(item.locationId) || isAt(item.inventoryLocationId)) &&
      (person === null || item.counted?.user.id === person) &&
      (words.length === 0 ||
        hasWords(fold(`${item.article.code ?? ""} ${item.article.name} ${item.note ?? ""}`), words)),
  );
}

type Key = (item: InventoryItem) => string | number;
const KEYS: Readonly<Record<string, Key>> = {
  code: ({ article }) => article.code ?? "\uffff",
  name: ({ article }) => article.name,
  place: ({ locationId }) => (locationId === null ? "" : locationName(locationId)),
  expected: ({ quantity = 0 }) => quantity,
  counted: (item) => piecesFound(item) ?? -1,
  difference: (item) => difference(item) ?? Number.MAX_SAFE_INTEGER,
  // The size of it: a loss matters as much as a gain. What is not counted comes after what is.
  value: (item) => {
    const value = differenceValue(item);
    return value === null ? -1 : Math.abs(value);
  },
};

/** In the order of one of `code`, `name`, `place`, `expected`, `counted`, `difference`, `value`; `-` before it: backwards. */
export function sorted(items: readonly InventoryItem[], by: string): readonly InventoryItem[] {
  const way = by.charAt(0) === "-" ? -1 : 1;
  const key = KEYS[by.replace("-", "")] ?? KEYS["code"];
  if (key === undefined) return items;
  const collator = new Intl.Collator(undefined, { numeric: true });
  const keyed = items.map((item) => ({ item, at: key(item) }));
  keyed.sort((a, b) => {
    const order =
      typeof a.at === "number" && typeof b.at === "number"
        ? a.at - b.at
        : collator.compare(String(a.at), String(b.at));
    return way * order || a.item.oid - b.item.oid;
  });
  return keyed.map(({ item }) => item);
}
