import type { Database, Statement } from "better-sqlite3";
import { errorCode } from "../../platform/error-code.ts";
import { columnOf, type RecordDeclaration } from "../../records/record.ts";
import { columnsOf, JOURNALED_TABLES, type JournaledTable } from "../database/journaled-tables.ts";
import { nameOfRow } from "../database/record-names.ts";
import type { Schema, TableName } from "../database/schema.ts";
import type { Tx } from "../database/statement.ts";

/**
 * A recorded change of a row. `before` null: the job added the row. Rows of a table with the same `groupId` are restored together; null:
 * this row alone. `change`: the transaction of the job that wrote the row last; negative: it removed the row.
 */
export type JobChange = Readonly<Schema["jobChange"]>;

/**
 * A row that was not restored. `changed`: somebody has changed it since; `used`: other records refer to it, or have taken its
 * former code or name, a record that it referred to or was a part of is gone, or a location of its stock, or the tenant has no other
 * Admin. `owned`: the head office owns what it would change.
 */
export interface LeftRow {
  readonly table: TableName;
  readonly name: string;
  readonly reason: "changed" | "used" | "owned";
}

/** An article that a job has added, with the rows that it has added as parts of it, newest first. */
export interface AddedArticle {
  readonly article: JobChange;
  readonly parts: readonly JobChange[];
}

/** Tables whose rows are parts of articles. */
const PARTS = JOURNALED_TABLES.filter(({ isOfArticle }) => isOfArticle);

/** Restores rows on one connection. */
export class RowRestorer {
  readonly #db: Database;
  readonly #tables = new Map<string, TableRestorer>();
  readonly #articleOf: ReadonlyMap<string, Statement<[number], { articleId: number | null }>>;
  readonly #withParts: Statement<[{ jobId: number; articleId: number }], JobChange>;
  readonly #atomic: (work: () => void) => void;

