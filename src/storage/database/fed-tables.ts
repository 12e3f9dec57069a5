import { ARTICLE } from "../../records/article.ts";
import { columnOf, fieldsIn } from "../../records/record.ts";
import type { TableName } from "./schema.ts";

// The tables of the change feed with the columns that it shows. storage/database/feed-triggers.ts creates triggers from them,
// change-feed/ the queries and the description.

/**
 * The form of a value: JSON number, text, ISO 8601 time, boolean (from 0 and 1), decimal (from ten-thousandths), texts by a key,
 * numbers, texts, or packs of an article.
 * `?`: may be null.
 */
export type Form =
  | "int"
  | "int?"
  | "text"
  | "text?"
  | "time"
  | "time?"
  | "flag"
  | "money"
  | "texts?"
  | "ints?"
  | "list?"
  | "packs?";

/** A table of the feed. Each has the columns `oid` and `tenantId`. */
export interface FedTable {
  readonly table: TableName;
  /** Its number in `changeEntry`; never given to another table. */
  readonly kind: number;
  /** Properties of a record beside `oid`: the form, and the column where it has another name. */
  readonly properties: Readonly<Record<string, Form | readonly [Form, string]>>;
  /** Columns that a record does not show, but whose changes are changes of it. */
  readonly unshown?: readonly string[];
  /** True: the table marks deleted rows (`deleted`). */
  readonly hasDeleted?: boolean;
  /** True: rows without a tenant are of all tenants. */
  readonly hasGlobal?: boolean;
  /** SQL condition of the rows that the feed has, on the columns of the row `r`. */
  readonly condition?: string;
}

const list = (table: TableName, kind: number): FedTable => ({
  table,
  kind,
  properties: { name: "text" },
  hasGlobal: true,
});

const FORMS = {
  text: "text",
  lines: "text",
  day: "text",
  time: "time",
  flag: "flag",
  money: "money",
  whole: "int",
  reference: "int",
  texts: "texts",
  packs: "packs",
} as const;

/** The table of a declared record. */
function fedTable(record: typeof ARTICLE): FedTable {
  const properties = fieldsIn(record, "feed").map(([name, field]) => {
    const form = (field.isNullable ? `${FORMS[field.kind]}?` : FORMS[field.kind]) as Form;
    return [name, [form, columnOf(name, field)]] as const;
  });
  const { table, feedKind: kind, hasDeleted } = record;
  return { table, kind, hasDeleted, properties: Object.fromEntries(properties) };
}

