import { Invalid } from "../../domain/errors.ts";
import {
  type BoxElement,
  type CodeElement,
  type LabelLayout,
  type LayoutElement,
  type LayoutProblem,
  printedSize,
  type Resolution,
  type TextElement,
} from "../../domain/label-layout.ts";
import type { CustomPlaceholder, Placeholder } from "../../domain/placeholder-names.ts";
import {
  fillPlaceholders,
  type LabelValues,
  subjectOf,
  textOfPlaceholder,
  toSingleLine,
} from "../languages/template-text.ts";
import {
  addRotated,
  type Bitmap,
  createBitmap,
  DOTS_PER_MM,
  dotsOf,
  fillRectangle,
} from "../raster/bitmap.ts";
import { drawCode, matrixBytes } from "./codes.ts";
import { NOT_DRAWN } from "./drawing-limits.ts";
import { fitText, Typeface } from "./letters.ts";

// Draws a layout as the dots of a printer. The same input gives the same dots on every machine.

/** A layout for one resolution, with its pictures as dots by the ids of their elements. */
export interface PreparedLayout {
  readonly layout: LabelLayout;
  readonly dpi: Resolution;
  readonly pictures: Readonly<Record<string, Bitmap>>;
}

/** Why an element is not printed as it is drawn. */
export interface ElementProblem {
  readonly elementId: string;
  readonly problem: LayoutProblem;
}

const faces = {
  regular: new Typeface("DejaVuSans.ttf"),
  bold: new Typeface("DejaVuSans-Bold.ttf"),
};

/** Letters below a code: in parts of its height, and at most so high. */
const CAPTION_PART = 0.12;
const CAPTION_MM = 2.5;
/** Blank between a code and its text, in parts of the text's line. */
const CAPTION_GAP = 0.15;

/** Dots of all elements of a label, at most: four labels of 300 mm at 600 dpi. */
const MAX_DOTS = 200_000_000;
/** Bytes in all two-dimensional codes of a label, at most: their encoding takes longest. */
const MAX_CODE_BYTES = 8192;

/** Draws a label. Throws Invalid for one that takes too long. Elements with a problem are left out, except texts that are cut and elements that lie partly outside. */
export function drawLayout(prepared: PreparedLayout, values: LabelValues) {
  const { layout, dpi } = prepared;
  const bitmap = createBitmap(dotsOf(layout.widthMm, dpi), dotsOf(layout.heightMm, dpi));
  assertWork(prepared, values);
  const problems: ElementProblem[] = [];
  for (const element of layout.elements) {
    const box = createBitmap(dotsOf(element.widthMm, dpi), dotsOf(element.heightMm, dpi));
    const problem = drawElement(box, element, prepared, values);
    const { x, y, rotation, id: elementId } = element;
    addRotated(bitmap, box, Math.round(x * DOTS_PER_MM[dpi]), Math.round(y * DOTS_PER_MM[dpi]), rotation);
    if (problem !== null) problems.push({ elementId, problem });
    else if (isOutside(element, layout)) problems.push({ elementId, problem: "outside" });
  }
  return { bitmap: { ...bitmap, dotsPerMm: DOTS_PER_MM[dpi] }, problems };
}

/** Throws Invalid for a label whose elements are too large together, or have too much content. */
function assertWork({ layout, dpi }: PreparedLayout, values: LabelValues): void {
  let dots = 0;
  let bytes = 0;
  for (const element of layout.elements) {
    dots += dotsOf(element.widthMm, dpi) * dotsOf(element.heightMm, dpi);
    if (element.kind === "code")
      bytes += matrixBytes(element.symbology, contentOf(element, values).text ?? "");
  }
  if (dots > MAX_DOTS || bytes > MAX_CODE_BYTES) throw new Invalid(NOT_DRAWN);
}

function drawElement(
  box: Bitmap,
  element: LayoutElement,
  { dpi, pictures }: PreparedLayout,
  values: LabelValues,
): LayoutProblem | null {
  switch (element.kind) {
    case "text":
      return drawText(box, element, dpi, values);
    case "code":
      return drawCodeElement(box, element, dpi, values);
    case "box":
      return drawBox(box, element, dpi);
    default: {
      const picture = pictures[element.id];
      if (picture === undefined) throw new Error(`the picture of element ${element.id} was not prepared`);
      addRotated(box, picture, (box.width - picture.width) >> 1, (box.height - picture.height) >> 1, 0);
      return null;
    }
  }
}

function drawText(
  box: Bitmap,
  element: TextElement,
  dpi: Resolution,
  values: LabelValues,
): LayoutProblem | null {
  const { text, problem } = textOf(element, values);
  if (text === null) return problem;
  if (text.trim() === "") return "empty";
  const face = element.isBold ? faces.bold : faces.regular;
  return writeText(box, face, text, { ...element, dpi, y: 0, height: box.height });
}

