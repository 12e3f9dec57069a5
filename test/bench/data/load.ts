import { mkdirSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { fold } from "./fold.ts";
import { indexes, tables, trigrams } from "./schema.ts";
import { type Article, type DataSet, files, type Item, inventoryId } from "./shape.ts";

const tenantId = 1;
const inProgress = 3;

/** Writes the data set into a new database in `folder`; with `indexNames` also raw's trigram index. */
export function load(folder: string, data: DataSet, indexNames: boolean): void {
  mkdirSync(folder, { recursive: true });
  const db = new Database(join(folder, files.database));
  db.pragma("journal_mode = WAL");
  db.exec(tables);
  const insert = (table: string, rows: readonly object[]) => insertAll(db, table, rows);
  db.transaction(() => {
    insert("category", data.categories);
    insert("type", data.types);
    insert("state", data.states);
    insert("article", data.articles.map(articleRow));
    insert("inventory", [{ oid: inventoryId, tenantId, stateId: inProgress }]);
    insert("item", data.items.map(itemRow));
  })();
  db.exec(indexes);
  if (indexNames) db.exec(trigrams);
  db.exec("ANALYZE");
  db.close();
}

function insertAll(db: Database.Database, table: string, rows: readonly object[]): void {
  const [first] = rows;
  if (first === undefined) throw new Error(`the data set has no rows for ${table}`);
  const names = Object.keys(first);
  const values = names.map((name) => `@${name}`);
  const statement = db.prepare(`INSERT INTO ${table} (${names}) VALUES (${values})`);
  for (const row of rows) statement.run(row);
}

// Column by column, because the product's responses may have more than the contract's fields.
function articleRow(article: Article): object {
  return {
    oid: article.oid,
    tenantId,
    code: article.code,
    name: article.name,
    folded: fold(article.name),
    categoryId: article.categoryId,
    typeId: article.typeId,
    stateId: article.stateId,
    price: Math.round(article.price * 10_000),
    serialNumber: article.serialNumber,
    rfId: article.rfId,
    userId: article.userId,
    responsibleUserId: article.responsibleUserId,
    isDisposal: Number(article.isDisposal),
    disposalDT: article.disposalDT,
    disposalMethodId: article.disposalMethodId,
    disposalReasonId: article.disposalReasonId,
    createdDT: article.createdDT,
    modifiedDT: article.modifiedDT,
    createdBy: article.createdBy,
    modifiedBy: article.modifiedBy,
  };
}

function itemRow(item: Item): object {
  return {
    oid: item.oid,
    inventoryId: item.inventoryId,
    articleId: item.articleId,
    locationId: item.locationId,
    inventoryLocationId: item.inventoryLocationId,
    quantity: item.quantity,
    inventoryQuantity: item.inventoryQuantity,
    isFound: Number(item.isFound),
    isDisposal: Number(item.isDisposal),
    isApproved: Number(item.isApproved),
    disposalMethodId: item.disposalMethodId,
    disposalReasonId: item.disposalReasonId,
    note: item.note,
    isUnexpected: Number(item.isUnexpected),
  };
}
