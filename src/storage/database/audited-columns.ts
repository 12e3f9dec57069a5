import { ARTICLE } from "../../records/article.ts";
import { columnOf, type Field, fieldsIn } from "../../records/record.ts";
import { CATALOGUES } from "./schema/articles.ts";
import type { TableName } from "./schema.ts";

// The audited columns of each table. storage/database/audit-triggers.ts creates triggers from them.

/** The row before or after a change, in a trigger. */
export type Row = "OLD" | "NEW";
/** An SQL expression of the value in the audit. */
type Shown = (row: Row) => string;

/** A column and its value in the audit. `onlyIfVersioned`: it counts as changed only when the record's `change` differs too. */
export interface AuditedField {
  readonly column: string;
  readonly shown: Shown;
  readonly onlyIfVersioned?: boolean;
}

/** An audited table with its fields. */
export interface AuditedTable {
  readonly table: TableName;
  readonly entity: string;
  readonly fields: Readonly<Record<string, AuditedField>>;
  readonly hasDeleted?: boolean;
}

/** The audited table of a declared record. */
function auditedTable(record: typeof ARTICLE): AuditedTable {
  const fields = fieldsIn(record, "audit").map(
    ([name, field]) => [name, auditedField(columnOf(name, field), field)] as const,
  );
  const { table, entity, hasDeleted } = record;
  return { table, entity, hasDeleted, fields: Object.fromEntries(fields) };
}

function auditedField(column: string, { kind, reach }: Field): AuditedField {
  if (reach === "secret") return secret(column);
  switch (kind) {
    case "flag":
      return flag(column);
    case "money":
      return money(column);
    case "texts":
    case "packs":
      return json(column);
    default:
      return plain(column);
  }
}

const plain = (column: string): AuditedField => ({ column, shown: (row: Row) => `${row}.${column}` });
const flag = (column: string) => ({
  column,
  shown: (row: Row) => `json(iif(${row}.${column}, 'true', 'false'))`,
});
const money = (column: string) => ({
  column,
  shown: (row: Row) =>
    `json(rtrim(rtrim(printf('%d.%04d', ${row}.${column} / 10000, ${row}.${column} % 10000), '0'), '.'))`,
});
const json = (column: string) => ({ column, shown: (row: Row) => `json(${row}.${column})` });
const secret = (column: string) => ({
  column,
  shown: (row: Row) => `iif(${row}.${column} IS NULL, NULL, 'set')`,
});
const start = (column: string) => ({ column, shown: (row: Row) => `substr(${row}.${column}, 1, 200)` });
const plainly = (...columns: string[]) =>
  Object.fromEntries(columns.map((column) => [column, plain(column)]));
const jsonly = (...columns: string[]) =>
  Object.fromEntries(
    columns.map((column) => [column, { column, shown: (row: Row) => `json(${row}.${column})` }]),
  );

