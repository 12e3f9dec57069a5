import {
  ALIGNMENTS,
  type LabelLayout,
  type LayoutElement,
  MAX_ELEMENT_TEXT_LENGTH,
  MAX_FONT_MM,
  MAX_LABEL_MM,
  MAX_LAYOUT_ELEMENTS,
  MIN_ELEMENT_MM,
  MIN_FONT_MM,
  MIN_LABEL_MM,
  ROTATIONS,
  SYMBOLOGIES,
} from "../../../../domain/label-layout.ts";
import { saveFile } from "../../../ui/save-file.ts";
import type { DrawnValues } from "./drawn-values.ts";

// Drawn labels as files, to take them to another server.

/** Marks the file, so that another JSON file is refused. */
const FORMAT = "tallybox-label-1";

/** Characters that file names can't have on every system. */
const FORBIDDEN = /[\\/:*?"<>|\p{Cc}]+/gu;

/** The text of a file with a label. */
export const textOfLabel = ({ name, layout }: DrawnValues) =>
  `${JSON.stringify({ format: FORMAT, name, layout }, null, 2)}\n`;

/** Saves a label as a download of the browser. */
export function saveLabelFile(values: DrawnValues): void {
  const name = values.name.replace(FORBIDDEN, " ").trim() || "label";
  saveFile(new File([textOfLabel(values)], `${name}.json`, { type: "application/json" }));
}

type Unknown = Readonly<Record<string, unknown>>;

/** The label of a file; null: it is none, or its layout is not within the limits. The server checks its contents. */
export function labelOfText(text: string): DrawnValues | null {
  try {
    const file: unknown = JSON.parse(text);
    if (!isRecord(file) || file["format"] !== FORMAT || typeof file["name"] !== "string") return null;
    const { layout } = file;
    return isLayout(layout) ? { name: file["name"], layout } : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

const isRecord = (value: unknown): value is Unknown => typeof value === "object" && value !== null;
const isWithin = (value: unknown, min: number, max: number) =>
  typeof value === "number" && value >= min && value <= max;
const isSide = (value: unknown) => isWithin(value, MIN_ELEMENT_MM, MAX_LABEL_MM);
const isText = (value: unknown) =>
  typeof value === "string" && Array.from(value).length <= MAX_ELEMENT_TEXT_LENGTH;
const isOneOf = (values: readonly unknown[], value: unknown) => values.includes(value);

function isLayout(value: unknown): value is LabelLayout {
  if (!isRecord(value)) return false;
  const { widthMm, heightMm, elements } = value;
  if (![widthMm, heightMm].every((side) => isWithin(side, MIN_LABEL_MM, MAX_LABEL_MM))) return false;
  if (!Array.isArray(elements) || elements.length > MAX_LAYOUT_ELEMENTS) return false;
  const list: readonly unknown[] = elements;
  if (!list.every(isElement)) return false;
  return new Set(list.map(({ id }) => id)).size === list.length;
}

function isElement(value: unknown): value is LayoutElement {
  if (!isRecord(value) || typeof value["id"] !== "string") return false;
  const isPlaced = [value["x"], value["y"]].every((place) => isWithin(place, 0, MAX_LABEL_MM));
  const isSized = isSide(value["widthMm"]) && isSide(value["heightMm"]);
  return isPlaced && isSized && isOneOf(ROTATIONS, value["rotation"]) && hasContent(value);
}

function hasContent(value: Unknown): boolean {
  switch (value["kind"]) {
    case "text":
      return (
        isText(value["text"]) &&
        isWithin(value["fontMm"], MIN_FONT_MM, MAX_FONT_MM) &&
        isOneOf(ALIGNMENTS, value["align"]) &&
        [value["isBold"], value["wraps"]].every((flag) => typeof flag === "boolean")
      );
    case "code":
      return (
        isText(value["text"]) &&
        isOneOf(SYMBOLOGIES, value["symbology"]) &&
        typeof value["showText"] === "boolean"
      );
    case "picture":
      return typeof value["picture"] === "string";
    case "box":
      return isSide(value["strokeMm"]) && typeof value["isFilled"] === "boolean";
    default:
      return false;
  }
}
