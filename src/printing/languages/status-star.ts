import type { PrinterCondition, StatusQuery, StatusReply } from "./status.ts";

/** ESC ACK SOH: the automatic status (ASB), now. */
const askStatus = Buffer.from([0x1b, 0x06, 0x01]);

/** ETB: count in the status that all before it is printed. */
const countEnd = Buffer.from([0x17]);

/**
 * Star Line Mode Command Specifications, "ESC ACK SOH" and "ETB", for one connection. The status comes at once,
 * whatever is still to be printed, and unasked from many network interfaces. ETB is worked off in order: it waits for
 * the motor, then moves the status's counter (0 to 31). So the job is out when the counter is another than before
 * the job; a late answer to the question has the old one. ETBs of other hosts count, too.
 */
export function createStarStatus(): StatusQuery {
  let countBefore: number | undefined;
  return {
    beforeJob: askStatus,
    afterJob: Buffer.concat([countEnd, askStatus]),
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

/** "Printer status 6", the eighth byte; the first models have none. */
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
 * The last status ("Appendix 2, Automatic Status"; fixed bits of "Status identification method"); null without one,
 * or while a newer one is not whole. A network interface that sets bit 7 of the second header lets a length follow,
 * which is no header.
 */
function newestIn(received: Buffer): Buffer | null {
  let newest: Buffer | null = null;
  for (let start = 0; start < received.length; ) {
    const length = lengthIn(received[start] ?? 0);
    const status = received.subarray(start, start + length);
    if (length < 7 || !status.every(isFixedRight)) {
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

/** Header 1 has the number of bytes, 7 to 15, in its bits 1 to 3 and 5; less for what is no such header. */
function lengthIn(byte: number): number {
  return (byte & 0xd1) === 0x01 ? ((byte >> 1) & 0x07) | ((byte >> 2) & 0x08) : 0;
}

function isFixedRight(byte: number, index: number): boolean {
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
  // The mechanism, the cutter, or what does not pass.
  if (isSet(3, 0x2c)) {
    return "paused";
  }
  // Too hot a head; offline.
  if (isSet(3, 0x40)) {
    return "busy";
  }
  return isSet(2, 0x08) ? "paused" : "ready";
}
