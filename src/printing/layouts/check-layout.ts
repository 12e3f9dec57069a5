import { type FieldError, Invalid } from "../../domain/errors.ts";
import { checkLayout, type LabelLayout } from "../../domain/label-layout.ts";
import type { LabelSubject } from "../../domain/placeholder-names.ts";
import { type Principal, subjectOf } from "../../domain/principal.ts";
import { fillPlaceholders } from "../languages/template-text.ts";
import { checkInWorker } from "./draw-layout.ts";

/** Checks the size of a layout, then its codes and pictures. Throws Invalid that names elements by their position. */
export async function checkContents(principal: Principal, layout: LabelLayout): Promise<void> {
  checkLayout(layout);
  if (layout.elements.some(({ kind }) => kind === "picture" || kind === "code"))
    await checkInWorker(subjectOf(principal), layout);
}

/** Checks a layout and its placeholders, which are those of the subject. Throws Invalid that names elements by their position. */
export function checkNewLayout(layout: LabelLayout, subject: LabelSubject): void {
  checkLayout(layout);
  const errors = layout.elements.flatMap((element, index): FieldError[] => {
    if (element.kind !== "text" && element.kind !== "code") return [];
    const error = placeholderError(element.text, subject);
    return error === null ? [] : [{ path: `layout.elements.${index}.text`, text: error.text }];
  });
  const [first, ...others] = errors;
  if (first !== undefined) throw Invalid.fields([first, ...others]);
}

/** The error of an unknown placeholder; null: there is none. */
function placeholderError(text: string, subject: LabelSubject): Invalid | null {
  try {
    fillPlaceholders(
      text,
      (literal) => literal,
      () => "",
      subject,
    );
    return null;
  } catch (error) {
    if (error instanceof Invalid) return error;
    throw error;
  }
}
