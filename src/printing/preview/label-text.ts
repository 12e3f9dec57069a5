import { ascii, type Charset } from "../languages/codepages.ts";
import { eplPages } from "../languages/epl.ts";
import { tsplCharsets } from "../languages/tspl.ts";
import { decode } from "./decode.ts";

/** The charset that a line sets for itself and those after it; undefined where it sets none. */
const charsetSetBy = {
  tspl(line: string): Charset | undefined {
    const name = /^\s*CODEPAGE\s+(\S+)/i.exec(line)?.[1];
    return name === undefined ? undefined : (tsplCharsets.get(name.toUpperCase()) ?? ascii);
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
