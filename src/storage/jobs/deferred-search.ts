import type { Database } from "better-sqlite3";

// The search index of articles gets the changes of a slice together. FTS5 writes what it has collected at each statement that
// can be rolled back by itself: each article would be a segment of its own, to be merged with others.

const COLUMNS = [
  "nameFolded",
  "codeFolded",
  "serialFolded",
  "rfIdFolded",
  "moreFolded",
  "codesFolded",
] as const;
const LIST = COLUMNS.join(", ");
const OLD = COLUMNS.map((column) => `OLD.${column}`).join(", ");
const IS_CHANGED = COLUMNS.map((column) => `OLD.${column} IS NOT NEW.${column}`).join(" OR ");

/** Collects changed articles with their indexed texts; NULL in all columns of texts: the article was not indexed. */
const CREATE = `
  CREATE TEMP TABLE indexedArticle (oid INTEGER PRIMARY KEY, ${LIST});
  CREATE TEMP TRIGGER articleSearchInsertLater AFTER INSERT ON main.article
  BEGIN INSERT INTO indexedArticle (oid) VALUES (NEW.oid) ON CONFLICT DO NOTHING; END;
  CREATE TEMP TRIGGER articleSearchUpdateLater AFTER UPDATE OF ${LIST} ON main.article WHEN ${IS_CHANGED}
  BEGIN INSERT INTO indexedArticle (oid, ${LIST}) VALUES (OLD.oid, ${OLD}) ON CONFLICT DO NOTHING; END;
  CREATE TEMP TRIGGER articleSearchDeleteLater AFTER DELETE ON main.article
  BEGIN INSERT INTO indexedArticle (oid, ${LIST}) VALUES (OLD.oid, ${OLD}) ON CONFLICT DO NOTHING; END;`;

/** In the order of the ids, which FTS5 collects in one piece. Every article has a name. */
const UPDATE_INDEX = `
  INSERT INTO articleSearch (articleSearch, rowid, ${LIST})
    SELECT 'delete', oid, ${LIST} FROM temp.indexedArticle WHERE nameFolded IS NOT NULL ORDER BY oid;
  INSERT INTO articleSearch (rowid, ${LIST})
    SELECT a.oid, ${COLUMNS.map((column) => `a.${column}`).join(", ")}
    FROM temp.indexedArticle i JOIN article a ON a.oid = i.oid ORDER BY i.oid;
  DELETE FROM temp.indexedArticle;`;

/** Updates the search index at the end of each transaction of one connection. */
export class DeferredSearch {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
    db.exec(CREATE);
  }

  /** From now on the transaction leaves the index as it is. */
  begin(): void {
    this.#db.exec("UPDATE changeCounter SET isSearchDeferred = 1");
  }

  /** Brings the index up to date, before a search in the transaction. */
  update(): void {
    this.#db.exec(UPDATE_INDEX);
  }

  /** Brings the index up to date. Call it before the commit. */
  end(): void {
    this.#db.exec(`${UPDATE_INDEX} UPDATE changeCounter SET isSearchDeferred = 0`);
  }
}
