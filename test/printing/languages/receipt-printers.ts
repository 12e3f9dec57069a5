import { codePages } from "../../../src/printing/languages/codepages.ts";
import type { Read } from "./text-printers.ts";

/** One command of a printer: how it begins, and how many bytes follow; `data` are not part of the command. */
interface Rule {
  readonly head: readonly number[];
  readonly length: number | ((rest: Buffer) => { readonly skip: number; readonly data: number });
  readonly page?: Readonly<Record<number, ReadonlyMap<string, number>>>;
}

const esc = 0x1b;
const gs = 0x1d;

const escposRules: readonly Rule[] = [
  { head: [0x0a], length: 0 },
  { head: [esc, 0x40], length: 0 },
  {
    head: [esc, 0x74],
    length: 1,
    page: { 17: codePages.cp866, 18: codePages.cp852, 19: codePages.cp858, 46: codePages.windows1251 },
  },
  { head: [esc, 0x45], length: 1 },
  { head: [esc, 0x61], length: 1 },
  { head: [esc, 0x64], length: 1 },
  { head: [gs, 0x21], length: 1 },
  { head: [gs, 0x56], length: 1 },
  { head: [gs, 0x48], length: 1 },
  { head: [gs, 0x66], length: 1 },
  { head: [gs, 0x77], length: 1 },
  { head: [gs, 0x68], length: 1 },
  { head: [gs, 0x6b, 73], length: (rest) => ({ skip: 1, data: rest[0] ?? 0 }) },
  {
    head: [gs, 0x28, 0x6b],
    length: (rest) => {
      const length = (rest[0] ?? 0) + 256 * (rest[1] ?? 0);
      return rest[3] === 0x50 ? { skip: 5, data: length - 3 } : { skip: 2 + length, data: 0 };
    },
  },
];

const starRules: readonly Rule[] = [
  { head: [0x0a], length: 0 },
  { head: [esc, 0x40], length: 0 },
  {
    head: [esc, gs, 0x74],
    length: 1,
    page: { 4: codePages.cp858, 5: codePages.cp852, 10: codePages.cp866, 34: codePages.windows1251 },
  },
  { head: [esc, 0x45], length: 0 },
  { head: [esc, 0x46], length: 0 },
  { head: [esc, gs, 0x61], length: 1 },
  { head: [esc, 0x69], length: 2 },
  { head: [esc, 0x64], length: 1 },
  { head: [esc, 0x62], length: (rest) => ({ skip: 4, data: rest.indexOf(0x1e, 4) - 4 }) },
  { head: [0x1e], length: 0 },
  { head: [esc, gs, 0x79, 0x53], length: 2 },
  {
    head: [esc, gs, 0x79, 0x44, 0x31, 0],
    length: (rest) => ({ skip: 2, data: (rest[0] ?? 0) + 256 * (rest[1] ?? 0) }),
  },
  { head: [esc, gs, 0x79, 0x50], length: 0 },
];

/** An ESC/POS printer. Throws for a control character that begins no command. */
export const readEscpos = (bytes: Buffer): Read => readReceipt(bytes, escposRules);

/** Parses as a Star printer in line mode. Throws likewise. */
export const readStar = (bytes: Buffer): Read => readReceipt(bytes, starRules);

/**
 * Commands with their parameters, without the changes of the code page, the lengths of data and (GS w, the third
 * byte of ESC b's) the width of a bar code's modules, which follow from the data; data are the printed lines and
 * the contents of the bar codes.
 */
function readReceipt(bytes: Buffer, rules: readonly Rule[]): Read {
  const read: Read = { commands: [], data: [] };
  let page: ReadonlyMap<string, number> = new Map();
  let text = "";
  for (let at = 0; at < bytes.length; ) {
    const byte = bytes[at] ?? 0;
    if (byte >= 0x20) {
      text += letter(byte, page);
      at += 1;
      continue;
    }
    const rule = rules.find(({ head }) => bytes.subarray(at, at + head.length).equals(Buffer.from(head)));
    if (rule === undefined) {
      throw new Error(`Byte ${at} begins no command: ${bytes.subarray(at, at + 8).toString("hex")}`);
    }
    const head = Buffer.from(rule.head).toString("hex");
    const rest = bytes.subarray(at + rule.head.length);
    const { skip, data } =
      typeof rule.length === "number" ? { skip: rule.length, data: 0 } : rule.length(rest);
    at += rule.head.length + skip + data;
    if (rule.page !== undefined) {
      page = rule.page[rest[0] ?? -1] ?? page;
      continue;
    }
    if (head === "0a" || head === "1b40") {
      page = head === "1b40" ? new Map() : page;
      read.data.push(text);
      text = "";
    }
    const followsFromData = data > 0 || head === "1d77";
    read.commands.push(followsFromData ? head : head + rest.subarray(0, skip).toString("hex"));
    if (data > 0) {
      read.data.push(rest.subarray(skip, skip + data).toString("utf8"));
    }
  }
  return read;
}

function letter(byte: number, page: ReadonlyMap<string, number>): string {
  const found = [...page].find(([, code]) => code === byte)?.[0];
  return byte < 0x80 ? String.fromCharCode(byte) : (found ?? "\ufffd");
}
