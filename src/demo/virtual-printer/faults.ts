/** How a printer behaves badly. Each fault holds from the moment it is set, on open connections too, until it is ended. */
export interface Faults {
  /** No paper: prints nothing, takes bytes until its memory is full, says so when it is asked. */
  readonly paperOut: boolean;
  /** The same with an open head or cover. */
  readonly headOpen: boolean;
  /** The same, paused by its button. */
  readonly paused: boolean;

  /** Answers no question. */
  readonly silent: boolean;
  /** Answers before the job's first byte, and no more in that connection. */
  readonly silentAfterJob: boolean;
  /** Answers how it is, but no question that is answered in order: it never tells that a job is done. */
  readonly endUntold: boolean;
  /** Answers that it is printing, also when nothing is left to print. */
  readonly alwaysPrinting: boolean;
  /** Answers so many milliseconds late. */
  readonly lateStatus: number | null;
  /** Sends only so many bytes of each answer. */
  readonly cutStatus: number | null;
  /** Bytes that nobody asked for: sent when a connection opens and whenever it takes something. */
  readonly garbage: Buffer | null;

  /** Takes no byte; goes on when the fault ends. The system's buffers still fill. */
  readonly stall: boolean;
  /** New connections are accepted, never read and never closed, not even when the fault ends. */
  readonly blackHole: boolean;
  /** Takes so many bytes a second. */
  readonly slow: number | null;

  /** Breaks each connection off (RST) after it took so many bytes of it; 0: at once. */
  readonly resetAfter: number | null;
  /** Breaks off (RST) instead of closing when the peer has half-closed and every byte is taken. */
  readonly resetAfterLast: boolean;
  /** Closes its side (FIN) after it took so many bytes of a connection; what comes later is thrown away. */
  readonly closeEarly: number | null;
  /** Takes everything, answers nothing, never closes. */
  readonly neverClose: boolean;
  /** Takes and answers everything, never closes. */
  readonly staysOpen: boolean;
  /** Listens only while no connection is open: a second one is refused. Ends with the connection open at its end. */
  readonly refuseSecond: boolean;
  /** Takes a second connection up, and serves it when the first has ended. */
  readonly secondWaits: boolean;
}

/** A printer that does what it should. */
export const NO_FAULTS: Faults = {
  paperOut: false,
  headOpen: false,
  paused: false,
  silent: false,
  silentAfterJob: false,
  endUntold: false,
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
  refuseSecond: false,
  secondWaits: false,
};
