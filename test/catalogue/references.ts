import Database from "better-sqlite3";
import { CATALOGUE_NAMES, CATALOGUES, type CatalogueName } from "../../src/records/catalogues.ts";
import { migrate } from "../../src/storage/database/migrations.ts";
import type { TestServer } from "../harness/server.ts";

const database = new Database(":memory:");
migrate(database, "memory");

/** A column that refers to the records of a list: one row for each foreign key of the schema. */
interface Reference {
  readonly catalogue: CatalogueName;
  /** The path of the list in the API. */
  readonly path: string;
  readonly table: string;
  readonly column: string;
}

/** Every reference to a list. */
export const REFERENCES: readonly Reference[] = CATALOGUE_NAMES.flatMap((catalogue) =>
  database
    .prepare<[string], { table: string; column: string }>(
      `SELECT t.name AS "table", k."from" AS "column" FROM sqlite_schema t, pragma_foreign_key_list(t.name) k
        WHERE t.type = 'table' AND k."table" = ? ORDER BY t.rowid`,
    )
    .all(catalogue)
    .map((key) => ({ catalogue, path: CATALOGUES[catalogue].path, ...key })),
);

/**
 * Makes the first `rows` rows of the tenant's table use the record, without the rules: for uses that the API can't create
 * yet.
 */
export async function use(
  server: TestServer,
  { table, column }: Pick<Reference, "table" | "column">,
  oid: number,
  rows: number,
): Promise<void> {
  await server.appliance.dependencies.storage.write(1, (tx) => {
    const text = `UPDATE ${table} SET ${column} = ? WHERE oid IN (SELECT oid FROM ${table} WHERE tenantId = 1 LIMIT ?)`;
    tx.query({ sql: text, reads: [] }, []).run(oid, rows);
    tx.recordWrite("article");
  });
}
