import { z } from "zod";
import { References } from "../../catalogue/catalogue.ts";
import { Invalid, NotFound, WrongState } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import type { Dependencies } from "../../http/dependencies.ts";
import { type Endpoint, read } from "../../http/endpoint/endpoint.ts";
import { decimal, id, pathId, verbatim } from "../../http/endpoint/fields.ts";
import type { BytesBody } from "../../http/endpoint/response.ts";
import type { Db } from "../../storage/database/statement.ts";
import { findFormat } from "../formats/format.ts";
import { checkPrinterType, type PrinterType, printerTypeOf } from "../languages/printer-types.ts";
import type { LabelValues } from "../languages/template-text.ts";
import { rendered } from "../queue/request-views.ts";
import { labelValues, sampleValues, siteTime } from "../requests/label.ts";
import { drawLabel, drawTemplate } from "./draw.ts";
import type { Picture } from "./picture.ts";
import { MAX_HEIGHT_MM, MAX_WIDTH_MM } from "./zpl-label.ts";

interface PreviewInput {
  readonly labelFormatId?: number | undefined;
  readonly template?: string | undefined;
  readonly printerTypeId?: number | undefined;
  readonly articleId?: number | undefined;
}

const leastMm = 5;
const millimetres = (most: number) => decimal(leastMm, most);
const reply = z.file().mime(["image/png", "text/plain"]);
const WHAT_IS_SEEN =
  "ZPL, ESC/POS and Star are drawn (PNG, a pixel is a dot of 203 dpi); TSPL and EPL answer the rendered text.";

/** Seeing labels without a printer. */
export function previewRoutes({ storage, config, clock }: Dependencies): Endpoint[] {
  const { db } = storage;
  const timeOf = siteTime(config.timeZone);

  return [
    read(
      "POST",
      "/api/printingformats/preview",
      {
        operationId: "previewLabel",
        may: "work",
        summary: "Shows a label as it would be printed",
        description: `Of a stored format (\`labelFormatId\`), or of a \`template\` in the language of \`printerTypeId\`; with the values of \`articleId\`, without one with those of a sample. ${WHAT_IS_SEEN} ZPL is drawn on paper of \`widthMm\` × \`heightMm\`; without them by its ^PW and ^LL, else 50 × 25 mm. Receipts are drawn on paper of 80 mm, up to 400 mm of it.`,
        body: {
          labelFormatId: id().optional(),
          template: verbatim().optional(),
          printerTypeId: id().optional(),
          articleId: id().optional(),
          widthMm: millimetres(MAX_WIDTH_MM).optional(),
          heightMm: millimetres(MAX_HEIGHT_MM).optional(),
        },
        reply,
        refusals: { 400: "a field is at fault, or the label can't be drawn" },
      },
      async ({ body }, { tenantId }) => {
        const time = timeOf(new Date(clock.now()));
        const { type, template, values } = labelOf(db, tenantId, body, time);
        return { body: bodyOf(await drawTemplate(type, template, values, body)) };
      },
    ),
    read(
      "GET",
      "/api/printrequests/{oid}/preview",
      {
        operationId: "previewPrintRequest",
        may: "work",
        summary: "Shows what was rendered for a print request: one copy of it",
        description: WHAT_IS_SEEN,
        params: { oid: pathId() },
        reply,
        refusals: { 400: "its data was removed already, or the label can't be drawn" },
      },
      async ({ params }, { tenantId }) => {
        const { type, bytes, change } = renderedOf(db, tenantId, params.oid);
        return { body: bodyOf(await drawLabel(type, bytes)), version: { change } };
      },
    ),
  ];
}

function bodyOf({ data, contentType }: Picture): BytesBody {
  return { bytes: Buffer.from(data.buffer, data.byteOffset, data.byteLength), contentType };
}

/** What to draw. Throws Invalid on references, and where it is not clear what is meant. */
function labelOf(
  db: Db,
  tenantId: number,
  wanted: PreviewInput,
  time: { date: string; time: string },
): { type: PrinterType; template: string; values: LabelValues } {
  const { labelFormatId, articleId } = wanted;
  const format =
    labelFormatId === undefined ? draftTemplate(wanted) : findFormat(db, tenantId, labelFormatId);
  const values = articleId === undefined ? sampleValues(time) : labelValues(db, tenantId, articleId, time);
  new References()
    .check("labelFormatId", labelFormatId, () => format !== null)
    .check("articleId", articleId, () => values !== null)
    .demand();
  if (format === null || values === null) throw new Error("checked above");
  if (labelFormatId !== undefined && wanted.template !== undefined) {
    throw Invalid.field(
      "template",
      msg("must be absent where labelFormatId is given", "musí chybět, je-li dáno labelFormatId"),
    );
  }
  return { type: typeOf(format.printerTypeId), template: format.template, values };
}

/** The template itself and its type; throws Invalid where either is missing, or the type unknown. */
function draftTemplate({ template, printerTypeId }: PreviewInput): {
  template: string;
  printerTypeId: number;
} {
  const required = msg("is required", "je povinné");
  if (template === undefined) throw Invalid.field("template", required);
  if (printerTypeId === undefined) throw Invalid.field("printerTypeId", required);
  checkPrinterType(printerTypeId);
  return { template, printerTypeId };
}

/** The bytes of one copy. Throws NotFound, and WrongState once they were removed. */
function renderedOf(
  db: Db,
  tenantId: number,
  oid: number,
): { type: PrinterType; bytes: Buffer; change: number } {
  const found = rendered.first(db, { tenantId, oid });
  if (found === null)
    throw new NotFound(msg("There is no such print request.", "Takový požadavek na tisk neexistuje."));
  const { data, copies, change } = found;
  if (data === null) {
    throw new WrongState(
      msg(
        "The label is no longer stored. Print the article again to see it.",
        "Štítek už není uložený. Vytiskněte artikl znovu a uvidíte ho.",
      ),
    );
  }
  const type = typeOf(found.printerTypeId);
  // Receipts have no command for copies: the bytes are repeated.
  const isRepeated = type === "escpos" || type === "star";
  return { type, bytes: isRepeated ? data.subarray(0, data.length / copies) : data, change };
}

function typeOf(printerTypeId: number): PrinterType {
  const type = printerTypeOf(printerTypeId);
  if (type === null) throw new RangeError(`there is no printer type ${printerTypeId}`);
  return type;
}
