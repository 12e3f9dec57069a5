import type { Condition, StatusAnswer, StatusQuestion } from "./status.ts";

/** ESC ACK SOH: the automatic status (ASB), now. */
const askStatus = Buffer.from([0x1b, 0x06, 0x01]);

/** ETB: note in the status that all before it is printed. */
const noteEnd = Buffer.from([0x17]);

/**
 * Star Line Mode Command Specifications, "ESC ACK SOH" and "ETB". The status comes at once, whatever is still to be
 * printed. ETB is worked off in order, waits for the motor and sets a bit that the next status takes away with it:
 * so the status before the job leaves it clear, and one with the bit says that the job is out. A printer with
 * automatic status sends that one by itself, another when it is asked again.
 */
export const starStatus: StatusQuestion = {
  question: askStatus,
  afterJob: Buffer.concat([noteEnd, askStatus]),
  read(received, which) {
    const blocks = blocksIn(received);
    const newest = blocks?.at(-1);
    if (blocks === null || newest === undefined) {
      return null;
    }
    const condition = conditionIn(newest);
    return which === "before" ? { condition, isEmpty: null } : afterJob(blocks, condition);
  },
};

function afterJob(blocks: readonly Buffer[], condition: Condition): StatusAnswer {
  if (blocks.some((block) => isSet(block, 2, 0x02))) {
    return { condition, isEmpty: true };
  }
  return { condition: condition === "ready" ? "busy" : condition, isEmpty: false };
}

/**
 * The whole blocks ("Appendix 2, Automatic Status", with "Status identification method" for the fixed bits); null
 * while the last one is not whole. A network interface that sets bit 7 of the second header lets a length follow,
 * which is no header.
 */
function blocksIn(received: Buffer): Buffer[] | null {
  const blocks: Buffer[] = [];
  for (let start = 0; start < received.length; ) {
    const length = lengthIn(received[start] ?? 0);
    const block = received.subarray(start, start + length);
    if (length < 7 || !block.every(isFixedRight)) {
      start += 1;
    } else if (block.length < length) {
      return null;
    } else {
      blocks.push(block);
      start += length;
    }
  }
  return blocks;
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

function isSet(block: Buffer, index: number, bits: number): boolean {
  return ((block[index] ?? 0) & bits) !== 0;
}

/** "Printer status 1" (third byte) to "Printer status 4" (sixth byte) of the same appendix. */
function conditionIn(block: Buffer): Condition {
  // The cover; the head.
  if (isSet(block, 2, 0x20) || isSet(block, 4, 0x02)) {
    return "headOpen";
  }
  if (isSet(block, 5, 0x08)) {
    return "paperOut";
  }
  // The mechanism, the cutter, or what does not pass.
  if (isSet(block, 3, 0x2c)) {
    return "paused";
  }
  // Too hot a head; offline.
  if (isSet(block, 3, 0x40)) {
    return "busy";
  }
  return isSet(block, 2, 0x08) ? "paused" : "ready";
}
