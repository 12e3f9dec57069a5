import type { LabelLayout } from "../../../../domain/label-layout.ts";
import type { LabelSubject } from "../../../../domain/placeholder-names.ts";

/** The fields of a drawn label. */
export interface DrawnValues {
  readonly name: string;
  readonly subject: LabelSubject;
  readonly layout: LabelLayout;
}

/** A label without elements. */
export const EMPTY_LAYOUT: LabelLayout = { widthMm: 50, heightMm: 25, elements: [] };
