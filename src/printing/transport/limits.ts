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
