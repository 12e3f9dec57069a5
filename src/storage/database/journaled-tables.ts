import type { Database } from "better-sqlite3";
import { ArticleState } from "../../domain/article-state.ts";
import { columnOf, type RecordDeclaration } from "../../records/record.ts";
import { RECORDS } from "../../records/records.ts";
import type { TableName, TableRecord } from "./schema.ts";

/** What the declaration of a record does not say about its changes by jobs. */
interface Special {
  /**
   * True: other edits of rows that a running job has changed are not refused. Counts change the items of an inventory all the time,
   * and the queue prints while a job runs.
   */
  readonly isUnlocked?: true;
  /** Column of rows that are undone together or not at all: single rows of an article's stock would double or lose pieces. */
  readonly group?: string;
  /** SQL condition under which a row that the job added is removed. Other rows count as changed. */
  readonly removable?: string;
  /** Tables whose rows are parts of an added row and are removed with it, with the column that refers to it. */
  readonly parts?: Readonly<Partial<Record<TableName, string>>>;
  /** SQL of the columns by which an added row is marked as deleted and leaves its owner: older generations may show its file. */
  readonly discarded?: string;
  /** True: rows are parts of their `articleId`. Those that a job has added with an article stay as they are where the article stays. */
  readonly isOfArticle?: true;
  /** Columns that keep their present value when the row is restored. */
  readonly kept?: readonly string[];
  /**
   * The only columns that jobs change: the others are not recorded, and keep their present value. Jobs remove no rows of such a
   * table before they are final.
   */
  readonly restored?: readonly string[];
  /** The table that records the removal of a row, for clients that follow the table, and the column of its group. */
  readonly removed?: { readonly into: "deletedArticle" | "deletedInventoryItem"; readonly group: string };
  /** What was known of a removed row that is restored: the table, and SQL of its row; `@oid` and `@now`. */
  readonly known?: { readonly into: "refillShortage"; readonly row: string };
  /**
   * SQL condition under which the former row is not restored: a rule has begun to apply since the job. `@before` is that row (JSON),
   * `@oid` its id.
   */
  readonly refused?: string;
  /** SQL condition under which the row stays as the job has left it, with the same parameters; `@before` is NULL for an added row. */
  readonly needed?: string;
  /** SQL condition of the former row `c` of an older change by which a needed row is no longer needed; `@oid` as before. */
  readonly replacement?: string;
}

/** A table whose changes by a job can be undone. */
export interface JournaledTable extends Special {
  readonly table: TableName;
  readonly record: RecordDeclaration;
  /** Columns that refer to records of which a row is a part: a new row of a locked one is refused too. */
  readonly owners: Readonly<Record<string, string>>;
  /** The column that must be unique in a tenant. */
  readonly unique: string | undefined;
}

/** The rule of master-data/ownership.ts: the former row has other values than those that the head office owns. */
const IS_OWNED = `EXISTS (
  SELECT 1 FROM article a JOIN (SELECT @before AS was) LEFT JOIN masterArticle m ON m.tenantId = a.tenantId AND m.code = a.code
    LEFT JOIN masterArticle n ON n.tenantId = a.tenantId AND n.code = was ->> 'code'
  WHERE a.oid = @oid AND (
    (m.code IS NOT NULL AND a.code IS NOT was ->> 'code')
    OR (n.name <> was ->> 'name' AND NOT (a.code IS n.code AND a.name = was ->> 'name'))
    OR (n.categoryKey IS NOT NULL AND NOT (a.code IS n.code AND a.categoryId = was ->> 'categoryId')
      AND n.categoryKey IS NOT (SELECT nameKey FROM articleCategory WHERE oid = was ->> 'categoryId'))))`;

/** A location can be deleted while only deleted articles are there: such an article would return to a location that is gone. */
const IS_AT_DELETED_LOCATION = `@before ->> 'deleted' = 0 AND EXISTS (
  SELECT 1 FROM article a JOIN articleLocation s ON s.articleId = a.oid JOIN location l ON l.oid = s.locationId
  WHERE a.oid = @oid AND a.deleted = 1 AND s.quantity > 0 AND l.deleted = 1)`;

/** The rule of articles/holder.ts: an article that a person has is neither deleted nor disposed of. */
const IS_HANDED_OUT = `(@before IS NULL OR (@before ->> 'stateId' = ${ArticleState.Disposed}
    AND EXISTS (SELECT 1 FROM article a WHERE a.oid = @oid AND a.stateId <> ${ArticleState.Disposed})))
  AND EXISTS (SELECT 1 FROM custody c WHERE c.articleId = @oid AND c.endedDT IS NULL)`;

