import { z } from "zod";

export const Photo = z
  .object({
    oid: z.int(),
    inventoryItemId: z.int(),
    fileName: z.string(),
    contentType: z.enum(["image/jpeg", "image/png"]),
    width: z.int(),
    height: z.int(),
    size: z.int().describe("bytes of the stored image"),
    createdDT: z.iso.datetime(),
    createdBy: z.string(),
    url: z.string(),
    thumbnailUrl: z.string(),
  })
  .meta({ id: "Photo" });
export type Photo = z.output<typeof Photo>;
