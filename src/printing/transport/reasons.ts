import { type Message, msg } from "../../domain/message.ts";
import type { PrinterCondition } from "../languages/status.ts";

// The reasons why a label is not printed yet, or may not be: sentences for a worker.

/** A printer in a message. */
export interface NamedPrinter {
  readonly name: string;
  readonly ipAddress: string;
  readonly port: number;
}

const formatAddress = ({ ipAddress, port }: NamedPrinter) =>
  `${ipAddress.includes(":") ? `[${ipAddress}]` : ipAddress}:${port}`;

/** The reason of a failed connection, by the system's error code. */
export function noConnection(printer: NamedPrinter, code: string): Message {
  const { name } = printer;
  const address = formatAddress(printer);
  if (code === "ECONNREFUSED") {
    return msg("{name} refused the connection at {address}", {
      name,
      address,
    });
  }
  return msg("{name} is not responding at {address}", { name, address });
}

/** The reason when the host name of a printer was not found. */
export const noSuchName = ({ name, ipAddress }: NamedPrinter) =>
  msg("{name}: the host name {ipAddress} was not found in this network", { name, ipAddress });

/** The reason when the address of a printer is outside of the site's network. */
export const notOnSite = ({ name, ipAddress }: NamedPrinter) =>
  msg("{name}: {ipAddress} is no longer an address in this site's network", { name, ipAddress });

/** The reason when the printer of a label was deleted. */
export const printerDeleted = msg("The printer has been deleted.");
/** The reason when a printer speaks another language than the one a label was made for. */
export const otherType = msg("The printer has another type now.");

/** The reason when the bytes of an old label are gone. */
export const dataRemoved = msg("The label's data have been removed. Request the label again.");

/** The reason when a label can not be made for a printer. */
export const notPrintable = ({ name }: NamedPrinter) => msg("{name} can't print this label", { name });

/** The condition that keeps the printer from printing. */
export function notReady(
  { name }: NamedPrinter,
  condition: Exclude<PrinterCondition, "ready" | "busy">,
): Message {
  switch (condition) {
    case "paperOut":
      return msg("{name} is out of paper", { name });
    case "headOpen":
      return msg("the cover of {name} is open", { name });
    case "paused":
      return msg("{name} is paused", { name });
  }
}

/** The reason when a printer accepts no bytes. */
export const notAcceptingData = ({ name }: NamedPrinter) =>
  msg("{name} is not accepting data; check the paper roll", { name });
/** The reason when the connection to a printer broke. */
export const connectionLost = ({ name }: NamedPrinter) => msg("the connection to {name} was lost", { name });
/** The reason when a printer closed the connection before the end of the job. */
export const closedEarly = ({ name }: NamedPrinter) =>
  msg("{name} closed the connection too early", { name });
/** The reason when a job made no progress within its time limit. */
export const stalledTooLong = ({ name }: NamedPrinter) =>
  msg("{name} has made no progress for too long", { name });
/** The reason when a printer no longer responds to status queries. */
export const stoppedResponding = ({ name }: NamedPrinter) => msg("{name} has stopped responding", { name });
/** The reason when the server stops during a job. */
export const serverStopped = msg("the server was stopped");
/** The reason of a cancelled request. */
export const cancelledReason = msg("cancelled");

/** The error of a request whose bytes were sent in part or whole: the printed labels are unknown. */
export function interruptedReason(copies: number, reason: Message): Message {
  return msg(
    "interrupted: up to {copies, plural, one {# label} other {# labels}} may have been printed ({reason})",
    { copies, reason },
  );
}
