import { z } from "zod";
import { ReferenceChecks } from "../../catalogue/catalogue.ts";
import { Invalid, NotFound, WrongState } from "../../domain/errors.ts";
import { assertLayout, DEFAULT_RESOLUTION, type Resolution } from "../../domain/label-layout.ts";
import { msg } from "../../domain/message.ts";
import { LABEL_SUBJECTS, type LabelSubject } from "../../domain/placeholder-names.ts";
import { type Principal, subjectOf } from "../../domain/principal.ts";
import type { Dependencies } from "../../http/dependencies.ts";
import { type Endpoint, query } from "../../http/endpoint/endpoint.ts";
import { decimal, id, oneOf, pathId, verbatim } from "../../http/endpoint/fields.ts";
import type { BytesResponse } from "../../http/endpoint/response.ts";
import { makeQuota } from "../../http/pipeline/quota.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Db } from "../../storage/database/statement.ts";
import { type FormatSource, findFormat, layoutOf } from "../formats/format.ts";
import { draftValues, type LabelTime, type RecordIds, siteTime } from "../labels/label-values.ts";
import { assertWidth, sourceFor } from "../labels/render-label.ts";
import {
  assertPrinterType,
  isReceiptType,
  type PrinterType,
  printerTypeOf,
} from "../languages/printer-types.ts";
import type { LabelValues } from "../languages/template-text.ts";
import { drawPreview, pictureOfRaster } from "../layouts/draw-layout.ts";
import type { DrawingTurn } from "../layouts/drawing-limits.ts";
import { paperOf } from "../layouts/printer-fit.ts";
import { findPrinter, type PrinterRecord } from "../printers/printer.ts";
import { previewData } from "../queue/request-views.ts";
import { dpi, LayoutInput, LayoutPreview } from "../shapes.ts";
import { dataRemoved } from "../transport/reasons.ts";
import { drawLabel, drawTemplate } from "./draw.ts";
import type { Picture } from "./picture.ts";
import { MAX_HEIGHT_MM, MAX_WIDTH_MM } from "./zpl-label.ts";

interface PreviewInput extends RecordIds {
  readonly labelFormatId?: number | undefined;
  readonly template?: string | undefined;
  readonly printerTypeId?: number | undefined;
  readonly printerId?: number | undefined;
  readonly subject?: LabelSubject | undefined;
}

const MIN_MM = 5;
const millimetres = (max: number) => decimal(MIN_MM, max);
const reply = z.file().mime(["image/png", "text/plain"]);
const PICTURE_DESCRIPTION =
  "The response for ZPL, ESC/POS and Star is a PNG (one pixel is one dot; receipts at 203 dpi), for TSPL and EPL the rendered text.";

/** Previews of labels without a printer. */
export function previewRoutes(
  { storage, config, clock }: Dependencies,
  beginPreview: PreviewQuota,
): Endpoint[] {
  const { db } = storage;
  const timeOf = siteTime(config.timeZone);

  return [
    query("POST", "/api/printingformats/preview", {
      operationId: "previewLabel",
      permission: "work",
      summary: "Shows a label as it would be printed",
      description: `Previews a stored format (\`labelFormatId\`), or a \`template\` in the language of \`printerTypeId\` with its \`subject\` (default: article). The values are those of \`articleId\` or, for a label of locations, of \`locationId\`; else sample values. ${PICTURE_DESCRIPTION} The paper for ZPL is \`widthMm\` × \`heightMm\`, else the size of its ^PW and ^LL, else 50 × 25 mm. The paper for receipts is 80 mm wide and at most 400 mm long. A drawn label is a PNG of the dots of a printer of \`dpi\` dots per inch, 203 unless given; ZPL is drawn on the paper of such a printer. \`printerId\` names the printer instead: a label that it can't print is refused as \`printLabels\` refuses it.`,
      body: {
        labelFormatId: id().optional(),
        template: verbatim().optional(),
        printerTypeId: id().optional(),
        subject: oneOf(LABEL_SUBJECTS).optional(),
        articleId: id().optional(),
        locationId: id().optional(),
        widthMm: millimetres(MAX_WIDTH_MM).optional(),
        heightMm: millimetres(MAX_HEIGHT_MM).optional(),
        dpi: dpi().optional(),
        printerId: id().optional(),
      },
      response: reply,
      errors: {
        400: "a field is invalid, the template is above the limits, or the label can't be drawn",
        429: PREVIEW_TIME_USED,
      },
      async run({ body }, principal) {
        const { tenantId } = principal;
        const turn = beginPreview(principal);
        const time = timeOf(new Date(clock.now()));
        const { format, values, printer } = labelOf(db, tenantId, body, time);
        const dpi = printer?.dpi ?? body.dpi;
        const { template, printerTypeId } = format;
        if (template === null || printerTypeId === null) {
          const job = { layout: layoutOf(format), dpi: dpi ?? DEFAULT_RESOLUTION, values };
          const { png } = await drawPreview(turn, job);
          return responseOf({ data: png, contentType: "image/png" });
        }
        const label = { template, values, paper: printer === null ? undefined : paperOf(printer) };
        return responseOf(await drawTemplate(turn, printerTypeOf(printerTypeId), label, { ...body, dpi }));
      },
    }),
    query("GET", "/api/printrequests/{oid}/preview", {
      operationId: "previewPrintRequest",
      permission: "work",
      summary: "Shows one copy of the rendered label of a print request",
      description: `${PICTURE_DESCRIPTION} ZPL is drawn at the resolution of its printer.`,
      params: { oid: pathId() },
      response: reply,
      errors: { 400: "its data were removed, or the label can't be drawn", 429: PREVIEW_TIME_USED },
      async run({ params }, principal) {
        const turn = beginPreview(principal);
        const { type, bytes, dpi, change } = getRendered(db, principal.tenantId, params.oid);
        const picture =
          type === null
            ? ({
                data: await pictureOfRaster(turn, bytes),
                contentType: "image/png",
              } as const)
            : await drawLabel(type, bytes, { dpi }, turn);
        return { ...responseOf(picture), version: { change } };
      },
    }),
    query("POST", "/api/printingformats/layout-preview", {
      operationId: "previewLabelLayout",
      permission: "work",
      summary: "Shows a drawn label as it would be printed",
      description:
        "Draws a layout that need not be stored, for the printer `printerId`, or any of `dpi` dots per inch (default 203), with the values of `articleId` or, where `subject` is `location`, of `locationId`; else with sample values. The pixels are the dots that the printer gets. `problems` names elements that are not printed as they are drawn: `textCut`, `empty` (its text or code has no content), `outside` (it lies partly outside the label); a label with `codeDoesNotFit`, `invalidContent` or `unknownPlaceholder` is not printed.",
      body: {
        layout: LayoutInput,
        subject: oneOf(LABEL_SUBJECTS).optional(),
        dpi: dpi().optional(),
        printerId: id().optional(),
        articleId: id().optional(),
        locationId: id().optional(),
      },
      response: LayoutPreview,
      errors: {
        400: "a field is invalid, the label is wider than the printer prints, or it can't be drawn",
        429: PREVIEW_TIME_USED,
      },
      async run({ body }, principal) {
        const { tenantId } = principal;
        const turn = beginPreview(principal);
        const { layout, subject = "article", printerId, ...records } = body;
        assertLayout(layout);
        const printer = printerId === undefined ? null : findPrinter(db, tenantId, printerId);
        const references = new ReferenceChecks().check("printerId", printerId, () => printer !== null);
        const time = timeOf(new Date(clock.now()));
        const values = draftValues(db, tenantId, subject, records, time, references);
        if (printer !== null) assertWidth("layout", layout, printer);
        const dpi = printer?.dpi ?? body.dpi ?? DEFAULT_RESOLUTION;
        const { png, problems, ...size } = await drawPreview(turn, { layout, dpi, values });
        const picture = Buffer.from(png).toString("base64");
        return { kind: "json", body: { picture, ...size, problems: [...problems] } };
      },
    }),
  ];
}

