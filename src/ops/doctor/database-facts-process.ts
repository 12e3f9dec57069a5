import { readdirSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { sql } from "kysely";
import { RequestState } from "../../domain/print-states.ts";
import { databaseHandle } from "../../storage/database/connection.ts";
import { sqlite, statement } from "../../storage/database/statement.ts";
import { isGeneration } from "../../storage/files/file-names.ts";
import { findSavedName, hostName } from "../discovery/saved-name.ts";
import type { DatabaseFacts } from "./report.ts";

// Process of `readDatabaseFacts`: `database-facts-process.ts FOLDER` prints the facts as JSON. It may run only beside a running
// server: the index of the log then exists, and a read-only connection creates and changes no file.

const queues = statement((p: { deleted: 0 }) =>
  sqlite
    .selectFrom("printer as p")
    .where("p.deleted", "=", p.deleted)
    .orderBy("p.oid")
    .select(({ selectFrom, fn }) => {
      const open = selectFrom("printRequest as r")
        .whereRef("r.printerId", "=", "p.oid")
        .where("r.stateId", "in", [sql.lit(RequestState.Waiting), sql.lit(RequestState.Printing)]);
      const head = open.orderBy("r.oid").limit(sql.lit(1));
      return [
        "p.name",
        "p.ipAddress",
        "p.port",
        sql<number>`${open.select(fn.countAll().as("count"))}`.as("waiting"),
        sql<string | null>`${head.select("r.queuedDT")}`.as("oldest"),
        sql<string | null>`${head.select("r.lastError")}`.as("reason"),
      ];
    }),
);

const folder = process.argv[2] ?? "";
const newest = readdirSync(folder).filter(isGeneration).sort().at(-1) ?? "";
const connection = new Database(join(folder, newest), { readonly: true, fileMustExist: true });
const db = databaseHandle(connection);
const name = findSavedName(db);
const facts: DatabaseFacts = {
  mdnsName: name && hostName(name),
  printers: queues.all(db, { deleted: 0 }),
};
connection.close();
process.stdout.write(JSON.stringify(facts));
