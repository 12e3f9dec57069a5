import { columnOf, type Field, fieldsIn } from "../../records/record.ts";
import { RECORDS } from "../../records/records.ts";
import type { TableName, TableRecord } from "./schema.ts";

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

/** The table of a declared record; none if the record is not audited. */
function auditedTables(record: TableRecord): AuditedTable[] {
  const { table, entity, hasDeleted } = record;
  if (entity === null) return [];
  const fields = fieldsIn(record, "audit").map(
    ([name, field]) => [name, auditedField(columnOf(name, field), field)] as const,
  );
  return [{ table, entity, hasDeleted, fields: Object.fromEntries(fields) }];
}

function auditedField(column: string, { kind, reach }: Field): AuditedField {
  const value = (row: Row) => `${row}.${column}`;
  if (reach === "secret") return { column, shown: (row) => `iif(${value(row)} IS NULL, NULL, 'set')` };
  switch (kind) {
    case "flag":
      return { column, shown: (row) => `json(iif(${value(row)}, 'true', 'false'))` };
    case "money":
      return {
        column,
        shown: (row) =>
          `json(rtrim(rtrim(printf('%d.%04d', ${value(row)} / 10000, ${value(row)} % 10000), '0'), '.'))`,
      };
    case "texts":
    case "list":
    case "ints":
    case "packs":
    case "json":
      return { column, shown: (row) => `json(${value(row)})` };
    case "source":
      return { column, shown: (row) => `substr(${value(row)}, 1, 200)` };
    case "url":
      return { column, shown: (row) => `substr(${value(row)}, 1, instr(substr(${value(row)}, 9), '/') + 7)` };
    case "order":
      return { column, shown: value, onlyIfVersioned: true };
    default:
      return { column, shown: value };
  }
}

/** Every audited table. */
export const AUDITED: readonly AuditedTable[] = RECORDS.flatMap(auditedTables);

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
      "inventoryId",
      "isSelective",
      "counterId",
      "secondCountPieces",
      "secondCountPercent",
      "secondCountValue",
      "waivedDT",
      "waivedBy",
      "waivedFor",
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