function responseOf({ data, contentType }: Picture): BytesResponse {
  return {
    kind: "bytes",
    bytes: Buffer.from(data.buffer, data.byteOffset, data.byteLength),
    contentType,
  };
}

/** The label to draw. Throws Invalid on references, and for a template together with a format. */
function labelOf(
  db: Db,
  tenantId: number,
  input: PreviewInput,
  time: LabelTime,
): { format: FormatSource; values: LabelValues; printer: PrinterRecord | null } {
  const { labelFormatId, printerId } = input;
  const format = labelFormatId === undefined ? draftTemplate(input) : findFormat(db, tenantId, labelFormatId);
  const printer = printerId === undefined ? null : findPrinter(db, tenantId, printerId);
  const references = new ReferenceChecks()
    .check("labelFormatId", labelFormatId, () => format !== null)
    .check("printerId", printerId, () => printer !== null);
  const values = draftValues(db, tenantId, format?.subject ?? "article", input, time, references);
  if (format === null) throw new Error("checked above");
  if (labelFormatId !== undefined && input.template !== undefined) {
    throw Invalid.field("template", msg("must be absent where labelFormatId is given"));
  }
  if (printer !== null)
    sourceFor(labelFormatId === undefined ? "template" : "labelFormatId", format, printer);
  return { format, values, printer };
}

/** The template and its type. Throws Invalid where one is missing, or the type is unknown. */
function draftTemplate({ template, printerTypeId, subject = "article" }: PreviewInput): FormatSource {
  const required = msg("is required");
  if (template === undefined) throw Invalid.field("template", required);
  if (printerTypeId === undefined) throw Invalid.field("printerTypeId", required);
  assertPrinterType(printerTypeId);
  return { layout: null, printerTypeId, template, subject };
}

/** The bytes of one copy; `type` is null for the dots of a drawn label. Throws NotFound; WrongState when they were removed. */
function getRendered(
  db: Db,
  tenantId: number,
  oid: number,
): { type: PrinterType | null; bytes: Buffer; dpi: Resolution; change: number } {
  const found = previewData.first(db, { tenantId, oid });
  if (found === null) throw new NotFound(msg("Print request not found."));
  const { data, copies, dpi, change } = found;
  if (data === null) {
    throw new WrongState(dataRemoved);
  }
  if (found.isRaster === 1) return { type: null, bytes: data, dpi, change };
  const type = printerTypeOf(found.printerTypeId);
  return { type, bytes: isReceiptType(type) ? data.subarray(0, data.length / copies) : data, dpi, change };
}

/** Why a preview is refused with 429, for the description of the API. */
const PREVIEW_TIME_USED = "the user's processor time for previews is used up within an hour; see Retry-After";

/** Begins a preview of a user or a terminal. Throws TooManyRequests where its processor time of the hour is used up. */
type PreviewQuota = (principal: Principal) => DrawingTurn;

/** Creates the quota that all previews share. */
export function makePreviewQuota(clock: Pick<Clock, "now">, msPerHour: number): PreviewQuota {
  const quota = makeQuota(clock, msPerHour, tooManyPreviews);
  return (principal) => {
    quota.assertLeft(principal);
    return {
      lane: subjectOf(principal),
      assertLeft: () => quota.assertLeft(principal),
      spent: (cpuMs) => quota.charge(principal, cpuMs),
    };
  };
}

function tooManyPreviews(seconds: number) {
  return msg("You have used the time for previews of this hour. Try again in {seconds} s.", { seconds });
}
