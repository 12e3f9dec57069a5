import type { TransportLimits } from "../transport/send-job.ts";

/** Time limits of the print queue (decisions, Printing), in milliseconds. */
export interface QueueLimits extends TransportLimits {
  /** Delays between the attempts of a request; the last one repeats. */
  readonly retryDelaysMs: readonly number[];
  /** A request that could not begin for this time ends in Error. */
  readonly giveUpMs: number;
  /** Time for the label being sent when the server stops. */
  readonly stopMs: number;
  /** A printer is fast when a label takes less than this, from the connection to the confirmation. */
  readonly fastMs: number;
  /** The labels of a fast printer that are claimed before they are sent. A crash makes them doubtful. */
  readonly claimsAhead: number;
}

/** The limits of the contract with the two configurable ones, in minutes. */
export function queueLimits(giveUpMinutes: number, stallMinutes: number): QueueLimits {
  return {
    connectMs: 5000,
    replyMs: 500,
    silenceMs: 10_000,
    pollMs: 500,
    pollStoppedMs: 3000,
    socketPollMs: 100,
    closeMs: 2000,
    noticeMs: 30_000,
    stallMs: stallMinutes * 60_000,
    retryDelaysMs: [1000, 2000, 4000, 8000, 15_000, 30_000],
    giveUpMs: giveUpMinutes * 60_000,
    stopMs: 20_000,
    fastMs: 20,
    claimsAhead: 4,
  };
}
