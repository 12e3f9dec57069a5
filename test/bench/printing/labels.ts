import { type Connection, jsonRequest, open } from "../client.ts";
import type { BenchPrinter } from "./printers.ts";
import { exchange, type Labelled, type PrintServer } from "./server.ts";

/** A label to print. */
export interface Order {
  readonly printer: BenchPrinter;
  readonly article: Labelled;
}

/** Prints a label over the connection; returns the print request's oid. */
export async function askFor(connection: Connection, token: string, order: Order): Promise<number> {
  const { printer, article } = order;
  const wanted = { articleId: article.oid, printerId: printer.oid, labelFormatId: printer.formatId };
  const bytes = jsonRequest("POST", "/api/pda/printing/print", token, wanted);
  const { oid } = await exchange<{ oid: number }>(connection, bytes);
  return oid;
}

/** Prints all of them as fast as so many connections can; returns the oids of their requests. */
export async function askForAll(
  { target }: PrintServer,
  orders: readonly Order[],
  count: number,
): Promise<number[]> {
  const connections = await Promise.all(Array.from({ length: count }, () => open(target.port)));
  const oids: number[] = [];
  let next = 0;
  const asking = connections.map(async (connection) => {
    for (let order = orders[next++]; order !== undefined; order = orders[next++]) {
      oids.push(await askFor(connection, target.token, order));
    }
  });
  try {
    await Promise.all(asking);
  } finally {
    for (const connection of connections) connection.close();
  }
  return oids;
}
