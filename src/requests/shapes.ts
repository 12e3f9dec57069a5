import { z } from "zod";
import { decimal } from "../articles/shapes.ts";
import { CodedReference, NamedReference, UserReference } from "../http/endpoint/references.ts";

// What users ask for, as those see it who decide.

const time = () => z.iso.datetime();

/** The article that a request is about, as it is today. */
export const ArticleName = z.object({ oid: z.int(), code: z.string().nullable(), name: z.string() });
export type ArticleName = z.output<typeof ArticleName>;
export type PersonName = z.output<typeof UserReference>;
export type Named = z.output<typeof NamedReference>;

/** `obsolete`: nobody had decided when its article was deleted. */
export const TRANSFER_STATES = ["open", "confirmed", "rejected", "obsolete"] as const;
export type TransferState = (typeof TRANSFER_STATES)[number];

export const TransferRequest = z
  .object({
    oid: z.int(),
    state: z.enum(TRANSFER_STATES),
    articleId: z.int(),
    article: ArticleName,
    targetLocationId: z.int(),
    targetLocation: CodedReference,
    fromLocationId: z.int().nullable(),
    fromLocation: CodedReference.nullable(),
    quantity: z.int().nullable().describe("pieces; null: all. Of a confirmed one: how many were moved"),
    note: z.string().nullable(),
    user: UserReference.describe("who asks"),
    createdDT: time(),
    decidedDT: time().nullable(),
    decidedBy: UserReference.nullable(),
    reason: z.string().nullable().describe("why it was rejected"),
  })
  .meta({ id: "ArticleTransfer" });
export type TransferRequest = z.output<typeof TransferRequest>;

/** `obsolete` as above. */
export const DISPOSAL_STATES = ["waiting", "approved", "rejected", "obsolete"] as const;
export type DisposalState = (typeof DISPOSAL_STATES)[number];

export const DisposalRequest = z
  .object({
    oid: z.int(),
    state: z.enum(DISPOSAL_STATES),
    articleId: z.int(),
    article: ArticleName,
    disposalMethod: NamedReference.nullable(),
    disposalReason: NamedReference.nullable(),
    note: z.string().nullable(),
    inventoryItemId: z.int().nullable().describe("the stocktake's item that it came by"),
    user: UserReference.describe("who proposes"),
    proposalDT: time(),
    decidedDT: time().nullable(),
    decidedBy: UserReference.nullable(),
    rejectReason: z.string().nullable(),
  })
  .meta({ id: "ArticleDisposal" });
export type DisposalRequest = z.output<typeof DisposalRequest>;

export const PROPOSAL_STATES = ["waiting", "rejected"] as const;
export type ProposalState = (typeof PROPOSAL_STATES)[number];

export const ArticleProposal = z
  .object({
    oid: z.int().describe("the article's"),
    state: z.enum(PROPOSAL_STATES),
    name: z.string(),
    category: NamedReference,
    type: NamedReference,
    price: decimal(),
    currencyType: NamedReference.nullable(),
    serialNumber: z.string().nullable(),
    note: z.string().nullable(),
    invoiceNo: z.string().nullable(),
    dtBuy: z.iso.date().nullable(),
    userId: z.int().nullable(),
    user: UserReference.nullable().describe("for whom it is"),
    createdDT: time(),
    createdBy: z.string().describe("who proposed it"),
    rejectReason: z.string().nullable(),
    rejectedDT: time().nullable(),
    rejectedBy: z.string().nullable(),
  })
  .meta({ id: "ArticleProposal" });
export type ArticleProposal = z.output<typeof ArticleProposal>;
