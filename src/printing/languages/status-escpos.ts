import type { PrinterCondition, StatusQuery, StatusReply } from "./status.ts";

/** DLE EOT n: the printer (1), the cause of offline (2), the paper sensors (4). */
const REAL_TIME_QUERY = Buffer.from([0x10, 0x04, 1, 0x10, 0x04, 2, 0x10, 0x04, 4]);

/** GS r 1: the paper sensors. */
const IN_ORDER_QUERY = Buffer.from([0x1d, 0x72, 1]);

/**
 * ESC/POS Command Reference (Epson). "DLE EOT" is answered at once, by one byte each. "GS r" is answered in order, so its
 * reply means that the job is processed; an offline printer answers it later. The real-time queries are sent along for
 * the cause meanwhile, and last because nothing may follow them unanswered. Some compatible printers never answer "GS r".
 */
export const escposStatus: StatusQuery = {
  beforeJob: REAL_TIME_QUERY,
  afterJob: Buffer.concat([IN_ORDER_QUERY, REAL_TIME_QUERY]),
  parse(received, which) {
    const replies = classify(received);
    if (replies === null) {
      return null;
    }
    return which === "before" ? beforeJob(replies) : afterJob(replies);
  },
};

interface Replies {
  readonly realTime: readonly number[];
  readonly paper: readonly number[];
}

/**
 * Sorts the replies by their fixed bits ("Transmission Status Identification"). XON, XOFF and the blocks of Automatic
 * Status Back (GS a) are skipped. Null where any other byte came: an echo or a text has bytes that look like replies.
 */
function classify(received: Buffer): Replies | null {
  const bytes = received.filter((byte) => byte !== 0x11 && byte !== 0x13);
  const realTime: number[] = [];
  const paper: number[] = [];
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index] ?? 0;
    if ((byte & 0x93) === 0x12) {
      realTime.push(byte);
    } else if ((byte & 0x93) === 0x10 && bytes.subarray(index + 1, index + 4).every(isPlain)) {
      index += 3;
    } else if (isPlain(byte) && [0x0, 0x3, 0xc, 0xf].includes(byte & 0x0f)) {
      paper.push(byte);
    } else {
      return null;
    }
  }
  return { realTime, paper };
}

/** True for a reply to GS r, and for the second to fourth byte of a block. */
function isPlain(byte: number): boolean {
  return (byte & 0x90) === 0;
}

function beforeJob({ realTime, paper }: Replies): StatusReply | null {
  const condition = paper.length === 0 ? conditionIn(realTime) : null;
  return condition === null ? null : { condition, isEmpty: null };
}

function afterJob({ realTime, paper }: Replies): StatusReply | null {
  const sensors = paper.at(-1);
  // A single zero byte may be anything.
  if (sensors !== undefined && realTime.length > 0) {
    const isOut = (sensors & 0x0c) !== 0;
    // A printer that accepts data without paper may have discarded them.
    return isOut ? { condition: "paperOut", isEmpty: null } : { condition: "ready", isEmpty: true };
  }
  const condition = sensors === undefined ? conditionIn(realTime) : null;
  return condition === null ? null : { condition, isEmpty: false };
}

/** The condition by the tables of "DLE EOT" for n = 1, 2, 4; null unless each query has its reply. */
function conditionIn(replies: readonly number[]): PrinterCondition | null {
  const [printer, cause, roll] = replies.slice(-3);
  if (printer === undefined || cause === undefined || roll === undefined || replies.length % 3 !== 0) {
    return null;
  }
  if ((cause & 0x04) !== 0) {
    return "headOpen";
  }
  if ((cause & 0x20) !== 0 || (roll & 0x60) !== 0) {
    return "paperOut";
  }
  // An error.
  if ((cause & 0x40) !== 0) {
    return "paused";
  }
  // The feed button is held.
  if ((cause & 0x08) !== 0) {
    return "busy";
  }
  // Offline without a reported cause.
  return (printer & 0x08) !== 0 ? "paused" : "ready";
}
