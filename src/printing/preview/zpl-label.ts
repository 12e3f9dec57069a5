import { DEFAULT_RESOLUTION, type Resolution } from "../../domain/label-layout.ts";
import { ascii, decode } from "../languages/codepages.ts";
import { zplCharsets } from "../languages/zpl.ts";

/** The paper size in millimetres, by default the size in the label, else 50 × 25 mm; and the resolution of its printer. */
export interface LabelSize {
  readonly widthMm?: number | undefined;
  readonly heightMm?: number | undefined;
  /** 203 by default. */
  readonly dpi?: Resolution | undefined;
}

/** ZPL in UTF-8 with its paper size, for the renderer. */
export type Drawing = ReturnType<typeof zplLabel>;

/** 203 dpi. */
export const dotsPerMm = 8;
/** Dots of a millimetre as ZPL printers count them: 8, 12 or 24. */
const zplDotsPerMm = (dpi: Resolution) => Math.round(dpi / 25.4);
/** Limits of drawn paper. */
export const MAX_WIDTH_MM = 220;
export const MAX_HEIGHT_MM = 400;
const DEFAULT_SIZE = { widthMm: 50, heightMm: 25 };

/** The drawing of a ZPL label. The paper is of the given size, else of ^PW and ^LL, else 50 × 25 mm. */
export function zplLabel(bytes: Buffer, size: LabelSize) {
  const zpl = withSupportedFont(toUnicode(bytes));
  const dots = zplDotsPerMm(size.dpi ?? DEFAULT_RESOLUTION);
  const side = (value: number | undefined, command: RegExp, fallback: number, max: number) => {
    const own = Number(command.exec(zpl)?.[1] ?? 0) / dots;
    return Math.min(value ?? (own > 0 ? own : fallback), max);
  };
  return {
    zpl,
    dotsPerMm: dots,
    widthMm: side(size.widthMm, /\^PW\s*(\d{1,6})/i, DEFAULT_SIZE.widthMm, MAX_WIDTH_MM),
    heightMm: side(size.heightMm, /\^LL\s*(\d{1,6})/i, DEFAULT_SIZE.heightMm, MAX_HEIGHT_MM),
  };
}

/** Converts the label to UTF-8, from the code pages of its ^CI commands. */
function toUnicode(bytes: Buffer): string {
  // Latin-1 preserves every byte until its charset is known.
  const [before = "", ...parts] = bytes.toString("latin1").split(/\^CI\s*(\d*)/i);
  const text = [before];
  for (let index = 0; index < parts.length; index += 2) {
    const charset = zplCharsets.get(Number(parts[index])) ?? ascii;
    text.push("^CI28", decode(Buffer.from(parts[index + 1] ?? "", "latin1"), charset));
  }
  return text.join("");
}

/**
 * The renderer's font 0 has Latin letters only, unlike a printer's. Fields with other letters get a font that has them,
 * of about the same size.
 */
function withSupportedFont(zpl: string): string {
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
