import { sql } from "kysely";
import { sqlite, statement } from "../../src/storage/database/statement.ts";
import { type ServerOptions, startServer, type TestServer } from "../harness/server.ts";

/** Half of them are left when the list is compressed. */
const ROW_BYTES = 30_000;

const lengthen = statement((p: { change: number }) =>
  sqlite.updateTable("article").set({
    createdBy: sql<string>`hex(randomblob(${sql.lit(ROW_BYTES / 2)}))`,
    change: p.change,
  }),
);

/** The list of 500 articles of `startServerWithLongList`. It is read again for each request. */
export const LONG_LIST = "/api/articles/findByName?name=nothing&filterOp=NotEquals";
/** Its minimum of bytes. The buffers of a local connection hold 4 MB. */
export const LONG_LIST_BYTES = 500 * ROW_BYTES;

/** A server whose list of articles is too long for the buffers of a connection. */
export async function startServerWithLongList(options: ServerOptions = {}): Promise<TestServer> {
  const server = await startServer(options);
  const lengthenAll = { isSilent: true };
  await server.appliance.dependencies.storage.write(1, (tx) => lengthen.run(tx, tx).changes, lengthenAll);
  return server;
}
