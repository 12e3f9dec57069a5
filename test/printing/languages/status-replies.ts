import { createStatusQuery } from "../../../src/printing/languages/registry.ts";
import type { StatusQuery } from "../../../src/printing/languages/status.ts";

/** The printer types with a status query. */
export type Type = "zpl" | "escpos" | "star" | "tspl";
export const types: readonly Type[] = ["zpl", "escpos", "star", "tspl"];

/** A question for one connection. */
export function ask(type: Type): StatusQuery {
  const question = createStatusQuery(type);
  if (question === null) {
    throw new Error(`${type} has no question`);
  }
  return question;
}

/** Text as latin1, and numbers, one behind the other. */
export const bytes = (...parts: (string | number[] | Buffer)[]): Buffer =>
  Buffer.concat(
    parts.map((part) => (typeof part === "string" ? Buffer.from(part, "latin1") : Buffer.from(part))),
  );

/** A ZPL reply; each letter is the field of the manual. */
export function hostStatus(set: Record<string, string> = {}): Buffer {
  const { b = "0", c = "0", eee = "000", f = "0", g = "0", h = "0", k = "0", l = "0" } = set;
  const { o = "0", p = "0", t = "0", u = "00000000" } = set;
  const strings = [
    `030,${b},${c},1245,${eee},${f},${g},${h},000,0,${k},${l}`,
    `000,0,${o},${p},0,2,6,${t},${u},1,000`,
    "1234,0",
  ];
  return bytes(strings.map((string) => `\x02${string}\x03\r\n`).join(""));
}

/** A Star reply of nine bytes, with the given third to sixth bytes and counter. */
export function asb(status: number[] = [], counter = 0): Buffer {
  const [one = 0, two = 0, three = 0, four = 0] = status;
  return bytes([0x23, 0x06, one, two, three, four, 0, counter, 0]);
}

/** The replies to DLE EOT 1, 2 and 4 of a printer without errors. */
export const online = [0x12, 0x12, 0x12];
