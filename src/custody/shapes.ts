import { z } from "zod";
import { CUSTODY_KINDS, CUSTODY_REJECTIONS, CUSTODY_RESULTS } from "../domain/custody.ts";
import { namedObject } from "../http/endpoint/named-object.ts";
import { listFields } from "../http/endpoint/record-schemas.ts";
import { UserReference } from "../http/endpoint/references.ts";
import { CUSTODY } from "../records/custody.ts";

// Custody as JSON.

const time = () => z.iso.datetime();

const ArticleName = z.object({ oid: z.int(), code: z.string().nullable(), name: z.string() });
const Person = UserReference.extend({ isActive: z.boolean() });

export const CUSTODY_STATES = ["open", "ended"] as const;

export const Custody = namedObject("Custody", {
  oid: z.int(),
  ...listFields(CUSTODY, {}),
  article: ArticleName,
  user: Person.describe("the person who has or had the article"),
  startedBy: UserReference.describe("the user who handed it out"),
  isStartSigned: z.boolean(),
  endedBy: UserReference.nullable(),
  isEndSigned: z.boolean(),
});
export type Custody = z.output<typeof Custody>;

const signature = z
  .string()
  .nullable()
  .describe("strokes as an SVG path of lines in a field of 600 by 200; null: not signed");

export const CustodyDetail = Custody.extend({ startSignature: signature, endSignature: signature }).meta({
  id: "CustodyDetail",
});
export type CustodyDetail = z.output<typeof CustodyDetail>;

/** An open custody, as terminals store it. */
export const OpenCustody = namedObject("OpenCustody", {
  oid: z.int(),
  articleId: z.int(),
  userId: z.int(),
  userName: z.string().describe("the full name, also of a deactivated person"),
  startedDT: time(),
  dueDate: z.iso.date().nullable(),
});
export type OpenCustody = z.output<typeof OpenCustody>;

/** A person who can have articles. */
export const CustodyPerson = namedObject("CustodyPerson", {
  id: z.int(),
  fullName: z.string(),
  badgeCode: z
    .string()
    .nullable()
    .describe("the code on the person's badge; null: none, or the caller is no paired device"),
});
export type CustodyPerson = z.output<typeof CustodyPerson>;

/** The result of an operation of a terminal. */
export const CustodyReceipt = namedObject("CustodyReceipt", {
  operationId: z.string(),
  result: z
    .enum(CUSTODY_RESULTS)
    .describe("`unchanged`: the article was already where the operation puts it"),
  reason: z.enum(CUSTODY_REJECTIONS).nullable().describe("why it was rejected"),
  message: z.string().nullable().describe("the reason as a sentence, in the language of the request"),
  custodyId: z
    .int()
    .nullable()
    .describe("what was started or ended; of a rejected operation: what is in its way"),
});
export type CustodyReceipt = z.output<typeof CustodyReceipt>;

export const RejectedCustody = namedObject("RejectedCustody", {
  oid: z.int(),
  kind: z.enum(CUSTODY_KINDS),
  reason: z.enum(CUSTODY_REJECTIONS),
  articleId: z.int(),
  article: ArticleName,
  user: UserReference.nullable().describe("the person of the operation; null: not named"),
  at: time(),
  receivedDT: time(),
  author: UserReference.describe("the user in whose name the terminal sent it"),
  deviceName: z.string().nullable(),
  dueDate: z.iso.date().nullable().describe("as it was entered"),
  note: z.string().nullable().describe("the condition, as it was entered"),
  signature,
  custodyId: z.int().nullable().describe("the custody that is in its way"),
  holder: UserReference.nullable().describe("its person"),
});
export type RejectedCustody = z.output<typeof RejectedCustody>;
