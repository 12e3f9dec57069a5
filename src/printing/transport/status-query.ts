import { DomainError } from "../../domain/errors.ts";
import type { Dependencies } from "../../http/dependencies.ts";
import { statusQuestionOf } from "../languages/status.ts";
import { resolveOnSite } from "../printers/printer-address.ts";
import { printerTypeOf } from "../printers/types.ts";
import type { Seen } from "../queue/lane.ts";
import { connectTo } from "./connection.ts";

const CONNECT_MS = 5000;
const ANSWER_MS = 1000;

/** A printer as it is asked. */
export interface Asked {
  readonly ipAddress: string;
  readonly port: number;
  readonly printerTypeId: number;
}

/** Asks a printer how it is, over a connection of its own; only while no label is being sent to it. */
export async function askPrinter(box: Dependencies, printer: Asked): Promise<Seen> {
  const seen = (condition: Seen["condition"]): Seen => ({ condition, at: box.clock.now() });
  const [address] = await resolveOnSite(printer.ipAddress, printer.port, box).catch((error: unknown) => {
    if (error instanceof DomainError) return [];
    throw error;
  });
  if (address === undefined) return seen("away");
  const connection = await connectTo(address, printer.port, CONNECT_MS, new AbortController().signal).catch(
    () => null,
  );
  if (connection === null) return seen("away");
  try {
    const type = printerTypeOf(printer.printerTypeId);
    const question = type && statusQuestionOf(type);
    if (!question) return seen("unknown");
    await connection.write(question.question);
    const answer = await connection.answer((received) => question.read(received, "before"), ANSWER_MS);
    return seen(answer?.condition ?? "unknown");
  } catch {
    // The printer closed the connection before it was asked.
    return seen("unknown");
  } finally {
    connection.end();
    await connection.settled(ANSWER_MS);
    connection.destroy();
  }
}
