import Database from "better-sqlite3";
import { type Generated, Kysely, SqliteDialect } from "kysely";

interface Catalogue {
  oid: number;
  name: string;
}

/** Table `article`. */
export interface ArticleTable {
  oid: number;
  tenantId: number;
  code: string | null;
  name: string;
  folded: string;
  categoryId: number;
  typeId: number;
  stateId: number;
  price: number;
  serialNumber: string | null;
  rfId: string | null;
  userId: number | null;
  responsibleUserId: number | null;
  isDisposal: number;
  disposalDT: string | null;
  disposalMethodId: number | null;
  disposalReasonId: number | null;
  deleted: number;
  createdDT: string;
  modifiedDT: string | null;
  createdBy: string;
  modifiedBy: string | null;
}

/** Table `item`. */
export interface ItemTable {
  oid: number;
  inventoryId: number;
  articleId: number;
  locationId: number | null;
  inventoryLocationId: number | null;
  quantity: number;
  inventoryQuantity: number | null;
  isFound: number;
  isDisposal: number;
  isApproved: number;
  disposalMethodId: number | null;
  disposalReasonId: number | null;
  note: string | null;
  isUnexpected: number;
}

/** Kysely's types for the tables of `data/schema.ts`. */
export interface Tables {
  category: Catalogue;
  type: Catalogue;
  state: Catalogue;
  article: ArticleTable;
  inventory: { oid: number; tenantId: number; stateId: number };
  item: ItemTable;
  history: {
    oid: Generated<number>;
    itemId: number;
    at: string;
    userId: number;
    before: string;
    after: string;
  };
  photo: {
    oid: Generated<number>;
    itemId: number;
    fileName: string;
    contentType: string;
    width: number;
    height: number;
    size: number;
    createdDT: string;
    createdBy: string;
  };
}

/** Opens the file so that every commit is on the disk when it returns; refuses to run otherwise. */
export function openDatabase(file: string): Kysely<Tables> {
  const sqlite = new Database(file);
  sqlite.pragma("journal_mode = WAL");
  sqlite.pragma("synchronous = FULL");
  sqlite.pragma("foreign_keys = ON");
  const full = 2;
  if (sqlite.pragma("synchronous", { simple: true }) !== full)
    throw new Error("commits would not be flushed");
  return new Kysely<Tables>({ dialect: new SqliteDialect({ database: sqlite }) });
}
