import { z } from "zod";
import {
  ALIGNMENTS,
  MAX_ELEMENT_ID_LENGTH,
  MAX_ELEMENT_TEXT_LENGTH,
  MAX_FONT_MM,
  MAX_LABEL_MM,
  MAX_LAYOUT_ELEMENTS,
  MAX_PICTURE_BYTES,
  MIN_ELEMENT_MM,
  MIN_FONT_MM,
  MIN_LABEL_MM,
  RESOLUTIONS,
  ROTATIONS,
  SYMBOLOGIES,
} from "../../domain/label-layout.ts";
import { msg } from "../../domain/message.ts";
import { oneOf, rule, text, verbatim } from "../../http/endpoint/fields.ts";
import { numberOrText } from "../../http/endpoint/number-text.ts";

// The input of a layout. Its type is LabelLayout of src/domain/label-layout.ts.

const side = z.number().min(MIN_ELEMENT_MM).max(MAX_LABEL_MM);
const position = z.number().min(0).max(MAX_LABEL_MM);

const oneNumber = <const T extends readonly number[]>(values: T) =>
  z
    .number()
    .min(Math.min(...values))
    .refine(
      ...rule(
        (value: number) => values.includes(value),
        msg("must be one of: {list}", { list: values.join(", ") }),
      ),
    )
    .transform((value): T[number] => value)
    .meta({ enum: [...values] });

/** A resolution in dots per inch. */
export const dpi = () => numberOrText(oneNumber(RESOLUTIONS));

const elementText = verbatim().refine(
  ...rule(
    (value: string) => Array.from(value).length <= MAX_ELEMENT_TEXT_LENGTH,
    msg("must have at most {max} characters", { max: MAX_ELEMENT_TEXT_LENGTH }),
  ),
);

const common = {
  x: position,
  y: position,
  rotation: oneNumber(ROTATIONS),
  widthMm: side,
  heightMm: side,
};

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
const MAX_BASE64 = Math.ceil(MAX_PICTURE_BYTES / 3) * 4;

/** The elements; an id in a response is any text. */
const elementWith = <Id extends z.ZodType<string>>(id: Id) =>
  z.discriminatedUnion("kind", [
    z.object({
      id,
      ...common,
      kind: z.literal("text"),
      text: elementText,
      fontMm: z.number().min(MIN_FONT_MM).max(MAX_FONT_MM),
      align: oneOf(ALIGNMENTS),
      isBold: z.boolean(),
      wraps: z.boolean(),
    }),
    z.object({
      id,
      ...common,
      kind: z.literal("code"),
      symbology: oneOf(SYMBOLOGIES),
      text: elementText,
      showText: z.boolean(),
    }),
    z.object({
      id,
      ...common,
      kind: z.literal("picture"),
      picture: z
        .string()
        .refine(
          ...rule(
            (value: string) => value.length <= MAX_BASE64,
            msg("The picture must not be over {max} KiB.", { max: MAX_PICTURE_BYTES / 1024 }),
          ),
        )
        .refine(...rule((value: string) => BASE64.test(value), msg("must be a PNG picture"))),
    }),
    z.object({
      id,
      ...common,
      kind: z.literal("box"),
      strokeMm: side,
      isFilled: z.boolean(),
    }),
  ]);

/** A drawn label as a client sends it. */
export const LayoutInput = z.object({
  widthMm: z.number().min(MIN_LABEL_MM).max(MAX_LABEL_MM),
  heightMm: z.number().min(MIN_LABEL_MM).max(MAX_LABEL_MM),
  elements: z
    .array(elementWith(text(MAX_ELEMENT_ID_LENGTH)))
    .refine(
      ...rule(
        (value: readonly unknown[]) => value.length <= MAX_LAYOUT_ELEMENTS,
        msg("must have at most {max} elements", { max: MAX_LAYOUT_ELEMENTS }),
      ),
    ),
});

/** A drawn label in a response. */
export const LabelLayout = LayoutInput.extend({ elements: z.array(elementWith(z.string())) }).meta({
  id: "LabelLayout",
});
