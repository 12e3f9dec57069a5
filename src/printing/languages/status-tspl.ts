import type { PrinterCondition, StatusQuery } from "./status.ts";

const ask = Buffer.from("\u001b!?");

/**
 * TSPL Programming Manual, "Status Polling and Immediate Commands", <ESC>!?: answered at once by one byte. There is
 * no question that waits for the job: a byte that says "printing" says that it is not done, one that does not may
 * have been sent before the job was begun, so `isEmpty` is never true.
 *
 * A byte alone can't be told from others, and 0 is "ready". So all that came must be such bytes; the last one holds.
 */
export const tsplStatus: StatusQuery = {
  beforeJob: ask,
  afterJob: ask,
  parse(received) {
    const newest = received.at(-1);
    if (newest === undefined || !received.every(isStatus)) {
      return null;
    }
    return { condition: conditionIn(newest), isEmpty: newest === 0x20 ? false : null };
  },
};

/**
 * The bytes of the manual's table, with a pause also those of the errors that led to it. Others, such as digits and
 * letters, would be errors that exclude each other (jam and no paper, printing and paused).
 */
function isStatus(byte: number): boolean {
  const isError = byte <= 0x1f && (byte & 0x06) !== 0x06;
  return isError || [0x20, 0x40, 0x80].includes(byte);
}

function conditionIn(byte: number): PrinterCondition {
  // Bit 0 the head, bit 6 the cover; bit 2 the paper, bit 3 the ribbon; bit 5 printing.
  if ((byte & 0x41) !== 0) {
    return "headOpen";
  }
  if ((byte & 0x0c) !== 0) {
    return "paperOut";
  }
  if (byte === 0x20) {
    return "busy";
  }
  // Bit 1 a jam, bit 4 pause, bit 7 other errors.
  return byte === 0 ? "ready" : "paused";
}
