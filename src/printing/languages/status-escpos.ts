import type { PrinterCondition, StatusQuery, StatusReply } from "./status.ts";

/** DLE EOT n: the printer (1), why it is offline (2), the roll's sensors (4). */
const askNow = Buffer.from([0x10, 0x04, 1, 0x10, 0x04, 2, 0x10, 0x04, 4]);

/** GS r 1: the roll's sensors. */
const askInTurn = Buffer.from([0x1d, 0x72, 1]);

/**
 * ESC/POS Command Reference (Epson). "DLE EOT" is answered at once, a byte each; "GS r" only when the printer gets
 * to it, so its answer says that the job was worked off, and a printer that went offline gives it later. The
 * real-time questions go along to tell the reason meanwhile, last because nothing may follow them unanswered. Some
 * compatible printers never answer "GS r".
 */
export const escposStatus: StatusQuery = {
  beforeJob: askNow,
  afterJob: Buffer.concat([askInTurn, askNow]),
  parse(received, which) {
    const answers = sorted(received);
    if (answers === null) {
      return null;
    }
    return which === "before" ? beforeJob(answers) : afterJob(answers);
  },
};

interface Answers {
  readonly realTime: readonly number[];
  readonly paper: readonly number[];
}

/**
 * The answers of both kinds by their fixed bits ("Transmission Status Identification"); XON, XOFF and the blocks of
 * Automatic Status Back (GS a) are left out. Null where any other byte came: an echo or a text has bytes that look
 * like answers, too.
 */
function sorted(received: Buffer): Answers | null {
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

/** Of GS r, or of a block's second to fourth byte. */
function isPlain(byte: number): boolean {
  return (byte & 0x90) === 0;
}

function beforeJob({ realTime, paper }: Answers): StatusReply | null {
  const condition = paper.length === 0 ? conditionIn(realTime) : null;
  return condition === null ? null : { condition, isEmpty: null };
}

function afterJob({ realTime, paper }: Answers): StatusReply | null {
  const sensors = paper.at(-1);
  // A lone zero byte could be anyone's.
  if (sensors !== undefined && realTime.length > 0) {
    const isOut = (sensors & 0x0c) !== 0;
    // A printer that takes data without paper may have thrown them away.
    return isOut ? { condition: "paperOut", isEmpty: null } : { condition: "ready", isEmpty: true };
  }
  const condition = sensors === undefined ? conditionIn(realTime) : null;
  return condition === null ? null : { condition, isEmpty: false };
}

/** "DLE EOT", the tables of n = 1, 2, 4; null unless the answers of each question are there. */
function conditionIn(answers: readonly number[]): PrinterCondition | null {
  const [printer, cause, roll] = answers.slice(-3);
  if (printer === undefined || cause === undefined || roll === undefined || answers.length % 3 !== 0) {
    return null;
  }
  if ((cause & 0x04) !== 0) {
    return "headOpen";
  }
  if ((cause & 0x20) !== 0 || (roll & 0x60) !== 0) {
    return "paperOut";
  }
  // An error; then: the feed button is held; offline for no reason told.
  if ((cause & 0x40) !== 0) {
    return "paused";
  }
  if ((cause & 0x08) !== 0) {
    return "busy";
  }
  return (printer & 0x08) !== 0 ? "paused" : "ready";
}
