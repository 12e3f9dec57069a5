import { z } from "zod";

export const CatalogueItem = z
  .object({
    oid: z.int(),
    name: z.string().describe("of the global article states: in the language of `Accept-Language`"),
    isGlobal: z.boolean().describe("of no tenant: read by all, renamed and deleted by none"),
    isHidden: z
      .boolean()
      .describe("not offered in selects by this tenant; a reference to it is still accepted"),
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
