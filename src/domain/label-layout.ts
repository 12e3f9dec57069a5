import { assertNoErrors, type FieldError } from "./errors.ts";
import { msg } from "./message.ts";

// Label layouts: drawn once, printed by every printer. Lengths are in millimetres from the top left corner of the label.

/** Shortest and longest side of a label. */
export const MIN_LABEL_MM = 10;
export const MAX_LABEL_MM = 300;
/** Shortest side of an element, such as the thickness of a line. */
export const MIN_ELEMENT_MM = 0.1;
/** Height of a capital letter. */
export const MIN_FONT_MM = 1;
export const MAX_FONT_MM = 100;
export const MAX_LAYOUT_ELEMENTS = 100;
/** Characters of a text or a code, with its placeholders. */
export const MAX_ELEMENT_TEXT_LENGTH = 1000;
/** Bytes of a picture, a PNG file; its width and its height in pixels; and the pixels of all pictures of a layout. */
export const MAX_PICTURE_BYTES = 64 * 1024;
export const MAX_PICTURE_PIXELS = 4096;
export const MAX_LAYOUT_PIXELS = 2 * MAX_PICTURE_PIXELS ** 2;
/** Characters of a layout as JSON: pictures have four characters for three bytes. */
export const MAX_LAYOUT_LENGTH = 512 * 1024;
export const MAX_ELEMENT_ID_LENGTH = 40;

/** Clockwise, in degrees. */
export const ROTATIONS = [0, 90, 180, 270] as const;
export type Rotation = (typeof ROTATIONS)[number];

/** Kinds of bar codes and two-dimensional codes. */
export const SYMBOLOGIES = [
  "code128",
  "code39",
  "ean13",
  "ean8",
  "qr",
  "datamatrix",
  "gs1-128",
  "gs1-datamatrix",
] as const;
export type Symbology = (typeof SYMBOLOGIES)[number];

export const ALIGNMENTS = ["left", "center", "right"] as const;
export type Alignment = (typeof ALIGNMENTS)[number];

/** Resolutions of printers, in dots per inch. */
export const RESOLUTIONS = [180, 203, 300, 600] as const;
export type Resolution = (typeof RESOLUTIONS)[number];
export const DEFAULT_RESOLUTION: Resolution = 203;

/** What all elements have. `x` and `y`: the top left corner of the element as it is printed, after its rotation. */
interface ElementBase {
  /** Unique in the layout; the client chooses it. */
  readonly id: string;
  readonly x: number;
  readonly y: number;
  readonly rotation: Rotation;
  /** The size before the rotation. */
  readonly widthMm: number;
  readonly heightMm: number;
}

/** Text with `{{placeholders}}`. Text that does not fit is made smaller, to half its height at least, then cut with "…". */
export interface TextElement extends ElementBase {
  readonly kind: "text";
  readonly text: string;
  /** Height of a capital letter. */
  readonly fontMm: number;
  readonly align: Alignment;
  readonly isBold: boolean;
  /** The text takes several lines. */
  readonly wraps: boolean;
}

/** A bar code or a two-dimensional code, with its quiet zone, as large as whole dots for each module permit. */
export interface CodeElement extends ElementBase {
  readonly kind: "code";
  readonly symbology: Symbology;
  /** With placeholders. GS1 codes: application identifiers in brackets, `(01)09521234543213(21){{serialNumber}}`. */
  readonly text: string;
  /** The text is printed below the code. */
  readonly showText: boolean;
}

/** A picture, scaled to fit its box. Pixels darker than medium grey are printed. */
export interface PictureElement extends ElementBase {
  readonly kind: "picture";
  /** A PNG file as base64. */
  readonly picture: string;
}

/** A line or a box. A filled box, or one no wider than two strokes, is black. */
export interface BoxElement extends ElementBase {
  readonly kind: "box";
  readonly strokeMm: number;
  readonly isFilled: boolean;
}

export type LayoutElement = TextElement | CodeElement | PictureElement | BoxElement;

/** A drawn label. Later elements are printed over earlier ones; black stays black. */
export interface LabelLayout {
  readonly widthMm: number;
  readonly heightMm: number;
  readonly elements: readonly LayoutElement[];
}

/** Why an element is not printed as it is drawn. The label is refused for all but `textCut`, `empty` and `outside`. */
export const LAYOUT_PROBLEMS = [
  "textCut",
  "empty",
  "outside",
  "codeDoesNotFit",
  "invalidContent",
  "unknownPlaceholder",
] as const;
export type LayoutProblem = (typeof LAYOUT_PROBLEMS)[number];

/** The width and height of an element as it is printed, after its rotation. */
export function printedSize({
  widthMm,
  heightMm,
  rotation,
}: Pick<LayoutElement, "widthMm" | "heightMm" | "rotation">): {
  readonly widthMm: number;
  readonly heightMm: number;
} {
  return rotation % 180 === 0 ? { widthMm, heightMm } : { widthMm: heightMm, heightMm: widthMm };
}

/** Checks what the fields of a layout don't show by themselves. Throws Invalid that names the fields below `path`. */
export function assertLayout(layout: LabelLayout, path = "layout"): void {
  const errors: FieldError[] = [];
  const ids = new Set<string>();
  layout.elements.forEach(({ id }, index) => {
    if (ids.has(id)) errors.push({ path: `${path}.elements.${index}.id`, text: msg("is given twice") });
    ids.add(id);
  });
  if (JSON.stringify(layout).length > MAX_LAYOUT_LENGTH)
    errors.push({
      path,
      text: msg("The layout must not be over {max} KiB.", { max: MAX_LAYOUT_LENGTH / 1024 }),
    });
  assertNoErrors(errors);
}
