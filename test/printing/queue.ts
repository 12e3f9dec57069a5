import { sqlite, statement } from "../../src/storage/database/statement.ts";
import type { TestServer } from "../harness/server.ts";

const requests = statement((p: { least: number }) =>
  sqlite
    .selectFrom("printRequest as r")
    .innerJoin("printData as d", "d.printRequestId", "r.oid")
    .selectAll()
    .where("r.oid", ">=", p.least)
    .orderBy("r.oid"),
);

/** All stored print requests, with their bytes. */
export function queueOf(server: TestServer) {
  return requests.all(server.appliance.dependencies.storage.db, { least: 0 });
}

/** The bytes of one request for the printer. Throws where the request does not exist. */
export function bytesOf(server: TestServer, oid: number): Buffer {
  const found = queueOf(server).find((request) => request.oid === oid);
  if (!found) throw new Error(`no print request ${oid}`);
  return found.data;
}
