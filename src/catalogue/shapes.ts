import { z } from "zod";

export const CatalogueItem = z
  .object({
    oid: z.int(),
    name: z.string(),
    isGlobal: z.boolean().describe("the box's own: read by all tenants, changed by none"),
  })
  .meta({ id: "CatalogueItem" });
export type CatalogueItem = z.output<typeof CatalogueItem>;
