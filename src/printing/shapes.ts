import { z } from "zod";
import {
  ALIGNMENTS,
  LAYOUT_PROBLEMS,
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
} from "../domain/label-layout.ts";
import { msg } from "../domain/message.ts";
import { LABEL_SUBJECTS } from "../domain/placeholder-names.ts";
import { numberOrText, oneOf, rule, text, verbatim } from "../http/endpoint/fields.ts";
import { namedObject } from "../http/endpoint/named-object.ts";
import { listFields } from "../http/endpoint/record-schemas.ts";
import { PRINT_FORMAT, PRINTER } from "../records/printing.ts";

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
const LabelLayout = LayoutInput.extend({ elements: z.array(elementWith(z.string())) }).meta({
  id: "LabelLayout",
});

export const PrinterType = namedObject("PrinterType", { oid: z.int(), name: z.string() });

export const Printer = namedObject("Printer", { oid: z.int(), ...listFields(PRINTER, {}) });
export type Printer = z.output<typeof Printer>;

export const PrintFormat = namedObject("PrintFormat", { oid: z.int(), ...listFields(PRINT_FORMAT, {}) });
export type PrintFormat = z.output<typeof PrintFormat>;

export const PrintFormatDetail = PrintFormat.extend({
  layout: LabelLayout.optional().describe("of a drawn label"),
}).meta({ id: "PrintFormatDetail" });
export type PrintFormatDetail = z.output<typeof PrintFormatDetail>;

/** A layout to start from. */
export const ReadyMadeLayout = namedObject("ReadyMadeLayout", {
  id: z.string(),
  name: z.string().describe("in the requested language"),
  subject: z.enum(LABEL_SUBJECTS),
  layout: LabelLayout,
});

/** What the file of a drawn label says of itself. */
export const LABEL_FILE_FORMAT = "tallybox-label";

/** The file of a drawn label. */
export const LabelFile = namedObject("LabelFile", {
  format: z.literal(LABEL_FILE_FORMAT),
  version: z.int(),
  name: z.string(),
  subject: z.enum(LABEL_SUBJECTS),
  layout: LabelLayout,
});

/** A layout as it is printed, and what can't be printed as it is drawn. */
export const LayoutPreview = namedObject("LayoutPreview", {
  picture: z.string().describe("a PNG as base64; one pixel is one dot of the printer"),
  widthDots: z.int(),
  heightDots: z.int(),
  problems: z.array(z.object({ elementId: z.string(), problem: z.enum(LAYOUT_PROBLEMS) })),
});

export const PrintAnswer = namedObject("PrintAnswer", { oid: z.int(), stateId: z.int(), state: z.string() });

/** What a job of labels came to; also the `result` of its job. */
export const BulkLabels = namedObject("BulkLabels", {
  added: z.int().meta({ description: "Print requests." }),
  refused: z.int(),
  refusals: z
    .array(
      z.object({
        oid: z.int(),
        article: z.string().nullable().describe("code and name of the article"),
        location: z.string().nullable().optional().describe("only in labels of locations: its name"),
        reason: z.string(),
      }),
    )
    .meta({ description: "The first hundred articles or locations without a label." }),
});
export type BulkLabels = z.output<typeof BulkLabels>;

export const PrintRequest = namedObject("PrintRequest", {
  oid: z.int(),
  articleId: z.int().nullable().describe("null for the label of a location and for a test label"),
  article: z.object({ code: z.string().nullable(), name: z.string() }).nullable(),
  locationId: z.int().nullable().describe("null for the label of an article and for a test label"),
  location: z.object({ code: z.string().nullable(), name: z.string() }).nullable(),
  printerId: z.int(),
  printer: z.string().describe("its name, also after deletion"),
  labelFormatId: z.int().nullable().describe("null for a test label"),
  labelFormat: z.string().nullable().describe("its name, also after deletion"),
  copies: z.int(),
  stateId: z.int().describe("1 Waiting, 2 Printing, 3 Done, 4 Error"),
  state: z.string().describe("in the requested language"),
  attempts: z.int(),
  lastError: z.string().nullable().describe("a sentence for the user"),
  nextTryDT: z.iso.datetime().nullable(),
  isInterrupted: z.boolean().describe("some labels may have been printed; a person must decide"),
  isConfirmed: z.boolean().describe("false in state Done: sent, but not confirmed by the printer"),
  createdDT: z.iso.datetime(),
  createdBy: z.string(),
  startedDT: z.iso.datetime().nullable(),
  finishedDT: z.iso.datetime().nullable(),
});
export type PrintRequest = z.output<typeof PrintRequest>;

export const PrinterStatus = namedObject("PrinterStatus", {
  status: z.enum(["ready", "paperOut", "headOpen", "paused", "busy", "away", "unknown"]),
  seenDT: z.iso.datetime(),
});
