import { ascii, type Charset, pages } from "../languages/codepages.ts";
import { decode } from "./decode.ts";

const tsplPages = new Map<string, Charset>([
  ["UTF-8", "utf-8"],
  ["850", pages.cp850],
  ["852", pages.cp852],
  ["858", pages.cp858],
  ["866", pages.cp866],
  ["1250", pages.windows1250],
  ["1251", pages.windows1251],
  ["WPC1251", pages.windows1251],
  ["1252", pages.windows1252],
  ["1253", pages.windows1253],
  ["1254", pages.windows1254],
  ["1257", pages.windows1257],
]);

const eplPages = new Map<string, Charset>([
  ["1", pages.cp850],
  ["2", pages.cp852],
  ["A", pages.windows1252],
  ["B", pages.windows1250],
  ["C", pages.windows1251],
  ["D", pages.windows1253],
  ["E", pages.windows1254],
  ["F", pages.windows1255],
]);

/** The charset that a line sets for itself and those after it; undefined where it sets none. */
const charsetSetBy = {
  tspl(line: string): Charset | undefined {
    const name = /^\s*CODEPAGE\s+(\S+)/i.exec(line)?.[1];
    return name === undefined ? undefined : (tsplPages.get(name.toUpperCase()) ?? ascii);
  },
  epl(line: string): Charset | undefined {
    const [isSet, bits, letter = ""] = /^I([78]),?(\w?)/.exec(line) ?? [];
    if (isSet === undefined) return undefined;
    return bits === "8" ? (eplPages.get(letter) ?? ascii) : ascii;
  },
} as const;

/** A label of TSPL or EPL as text, its letters read from the code pages that the label itself sets. */
export function labelText(type: keyof typeof charsetSetBy, bytes: Buffer): string {
  let charset: Charset = ascii;
  // Latin-1 keeps every byte apart until its line's charset is known.
  const lines = bytes.toString("latin1").split(/\r\n|\r|\n/);
  const text = lines.map((line) => {
    charset = charsetSetBy[type](line) ?? charset;
    return decode(Buffer.from(line, "latin1"), charset);
  });
  return text.join("\n").trimStart();
}
