import { z } from "zod";
import { CODE_KINDS } from "../../domain/codes/stored-key.ts";
import { namedObject } from "../../http/endpoint/named-object.ts";

// Response shapes of additional codes.

/** The kind of a code, as the API names it. */
const CodeKindName = z
  .enum(CODE_KINDS)
  .describe("what the code is, for people: `gtin`, `oldNumber`, `serial`, `epc` or `other`");

const packQuantity = z.int().nullable().describe("pieces that a scan of the code means; null: one");

export const CodeOfArticle = z.object({ code: z.string(), kind: CodeKindName, packQuantity });
export type CodeOfArticle = z.output<typeof CodeOfArticle>;

export const AdditionalCode = namedObject("AdditionalCode", {
  oid: z.int(),
  articleId: z.int(),
  kind: CodeKindName,
  code: z.string(),
  packQuantity,
  createdDT: z.iso.datetime(),
  createdBy: z.string(),
});
export type AdditionalCode = z.output<typeof AdditionalCode>;

export const ScannedArticles = namedObject("ScannedArticles", {
  articles: z
    .array(
      z.object({
        oid: z.int(),
        code: z.string().nullable(),
        name: z.string(),
        serialNumber: z.string().nullable(),
      }),
    )
    .describe("empty: the code is unknown; several: it does not tell which"),
  pieces: z.int().describe("pieces that the scan means, by the code's quantity and its pack"),
  gs1: z
    .object({
      text: z.string().describe("all elements, the application identifiers in brackets"),
      gtin: z.string().nullable(),
      sscc: z.string().nullable(),
      serial: z.string().nullable(),
      lot: z.string().nullable(),
      expiry: z.iso.date().nullable(),
      returnableAsset: z.string().nullable(),
      individualAsset: z.string().nullable(),
      quantity: z.int().nullable(),
    })
    .nullable()
    .describe("null: not a GS1 code"),
});
export type ScannedArticles = z.output<typeof ScannedArticles>;
