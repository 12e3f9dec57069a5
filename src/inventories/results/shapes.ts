import { z } from "zod";
import { ITEM_VIEWS } from "../../domain/item-views.ts";
import { namedObject } from "../../http/endpoint/named-object.ts";
import { InventoryItem, ItemValue, quantities, UnitTotal } from "../shapes.ts";

const seen = z
  .string()
  .describe("the version of the items, for the query parameter `seen` of decisions and approvals");

/** A page of the items of an inventory. */
export const InventoryItemPage = namedObject("InventoryItemPage", {
  seen,
  items: z.array(InventoryItem),
  nextCursor: z.string().nullable().describe("the `cursor` of the next page; null: this is the last one"),
});
export type InventoryItemPage = z.output<typeof InventoryItemPage>;

const pieces = {
  items: z.int(),
  quantity: z.int().describe("expected pieces"),
  notCounted: z.int().describe("expected pieces of items that are not counted"),
  moved: z.int().describe("net pieces that came between `prepare` and the count"),
  difference: z.int().describe("found minus recorded pieces of counted items"),
  found: z.int(),
  quantities,
  values: z.array(ItemValue).describe("by currency; empty if no item has a price"),
};

/** The total of some items. */
export const ItemTotal = namedObject("InventoryItemTotal", {
  ...pieces,
  found: pieces.found.describe("`quantity` minus `notCounted` plus `moved` plus `difference`"),
});
export type ItemTotal = z.output<typeof ItemTotal>;

/** The totals of the views. */
export const InventoryItemTotals = namedObject("InventoryItemTotals", {
  seen,
  views: z.object(
    Object.fromEntries(ITEM_VIEWS.map((view) => [view, ItemTotal])) as Record<
      (typeof ITEM_VIEWS)[number],
      typeof ItemTotal
    >,
  ),
});
export type InventoryItemTotals = z.output<typeof InventoryItemTotals>;

/** The total of the items at one location. */
export const LocationTotal = namedObject("InventoryLocationTotal", {
  locationId: z.int(),
  ...pieces,
  items: z.int().describe("items that are expected or were found there"),
  moved: z
    .int()
    .describe(
      "net pieces that came between `prepare` and the count; pieces expected elsewhere and found here, minus pieces expected here and found elsewhere",
    ),
  found: z.int().describe("pieces found here: `quantity` minus `notCounted` plus `moved` plus `difference`"),
  quantities: z.array(UnitTotal).describe("by unit, pieces first"),
  values: z
    .array(ItemValue.pick({ currency: true, difference: true }))
    .describe("value of `difference` by currency, without zeros"),
});
export type LocationTotal = z.output<typeof LocationTotal>;
