import type { Database as Connection } from "better-sqlite3";
import type { PieceProgram } from "../../platform/workers/piece-program.ts";
import { transferredCopy } from "../../platform/workers/protocol.ts";
import { serveCalls } from "../../platform/workers/server.ts";
import { databaseHandle } from "./connection.ts";
import type { Db } from "./statement.ts";
import { openForReading } from "./worker-database.ts";

/** Input of a file. `database`: the generation's main file. */
interface FileInput {
  readonly database: string;
}

/**
 * Serves files in this worker, one at a time. Each shows one snapshot of the data, and is made piece by piece as the client reads it.
 * `cacheKiB`: as for `openForReading`. A file that fails to begin ends the worker, and so its connection.
 */
export function serveFiles<I extends FileInput>(
  make: (db: Db, input: I) => AsyncIterable<Buffer>,
  cacheKiB?: number,
): void {
  /** The file in progress. */
  let current: { readonly connection: Connection; readonly pieces: AsyncIterator<Buffer> } | null = null;
  serveCalls<PieceProgram<I>>({
    start(input) {
      const connection = openForReading(input.database, cacheKiB);
      // The first read of a transaction fixes its snapshot.
      connection.exec("BEGIN");
      connection.pragma("schema_version");
      const file = make(databaseHandle(connection), input);
      current = { connection, pieces: file[Symbol.asyncIterator]() };
    },
    async next() {
      if (current === null) throw new Error("no file is in progress");
      const { done, value } = await current.pieces.next();
      if (!done) return transferredCopy(value);
      current.connection.close();
      current = null;
      return null;
    },
  });
}
