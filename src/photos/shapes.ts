import { z } from "zod";
import { namedObject } from "../http/endpoint/named-object.ts";

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
export const Photo = namedObject("Photo", { oid: z.int(), inventoryItemId: z.int(), ...common });
export type Photo = z.output<typeof Photo>;

export const ArticlePhoto = namedObject("ArticlePhoto", { oid: z.int(), articleId: z.int(), ...common });
export type ArticlePhoto = z.output<typeof ArticlePhoto>;

/** A file attached to an article. */
export const Attachment = namedObject("Attachment", {
  oid: z.int(),
  articleId: z.int(),
  fileName: z.string(),
  contentType: z.enum(["application/pdf", "image/jpeg", "image/png"]),
  size: z.int().describe("bytes"),
  createdDT: z.iso.datetime(),
  createdBy: z.string(),
  url: z.string(),
});
export type Attachment = z.output<typeof Attachment>;

export const UnknownCodePhoto = namedObject("UnknownCodePhoto", {
  oid: z.int(),
  operationId: z.string(),
  ...common,
});
export type UnknownCodePhoto = z.output<typeof UnknownCodePhoto>;
