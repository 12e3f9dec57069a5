import { directedRuns, hasRightToLeft } from "./directions.ts";

/** A laid out text. PDFKit's types do not declare it. */
interface Layout {
  readonly glyphs: readonly object[] | null;
  readonly positions: readonly object[] | null;
  readonly advanceWidth: number;
}

/** What PDFKit's embedded font has. */
interface EmbeddedFont {
  readonly scale: number;
  readonly font: {
    hasGlyphForCodePoint(code: number): boolean;
    layout(
      text: string,
      features: undefined,
      script: undefined,
      language: undefined,
      direction: "rtl",
    ): {
      readonly glyphs: readonly { readonly advanceWidth: number }[];
      readonly positions: readonly { xAdvance: number; yAdvance: number; xOffset: number; yOffset: number }[];
      readonly advanceWidth: number;
    };
  };
  layout(text: string, features?: object, onlyWidth?: boolean): Layout;
}

/** Letters of the font's languages, which it has. */
const KNOWN = /^[\t\n\r\u0020-\u007e\u00a0-\u017f\u2010-\u2026]*$/;
/** It is drawn as nothing. */
const INVISIBLE = /[\p{Cc}\p{Default_Ignorable_Code_Point}\p{Zs}]/u;

/**
 * Makes the current font of a document lay out texts by their directions, and write a letter that it lacks as its number (U+4E2D), so that two
 * names never look alike.
 */
export function layOutByDirections(doc: PDFKit.PDFDocument): void {
  const font = (doc as unknown as { readonly _font: EmbeddedFont })._font;
  const layOut = font.layout.bind(font);
  font.layout = (given, features, onlyWidth) => {
    if (KNOWN.test(given)) return layOut(given, features, onlyWidth);
    const text = withNumbers(font, given);
    if (!hasRightToLeft(text)) return layOut(text, features, onlyWidth);
    const runs = directedRuns(text).map((run) =>
      run.direction === "ltr" ? layOut(run.text) : layOutReversed(font, run.text),
    );
    return {
      glyphs: runs.flatMap(({ glyphs }) => glyphs ?? []),
      positions: runs.flatMap(({ positions }) => positions ?? []),
      advanceWidth: runs.reduce((sum, { advanceWidth }) => sum + advanceWidth, 0),
    };
  };
}

function layOutReversed({ font, scale }: EmbeddedFont, text: string): Layout {
  const { glyphs, positions, advanceWidth } = font.layout(text, undefined, undefined, undefined, "rtl");
  return {
    glyphs,
    positions: positions.map(({ xAdvance, yAdvance, xOffset, yOffset }, index) => ({
      xAdvance: xAdvance * scale,
      yAdvance: yAdvance * scale,
      xOffset: xOffset * scale,
      yOffset: yOffset * scale,
      advanceWidth: (glyphs[index]?.advanceWidth ?? 0) * scale,
    })),
    advanceWidth: advanceWidth * scale,
  };
}

function withNumbers({ font }: EmbeddedFont, text: string): string {
  return Array.from(text, (letter) => {
    const code = letter.codePointAt(0) ?? 0;
    if (font.hasGlyphForCodePoint(code) || INVISIBLE.test(letter)) return letter;
    return `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
  }).join("");
}
