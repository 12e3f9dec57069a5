import type { PrinterProtocol, PrinterStatus } from "./protocol.ts";
import { ReceiptDecoder, type ReceiptToken, readText } from "./receipt-decoder.ts";

const DLE = 0x10;
const ESC = 0x1b;
const FS = 0x1c;
const GS = 0x1d;

/** ESC/POS: DLE EOT 1 to 4 are answered at once, GS r 1 when the receipts before it are printed. */
export function escposProtocol(): PrinterProtocol {
  return {
    createDecoder: () => new ReceiptDecoder(read),
    reply: (query, status) => Buffer.of(statusByte(query, status)),
  };
}

/** One byte (Epson's ESC/POS reference, "DLE EOT" and "GS r"). */
function statusByte(query: string, { paperOut, headOpen, paused }: PrinterStatus): number {
  switch (query) {
    case "DLE EOT 1":
      return 0x12 | (paperOut || headOpen || paused ? 0x08 : 0);
    case "DLE EOT 2":
      return 0x12 | (headOpen ? 0x04 : 0) | (paperOut ? 0x20 : 0);
    case "DLE EOT 4":
      return 0x12 | (paperOut ? 0x6c : 0);
    case "GS r 1":
      return paperOut ? 0x0f : 0;
    default:
      return 0x12;
  }
}

function read(bytes: Buffer): ReceiptToken | null {
  const [first, second] = bytes;
  if (first !== DLE && first !== ESC && first !== FS && first !== GS) return readText(bytes);
  if (second === undefined) return null;
  if (first === DLE) return readDle(bytes, second);
  if (first === ESC) return readEsc(bytes, String.fromCharCode(second));
  if (first === GS) return readGs(bytes, String.fromCharCode(second));
  return other(second === 0x2e || second === 0x26 ? 2 : 3);
}

function readDle(bytes: Buffer, second: number): ReceiptToken | null {
  if (second !== 0x04) return other(second === 0x14 ? 5 : 3);
  const number = bytes[2];
  if (number === undefined) return null;
  if (number < 1 || number > 4) return other(3);
  return { length: 3, kind: { query: `DLE EOT ${number}`, isInOrder: false } };
}

function readEsc(bytes: Buffer, name: string): ReceiptToken | null {
  if ("im".includes(name)) return { length: 2, kind: "cut" };
  if (name === "@") return { length: 2, kind: "reset" };
  if ("2<\x0cSL".includes(name)) return other(2);
  if ("$\\c".includes(name)) return other(4);
  if (name === "p") return other(5);
  if (name === "W") return other(10);
  if (name === "D") return upToNul(bytes, 2, "other");
  if (name === "(") return counted(bytes, 3, 5, "other");
  if (name !== "*") return other(3);
  if (bytes.length < 5) return null;
  const dots = (bytes[2] ?? 0) >= 32 ? 3 : 1;
  return { length: 5 + bytes.readUInt16LE(3) * dots, kind: "print" };
}

function readGs(bytes: Buffer, name: string): ReceiptToken | null {
  const parameter = bytes[2];
  if (name === ":") return other(2);
  if ("LWP\\$".includes(name)) return other(4);
  if (name === "^") return other(5);
  if (name === "(") return counted(bytes, 3, 5, bytes[6] === 0x51 ? "print" : "other");
  if (!"Vrkv*".includes(name)) return other(3);
  if (parameter === undefined) return null;
  if (name === "V") return { length: [0, 1, 0x30, 0x31].includes(parameter) ? 3 : 4, kind: "cut" };
  if (name === "r") return { length: 3, kind: { query: `GS r ${parameter % 0x30}`, isInOrder: true } };
  if (name === "k") return readBarCode(bytes, parameter);
  if (name === "*") return bytes.length < 4 ? null : other(4 + parameter * (bytes[3] ?? 0) * 8);
  if (bytes.length < 8) return null;
  return { length: 8 + bytes.readUInt16LE(4) * bytes.readUInt16LE(6), kind: "print" };
}

/** The old form ends with NUL, the new one begins with its length. */
function readBarCode(bytes: Buffer, type: number): ReceiptToken | null {
  if (type <= 6) return upToNul(bytes, 3, "print");
  const length = bytes[3];
  return length === undefined ? null : { length: 4 + length, kind: "print" };
}

function other(length: number): ReceiptToken {
  return { length, kind: "other" };
}

function upToNul(bytes: Buffer, from: number, kind: "print" | "other"): ReceiptToken | null {
  const end = bytes.indexOf(0, from);
  return end < 0 ? null : { length: end + 1, kind };
}

/** `lengthAt` holds the number of bytes that follow at `from`. */
function counted(
  bytes: Buffer,
  lengthAt: number,
  from: number,
  kind: "print" | "other",
): ReceiptToken | null {
  return bytes.length < from + 2 ? null : { length: from + bytes.readUInt16LE(lengthAt), kind };
}
