// Glyphs and kerning of short texts, for tables with a million cells. PDFKit lays out each word by all tables of the font.

/** What PDFKit's embedded font offers, in thousandths of the font size. PDFKit's types do not declare it. */
interface EmbeddedFont {
  readonly id: string;
  readonly ascender: number;
  /** The glyphs as hexadecimal numbers of the subset, and their positions. */
  encode(text: string): readonly [readonly string[], readonly GlyphPosition[]];
  ref(): unknown;
}

interface GlyphPosition {
  readonly xAdvance: number;
  readonly advanceWidth: number;
  readonly xOffset: number;
  readonly yOffset: number;
}

/** PDFKit's state that its types do not declare. */
interface PdfKitState {
  readonly _font: EmbeddedFont;
  readonly page: { readonly fonts: Record<string, unknown> };
}

/** A text of one line. `width`: thousandths of the font size. `operands`: of a TJ operator; null: PDFKit must draw it. */
export interface ShapedText {
  readonly text: string;
  readonly width: number;
  readonly operands: string | null;
}

interface Glyph {
  /** In the subset of the font. */
  readonly code: number;
  /** With the kerning before the next letter. */
  readonly advance: number;
  /** The operand that moves the next letter; null: none does. */
  readonly kerning: string | null;
}

const BLANK = 0x20;
const PUNCTUATION = 0x2010;
/** Between the numbers of other letters and of punctuation. */
const LETTERS = 0x250;

/**
 * The number of a letter whose glyph depends on the next letter at most: Latin without combining marks, and punctuation. -1: another
 * one.
 */
function indexOf(code: number): number {
  if (code < LETTERS) return code < BLANK || (code > 0x7e && code < 0xa0) ? -1 : code;
  return code >= PUNCTUATION && code <= 0x2026 ? code - PUNCTUATION + LETTERS : -1;
}

/** Texts that are kept: what repeats has come by then. */
const MAX_SHAPED = 1000;

/** Shapes texts in one font as PDFKit does, by pairs of letters that PDFKit has laid out once. */
export class TextShaper {
  readonly #doc: PdfKitState;
  readonly #font: EmbeddedFont;
  /** By two letters, the second of them 0 for the last letter or a blank. Each row is made when it is used. */
  readonly #pairs: (Glyph | null | undefined)[][] = [];
  /** The tables take far longer than pairs. */
  readonly #shapedByTables = new Map<string, ShapedText>();

  /** The current font of the document. */
  constructor(doc: PDFKit.PDFDocument) {
    this.#doc = doc as unknown as PdfKitState;
    this.#font = this.#doc._font;
  }

  /** Thousandths of the font size from the top of a line to its base line. */
  get ascender(): number {
    return this.#font.ascender;
  }

  /** Shapes a text without line ends. Its width is that of its words and blanks. */
  shape(text: string): ShapedText {
    const run = new Run(text.length);
    const last = text.length - 1;
    let letter = last < 0 ? -1 : indexOf(text.charCodeAt(0));
    for (let at = 0; at <= last; at++) {
      const next = at === last ? 0 : indexOf(text.charCodeAt(at + 1));
      if (letter === -1 || next === -1) return this.#shapeByTables(text);
      // PDFKit lays out words with the blank behind them, so a blank has no kerning.
      const behind = letter === BLANK ? 0 : next;
      const known = this.#pairs[letter]?.[behind];
      const glyph = known === undefined ? this.#learn(letter, behind, text, at) : known;
      if (glyph === null) return this.#shapeByTables(text);
      run.add(glyph);
      letter = next;
    }
    return { text, width: run.width, operands: run.operands() };
  }

  /** By the font's tables, for ligatures and other scripts. */
  #shapeByTables(text: string): ShapedText {
    const known = this.#shapedByTables.get(text);
    if (known !== undefined) return known;
    const [codes, positions] = this.#font.encode(text);
    const run = new Run(positions.length);
    for (const [index, position] of positions.entries()) run.add(glyphAt(codes[index] ?? "", position));
    const shaped = { text, width: run.width, operands: positions.some(isOffset) ? null : run.operands() };
    if (this.#shapedByTables.size < MAX_SHAPED) this.#shapedByTables.set(text, shaped);
    return shaped;
  }

