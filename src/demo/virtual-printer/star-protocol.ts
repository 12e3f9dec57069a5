import type { PrinterProtocol, PrinterStatus } from "./protocol.ts";
import { ReceiptDecoder, type ReceiptToken, readText, type TokenReader } from "./receipt-decoder.ts";

const ETB = 0x17;
const ESC = 0x1b;
const RS = 0x1e;
const ROW = 0x62;
const BEGIN_RASTER = "\x1b*rA";
const END_RASTER = "\x1b*rB";

/**
 * Star line mode: ESC ACK SOH is answered at once. ETB is carried out when the receipts before it are printed, which the
 * next status tells; after ESC RS a a status is sent by itself. ESC RS E sets the counter of ETB back.
 */
export function starProtocol(): PrinterProtocol {
  const state = { counter: 0, isExecuted: false, isAutomatic: false };
  const replies: Record<string, (status: PrinterStatus) => Buffer> = {
    "ESC ACK SOH": (status) => statusBytes(status, state),
    "ESC RS a": (status) => {
      state.isAutomatic = true;
      return statusBytes(status, state);
    },
    "ESC RS a 0": () => {
      state.isAutomatic = false;
      return Buffer.alloc(0);
    },
    "ESC RS E": () => {
      Object.assign(state, { counter: 0, isExecuted: false });
      return Buffer.alloc(0);
    },
    ETB: (status) => {
      Object.assign(state, { counter: (state.counter + 1) % 32, isExecuted: true });
      return state.isAutomatic ? statusBytes(status, state) : Buffer.alloc(0);
    },
  };
  return {
    createDecoder: () => new ReceiptDecoder(tokenReader()),
    reply: (query, status) => replies[query]?.(status) ?? Buffer.alloc(0),
  };
}

/** Nine bytes (Star Line Mode Command Specifications, appendix "Automatic Status"). It resets "ETB executed". */
function statusBytes(
  { paperOut, headOpen, paused }: PrinterStatus,
  state: { readonly counter: number; isExecuted: boolean },
): Buffer {
  const isOffline = paperOut || headOpen || paused;
  const printer = (isOffline ? 0x08 : 0) | (headOpen ? 0x20 : 0) | (state.isExecuted ? 0x02 : 0);
  state.isExecuted = false;
  const counted = ((state.counter & 0b111) << 1) | ((state.counter & 0b11000) << 2);
  return Buffer.of(0x23, 0x06, printer, 0, 0, paperOut ? 0x0c : 0, 0, counted, 0);
}

/** Reads the commands of one connection: a `b` is a row in raster mode, else a letter. */
function tokenReader(): TokenReader {
  let isRaster = false;
  return (bytes) => {
    const command = bytes.toString("latin1", 0, 4);
    if (command === BEGIN_RASTER || command === END_RASTER) isRaster = command === BEGIN_RASTER;
    return isRaster && bytes[0] === ROW ? readRow(bytes) : read(bytes);
  };
}

function readRow(bytes: Buffer): ReceiptToken | null {
  return bytes.length < 3 ? null : { length: 3 + bytes.readUInt16LE(1), kind: "print" };
}

/** ESC * r: A begins the raster mode, B ends it; other commands have a number before a NUL. */
function readRaster(bytes: Buffer): ReceiptToken | null {
  const name = String.fromCharCode(bytes[3] ?? 0);
  if (bytes.length < 4) return null;
  if (name === "B") return { length: 4, kind: "reset" };
  if ("ARC".includes(name)) return { length: 4, kind: "other" };
  const end = bytes.indexOf(0, 4);
  return end < 0 ? null : { length: end + 1, kind: "other" };
}

function read(bytes: Buffer): ReceiptToken | null {
  const [first, second] = bytes;
  if (first === ETB) return queryToken("ETB", 1, true);
  if (first !== ESC) return readText(bytes);
  if (second === undefined) return null;
  if (second === 0x06) return queryToken("ESC ACK SOH", 3, false);
  if (second === RS) return readRs(bytes);
  if (second === 0x1d) return readGs(bytes);
  return readEsc(bytes, String.fromCharCode(second));
}

function readRs(bytes: Buffer): ReceiptToken | null {
  if (bytes.length < 4) return null;
  const name = String.fromCharCode(bytes[2] ?? 0);
  if (name === "a") return queryToken(bytes[3] === 0 ? "ESC RS a 0" : "ESC RS a", 4, false);
  return name === "E" ? queryToken("ESC RS E", 4, true) : { length: 4, kind: "other" };
}

function readEsc(bytes: Buffer, name: string): ReceiptToken | null {
  // ESC FF: the end of a page in raster mode.
  if (name === "d" || name === "\f") return { length: 3, kind: "cut" };
  if (name === "*") return readRaster(bytes);
  if (name === "@") return { length: 2, kind: "reset" };
  if ("EF45MPg02".includes(name)) return { length: 2, kind: "other" };
  if ("is\\$".includes(name)) return { length: 4, kind: "other" };
  if (name === "K" || name === "L") {
    return bytes.length < 4 ? null : { length: 4 + bytes.readUInt16LE(2), kind: "print" };
  }
  if (name !== "b") return { length: 3, kind: "other" };
  const end = bytes.indexOf(RS, 6);
  return end < 0 ? null : { length: end + 1, kind: "print" };
}

/** ESC GS: the QR code's data emit their length. */
function readGs(bytes: Buffer): ReceiptToken | null {
  if (bytes.length < 4) return null;
  const name = bytes.toString("latin1", 2, 4);
  if (name === "yP") return { length: 4, kind: "print" };
  if (name === "yS") return { length: 6, kind: "other" };
  if (name !== "yD") return { length: 4, kind: "other" };
  return bytes.length < 8 ? null : { length: 8 + bytes.readUInt16LE(6), kind: "other" };
}

function queryToken(query: string, length: number, isInOrder: boolean): ReceiptToken {
  return { length, kind: { query, isInOrder } };
}
