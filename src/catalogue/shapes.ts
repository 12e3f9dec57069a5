import { z } from "zod";
import { namedObject } from "../http/endpoint/named-object.ts";

export const CatalogueItem = namedObject("CatalogueItem", {
  oid: z.int(),
  name: z.string().describe("global article states: in the language of `Accept-Language`"),
  isGlobal: z.boolean().describe("shared by all tenants; can't be renamed or deleted"),
  isHidden: z.boolean().describe("not offered in this tenant's selects; references to it are still accepted"),
  isDefault: z
    .boolean()
    .optional()
    .describe("only of currencies: it is the company's, and prices without a currency are in it"),
});
export type CatalogueItem = z.output<typeof CatalogueItem>;

export const CatalogueUses = namedObject("CatalogueUses", {
  oid: z.int(),
  articles: z.int().describe("without the deleted ones"),
  deletedArticles: z.int(),
  inventoryItems: z.int(),
  disposalProposals: z.int(),
});
export type CatalogueUses = z.output<typeof CatalogueUses>;
