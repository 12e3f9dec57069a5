import { z } from "zod";
import { LAYOUT_PROBLEMS } from "../domain/label-layout.ts";
import { LABEL_SUBJECTS } from "../domain/placeholder-names.ts";
import { listFields } from "../http/endpoint/record-schemas.ts";
import { PRINT_FORMAT, PRINTER } from "../records/printing.ts";
import { LabelLayout } from "./layouts/layout-shape.ts";

export const PrinterType = z.object({ oid: z.int(), name: z.string() }).meta({ id: "PrinterType" });

export const Printer = z.object({ oid: z.int(), ...listFields(PRINTER, {}) }).meta({ id: "Printer" });
export type Printer = z.output<typeof Printer>;

export const PrintFormat = z
  .object({ oid: z.int(), ...listFields(PRINT_FORMAT, {}) })
  .meta({ id: "PrintFormat" });
export type PrintFormat = z.output<typeof PrintFormat>;

export const PrintFormatDetail = PrintFormat.extend({
  layout: LabelLayout.optional().describe("of a drawn label"),
}).meta({ id: "PrintFormatDetail" });
export type PrintFormatDetail = z.output<typeof PrintFormatDetail>;

/** A layout to start from. */
export const ReadyMadeLayout = z
  .object({
    id: z.string(),
    name: z.string().describe("in the requested language"),
    subject: z.enum(LABEL_SUBJECTS),
    layout: LabelLayout,
  })
  .meta({ id: "ReadyMadeLayout" });

/** What the file of a drawn label says of itself. */
export const LABEL_FILE_FORMAT = "tallybox-label";

/** The file of a drawn label. */
export const LabelFile = z
  .object({
    format: z.literal(LABEL_FILE_FORMAT),
    version: z.int(),
    name: z.string(),
    subject: z.enum(LABEL_SUBJECTS),
    layout: LabelLayout,
  })
  .meta({ id: "LabelFile" });

/** A layout as it is printed, and what can't be printed as it is drawn. */
export const LayoutPreview = z
  .object({
    picture: z.string().describe("a PNG as base64; one pixel is one dot of the printer"),
    widthDots: z.int(),
    heightDots: z.int(),
    problems: z.array(z.object({ elementId: z.string(), problem: z.enum(LAYOUT_PROBLEMS) })),
  })
  .meta({ id: "LayoutPreview" });

export const PrintAnswer = z
  .object({ oid: z.int(), stateId: z.int(), state: z.string() })
  .meta({ id: "PrintAnswer" });

/** What a job of labels came to; also the `result` of its job. */
export const BulkLabels = z
  .object({
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
  })
  .meta({ id: "BulkLabels" });
export type BulkLabels = z.output<typeof BulkLabels>;

export const PrintRequest = z
  .object({
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
  })
  .meta({ id: "PrintRequest" });
export type PrintRequest = z.output<typeof PrintRequest>;

export const PrinterStatus = z
  .object({
    status: z.enum(["ready", "paperOut", "headOpen", "paused", "busy", "away", "unknown"]),
    seenDT: z.iso.datetime(),
  })
  .meta({ id: "PrinterStatus" });
