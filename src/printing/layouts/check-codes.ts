import { type FieldError, Invalid } from "../../domain/errors.ts";
import type { CodeElement, LabelLayout } from "../../domain/label-layout.ts";
import { type Message, msg } from "../../domain/message.ts";
import { fillPlaceholders, hasPlaceholder } from "../languages/template-text.ts";
import { canContain, gs1Error } from "./codes.ts";

// What is certain about the codes of a layout before their values are known. It runs in the worker.

/** Throws Invalid that names codes by their position, for contents that no value makes valid. */
export function checkCodes({ elements }: LabelLayout): void {
  const errors = elements.flatMap((element, index): FieldError[] => {
    const text = element.kind === "code" ? contentError(element) : null;
    return text === null ? [] : [{ path: `layout.elements.${index}.text`, text }];
  });
  const [first, ...others] = errors;
  if (first !== undefined) throw Invalid.fields([first, ...others]);
}

function contentError({ symbology, text }: CodeElement): Message | null {
  const content = text.trim();
  if (content === "") return null;
  if (symbology.startsWith("gs1-")) return gs1ContentError(content);
  return hasPlaceholder(content) || canContain(symbology, content) ? null : NOT_CONTAINED;
}

/** Stands for a value that is not known. */
const VALUE = "\u0001";
const SAMPLE_GS1 = "(01)04006381333931(21)A";

/** The error of an element string in brackets. Values that are not known are taken as valid. */
function gs1ContentError(text: string): Message | null {
  const marked = markPlaceholders(text);
  // An unknown placeholder is reported as such.
  if (marked === null) return null;
  let isKnown = true;
  const content = marked.replace(/\((\d{2,4})\)([^(]*)/g, (element, ai: string, value: string) => {
    if (!value.includes(VALUE)) return element;
    const sample = sampleOf(ai);
    isKnown &&= sample !== null;
    return `(${ai})${sample ?? ""}`;
  });
  if (!isKnown) return null;
  const error = gs1Error(content);
  return error === null ? null : messageOf(error);
}

function markPlaceholders(text: string): string | null {
  try {
    return fillPlaceholders(
      text,
      (literal) => literal,
      (name) => (name === "gs1" ? SAMPLE_GS1 : VALUE),
    );
  } catch (error) {
    if (error instanceof Invalid) return null;
    throw error;
  }
}

/** Values of every form: digits of each length, letters, a date, a date with a time, a piece of a total. */
const SAMPLES = [
  ...Array.from({ length: 20 }, (_, index) => "0".repeat(index + 1)),
  "A",
  "260101",
  "2601010000",
  "000000000000000101",
];
const samples = new Map<string, string | null>();

/** A valid value of an application identifier; null: none is known, as of rare ones. Of an unknown identifier any: it is refused later. */
function sampleOf(ai: string): string | null {
  const known = samples.get(ai);
  if (known !== undefined) return known;
  const isUnknown = gs1Error(`(${ai})0`)?.name === "GS1unknownAI";
  const valid = SAMPLES.find((value) => {
    const error = gs1Error(`(${ai})${value}`);
    return error === null || error.name === "GS1missingAIs";
  });
  const sample = isUnknown ? "0" : (valid ?? null);
  samples.set(ai, sample);
  return sample;
}

const NOT_CONTAINED = msg("This kind of code cannot hold this content.");
const EXAMPLE = "(01)09521234543213(21)A1";

function messageOf({ name, text }: NonNullable<ReturnType<typeof gs1Error>>): Message {
  const [first = "", second = ""] = text.match(/\b\d{2,4}\b/g) ?? [];
  switch (name) {
    case "GS1missingAIs": {
      const needed = (text.split(": ").at(-1) ?? "").replaceAll(" OR ", " / ").replaceAll(" WITH ", " + ");
      return msg("({ai}) needs other application identifiers in the same code: {needed}", {
        ai: first,
        needed,
      });
    }
    case "GS1exclusiveAIs":
      return msg("({first}) and ({second}) can't be in the same code", { first, second });
    case "GS1unknownAI":
    case "GS1aiMissingOpenParen":
    case "GS1aiMissingCloseParen":
      return msg(
        "must be GS1 application identifiers in brackets, each with its value, for example {example}",
        { example: EXAMPLE },
      );
    default:
      return first === "" ? NOT_CONTAINED : msg("({ai}) can't have this value", { ai: first });
  }
}
