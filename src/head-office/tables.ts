import { FED, type FedTable, type Form, formOf } from "../storage/database/feed-triggers.ts";
import type { TableName } from "../storage/database/schema.ts";

// The tables of the head office: those of the change feed without printing, the company, the ledger and the seals, which stay at the site.

const NOT_DELIVERED: ReadonlySet<TableName> = new Set([
  "printer",
  "printFormat",
  "printRequest",
  "company",
  "stockMovement",
  "inventorySeal",
  "inventoryAddendum",
]);

/** The tables that a site delivers, in the order of the change feed. */
export const DELIVERED: readonly FedTable[] = FED.filter(({ table }) => !NOT_DELIVERED.has(table));

/** The types of the columns, by the form of the property. All are types of PostgreSQL, Citus, YugabyteDB and CockroachDB. */
const TYPES: Readonly<Record<Form, string>> = {
  int: "bigint",
  "int?": "bigint",
  text: "text",
  "text?": "text",
  time: "timestamptz",
  "time?": "timestamptz",
  flag: "boolean",
  money: "numeric(19,4)",
  "texts?": "jsonb",
  "ints?": "jsonb",
  "list?": "jsonb",
  "packs?": "jsonb",
  json: "jsonb",
  "json?": "jsonb",
};

/** A column of a table of the head office. */
export interface OfficeColumn {
  readonly name: string;
  readonly type: string;
  /** The property of the record in the change feed. */
  readonly property: string;
}

/** `createdDT` as `created_dt`. */
const snake = (name: string) =>
  name
    .replace(/(?<=[a-z])(?=[A-Z])/g, "_")
    .replace(/(?<=[A-Z])(?=[A-Z][a-z])/g, "_")
    .toLowerCase();

/** The table of the head office, with its schema. `user` is a reserved word of SQL. */
export const officeTable = ({ table }: FedTable): string =>
  `tallybox.${table === "user" ? "person" : snake(table)}`;

/**
 * Columns that are no properties of the feed, by table, in the order of the columns: texts as the site searches them, what belongs to
 * an inventory, and the pieces that came before the count of an item.
 */
const MORE: Readonly<Partial<Record<TableName, readonly OfficeColumn[]>>> = {
  article: [
    { name: "code_folded", type: "text", property: "codeFolded" },
    { name: "name_folded", type: "text", property: "nameFolded" },
  ],
  inventory: [{ name: "chosen_locations", type: "jsonb", property: "chosenLocations" }],
  inventoryItem: [{ name: "moved_before_count", type: "bigint", property: "movedBeforeCount" }],
};

/** The columns of a table of the head office after `site`. */
export function officeColumns({ table, properties }: FedTable): readonly OfficeColumn[] {
  const given = Object.entries(properties).map(([property, value]) => ({
    name: snake(property),
    type: TYPES[formOf(property, value).form],
    property,
  }));
  return [{ name: "oid", type: "bigint", property: "oid" }, ...given, ...(MORE[table] ?? [])];
}
