import type { TextElement } from "../../domain/label-layout.ts";
import { Typeface } from "./letters.ts";

/** Text that does not fit is made smaller to this part of its size at least, and to letters of 1 mm. */
const SMALLEST = 0.5;
const SMALLEST_MM = 1;
/** The size of each try, in parts of the one before. */
const STEP = 0.94;
/** Longer texts are cut: no label has room for them. */
const MAX_CHARACTERS = 2000;
const CUT = "…";

/** Lines of a text, the font size in dots, and whether some of the text is left out. */
interface FittedText {
  readonly lines: readonly string[];
  readonly size: number;
  readonly isCut: boolean;
}

/** What is needed of an element to fit its text. Lengths in dots. */
interface TextBox extends Pick<TextElement, "wraps" | "fontMm"> {
  readonly width: number;
  readonly height: number;
  readonly dotsPerMm: number;
}

/** Fits a text into its box: the largest size that has room, else the smallest, with the rest cut off. */
export function fitText(face: Typeface, text: string, box: TextBox): FittedText {
  const letters = Array.from(text);
  const shown = letters.slice(0, MAX_CHARACTERS).join("");
  const isLong = letters.length > MAX_CHARACTERS;
  const paragraphs = shown.split("\n").map((line) => line.trimEnd());
  const measure = measuring(face);
  const wanted = Typeface.sizeOf(box.fontMm * box.dotsPerMm);
  const smallest = Math.min(
    wanted,
    Typeface.sizeOf(Math.max(box.fontMm * SMALLEST, SMALLEST_MM) * box.dotsPerMm),
  );
  for (let size = wanted; ; size = Math.max(smallest, Math.min(size - 1, Math.round(size * STEP)))) {
    const lines = linesOf(paragraphs, box, size, measure);
    const fits = lines !== null && lines.length * face.lineHeight(size) <= box.height;
    if (fits && !isLong) return { lines, size, isCut: false };
    if (size <= smallest) return cutText(face, lines ?? paragraphs, { ...box, isLong }, size, measure);
  }
}

type Measure = (text: string) => number;

/** Measures texts once, in parts of the font size. */
function measuring(face: Typeface): Measure {
  const known = new Map<string, number>();
  return (text) => {
    const width = known.get(text) ?? face.widthOf(text);
    known.set(text, width);
    return width;
  };
}

/** The lines at a size; null: a line without wrapping is too wide. */
function linesOf(
  paragraphs: readonly string[],
  { wraps, width }: TextBox,
  size: number,
  measure: Measure,
): string[] | null {
  if (!wraps) return paragraphs.every((line) => measure(line) * size <= width) ? [...paragraphs] : null;
  return paragraphs.flatMap((paragraph) => wrapped(paragraph, width / size, measure));
}

/** Breaks a paragraph at blanks; a word that is wider than the box, between letters. */
function wrapped(paragraph: string, width: number, measure: Measure): string[] {
  const lines: string[] = [];
  const blank = measure(" ");
  let line = "";
  let used = 0;
  for (const word of paragraph.split(" ")) {
    for (const part of measure(word) <= width ? [word] : pieces(word, width, measure)) {
      const needed = measure(part);
      if (line !== "" && used + blank + needed > width) {
        lines.push(line);
        line = part;
        used = needed;
      } else {
        used = line === "" ? needed : used + blank + needed;
        line = line === "" ? part : `${line} ${part}`;
      }
    }
  }
  return [...lines, line];
}

/** A word in parts that have room, each of one letter at least. */
function pieces(word: string, width: number, measure: Measure): string[] {
  const parts: string[] = [];
  let part = "";
  let used = 0;
  for (const letter of Array.from(word)) {
    const needed = measure(letter);
    if (part !== "" && used + needed > width) {
      parts.push(part);
      part = "";
      used = 0;
    }
    part += letter;
    used += needed;
  }
  return [...parts, part];
}

/** The text at the smallest size: the lines that have room, the last one with an ellipsis. `isLong`: more follows the lines. */
function cutText(
  face: Typeface,
  all: readonly string[],
  box: TextBox & { readonly isLong: boolean },
  size: number,
  measure: Measure,
): FittedText {
  const kept = all.slice(0, Math.max(1, Math.floor(box.height / face.lineHeight(size))));
  const isShortened = box.isLong || all.length > kept.length;
  const lines = kept.map((line, index) =>
    cutLine(line, box.width / size, measure, isShortened && index === kept.length - 1),
  );
  return { lines, size, isCut: true };
}

/** A line that has room; `isEnd`: with an ellipsis in any case. */
function cutLine(line: string, width: number, measure: Measure, isEnd: boolean): string {
  if (!isEnd && measure(line) <= width) return line;
  const room = width - measure(CUT);
  const letters = Array.from(line);
  let kept = 0;
  for (let used = 0; kept < letters.length; kept++) {
    used += measure(letters[kept] ?? "");
    if (used > room) break;
  }
  return `${letters.slice(0, kept).join("").trimEnd()}${CUT}`;
}
