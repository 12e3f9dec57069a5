import type { PrinterCondition, StatusQuery } from "./status.ts";

const QUERY = Buffer.from("\u001b!?");

/**
 * TSPL Programming Manual, "Status Polling and Immediate Commands", <ESC>!?: answered at once by one byte. No query waits
 * for the job. The byte "printing" means that the job is not done; any other may be from before the job began, so
 * `isEmpty` is never true.
 *
 * A single byte can't be told from other data, and 0 is "ready". So all received bytes must be status bytes; the last
 * one counts.
 */
export const tsplStatus: StatusQuery = {
  beforeJob: QUERY,
  afterJob: QUERY,
  parse(received) {
    const newest = received.at(-1);
    if (newest === undefined || !received.every(isStatus)) {
      return null;
    }
    return { condition: conditionIn(newest), isEmpty: newest === 0x20 ? false : null };
  },
};

/**
 * True for the bytes of the manual's table, and for combinations of a pause with its errors. Other bytes, such as digits
 * and letters, would be errors that exclude each other (jam and no paper, printing and paused).
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
