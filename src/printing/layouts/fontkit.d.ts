declare module "fontkit" {
  /** A command of a glyph's outline, in font units; the y axis points up. */
  export interface PathCommand {
    readonly command: "moveTo" | "lineTo" | "quadraticCurveTo" | "bezierCurveTo" | "closePath";
    readonly args: readonly number[];
  }
  export interface Glyph {
    readonly id: number;
    readonly path: { readonly commands: readonly PathCommand[] };
  }
  export interface GlyphPosition {
    readonly xAdvance: number;
    readonly xOffset: number;
    readonly yOffset: number;
  }
  /** Glyphs in the order in which they are drawn, from left to right. */
  export interface GlyphRun {
    readonly glyphs: readonly Glyph[];
    readonly positions: readonly GlyphPosition[];
    readonly advanceWidth: number;
  }
  export interface Font {
    readonly unitsPerEm: number;
    readonly ascent: number;
    readonly descent: number;
    layout(
      text: string,
      features?: readonly string[],
      script?: string,
      language?: string,
      direction?: "ltr" | "rtl",
    ): GlyphRun;
  }
  export function openSync(file: string): Font;
}
