import { z } from "zod";
import { CodedReference } from "../http/endpoint/references.ts";

// Minimum stock as JSON.

const ArticleName = z.object({ oid: z.int(), code: z.string().nullable(), name: z.string() });
const minimum = z.int().describe("fewer pieces are too few");
const location = CodedReference.nullable().describe("with all locations below it; null: everywhere");

/** A rule of minimum stock. */
export const RefillRule = z
  .object({
    oid: z.int(),
    articleId: z.int(),
    article: ArticleName,
    locationId: z.int().nullable(),
    location,
    minimum,
    target: z.int().nullable().describe("pieces to refill up to; null: the minimum"),
  })
  .meta({ id: "RefillRule" });
export type RefillRule = z.output<typeof RefillRule>;

/** A line of the refill list. */
export const RefillItem = z
  .object({
    ruleId: z.int(),
    articleId: z.int(),
    article: ArticleName.extend({ supplier: z.string().nullable() }),
    locationId: z.int().nullable(),
    location,
    stock: z.int().describe("pieces at the location and below it, or everywhere"),
    minimum,
    target: z.int().describe("pieces to refill up to"),
    missing: z.int().describe("`target` less `stock`"),
    since: z.iso.datetime().describe("when the stock fell below the minimum"),
    sources: z
      .array(z.object({ locationId: z.int(), location: CodedReference, quantity: z.int() }))
      .describe("other locations with the article, most pieces first, at most 5"),
  })
  .meta({ id: "RefillItem" });
export type RefillItem = z.output<typeof RefillItem>;

export const RefillList = z
  .object({
    items: z.array(RefillItem),
    total: z.int().describe("lines of all pages"),
    nextCursor: z.string().nullable().describe("null: the last page"),
  })
  .meta({ id: "RefillList" });
export type RefillList = z.output<typeof RefillList>;
