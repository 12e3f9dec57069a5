import type {
  CodeElement,
  LabelLayout,
  LayoutElement,
  PictureElement,
  TextElement,
} from "../../../src/domain/label-layout.ts";

/** A text of one line. */
export const textAt = (more: Partial<TextElement> = {}): TextElement => ({
  id: "text",
  kind: "text",
  x: 2,
  y: 2,
  rotation: 0,
  widthMm: 40,
  heightMm: 6,
  text: "{{name}}",
  fontMm: 3,
  align: "left",
  isBold: false,
  wraps: false,
  ...more,
});

/** A Code 128 of the article's code. */
export const codeAt = (more: Partial<CodeElement> = {}): CodeElement => ({
  id: "code",
  kind: "code",
  x: 2,
  y: 9,
  rotation: 0,
  widthMm: 46,
  heightMm: 12,
  symbology: "code128",
  text: "{{code}}",
  showText: true,
  ...more,
});

/** A label of 50 × 25 mm, unless its size is given. */
export const layoutOf = (
  elements: readonly LayoutElement[],
  size: Partial<LabelLayout> = {},
): LabelLayout => ({ widthMm: 50, heightMm: 25, elements, ...size });

/** A picture of 2 × 2 pixels: black, white; white, transparent. */
const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAYAAABytg0kAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAFElEQVQImWNgYGD4DwJgkoGBgQEAVbwI+CgLg90AAAAASUVORK5CYII=";

/** A small picture. */
export const pictureAt = (more: Partial<PictureElement> = {}): PictureElement => ({
  ...{ id: "picture", kind: "picture", x: 2, y: 2, rotation: 0, widthMm: 10, heightMm: 10, picture: PNG },
  ...more,
});
