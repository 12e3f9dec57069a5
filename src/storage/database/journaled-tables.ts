import type { Database } from "better-sqlite3";
import { CATALOGUES } from "../../records/catalogues.ts";
import type { TableName } from "./schema.ts";

/** A table whose changes by a job can be undone. Its rows have an `oid`, a `tenantId` and a `change`. */
export interface JournaledTable {
  readonly table: TableName;
  /** The row can be marked as deleted where it is in use. */
  readonly hasDeleted?: boolean;
  /** Other edits of rows that a running job has changed are refused. Counts change the items of an inventory all the time. */
  readonly isLocked: boolean;
  /** Columns that refer to locked rows: a new row that refers to one is refused too. */
  readonly owners?: Readonly<Record<string, TableName>>;
  /** The text of the row that must be unique. */
  readonly unique?: string;
  /** Column of rows that are undone together or not at all: single rows of an article's stock would double or lose pieces. */
  readonly group?: string;
  /** SQL condition under which a row that the job added is removed. Other rows count as changed. */
  readonly removable?: string;
  /** Tables whose rows are parts of an added row and are removed with it, with the column that refers to it. */
  readonly parts?: Readonly<Partial<Record<TableName, string>>>;
  /** SQL of the columns by which an added row is marked as deleted and leaves its owner: older generations may show its file. */
  readonly discarded?: string;
  /** Columns that keep their present value when the row is restored. */
  readonly kept?: readonly string[];
  /**
   * The only columns that jobs change: the others are not recorded, and keep their present value. Jobs remove no rows of such a
   * table before they are final.
   */
  readonly restored?: readonly string[];
  /** The table that records the removal of a row, for clients that follow the table, and the column of its group. */
  readonly removed?: { readonly into: "deletedArticle" | "deletedInventoryItem"; readonly group: string };
  /**
   * SQL condition under which the former row is not restored: a rule has begun to apply since the job. `@before` is that row (JSON),
   * `@oid` its id.
   */
  readonly refused?: string;
  /** SQL expression of the row's name, for the list of rows that were left. */
  readonly name: string;
}

const ARTICLE_NAME = "(SELECT ifnull(a.code || ' ', '') || a.name FROM article a WHERE a.oid = articleId)";

/** The rule of master-data/ownership.ts: the former row has other values than those that the head office owns. */
const IS_OWNED = `EXISTS (
  SELECT 1 FROM article a JOIN (SELECT @before AS was) LEFT JOIN masterArticle m ON m.tenantId = a.tenantId AND m.code = a.code
    LEFT JOIN masterArticle n ON n.tenantId = a.tenantId AND n.code = was ->> 'code'
  WHERE a.oid = @oid AND (
    (m.code IS NOT NULL AND a.code IS NOT was ->> 'code')
    OR (n.name <> was ->> 'name' AND NOT (a.code IS n.code AND a.name = was ->> 'name'))
    OR (n.categoryKey IS NOT NULL AND NOT (a.code IS n.code AND a.categoryId = was ->> 'categoryId')
      AND n.categoryKey IS NOT (SELECT nameKey FROM articleCategory WHERE oid = was ->> 'categoryId'))))`;

/** All tables whose changes a job records. */
export const JOURNALED_TABLES: readonly JournaledTable[] = [
  {
    table: "article",
    hasDeleted: true,
    isLocked: true,
    unique: "code",
    removed: { into: "deletedArticle", group: "tenantId" },
    refused: IS_OWNED,
    name: "ifnull(code || ' ', '') || name",
  },
  {
    table: "articleLocation",
    isLocked: true,
    owners: { articleId: "article", locationId: "location" },
    group: "articleId",
    name: ARTICLE_NAME,
  },
  {
    table: "additionalCode",
    isLocked: true,
    owners: { articleId: "article" },
    name: `code || ' ' || ${ARTICLE_NAME}`,
  },
  {
    table: "refillRule",
    isLocked: true,
    owners: { articleId: "article", locationId: "location" },
    name: ARTICLE_NAME,
  },
  {
    table: "photo",
    isLocked: false,
    discarded: "articleId = NULL, deleted = 1, deletedDT = ifnull(deletedDT, @now)",
    name: `fileName || ifnull(' ' || ${ARTICLE_NAME}, '')`,
  },
  {
    table: "location",
    hasDeleted: true,
    isLocked: true,
    owners: { parentLocationId: "location" },
    name: "name",
  },
  // Tokens of before a change of the secrets must not become valid again.
  { table: "user", isLocked: true, unique: "userNameKey", kept: ["secretsChangedDT"], name: "userName" },
  ...CATALOGUES.map((table) => ({ table, isLocked: true, unique: "nameKey", name: "name" })),
  { table: "printFormat", hasDeleted: true, isLocked: true, unique: "nameKey", name: "name" },
  {
    table: "inventory",
    isLocked: false,
    parts: { inventoryLocation: "inventoryId", inventoryTransition: "inventoryId" },
    name: "name",
  },
  {
    table: "inventoryItem",
    isLocked: false,
    // By an approval. Stock moves meanwhile.
    restored: ["isApproved"],
    removed: { into: "deletedInventoryItem", group: "inventoryId" },
    name: ARTICLE_NAME,
  },
  // The queue prints them while the job runs. Of one that has not begun, nothing was sent to the printer.
  {
    table: "printRequest",
    isLocked: false,
    removable: "startedDT IS NULL",
    parts: { printData: "printRequestId" },
    name: `ifnull(${ARTICLE_NAME}, (SELECT l.name FROM location l WHERE l.oid = locationId))`,
  },
];

/** The stored columns of a table, without generated ones. */
export function columnsOf(db: Database, table: TableName): string[] {
  const columns = db.pragma(`table_xinfo(${table})`) as readonly { name: string; hidden: number }[];
  return columns.filter(({ hidden }) => hidden === 0).map(({ name }) => name);
}