  constructor(db: Database) {
    this.#db = db;
    this.#articleOf = new Map(
      PARTS.map(({ table }) => [table, db.prepare(`SELECT articleId FROM ${table} WHERE oid = ?`)]),
    );
    this.#withParts = db.prepare(withParts());
    this.#atomic = db.transaction((work: () => void) => work());
  }

  /**
   * The added article of an added row, which is the article itself or a part of it; null: it is neither. `isComplete`: only an
   * article that stays, as of now.
   */
  addedArticle(
    { jobId, tableName, rowId, before, groupId }: JobChange,
    isComplete: boolean,
  ): AddedArticle | null {
    if (before !== null) return null;
    const articleId =
      tableName === "article" ? rowId : (groupId ?? this.#articleOf.get(tableName)?.get(rowId)?.articleId);
    if (articleId == null || (isComplete && !this.#tableOf("article").isNeeded(articleId, null))) return null;
    const rows = this.#withParts.all({ jobId, articleId });
    const article = rows.find((row) => row.tableName === "article");
    return article === undefined ? null : { article, parts: rows.filter((row) => row !== article) };
  }

  /** Removes an added article with its parts; returns what was left. Nothing is removed where anything is left. */
  removeArticle(tx: Tx, { article, parts }: AddedArticle): readonly LeftRow[] {
    const stock = parts.filter(({ groupId }) => groupId !== null);
    const others = parts.filter(({ groupId }) => groupId === null);
    const leftStock = this.leftGroup(stock, false);
    const left: LeftRow[] = leftStock === null ? [] : [leftStock];
    const name = this.#tableOf(article.tableName).nameOf(article.rowId);
    const remove = () => {
      for (const row of leftStock === null ? [...others, ...stock] : others) {
        const rowLeft = this.restore(tx, row, false);
        if (rowLeft !== null && rowLeft !== "later") left.push(rowLeft);
      }
      const articleLeft = this.restore(tx, article, false);
      if (articleLeft !== null && articleLeft !== "later") left.push(articleLeft);
      // A rule of minimum stock would go with its article.
      else if (left.length > 0) left.push({ table: "article", name, reason: "used" });
      if (left.length > 0) throw new IsLeft();
    };
    try {
      this.#atomic(remove);
    } catch (error) {
      if (!(error instanceof IsLeft)) throw error;
    }
    return left;
  }

  /**
   * A group, of which the rows are all that the job has changed, as a left row if it can't be restored as a whole: somebody has changed
   * it since the job, or a record that a removed row belonged to is gone. Null: it can be. `isComplete`: as in `restore`.
   */
  leftGroup(group: readonly JobChange[], isComplete: boolean): LeftRow | null {
    const [{ tableName, groupId } = { tableName: "", groupId: null }] = group;
    if (groupId === null) return null;
    const table = this.#tableOf(tableName);
    return (isComplete ? null : table.changedGroup(group, groupId)) ?? table.orphanedGroup(group, groupId);
  }

  /**
   * Restores one row. `isComplete`: the rows were locked since, so nobody has changed them; rows in use are marked as deleted
   * where the table permits it. Returns the row if it was left. `later`: a row that the job has added, and that is removed later, has its
   * code or name; or the row is needed until an older one is restored.
   */
  restore(tx: Tx, change: JobChange, isComplete: boolean): LeftRow | "later" | null {
    const table = this.#tableOf(change.tableName);
    tx.recordWrite(table.name);
    return table.restore(tx, change, isComplete);
  }

  #tableOf(name: string): TableRestorer {
    const known = this.#tables.get(name);
    if (known !== undefined) return known;
    const found = JOURNALED_TABLES.find((one) => one.table === name);
    if (found === undefined) throw new Error(`${name} has no journal`);
    const table = new TableRestorer(this.#db, found);
    this.#tables.set(name, table);
    return table;
  }
}

/** Rolls a removal back. */
class IsLeft extends Error {}

/** SQL of the rows of the journal of an added article and its parts, newest first. Stock that is no longer there is named by its group. */
function withParts(): string {
  const columns = "c.jobId, c.seq, c.tableName, c.rowId, c.before, c.groupId, c.change";
  const from = (table: TableName) => `SELECT ${columns} FROM jobChange c
    WHERE c.jobId = @jobId AND c.before IS NULL AND c.tableName = '${table}'`;
  const parts = PARTS.map(({ table, group }) =>
    group === undefined
      ? `${from(table)} AND c.rowId IN (SELECT oid FROM ${table} WHERE articleId = @articleId)`
      : `${from(table)} AND c.groupId = @articleId`,
  );
  return `${[`${from("article")} AND c.rowId = @articleId`, ...parts].join(" UNION ALL ")} ORDER BY seq DESC`;
}

class TableRestorer {
  readonly name: TableName;
  readonly #record: RecordDeclaration;
  readonly #current: Statement<[number], { change: number; name: string; isRemovable: 0 | 1 }>;
  readonly #newestOf: Statement<[number], { change: number | null; name: string }> | null;
  readonly #remove: Statement<[number], { group: number }>;
  readonly #removeParts: ReadonlyMap<TableName, Statement<[number]>>;
  readonly #atomic: (work: () => void) => void;
  readonly #recordRemoval: Statement<[number, number, number]> | null;
  readonly #isRefused: Statement<[{ before: string; oid: number }], { isRefused: 0 | 1 }> | null;
  readonly #isNeeded: Statement<[{ before: string | null; oid: number }], { isNeeded: 0 | 1 }> | null;
  readonly #replacement: Statement<[{ jobId: number; seq: number; oid: number }]> | null;
  /** Whether the record of which the row is a part is deleted; null: it is no part of a record that can be marked so. */
  readonly #isOrphan: Statement<[{ before: string }], { isOrphan: 0 | 1 }> | null;
  readonly #rename: Statement<[{ before: string; jobId: number; oid: number }]> | null;
  readonly #addedHolder: Statement<[{ before: string; jobId: number; seq: number }]> | null;
  readonly #discard: Statement<[{ oid: number; change: number; now: string }]> | null;
  readonly #markDeleted: Statement<[number, number]> | null;
  /** Null: removed rows stay removed. */
  readonly #insert: Statement<[{ before: string; change: number }]> | null;
  readonly #update: Statement<[{ before: string; change: number; oid: number }]>;
  readonly #known: {
    readonly into: TableName;
    readonly insert: Statement<[{ oid: number; now: string }]>;
  } | null;

  constructor(db: Database, table: JournaledTable) {
    const { table: name, record, kept = [], removed, unique, group, removable = "1", parts = {} } = table;
    const { restored, refused, needed, replacement, discarded, owners, known } = table;
    const columns = columnsOf(db, name).filter((column) => column !== "change");
    const value = (column: string) => `json_extract(@before, '$.${column}')`;
    const changed = restored ?? columns.filter((column) => column !== "oid" && !kept.includes(column));
    this.name = name;
    this.#record = record;
    this.#current = db.prepare(
      `SELECT change, ${nameOfRow(record, name)} AS name, ${removable} AS isRemovable FROM ${name} WHERE oid = ?`,
    );
    this.#removeParts = new Map(
      Object.entries(parts).map(([part, column]) => [
        part as TableName,
        db.prepare(`DELETE FROM ${part} WHERE ${column} = ?`),
      ]),
    );
    this.#atomic = db.transaction((work: () => void) => work());
    this.#newestOf =
      group === undefined
        ? null
        : db.prepare(
            `SELECT (SELECT max(r.change) FROM ${name} r WHERE r.${group} = g.${group}) AS change,
               ${nameOfRow(record, "g")} AS name
             FROM (SELECT ? AS ${group}) g`,
          );
    this.#remove = db.prepare(
      `DELETE FROM ${name} WHERE oid = ? RETURNING ${removed?.group ?? "tenantId"} AS "group"`,
    );
    this.#recordRemoval =
      removed === undefined ? null : db.prepare(`INSERT INTO ${removed.into} VALUES (?, ?, ?)`);
    this.#isRefused = refused === undefined ? null : db.prepare(`SELECT ${refused} AS isRefused`);
    this.#isNeeded = needed === undefined ? null : db.prepare(`SELECT ${needed} AS isNeeded`);
    this.#replacement = replacement === undefined ? null : db.prepare(replacing(name, replacement));
    const gone = deletedOwners(owners, value);
    this.#isOrphan = gone === "" ? null : db.prepare(`SELECT ${gone} AS isOrphan`);
    this.#rename = unique === undefined ? null : db.prepare(renaming(name, unique, value));
    this.#addedHolder = unique === undefined ? null : db.prepare(addedHolder(name, unique, value));
    this.#discard =
      discarded === undefined
        ? null
        : db.prepare(`UPDATE ${name} SET ${discarded}, change = @change WHERE oid = @oid`);
    this.#markDeleted = record.hasDeleted
      ? db.prepare(`UPDATE ${name} SET deleted = 1, change = ? WHERE oid = ?`)
      : null;
    this.#insert =
      restored === undefined
        ? db.prepare(
            `INSERT INTO ${name} (${columns.join(", ")}, change) VALUES (${columns.map(value).join(", ")}, @change)`,
          )
        : null;
    this.#known =
      known === undefined
        ? null
        : { into: known.into, insert: db.prepare(`INSERT INTO ${known.into} ${known.row}`) };
    this.#update = db.prepare(
      `UPDATE ${name} SET ${changed.map((column) => `${column} = ${value(column)}`).join(", ")}, change = @change
       WHERE oid = @oid`,
    );
  }

  nameOf(rowId: number): string {
    return this.#current.get(rowId)?.name ?? "";
  }

  /** True: the row stays as the job has left it (`needed` of JournaledTable). */
  isNeeded(oid: number, before: string | null): boolean {
    return this.#isNeeded?.get({ before, oid })?.isNeeded === 1;
  }

  changedGroup(group: readonly JobChange[], groupId: number): LeftRow | null {
    const newest = this.#newestOf?.get(groupId);
    if (newest === undefined) return null;
    // Rows that the job has added and somebody has removed since stay removed.
    if (newest.change === null && group.every(({ before }) => before === null)) return null;
    const own = Math.max(...group.map(({ change }) => Math.abs(change)));
    const isSame = ({ rowId, change }: JobChange) => {
      const current = this.#current.get(rowId);
      return current === undefined ? change < 0 : current.change === change;
    };
    // Rows that the job did not change are older than its own, and rows of others since then newer.
    if (group.every(isSame) && (newest.change ?? 0) <= own) return null;
    return { table: this.name, name: newest.name, reason: "changed" };
  }

  orphanedGroup(group: readonly JobChange[], groupId: number): LeftRow | null {
    const isOrphaned = group.some(
      ({ rowId, before, change }) =>
        before !== null &&
        change < 0 &&
        this.#current.get(rowId) === undefined &&
        this.#isOrphan?.get({ before })?.isOrphan === 1,
    );
    if (!isOrphaned) return null;
    return { table: this.name, name: this.#newestOf?.get(groupId)?.name ?? "", reason: "used" };
  }

  restore(tx: Tx, row: JobChange, isComplete: boolean): LeftRow | "later" | null {
    const { jobId, seq, rowId, before, change } = row;
    const current = this.#current.get(rowId);
    if (current === undefined) {
      // A row that somebody else has removed since stays removed.
      const insert = this.#insert;
      if (insert === null || before === null || (!isComplete && change > 0)) return null;
      const isOrphan = this.#isOrphan?.get({ before })?.isOrphan === 1;
      const write = () => {
        insert.run({ before, change: tx.change });
        if (this.#known === null) return;
        tx.recordWrite(this.#known.into);
        this.#known.insert.run({ oid: rowId, now: tx.now });
      };
      if (!isOrphan && this.#write(row, before, write)) return null;
      return { table: this.name, name: this.#nameIn(before), reason: "used" };
    }
    const left = (reason: LeftRow["reason"]) => ({ table: this.name, name: current.name, reason });
    if (!isComplete && current.change !== change) return left("changed");
    if (before === null && current.isRemovable === 0) return left("changed");
    if (this.isNeeded(rowId, before))
      return this.#replacement?.get({ jobId, seq, oid: rowId }) === undefined ? left("used") : "later";
    // What a running job has changed returns as it was; the head office's values are applied again within an hour.
    if (!isComplete && before !== null && this.#isRefused?.get({ before, oid: rowId })?.isRefused === 1)
      return left("owned");
    const isRestored =
      before === null
        ? this.#takeBack(tx, rowId, isComplete)
        : this.#write(row, before, () => this.#update.run({ before, change: tx.change, oid: rowId }));
    if (isRestored) return null;
    if (before !== null && this.#addedHolder?.get({ before, jobId, seq }) !== undefined) return "later";
    return left("used");
  }

  /**
   * Writes the former row. False: another record has its code or name now, or a record that it referred to is gone. A row of the
   * same job that has the code is renamed until it is restored too.
   */
  #write({ jobId, rowId }: JobChange, before: string, write: () => void): boolean {
    if (isPossible(write)) return true;
    if (this.#rename === null || this.#rename.run({ before, jobId, oid: rowId }).changes === 0) return false;
    return isPossible(write);
  }

  /** The name of a row that does not exist, without those of other records. */
  #nameIn(before: string): string {
    const { fields, names } = this.#record;
    const row = JSON.parse(before) as Readonly<Record<string, unknown>>;
    return names
      .flatMap((name) => {
        const field = fields[name];
        return field === undefined || field.kind === "reference" ? [] : [row[columnOf(name, field)]];
      })
      .filter((part) => part !== null && part !== undefined)
      .join(" ");
  }

  /** Removes an added row. False: it is in use and stays. */
  #takeBack(tx: Tx, rowId: number, isComplete: boolean): boolean {
    if (this.#discard !== null) {
      this.#discard.run({ oid: rowId, change: tx.change, now: tx.now });
      return true;
    }
    const remove = () => {
      for (const [part, statement] of this.#removeParts) {
        tx.recordWrite(part);
        statement.run(rowId);
      }
      const removed = this.#remove.get(rowId);
      if (removed !== undefined) this.#recordRemoval?.run(removed.group, tx.change, rowId);
    };
    // A row in use keeps its parts.
    if (isPossible(this.#removeParts.size === 0 ? remove : () => this.#atomic(remove))) return true;
    if (!isComplete || this.#markDeleted === null) return false;
    this.#markDeleted.run(tx.change, rowId);
    return true;
  }
}

/** SQL that is true where a record that a former row was a part of is marked as deleted; empty: none can be. */
function deletedOwners(owners: JournaledTable["owners"], value: (column: string) => string): string {
  return Object.entries(owners)
    .filter(([, table]) => JOURNALED_TABLES.find((one) => one.table === table)?.record.hasDeleted)
    .map(([column, table]) => `EXISTS (SELECT 1 FROM ${table} WHERE oid = ${value(column)} AND deleted = 1)`)
    .join(" OR ");
}

/** SQL that renames the other row of a job that has the unique text of a former row. */
function renaming(table: TableName, unique: string, value: (column: string) => string): string {
  return `UPDATE ${table} SET ${unique} = ${unique} || char(31) || oid
    WHERE oid <> @oid AND tenantId = ${value("tenantId")} AND ${unique} = ${value(unique)} AND EXISTS (
      SELECT 1 FROM jobChange c WHERE c.jobId = @jobId AND c.tableName = '${table}' AND c.rowId = ${table}.oid
        AND c.before IS NOT NULL AND c.change = ${table}.change)`;
}

/** SQL of an older change whose former row replaces a needed one. None for a change that was postponed already (`seq` below 1). */
function replacing(table: TableName, replacement: string): string {
  return `SELECT 1 FROM jobChange c
    WHERE c.jobId = @jobId AND c.tableName = '${table}' AND c.seq < @seq AND @seq > 0 AND ${replacement}`;
}

/** SQL of the row that a job has added before another change, and that has the unique text of a former row. */
function addedHolder(table: TableName, unique: string, value: (column: string) => string): string {
  return `SELECT 1 FROM ${table} WHERE tenantId = ${value("tenantId")} AND ${unique} = ${value(unique)} AND EXISTS (
      SELECT 1 FROM jobChange c WHERE c.jobId = @jobId AND c.tableName = '${table}' AND c.rowId = ${table}.oid
        AND c.before IS NULL AND c.change = ${table}.change AND c.seq < @seq)`;
}

/** Runs a write. False: a constraint of the schema refuses it. */
function isPossible(write: () => void): boolean {
  try {
    write();
    return true;
  } catch (error) {
    if (errorCode(error)?.startsWith("SQLITE_CONSTRAINT")) return false;
    throw error;
  }
}
