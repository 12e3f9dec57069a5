import type { Message } from "../../domain/message.ts";
import { makeClock } from "../../platform/clock.ts";
import type { DatabaseFacts, PrinterQueue } from "./database-facts.ts";
import { formatDuration } from "./format.ts";

/** The printers with their waiting labels and last errors. */
export function aboutPrinters(facts: DatabaseFacts | null): string[] {
  if (facts === null) return ["known only while the server runs and its database can be read"];
  return facts.printers.length === 0 ? ["none"] : facts.printers.map(describe);
}

function describe({ name, ipAddress, port, waiting, oldest, reason }: PrinterQueue): string {
  const printer = `${name} (${ipAddress}:${port})`;
  if (oldest === null) return `${printer}: nothing waits`;
  const since = formatDuration(Math.max(0, makeClock().now() - Date.parse(oldest)) / 1000);
  const error = reason === null ? "" : `: ${(JSON.parse(reason) as Message).en}`;
  return `${printer}: ${waiting} wait, the oldest for ${since}${error}`;
}