  /** The name of the font on the current page, where it is declared at its first use. */
  useOnPage(): string {
    const { fonts } = this.#doc.page;
    fonts[this.#font.id] ??= this.#font.ref();
    return this.#font.id;
  }

  /** The font by its name, as a resource of a drawing. */
  resource(): Readonly<Record<string, unknown>> {
    return { [this.#font.id]: this.#font.ref() };
  }

  /** The glyph of a letter before another one (0: alone), laid out where it is new. */
  #learn(letter: number, behind: number, text: string, at: number): Glyph | null {
    const glyph = this.#layOut(text.slice(at, behind === 0 ? at + 1 : at + 2));
    this.#pairs[letter] ??= [];
    this.#pairs[letter][behind] = glyph;
    return glyph;
  }

  /** The first glyph of one or two letters. Null: they form a ligature, or are not side by side. */
  #layOut(pair: string): Glyph | null {
    const [[hex], positions] = this.#font.encode(pair);
    const [first, second] = positions;
    if (hex === undefined || first === undefined || positions.length !== pair.length) return null;
    if (positions.some(isOffset)) return null;
    return second === undefined || second.xAdvance === second.advanceWidth ? glyphAt(hex, first) : null;
  }
}

/** The string of a run. Runs follow each other: a buffer for each would be most of the garbage. */
let bytes = Buffer.alloc(1024);
/** At most so many for a glyph: two bytes, each with a backslash. */
const GLYPH_BYTES = 4;
const BACKSLASH = 0x5c;
const CARRIAGE_RETURN = 0x0d;

/** Glyphs in a row, as operands of a TJ operator: strings (ISO 32000-1, 7.3.4.2), which are half as long as hexadecimal ones. */
class Run {
  width = 0;
  #operands = "";
  /** The bytes that are operands already, and all. */
  #written = 0;
  #length = 0;

  constructor(glyphs: number) {
    if (bytes.length < GLYPH_BYTES * glyphs) bytes = Buffer.alloc(2 * GLYPH_BYTES * glyphs);
  }

  add({ code, advance, kerning }: Glyph): void {
    this.width += advance;
    this.#addByte(code >> 8);
    this.#addByte(code & 0xff);
    if (kerning !== null) this.#operands = this.operands() + kerning;
  }

  #addByte(byte: number): void {
    // Parentheses, and what a reader would take as an end of a line.
    const isSpecial = byte === 0x28 || byte === 0x29 || byte === BACKSLASH || byte === CARRIAGE_RETURN;
    if (isSpecial) bytes[this.#length++] = BACKSLASH;
    bytes[this.#length++] = byte === CARRIAGE_RETURN ? 0x72 : byte;
  }

  operands(): string {
    const [from, to] = [this.#written, this.#length];
    this.#written = to;
    return from === to ? this.#operands : `${this.#operands}(${bytes.toString("latin1", from, to)})`;
  }
}

const glyphAt = (hex: string, { xAdvance, advanceWidth }: GlyphPosition): Glyph => ({
  code: Number.parseInt(hex, 16),
  advance: xAdvance,
  kerning: xAdvance === advanceWidth ? null : roundNumber(advanceWidth - xAdvance),
});

const isOffset = ({ xOffset, yOffset }: GlyphPosition) => xOffset !== 0 || yOffset !== 0;

/** A number for a PDF, to a thousandth. */
export function roundNumber(value: number): string {
  return String(Math.round(value * 1000) / 1000);
}

/** The operator that sets the fill colour (`rg`) or the stroke colour (`RG`) to `#rrggbb`. */
export function colorOperator(color: string, operator: "rg" | "RG"): string {
  const parts = [1, 3, 5].map((at) => roundNumber(Number.parseInt(color.slice(at, at + 2), 16) / 255));
  return `${parts.join(" ")} ${operator}`;
}