/** A shortage of before was told: only a new one is. `up`: a location with stock and those above it. */
const SHORTAGE = `SELECT oid, tenantId, stock, @now FROM (
  SELECT r.oid, r.tenantId, r.minimum, ifnull((
    SELECT sum(s.quantity) FROM articleLocation s WHERE s.articleId = r.articleId AND (r.locationId IS NULL OR EXISTS (
      WITH RECURSIVE up (oid) AS (
        SELECT s.locationId UNION SELECT l.parentLocationId FROM location l JOIN up ON l.oid = up.oid)
      SELECT 1 FROM up WHERE up.oid = r.locationId))), 0) AS stock
  FROM refillRule r WHERE r.oid = @oid) WHERE stock < minimum`;

/** SQL that is true for an active Admin who can log in to the console, of columns of `user` (access/accounts/user-changes.ts has the same). */
export const isAbleAdmin = (column: (name: string) => string): string =>
  `(${column("isActive")} = 1 AND ${column("passwordHash")} IS NOT NULL
    AND EXISTS (SELECT 1 FROM json_each(${column("roles")}) WHERE value = 'Admin'))`;
/** A tenant always has an Admin who can log in, and the job has made the one that is left. */
const IS_LAST_ADMIN = `EXISTS (
  SELECT 1 FROM user u WHERE u.oid = @oid AND ${isAbleAdmin((name) => `u.${name}`)} AND NOT EXISTS (
    SELECT 1 FROM user o WHERE o.tenantId = u.tenantId AND o.oid <> u.oid AND ${isAbleAdmin((name) => `o.${name}`)})
) AND NOT ifnull(${isAbleAdmin((name) => `json_extract(@before, '$.${name}')`)}, 0)`;

const SPECIAL: Readonly<Partial<Record<TableName, Special>>> = {
  article: {
    removed: { into: "deletedArticle", group: "tenantId" },
    refused: IS_OWNED,
    needed: `(${IS_AT_DELETED_LOCATION}) OR (${IS_HANDED_OUT})`,
  },
  articleLocation: { group: "articleId", isOfArticle: true },
  additionalCode: { isOfArticle: true },
  refillRule: { isOfArticle: true, known: { into: "refillShortage", row: SHORTAGE } },
  photo: {
    isOfArticle: true,
    isUnlocked: true,
    discarded: "articleId = NULL, deleted = 1, deletedDT = ifnull(deletedDT, @now)",
  },
  location: {
    // Another location may have been moved before it.
    kept: ["position"],
    // Minimum stock would go with the location; stock, or a location below it, would stay at a deleted one.
    needed: `@before IS NULL AND EXISTS (
      SELECT 1 FROM location l WHERE l.oid = @oid AND (
        EXISTS (SELECT 1 FROM refillRule r WHERE r.tenantId = l.tenantId AND r.locationId = l.oid)
        OR EXISTS (SELECT 1 FROM articleLocation s WHERE s.locationId = l.oid)
        OR EXISTS (SELECT 1 FROM location b WHERE b.tenantId = l.tenantId AND b.parentLocationId = l.oid AND b.deleted = 0)))`,
  },
  // Tokens of before a change of the secrets, or of the end of all sessions, must not become valid again.
  user: {
    kept: ["secretsChangedDT", "sessionsEndedDT"],
    needed: IS_LAST_ADMIN,
    replacement: `${isAbleAdmin((name) => `json_extract(c.before, '$.${name}')`)}
      AND c.before ->> 'tenantId' = (SELECT tenantId FROM user WHERE oid = @oid)`,
  },
  inventory: {
    isUnlocked: true,
    parts: { inventoryLocation: "inventoryId", inventoryTransition: "inventoryId" },
  },
  inventoryItem: {
    isUnlocked: true,
    // By an approval. Stock moves meanwhile.
    restored: ["isApproved", "approvedDT", "approvedBy"],
    removed: { into: "deletedInventoryItem", group: "inventoryId" },
  },
  // Of one that has not begun, nothing was sent to the printer.
  printRequest: {
    isUnlocked: true,
    removable: "startedDT IS NULL",
    parts: { printData: "printRequestId" },
  },
};

function journaledTable(record: TableRecord): JournaledTable {
  const { table, fields, internal } = record;
  const columns = Object.entries(fields).map(([name, field]) => [columnOf(name, field), field] as const);
  const owners = columns.flatMap(([column, field]) =>
    field.kind === "reference" && field.isOwner ? [[column, field.to]] : [],
  );
  const [unique] = [...columns, ...Object.entries(internal)].find(([, { isUnique }]) => isUnique) ?? [];
  return { table, record, owners: Object.fromEntries(owners), unique, ...SPECIAL[table] };
}

/** All tables whose changes a job records: those of the declared records. */
export const JOURNALED_TABLES: readonly JournaledTable[] = RECORDS.map(journaledTable);

/** The stored columns of a table, without generated ones. */
export function columnsOf(db: Database, table: TableName): string[] {
  const columns = db.pragma(`table_xinfo(${table})`) as readonly { name: string; hidden: number }[];
  return columns.filter(({ hidden }) => hidden === 0).map(({ name }) => name);
}
