import { ascii, decode } from "../languages/codepages.ts";
import { zplCharsets } from "../languages/zpl.ts";

/** Millimetres of paper; absent: as the label itself says, or as is usual. */
export interface LabelSize {
  readonly widthMm?: number | undefined;
  readonly heightMm?: number | undefined;
}

/** ZPL in UTF-8 for paper of this size: what the drawer takes. */
export interface Drawing {
  readonly zpl: string;
  readonly widthMm: number;
  readonly heightMm: number;
}

/** 203 dpi. */
export const dotsPerMm = 8;
/** The widest and the longest paper that is drawn. */
export const MAX_WIDTH_MM = 220;
export const MAX_HEIGHT_MM = 400;
const usual = { widthMm: 50, heightMm: 25 };

/** A label of ZPL, its paper as asked for, else as ^PW and ^LL say, else 50 × 25 mm. */
export function zplLabel(bytes: Buffer, size: LabelSize): Drawing {
  const zpl = withLetters(inUnicode(bytes));
  const side = (asked: number | undefined, command: RegExp, otherwise: number, most: number) => {
    const own = Number(command.exec(zpl)?.[1] ?? 0) / dotsPerMm;
    return Math.min(asked ?? (own > 0 ? own : otherwise), most);
  };
  return {
    zpl,
    widthMm: side(size.widthMm, /\^PW\s*(\d{1,6})/i, usual.widthMm, MAX_WIDTH_MM),
    heightMm: side(size.heightMm, /\^LL\s*(\d{1,6})/i, usual.heightMm, MAX_HEIGHT_MM),
  };
}

/** The label's letters read from the code pages that its own ^CI set, all set to UTF-8 instead. */
function inUnicode(bytes: Buffer): string {
  // Latin-1 keeps every byte apart until its charset is known.
  const [before = "", ...parts] = bytes.toString("latin1").split(/\^CI\s*(\d*)/i);
  const text = [before];
  for (let index = 0; index < parts.length; index += 2) {
    const charset = zplCharsets.get(Number(parts[index])) ?? ascii;
    text.push("^CI28", decode(Buffer.from(parts[index + 1] ?? "", "latin1"), charset));
  }
  return text.join("");
}

/**
 * The drawer's font 0 has Latin letters only, a printer's has more: fields with others get the font that has them,
 * about as large.
 */
function withLetters(zpl: string): string {
  return zpl
    .split(/(?<=\^FS)/i)
    .map((field) =>
      /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(field)
        ? field.replace(/\^A0([NRIB]?),(\d{1,5})[^^~]*/gi, (_, turn: string, height: string) =>
            [`^AA${turn || "N"}`, height, Math.round(Number(height) * 0.4)].join(","),
          )
        : field,
    )
    .join("");
}
