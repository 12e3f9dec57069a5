import { Invalid } from "../../domain/errors.ts";
import type { CodeElement, TextElement } from "../../domain/label-layout.ts";
import type { CustomPlaceholder, Placeholder } from "../../domain/placeholder-names.ts";
import {
  fillPlaceholders,
  type LabelValues,
  subjectOf,
  textOfPlaceholder,
  toSingleLine,
} from "../languages/template-text.ts";

/** Signs that no printer shows, such as a change of the direction of writing. */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
/** Brackets mark the application identifiers of GS1 codes: a value with brackets would add some. That of {{gs1}} is made of them. */
const BRACKET = /[()]/;

/** The text of an element with its values, or why it has none. */
type ElementText =
  | { readonly text: string; readonly problem: null }
  | { readonly text: null; readonly problem: "unknownPlaceholder" | "invalidContent" };

/** Fills in the placeholders of a text. The values are on one line; line ends of the text itself stay. */
export function textOf({ text }: TextElement, values: LabelValues): ElementText {
  return filled(
    text.replace(/\r\n?|[\u2028\u2029]/g, "\n").replaceAll("\t", " "),
    (value) => toSingleLine(value).replace(INVISIBLE, ""),
    values,
  );
}

/** Fills in the placeholders of a code. */
export function contentOf({ text, symbology }: CodeElement, values: LabelValues): ElementText {
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
    const all = fillPlaceholders(
      text,
      (literal) => literal.toWellFormed(),
      (name) => clean(textOfPlaceholder(values, name), name),
      subjectOf(values),
    );
    return { text: all, problem: null };
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    return { text: null, problem: "unknownPlaceholder" };
  }
}
