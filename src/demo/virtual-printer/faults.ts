/** The faults of a printer. Each holds from the moment it is set until it is cleared, on open connections too. */
export interface Faults {
  /** No paper: prints nothing, accepts bytes until its memory is full, reports it in its status. */
  readonly paperOut: boolean;
  /** The same with an open head or cover. */
  readonly headOpen: boolean;
  /** The same, paused by its button. */
  readonly paused: boolean;

  /** Answers no status query. */
  readonly silent: boolean;
  /** Answers before the job's first byte, and never again on that connection. */
  readonly silentAfterJob: boolean;
  /** Answers queries for its condition, but none that is answered in order: it never reports the end of a job. */
  readonly omitsJobEnd: boolean;
  /** Reports that it is printing, also when nothing is left to print. */
  readonly alwaysPrinting: boolean;
  /** Delay of each reply, in milliseconds. */
  readonly lateStatus: number | null;
  /** Sends only this many bytes of each reply. */
  readonly cutStatus: number | null;
  /** Unsolicited bytes, sent when a connection opens and whenever it accepts bytes. */
  readonly garbage: Buffer | null;

  /** Accepts no byte; continues when the fault ends. The system's buffers still fill. */
  readonly stall: boolean;
  /** New connections are accepted, never read and never closed, not even when the fault ends. */
  readonly blackHole: boolean;
  /** Accepts this many bytes a second. */
  readonly slow: number | null;

  /** Resets each connection (RST) after this many bytes; 0: at once. */
  readonly resetAfter: number | null;
  /** Resets (RST) instead of closing when the peer has half-closed and every byte is accepted. */
  readonly resetAfterLast: boolean;
  /** Closes its side (FIN) after this many bytes of a connection; later bytes are discarded. */
  readonly closeEarly: number | null;
  /** Accepts every byte, answers nothing, never closes. */
  readonly neverClose: boolean;
  /** Accepts and answers everything, never closes. */
  readonly staysOpen: boolean;
  /** Listens only while no connection is open: a second one is refused. Ends with the connection open at its end. */
  readonly refusesSecond: boolean;
  /** Accepts a second connection, and serves it when the first has ended. */
  readonly queuesSecond: boolean;
}

/** A printer without faults. */
export const NO_FAULTS: Faults = {
  paperOut: false,
  headOpen: false,
  paused: false,
  silent: false,
  silentAfterJob: false,
  omitsJobEnd: false,
  alwaysPrinting: false,
  lateStatus: null,
  cutStatus: null,
  garbage: null,
  stall: false,
  blackHole: false,
  slow: null,
  resetAfter: null,
  resetAfterLast: false,
  closeEarly: null,
  neverClose: false,
  staysOpen: false,
  refusesSecond: false,
  queuesSecond: false,
};
