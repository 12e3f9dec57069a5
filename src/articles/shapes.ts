import { z } from "zod";
import { CustomValue } from "../custom-fields/shapes.ts";
import { namedObject } from "../http/endpoint/named-object.ts";
import { decimal, detailFields, listFields, terminalFields } from "../http/endpoint/record-schemas.ts";
import { CodedReference, NamedReference, Quantities, UserReference } from "../http/endpoint/references.ts";
import { ARTICLE } from "../records/article.ts";
import { CodeOfArticle } from "./codes/shapes.ts";

// Response shapes of the article endpoints (contract 2; decisions, Articles).

const time = () => z.iso.datetime();

const PackOfArticle = z.object({
  name: z.string(),
  quantity: z.int().describe("pieces of the pack"),
});

/** The list shape. */
export const Article = namedObject("Article", { oid: z.int(), ...listFields(ARTICLE, {}) });
export type Article = z.output<typeof Article>;

/** The list shape with additional codes. */
export const ArticleWithCodes = Article.extend({
  codes: z.array(CodeOfArticle).describe("additional codes"),
});
export type ArticleWithCodes = z.output<typeof ArticleWithCodes>;

const beside = z.object(terminalFields(ARTICLE));

/** The list shape with what terminals show beside it. */
export const ArticleWithFields = ArticleWithCodes.extend({
  ...beside.partial().shape,
  fields: z
    .record(z.string(), z.string())
    .nullable()
    .optional()
    .describe("values of custom fields by the oid of the field; null: none"),
  packs: z.array(PackOfArticle).nullable().optional().describe("the smallest first; null: none"),
}).meta({ id: "ArticleWithFields" });
export type ArticleWithFields = z.output<typeof ArticleWithFields>;

export const ArticleChanges = namedObject("ArticleChanges", {
  cursor: z.string().describe("send it as `since` next time"),
  isWhole: z.boolean(),
  hasMore: z.boolean(),
  articles: z.array(ArticleWithFields),
  deleted: z.array(z.int()).describe("ids of deleted articles"),
});

export const ArticleDetail = namedObject("ArticleDetail", {
  oid: z.int(),
  ...detailFields(ARTICLE, "detail", {}),
});
export type ArticleDetail = z.output<typeof ArticleDetail>;

/** What every role reads beside the contract's detail. */
export const MoreFields = namedObject("ArticleFields", {
  ...beside.shape,
  fields: z.array(CustomValue).describe("values of custom fields, in the order of the fields"),
  packs: z.array(PackOfArticle).describe("packs in which it is counted and moved, the smallest first"),
});
export type MoreFields = z.output<typeof MoreFields>;

/** The detail with fields that the contract's detail lacks. */
export const FullArticle = ArticleDetail.extend({
  ...detailFields(ARTICLE, "full", {}),
  ...MoreFields.shape,
  ownedFields: z
    .array(z.enum(["code", "name", "category"]))
    .describe("fields that the head office owns: they can't be changed here"),
}).meta({ id: "FullArticle" });
export type FullArticle = z.output<typeof FullArticle>;

/** The list shape with stock. */
export const ArticleRow = Article.extend({
  quantity: z.int().describe("all pieces"),
  unit: z.string().nullable().describe("of its quantities, such as kg; null: pieces"),
  places: z.int().describe("number of locations with stock"),
  currencyId: z.int().nullable().describe("currency of the price; only set by proposals"),
  location: CodedReference.nullable().describe("the location with the most pieces"),
  photoId: z.int().nullable().describe("its main photo: the newest"),
  heldBy: UserReference.nullable().describe("the person to whom it is handed out; `userId` is another fact"),
}).meta({ id: "ArticleRow" });
export type ArticleRow = z.output<typeof ArticleRow>;

/** What some articles are together. */
export const ArticleTotals = namedObject("ArticleTotals", {
  articles: z.int(),
  pieces: z.int().describe("at all locations; with `locationId` those there and below it"),
  quantities: Quantities.describe("`pieces` by unit, pieces first, without units of which there are none"),
  values: z
    .array(z.object({ currencyTypeId: z.int().nullable(), value: z.number() }))
    .describe("price times pieces, for each currency with a value; null: articles without a currency"),
});
export type ArticleTotals = z.output<typeof ArticleTotals>;

export const ArticlePage = namedObject("ArticlePage", {
  items: z.array(ArticleRow),
  nextCursor: z.string().nullable().describe("null: last page"),
  total: z.int().optional(),
});

export const ArticleLocation = namedObject("ArticleLocation", {
  oid: z.int(),
  articleId: z.int(),
  locationId: z.int(),
  location: CodedReference,
  quantity: z.number(),
});
export type ArticleLocation = z.output<typeof ArticleLocation>;

export const MyStats = namedObject("MyStats", {
  assignedCount: z.int(),
  assignedTotal: decimal(),
  openTransfers: z.int(),
  pendingDisposals: z.int(),
});

export const Transfer = namedObject("Transfer", {
  oid: z.int(),
  name: z.string(),
  articleId: z.int(),
  code: z.string().nullable(),
  createdDT: time(),
  targetLocation: CodedReference,
});
export type Transfer = z.output<typeof Transfer>;

export const Disposal = namedObject("DisposalProposal", {
  oid: z.int(),
  articleId: z.int(),
  name: z.string(),
  code: z.string().nullable(),
  disposalReason: NamedReference.nullable(),
  proposalDT: time(),
});
export type Disposal = z.output<typeof Disposal>;
