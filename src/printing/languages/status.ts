/**
 * The condition that a printer reports. `paperOut` includes the ribbon; `paused` is any other state that needs a person
 * (jam, cutter, offline key); `busy` ends by itself (printing, hot head).
 */
export type PrinterCondition = "ready" | "paperOut" | "headOpen" | "paused" | "busy";

/** The parsed reply of a printer to a status query. */
export interface StatusReply {
  readonly condition: PrinterCondition;
  /**
   * True: nothing of the job is left in the printer. False: something is left, or (with `ready`) the query that is
   * answered in order has no reply yet. Null: the language can't tell.
   */
  readonly isEmpty: boolean | null;
  /** Labels and formats left in the printer, where the language counts them. */
  readonly remaining?: number;
}

/** How a language queries the status of a printer and parses the reply. */
export interface StatusQuery {
  /** Sent before a job, on the same connection. Printers that do not know it print nothing. */
  readonly beforeJob: Buffer;
  /**
   * Sent after the job's last byte. Answered in order: not before the printer has taken (and where the language can
   * tell, printed) the job. May be sent again while the printer is not empty.
   */
  readonly afterJob: Buffer;
  /**
   * Parses the newest reply in the bytes received since the query. Null while it is incomplete, or where it can't be
   * told from other bytes. Unsolicited bytes before it are skipped.
   */
  parse(received: Buffer, which: "before" | "after"): StatusReply | null;
}
