import { z } from "zod";
import { namedObject } from "../http/endpoint/named-object.ts";
import { decimal, listFields } from "../http/endpoint/record-schemas.ts";
import { CodedReference, NamedReference, QuantityUnit, UserReference } from "../http/endpoint/references.ts";
import { DISPOSAL_PROPOSAL, TRANSFER } from "../records/article-parts.ts";

// Requests as JSON.

const time = () => z.iso.datetime();

/** The article of a request, with its current name. */
export const ArticleName = z.object({ oid: z.int(), code: z.string().nullable(), name: z.string() });
export type ArticleName = z.output<typeof ArticleName>;
/** A user as the lists of requests name them. */
export type PersonName = z.output<typeof UserReference>;
/** A reference with a name, in the lists of requests. */
export type NamedRecord = z.output<typeof NamedReference>;

/** `obsolete`: the article was deleted before the decision. */
export const TRANSFER_STATES = ["open", "confirmed", "rejected", "obsolete"] as const;
export type TransferState = (typeof TRANSFER_STATES)[number];

export const TransferRequest = namedObject("ArticleTransfer", {
  oid: z.int(),
  state: z.enum(TRANSFER_STATES),
  ...listFields(TRANSFER, {}),
  article: ArticleName,
  unit: QuantityUnit,
  targetLocation: CodedReference,
  fromLocation: CodedReference.nullable(),
  user: UserReference.describe("the author"),
  decidedBy: UserReference.nullable(),
});
export type TransferRequest = z.output<typeof TransferRequest>;

/** `obsolete` as in TRANSFER_STATES. */
export const DISPOSAL_STATES = ["waiting", "approved", "rejected", "obsolete"] as const;
export type DisposalState = (typeof DISPOSAL_STATES)[number];

export const DisposalRequest = namedObject("ArticleDisposal", {
  oid: z.int(),
  state: z.enum(DISPOSAL_STATES),
  ...listFields(DISPOSAL_PROPOSAL, {}),
  article: ArticleName,
  disposalMethod: NamedReference.nullable(),
  disposalReason: NamedReference.nullable(),
  user: UserReference.describe("the author"),
  decidedBy: UserReference.nullable(),
});
export type DisposalRequest = z.output<typeof DisposalRequest>;

export const PROPOSAL_STATES = ["waiting", "rejected"] as const;
export type ProposalState = (typeof PROPOSAL_STATES)[number];

export const ArticleProposal = namedObject("ArticleProposal", {
  oid: z.int().describe("oid of the article"),
  state: z.enum(PROPOSAL_STATES),
  code: z.string().nullable().describe("the code that it has got already"),
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
  user: UserReference.nullable().describe("the future holder"),
  createdDT: time(),
  createdBy: z.string().describe("user name of the author"),
  rejectReason: z.string().nullable(),
  rejectedDT: time().nullable(),
  rejectedBy: z.string().nullable(),
});
export type ArticleProposal = z.output<typeof ArticleProposal>;
