import type { PrinterCondition, StatusQuery, StatusReply } from "./status.ts";

/** ESC ACK SOH: the automatic status (ASB), at once. */
const STATUS_QUERY = Buffer.from([0x1b, 0x06, 0x01]);

/** ETB: increments a counter in the status when all before it is printed. */
const COUNT_END = Buffer.from([0x17]);

/**
 * Star Line Mode Command Specifications, "ESC ACK SOH" and "ETB", for one connection. The status comes at once, also
 * while printing, and unsolicited from many network interfaces. ETB is processed in order: it waits for the motor, then
 * increments the counter of the status (0 to 31). So the job is printed when the counter differs from its value before
 * the job; a late reply has the old value. ETBs of other hosts count too.
 */
export function createStarStatus(): StatusQuery {
  let countBefore: number | undefined;
  return {
    beforeJob: STATUS_QUERY,
    afterJob: Buffer.concat([COUNT_END, STATUS_QUERY]),
    parse(received, which) {
      const status = newestIn(received);
      if (status === null) {
        return null;
      }
      if (which === "after") {
        return afterJob(status, countBefore);
      }
      countBefore = status[counter];
      return { condition: conditionIn(status), isEmpty: null };
    },
  };
}

/** Index of "Printer status 6", the eighth byte. The first models lack it. */
const counter = 7;

function afterJob(status: Buffer, countBefore: number | undefined): StatusReply {
  const condition = conditionIn(status);
  if (countBefore === undefined || status[counter] === undefined) {
    return { condition, isEmpty: null };
  }
  const isEmpty = status[counter] !== countBefore;
  return { condition, isEmpty };
}

/**
 * The last status ("Appendix 2, Automatic Status"; fixed bits of "Status identification method"). Null without one, or
 * while a newer one is incomplete. After bit 7 of the second header, network interfaces send a length, not a header.
 */
function newestIn(received: Buffer): Buffer | null {
  let newest: Buffer | null = null;
  for (let start = 0; start < received.length; ) {
    const length = lengthIn(received[start] ?? 0);
    const status = received.subarray(start, start + length);
    if (length < 7 || !status.every(hasFixedBits)) {
      start += 1;
    } else if (status.length < length) {
      return null;
    } else {
      newest = status;
      start += length;
    }
  }
  return newest;
}

/** The number of bytes, 7 to 15, in bits 1 to 3 and 5 of header 1; a smaller number where the byte is not a header. */
function lengthIn(byte: number): number {
  return (byte & 0xd1) === 0x01 ? ((byte >> 1) & 0x07) | ((byte >> 2) & 0x08) : 0;
}

function hasFixedBits(byte: number, index: number): boolean {
  switch (index) {
    case 0:
      return true;
    case 1:
      // Versions begin with 1.
      return (byte & 0x11) === 0 && (byte & 0x6e) !== 0;
    default:
      return (byte & 0x91) === 0;
  }
}

/** "Printer status 1" (third byte) to "Printer status 4" (sixth byte) of the same appendix. */
function conditionIn(status: Buffer): PrinterCondition {
  const isSet = (index: number, bits: number): boolean => ((status[index] ?? 0) & bits) !== 0;
  // The cover; the head.
  if (isSet(2, 0x20) || isSet(4, 0x02)) {
    return "headOpen";
  }
  if (isSet(5, 0x08)) {
    return "paperOut";
  }
  // The mechanism, the cutter, or an unrecoverable error.
  if (isSet(3, 0x2c)) {
    return "paused";
  }
  // Too hot a head; offline.
  if (isSet(3, 0x40)) {
    return "busy";
  }
  return isSet(2, 0x08) ? "paused" : "ready";
}
