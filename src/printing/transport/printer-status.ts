import { DomainError } from "../../domain/errors.ts";
import type { Dependencies } from "../../http/dependencies.ts";
import { printerTypeOf } from "../languages/printer-types.ts";
import { createStatusQuery } from "../languages/registry.ts";
import type { PrinterCondition } from "../languages/status.ts";
import { connectTo } from "./connection.ts";
import { resolveOnSite } from "./printer-address.ts";

const CONNECT_MS = 5000;
const REPLY_MS = 1000;

/** A printer whose status is queried. */
export interface StatusTarget {
  readonly ipAddress: string;
  readonly port: number;
  readonly printerTypeId: number;
}

/** The condition of a printer at one time. `away`: no connection. `unknown`: connected, but no status reply. */
export interface StatusReading {
  readonly condition: PrinterCondition | "away" | "unknown";
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Queries the status of a printer over its own connection. Must not run while a label is being sent to it. */
export async function queryPrinterStatus(
  dependencies: Dependencies,
  printer: StatusTarget,
): Promise<StatusReading> {
  const reading = (condition: StatusReading["condition"]): StatusReading => ({
    condition,
    at: dependencies.clock.now(),
  });
  const [address] = await resolveOnSite(printer.ipAddress, printer.port, dependencies).catch(
    (error: unknown) => {
      if (error instanceof DomainError) return [];
      throw error;
    },
  );
  if (address === undefined) return reading("away");
  const connection = await connectTo(address, printer.port, CONNECT_MS, new AbortController().signal).catch(
    () => null,
  );
  if (connection === null) return reading("away");
  try {
    const query = createStatusQuery(printerTypeOf(printer.printerTypeId));
    if (query === null) return reading("unknown");
    await connection.write(query.beforeJob);
    const reply = await connection.waitForReply((received) => query.parse(received, "before"), REPLY_MS);
    return reading(reply?.condition ?? "unknown");
  } catch {
    // The printer closed the connection before the query.
    return reading("unknown");
  } finally {
    connection.end();
    await connection.waitForClose(REPLY_MS);
    connection.destroy();
  }
}
