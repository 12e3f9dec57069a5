import { z } from "zod";
import { namedObject } from "../http/endpoint/named-object.ts";
import { listFields } from "../http/endpoint/record-schemas.ts";
import { CodedReference, QuantityUnit } from "../http/endpoint/references.ts";
import { REFILL_RULE } from "../records/refill-rule.ts";

// Minimum stock as JSON.

const ArticleName = z.object({
  oid: z.int(),
  code: z.string().nullable(),
  name: z.string(),
  unit: QuantityUnit,
});
const rule = listFields(REFILL_RULE, {});
const location = CodedReference.nullable().describe("with all locations below it; null: everywhere");

/** A rule of minimum stock. */
export const RefillRule = namedObject("RefillRule", {
  oid: z.int(),
  ...rule,
  article: ArticleName,
  location,
});
export type RefillRule = z.output<typeof RefillRule>;

/** A line of the refill list. */
export const RefillItem = namedObject("RefillItem", {
  ruleId: z.int(),
  articleId: z.int(),
  article: ArticleName.extend({ supplier: z.string().nullable() }),
  locationId: z.int().nullable(),
  location,
  stock: z.int().describe("pieces at the location and below it, or everywhere"),
  minimum: rule.minimum,
  target: z.int().describe("pieces to refill up to"),
  missing: z.int().describe("`target` less `stock`"),
  since: z.iso.datetime().describe("when the stock fell below the minimum"),
  sources: z
    .array(z.object({ locationId: z.int(), location: CodedReference, quantity: z.int() }))
    .describe("other locations with the article, most pieces first, at most 5"),
});
export type RefillItem = z.output<typeof RefillItem>;

export const RefillList = namedObject("RefillList", {
  items: z.array(RefillItem),
  total: z.int().describe("lines of all pages"),
  nextCursor: z.string().nullable().describe("null: the last page"),
});
export type RefillList = z.output<typeof RefillList>;
