import { z } from "zod";

const common = {
  fileName: z.string(),
  contentType: z.enum(["image/jpeg", "image/png"]),
  width: z.int(),
  height: z.int(),
  size: z.int().describe("bytes of the stored image"),
  createdDT: z.iso.datetime(),
  createdBy: z.string(),
  url: z.string(),
  thumbnailUrl: z.string(),
};

/** A photo of an inventory item. */
export const Photo = z.object({ oid: z.int(), inventoryItemId: z.int(), ...common }).meta({ id: "Photo" });
export type Photo = z.output<typeof Photo>;

export const ArticlePhoto = z
  .object({ oid: z.int(), articleId: z.int(), ...common })
  .meta({ id: "ArticlePhoto" });
export type ArticlePhoto = z.output<typeof ArticlePhoto>;

/** A file attached to an article. */
export const Attachment = z
  .object({
    oid: z.int(),
    articleId: z.int(),
    fileName: z.string(),
    contentType: z.enum(["application/pdf", "image/jpeg", "image/png"]),
    size: z.int().describe("bytes"),
    createdDT: z.iso.datetime(),
    createdBy: z.string(),
    url: z.string(),
  })
  .meta({ id: "Attachment" });
export type Attachment = z.output<typeof Attachment>;

export const UnknownCodePhoto = z
  .object({ oid: z.int(), operationId: z.string(), ...common })
  .meta({ id: "UnknownCodePhoto" });
export type UnknownCodePhoto = z.output<typeof UnknownCodePhoto>;