/** Every table of the feed. A record is after those that it refers to, which a new reader gets first. */
export const FED: readonly FedTable[] = [
  list("articleCategory", 1),
  list("articleType", 2),
  list("articleState", 3),
  list("currencyType", 4),
  list("articleDisposalMethod", 5),
  list("articleDisposalReason", 6),
  {
    table: "user",
    kind: 7,
    properties: { userName: "text", firstName: "text", lastName: "text", isActive: "flag" },
    condition: "r.kind = 'person'",
  },
  {
    table: "location",
    kind: 8,
    properties: { name: "text", code: "text?", parentLocationId: "int?", position: "int?" },
    hasDeleted: true,
  },
  fedTable(ARTICLE),
  {
    table: "articleLocation",
    kind: 10,
    properties: { articleId: "int", locationId: "int", quantity: "int" },
  },
  {
    table: "inventory",
    kind: 11,
    properties: {
      ...{ name: "text", inventoryStateId: "int", isClosed: "flag", isApproved: "flag" },
      ...{ mustBeApproved: "flag", isBlind: "flag", locationId: "int?", approvedDT: "time?" },
      approvedBy: "int?",
    },
  },
  {
    table: "inventoryItem",
    kind: 12,
    properties: {
      ...{ inventoryId: "int", articleId: "int", locationId: "int?", inventoryLocationId: "int?" },
      ...{ quantity: "int", inventoryQuantity: "int?", movedQuantity: "int", movedDT: "time?" },
      ...{ price: "money", currency: "text?", isFound: "flag", isDisposal: "flag", isApproved: "flag" },
      ...{ isUnexpected: "flag", isToRecount: "flag", decision: "text?", disposalMethodId: "int?" },
      ...{ disposalReasonId: "int?", note: "text?", countedDT: "time?", countedBy: "int?" },
    },
  },
  {
    table: "articleTransfer",
    kind: 13,
    properties: {
      ...{ articleId: "int", userId: "int", state: "text", targetLocationId: "int" },
      ...{ fromLocationId: "int?", quantity: "int?", note: "text?", createdDT: "time", decidedDT: "time?" },
      ...{ decidedBy: "int?", reason: "text?" },
    },
    // Withdrawn.
    condition: "r.state <> 'deleted'",
  },
  {
    table: "disposalProposal",
    kind: 14,
    properties: {
      ...{ articleId: "int", userId: "int", state: "text", disposalMethodId: "int?" },
      ...{ disposalReasonId: "int?", inventoryItemId: "int?", note: "text?", proposalDT: "time" },
      ...{ decidedDT: "time?", decidedBy: "int?", rejectReason: "text?" },
    },
  },
  {
    table: "printer",
    kind: 15,
    properties: {
      ...{ name: "text", ipAddress: "text", port: "int", printerTypeId: "int", isActive: "flag" },
      ...{ dpi: "int", printWidthMm: "int?" },
    },
    hasDeleted: true,
  },
  {
    table: "printFormat",
    kind: 16,
    properties: { name: "text", printerTypeId: "int?", subject: "text" },
    // A thousand of them could be half a gigabyte. Its change is a change of the record.
    unshown: ["template", "layout"],
    hasDeleted: true,
  },
  {
    table: "printRequest",
    kind: 17,
    properties: {
      ...{ articleId: "int?", locationId: "int?", printerId: "int", labelFormatId: "int?", copies: "int" },
      ...{ stateId: "int", attempts: "int", lastError: "texts?", createdDT: "time", createdBy: "text" },
      ...{ userId: "int", startedDT: "time?", finishedDT: "time?" },
    },
  },
  {
    table: "photo",
    kind: 18,
    properties: {
      ...{ inventoryItemId: "int?", articleId: "int?", countOperationId: "int?", userId: "int" },
      ...{ fileName: "text", contentType: "text", width: "int", height: "int", size: "int" },
      ...{ createdDT: "time", createdBy: "text", isAttachment: "flag" },
    },
    hasDeleted: true,
  },
  {
    table: "customField",
    kind: 19,
    properties: {
      ...{ name: "text", type: "text", unit: "text?", choices: "list?", categoryIds: "ints?" },
      ...{ isRequired: "flag", position: "int" },
    },
    hasDeleted: true,
  },
  {
    table: "custody",
    kind: 20,
    properties: {
      ...{ articleId: "int", userId: "int", startedDT: "time", startedBy: "int", startNote: "text?" },
      ...{ dueDate: "text?", endedDT: "time?", endedBy: "int?", endNote: "text?" },
    },
    unshown: ["startPhotoId", "endPhotoId"],
  },
  {
    table: "additionalCode",
    kind: 21,
    properties: {
      ...{ articleId: "int", code: "text", kind: "text", packQuantity: "int?", createdDT: "time" },
      createdBy: "text",
    },
  },
  {
    table: "refillRule",
    kind: 22,
    properties: { articleId: "int", locationId: "int?", minimum: "int", target: "int?" },
  },
];

/** Rows that belong to a record of another table: their writes are writes of that record. */
export const FED_PARTS = [{ table: "inventoryLocation", kind: 11, owner: "inventoryId" }] as const;

/** The tables whose writes are in the feed. */
export const FED_TABLES: ReadonlySet<TableName> = new Set([
  ...FED.map(({ table }) => table),
  ...FED_PARTS.map(({ table }) => table),
]);

/** A property's form and column. */
export function formOf(name: string, given: Form | readonly [Form, string]): { form: Form; column: string } {
  return typeof given === "string" ? { form: given, column: name } : { form: given[0], column: given[1] };
}
