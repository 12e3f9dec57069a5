import type { LabelLayout } from "../../../../domain/label-layout.ts";
import { msg } from "../../../../domain/message.ts";

/** The fields of a drawn label. */
export interface DrawnValues {
  readonly name: string;
  readonly layout: LabelLayout;
}

/** The labels of the fields of a drawn label. */
export const DRAWN_TEXTS = {
  name: msg("Name"),
  layout: msg("Drawing"),
};

/** A label without elements. */
export const EMPTY_LAYOUT: LabelLayout = { widthMm: 100, heightMm: 50, elements: [] };
