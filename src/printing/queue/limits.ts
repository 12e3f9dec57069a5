/** How long the queue waits for what (decisions, "What becomes of a print request"). Milliseconds. */
export interface Limits {
  readonly connectMs: number;
  /** For the answer to a question before the job. */
  readonly askMs: number;
  /** For a printer's close, or its answer, after the last byte. */
  readonly silentMs: number;
  /** Between two questions after the job, while the printer works … */
  readonly askAgainMs: number;
  /** … and while it stands still: questions may pile up in its small memory. */
  readonly askStoppedMs: number;
  /** Between two looks at what the printer's TCP has taken. */
  readonly lookMs: number;
  /** For the close of a printer that has said it is done. */
  readonly goodbyeMs: number;
  /** A printer that takes nothing for so long is shown as waiting … */
  readonly noticeMs: number;
  /** … and given up after so long. */
  readonly stallMs: number;
  /** Between the tries of a request; the last one repeats. */
  readonly pausesMs: readonly number[];
  /** A request that could not begin for so long ends in Error. */
  readonly giveUpMs: number;
  /** What a label being sent gets when the box stops. */
  readonly stopMs: number;
}

/** The limits of the contract with the two that can be set. */
export function limitsOf(giveUpMinutes: number, stallMinutes: number): Limits {
  return {
    connectMs: 5000,
    askMs: 500,
    silentMs: 10_000,
    askAgainMs: 500,
    askStoppedMs: 3000,
    lookMs: 100,
    goodbyeMs: 2000,
    noticeMs: 30_000,
    stallMs: stallMinutes * 60_000,
    pausesMs: [1000, 2000, 4000, 8000, 15_000, 30_000],
    giveUpMs: giveUpMinutes * 60_000,
    stopMs: 20_000,
  };
}
