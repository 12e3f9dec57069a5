import { z } from "zod";

export const CatalogueItem = z
  .object({
    oid: z.int(),
    name: z.string().describe("global article states: in the language of `Accept-Language`"),
    isGlobal: z.boolean().describe("shared by all tenants; can't be renamed or deleted"),
    isHidden: z
      .boolean()
      .describe("not offered in this tenant's selects; references to it are still accepted"),
    isDefault: z
      .boolean()
      .optional()
      .describe("only of currencies: it is the company's, and prices without a currency are in it"),
  })
  .meta({ id: "CatalogueItem" });
export type CatalogueItem = z.output<typeof CatalogueItem>;

export const CatalogueUses = z
  .object({
    oid: z.int(),
    articles: z.int().describe("without the deleted ones"),
    deletedArticles: z.int(),
    inventoryItems: z.int(),
    disposalProposals: z.int(),
  })
  .meta({ id: "CatalogueUses" });
export type CatalogueUses = z.output<typeof CatalogueUses>;