interface TextPlace extends Pick<TextElement, "wraps" | "fontMm" | "align"> {
  readonly dpi: Resolution;
  /** The first row of dots, and the rows from there. */
  readonly y: number;
  readonly height: number;
}

function writeText(box: Bitmap, face: Typeface, text: string, place: TextPlace): LayoutProblem | null {
  const { dpi, y, align } = place;
  const dotsPerMm = DOTS_PER_MM[dpi];
  const { lines, size, isCut } = fitText(face, text, { ...place, width: box.width, dotsPerMm });
  const lineHeight = face.lineHeight(size);
  lines.forEach((line, index) => {
    const blank = box.width - face.widthOf(line) * size;
    const left = align === "left" ? 0 : align === "right" ? blank : blank / 2;
    face.draw(box, line, size, Math.max(0, Math.round(left)), y + index * lineHeight);
  });
  return isCut ? "textCut" : null;
}

function drawCodeElement(
  box: Bitmap,
  element: CodeElement,
  dpi: Resolution,
  values: LabelValues,
): LayoutProblem | null {
  const { text, problem } = contentOf(element, values);
  if (text === null) return problem;
  if (text === "") return "empty";
  const dotsPerMm = DOTS_PER_MM[dpi];
  const fontMm = Math.max(1, Math.min(CAPTION_MM, element.heightMm * CAPTION_PART));
  const line = faces.regular.lineHeight(Typeface.sizeOf(fontMm * dotsPerMm));
  const caption = element.showText ? Math.ceil(line * (1 + CAPTION_GAP)) : 0;
  const height = Math.max(0, box.height - caption);
  const found = drawCode(box, element, text, { width: box.width, height, dotsPerMm });
  if (found !== null || !element.showText) return found;
  return writeText(box, faces.regular, text, {
    wraps: false,
    fontMm,
    align: "center",
    dpi,
    y: box.height - line,
    height: line,
  });
}

function drawBox(box: Bitmap, { strokeMm, isFilled }: BoxElement, dpi: Resolution): null {
  const { width, height } = box;
  const stroke = isFilled ? height : dotsOf(strokeMm, dpi);
  fillRectangle(box, 0, 0, width, stroke);
  fillRectangle(box, 0, height - stroke, width, stroke);
  fillRectangle(box, 0, 0, stroke, height);
  fillRectangle(box, width - stroke, 0, stroke, height);
  return null;
}

/** Lengths that people enter have two decimal places. */
const TOLERANCE_MM = 0.01;

function isOutside(element: LayoutElement, { widthMm, heightMm }: LabelLayout): boolean {
  const size = printedSize(element);
  return (
    element.x + size.widthMm > widthMm + TOLERANCE_MM || element.y + size.heightMm > heightMm + TOLERANCE_MM
  );
}

/** Signs that no printer shows, such as a change of the direction of writing. */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
/** Brackets mark the application identifiers of GS1 codes: a value with brackets would add some. That of {{gs1}} is made of them. */
const BRACKET = /[()]/;

/** The text of an element with its values, or why it has none. */
type ElementText =
  | { readonly text: string; readonly problem: null }
  | { readonly text: null; readonly problem: "unknownPlaceholder" | "invalidContent" };

/** Fills in the placeholders of a text. The values are on one line; line ends of the text itself stay. */
function textOf({ text }: TextElement, values: LabelValues): ElementText {
  return filled(
    text.replace(/\r\n?|[\u2028\u2029]/g, "\n").replaceAll("\t", " "),
    (value) => toSingleLine(value).replace(INVISIBLE, ""),
    values,
  );
}

/** Fills in the placeholders of a code. */
function contentOf({ text, symbology }: CodeElement, values: LabelValues): ElementText {
  let hasBracket = false;
  const found = filled(
    text,
    (value, name) => {
      hasBracket ||= name !== "gs1" && BRACKET.test(value);
      return toSingleLine(value).trim();
    },
    values,
  );
  if (hasBracket && symbology.startsWith("gs1-")) return { text: null, problem: "invalidContent" };
  return found.text === null ? found : { ...found, text: found.text.trim() };
}

function filled(
  text: string,
  clean: (value: string, name: Placeholder | CustomPlaceholder) => string,
  values: LabelValues,
): ElementText {
  try {
    const all = fillPlaceholders(text, (name) => clean(textOfPlaceholder(values, name), name), {
      literal: (part) => part.toWellFormed(),
      subject: subjectOf(values),
    });
    return { text: all, problem: null };
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    return { text: null, problem: "unknownPlaceholder" };
  }
}
