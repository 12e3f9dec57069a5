import type { Message } from "../../domain/message.ts";
import type { PrinterCondition, StatusQuery } from "../languages/status.ts";
import type { Connection } from "./connection.ts";
import * as reasons from "./reasons.ts";

/** Time limits of one connection to a printer, in milliseconds. */
export interface TransportLimits {
  readonly connectMs: number;
  /** For the reply to the status query before the job. */
  readonly replyMs: number;
  /** For a printer's close, or its reply, after the last byte. */
  readonly silenceMs: number;
  /** Between two status queries after the job, while the printer works … */
  readonly pollMs: number;
  /** … and while it is stopped: queries may pile up in its small memory. */
  readonly pollStoppedMs: number;
  /** Between two looks at the bytes that the printer's TCP has acknowledged. */
  readonly socketPollMs: number;
  /** For the close of a printer that has reported the end of the job. */
  readonly closeMs: number;
  /** A printer that accepts no data for this time is shown as waiting … */
  readonly noticeMs: number;
  /** … and given up after this time. */
  readonly stallMs: number;
}

/** One attempt to send a job: where, the data, the limits. */
export interface PrintJob {
  readonly printer: reasons.NamedPrinter;
  /** The checked IP address to connect to. */
  readonly address: string;
  /** Sent once before the data: it ends a label that was interrupted before. */
  readonly ending: Buffer;
  readonly data: Buffer;
  /** The data are sent so many times. */
  readonly repeats: number;
  /** Null: the printer's language has no status query, or the printer did not reply before. */
  readonly query: StatusQuery | null;
  readonly limits: TransportLimits;
  readonly signal: AbortSignal;
  /** The reason of an abort by `signal`. */
  readonly abortReason: () => Message;
  readonly events: PrintJobEvents;
}

/** Callbacks of an attempt, in the order in which they may come. */
export interface PrintJobEvents {
  /** The printer did not reply to the status query. */
  onNoReply(): void;
  /** The printer reported its condition. May come several times. */
  onCondition(condition: PrinterCondition): void;
  /**
   * Saves the state Printing durably; the first byte follows. Resolves to the outcome of a request that must not be sent, such as one
   * that was cancelled meanwhile; null: send it. Throws Unavailable.
   */
  beforeFirstByte(): Promise<SendOutcome | null>;
  /** The job stopped making progress (with the reason), or continues (null). May come several times. */
  onStall(reason: Message | null): void;
}

/** The result of one attempt. */
export type SendOutcome =
  /** No byte of the job was sent: it may be tried again. */
  | { readonly kind: "notSent"; readonly reason: Message }
  /** No byte was sent, and trying again would not help. */
  | { readonly kind: "notPrintable"; readonly reason: Message }
  /** Some or all bytes were sent; the printed labels are unknown, so a person decides. */
  | { readonly kind: "interrupted"; readonly reason: Message }
  /** `isConfirmed`: the printer closed in order, or reported the end of the job. */
  | { readonly kind: "done"; readonly isConfirmed: boolean }
  /** It was cancelled before its first byte. */
  | { readonly kind: "dropped" };

/** The reason of a connection that ended during the job. */
export function lostReason(job: PrintJob, connection: Connection): Message {
  return connection.state() === "closed"
    ? reasons.closedEarly(job.printer)
    : reasons.connectionLost(job.printer);
}