/** Every audited table. */
export const AUDITED: readonly AuditedTable[] = [
  auditedTable(ARTICLE),
  {
    table: "location",
    entity: "location",
    hasDeleted: true,
    fields: {
      ...plainly("name", "code", "parentLocationId"),
      // Only of the location that was moved, not of all that it was moved past.
      position: { ...plain("position"), onlyIfVersioned: true },
    },
  },
  {
    table: "user",
    entity: "user",
    fields: {
      ...plainly("userName", "firstName", "lastName", "email", "badgeCode"),
      accountType: plain("kind"),
      isActive: flag("isActive"),
      isConfirmed: flag("isConfirmed"),
      roles: { column: "roles", shown: (row) => `json(${row}.roles)` },
      password: secret("passwordHash"),
      pin: secret("pinHash"),
    },
  },
  {
    table: "printer",
    entity: "printer",
    hasDeleted: true,
    fields: {
      ...plainly("name", "ipAddress", "port", "printerTypeId", "dpi", "printWidthMm"),
      isActive: flag("isActive"),
    },
  },
  {
    table: "printFormat",
    entity: "format",
    hasDeleted: true,
    fields: {
      ...plainly("name", "printerTypeId", "subject"),
      template: start("template"),
      layout: start("layout"),
    },
  },
  {
    table: "inventory",
    entity: "inventory",
    fields: {
      name: plain("name"),
      isClosed: flag("isClosed"),
      isApproved: flag("isApproved"),
      mustBeApproved: flag("mustBeApproved"),
      isBlind: flag("isBlind"),
      ...plainly("locationId", "inventoryStateId"),
    },
  },
  {
    table: "countPlan",
    entity: "countPlan",
    hasDeleted: true,
    fields: {
      name: plain("name"),
      ...jsonly("selection", "schedule", "secondCount"),
      ...plainly("fromDate", "toDate", "counterId", "ownerId", "activeSince"),
      isPaused: flag("isPaused"),
      isBlind: flag("isBlind"),
      mustBeApproved: flag("mustBeApproved"),
    },
  },
  {
    table: "refillRule",
    entity: "refillRule",
    fields: plainly("articleId", "locationId", "minimum", "target"),
  },
  {
    table: "custody",
    entity: "custody",
    fields: {
      ...plainly("articleId", "userId", "dueDate", "startNote", "startPhotoId"),
      startSignature: secret("startSignature"),
      ...plainly("endedDT", "endNote", "endPhotoId"),
      endSignature: secret("endSignature"),
    },
  },
  {
    table: "deviceToken",
    entity: "device",
    fields: {
      ...plainly("deviceName", "kind", "userId", "pairedById", "revokedDT"),
      isConfirmed: flag("isConfirmed"),
    },
  },
  {
    table: "webhook",
    entity: "webhook",
    fields: {
      name: plain("name"),
      // Without path and query, which may contain a secret of the receiver. Normal form: a slash follows the host.
      url: { column: "url", shown: (row) => `substr(${row}.url, 1, instr(substr(${row}.url, 9), '/') + 7)` },
      types: { column: "types", shown: (row) => `json(${row}.types)` },
      pause: plain("pause"),
      secret: secret("secret"),
    },
  },
  {
    table: "customField",
    entity: "customField",
    hasDeleted: true,
    fields: {
      ...plainly("name", "type", "unit"),
      choices: json("choices"),
      categoryIds: json("categoryIds"),
      isRequired: flag("isRequired"),
      position: { ...plain("position"), onlyIfVersioned: true },
    },
  },
  ...CATALOGUES.map((table) => ({ table, entity: table, fields: { name: plain("name") } })),
];

/** Rows that belong to a record of another table: shown as a change of one of its fields. */
export const PARTS = [
  {
    table: "articleLocation",
    entity: "article",
    owner: "articleId",
    field: "place",
    shown: (row: Row) => `json_object('locationId', ${row}.locationId, 'quantity', ${row}.quantity)`,
    columns: ["articleId", "locationId", "quantity"],
  },
  {
    table: "additionalCode",
    entity: "article",
    owner: "articleId",
    field: "additionalCode",
    shown: (row: Row) =>
      `${row}.code || ifnull(' × ' || ${row}.packQuantity, '') || ' (' || ${row}.kind || ')'`,
    columns: ["articleId", "code", "kind", "packQuantity"],
  },
  {
    table: "inventoryLocation",
    entity: "inventory",
    owner: "inventoryId",
    field: "chosenLocation",
    shown: (row: Row) => `${row}.locationId`,
    columns: ["inventoryId", "locationId"],
  },
  {
    table: "inventoryRule",
    entity: "inventory",
    owner: "inventoryId",
    field: "countRule",
    shown: (row: Row) =>
      `json_object('counterId', ${row}.counterId, 'pieces', ${row}.secondCountPieces, 'percent', ${row}.secondCountPercent,
        'value', ${row}.secondCountValue / 10000.0, 'waivedFor', ${row}.waivedFor)`,
    columns: [
      ...["inventoryId", "isSelective", "counterId", "secondCountPieces", "secondCountPercent"],
      ...["secondCountValue", "waivedDT", "waivedBy", "waivedFor"],
    ],
  },
  {
    table: "totpFactor",
    entity: "user",
    owner: "userId",
    field: "authenticatorApp",
    shown: () => "'set'",
    columns: ["userId"],
  },
  {
    table: "passkey",
    entity: "user",
    owner: "userId",
    field: "passkey",
    shown: (row: Row) => `${row}.name`,
    columns: ["userId", "name"],
  },
] as const;

/** The names of the audited records. */
export const ENTITIES: readonly string[] = [...new Set(AUDITED.map(({ entity }) => entity))];

/** The tables whose changes are audited. */
export const AUDITED_TABLES: ReadonlySet<TableName> = new Set([
  ...AUDITED.map(({ table }) => table),
  ...PARTS.map(({ table }) => table),
]);
