import { Invalid } from "../../domain/errors.ts";
import { assertLayout, type LabelLayout, type Resolution } from "../../domain/label-layout.ts";
import { msg } from "../../domain/message.ts";
import {
  type ArticlePlaceholder,
  LABEL_SUBJECTS,
  type LabelSubject,
  placeholders,
} from "../../domain/placeholder-names.ts";
import type { Principal } from "../../domain/principal.ts";
import { assertPermission } from "../../domain/roles.ts";
import type { Dependencies } from "../../http/dependencies.ts";
import { command, type Endpoint, query } from "../../http/endpoint/endpoint.ts";
import { id, oneOf, pathId, verbatim } from "../../http/endpoint/fields.ts";
import type { Db } from "../../storage/database/statement.ts";
import { type PrinterType, printerTypeOf } from "../languages/printer-types.ts";
import { assertTemplate, languageOf } from "../languages/registry.ts";
import type { LabelValues } from "../languages/template-text.ts";
import { paperOf } from "../layouts/printer-fit.ts";
import { getPrinter, type PrinterRecord } from "../printers/printer.ts";
import type { PrintQueue } from "../queue/print-queue.ts";
import { addRequest, requestedBy } from "../queue/request.ts";
import { dotsOf } from "../raster/bitmap.ts";
import { LayoutInput, PrintAnswer, PrinterStatus } from "../shapes.ts";
import { draftValues, type LabelTime, type RecordIds, siteTime } from "./label-values.ts";
import { type LabelQuota, printAnswer } from "./print-routes.ts";
import { assertFit, assertWidth, drawnLabel } from "./render-label.ts";

/** The status of a printer, and test labels. */
export function statusRoutes(
  { storage, config, clock }: Dependencies,
  printing: PrintQueue,
  quota: LabelQuota,
): Endpoint[] {
  const timeOf = siteTime(config.timeZone);

  /** Draws an unsaved layout; null: the body has none. */
  const drawDraft = async (printerId: number, { layout, ...body }: DraftBody, principal: Principal) => {
    if (layout === undefined) return null;
    assertPermission(principal, "administer");
    if (body.template !== undefined)
      throw Invalid.field("template", msg("must be absent where the label is drawn"));
    assertLayout(layout);
    const printer = getPrinter(storage.db, principal.tenantId, printerId);
    assertWidth("layout", layout, printer);
    const { subject = "article", ...records } = body;
    const values = draftValues(
      storage.db,
      principal.tenantId,
      subject,
      records,
      timeOf(new Date(clock.now())),
    );
    return drawnLabel(principal, { layout, ...printer }, values, 1, "layout");
  };

  return [
    query("GET", "/api/printingprinters/{id}/status", {
      operationId: "getPrinterStatus",
      permission: "work",
      summary: "Status that the printer reports",
      description:
        "`unknown`: the printer accepts connections but reports no status. While a label is being sent, the response is the last known status, or `busy`.",
      params: { id: pathId() },
      response: PrinterStatus,
      async run({ params }, { tenantId }) {
        const printer = getPrinter(storage.db, tenantId, params.id);
        const { condition, at } = await printing.status(printer);
        return { kind: "json", body: { status: condition, seenDT: new Date(at).toISOString() } };
      },
    }),
    command("POST", "/api/printingprinters/{id}/test", {
      operationId: "printTestLabel",
      permission: "work",
      summary: "Prints a test label through the queue",
      description:
        "An Admin may print an unsaved `template` in the printer's language, with the values of `articleId`; a template of the `subject` location with those of `locationId`. Without these it has sample values. Likewise an unsaved `layout`, on every printer.",
      params: { id: pathId() },
      status: 201,
      body: {
        template: verbatim().optional(),
        layout: LayoutInput.optional(),
        subject: oneOf(LABEL_SUBJECTS).optional(),
        articleId: id().optional(),
        locationId: id().optional(),
      },
      bodyOptional: true,
      response: PrintAnswer,
      errors: {
        403: "the role does not permit it; a `template` or `layout` needs the role Admin",
        429: "too many labels within an hour; see Retry-After",
      },
      prepare: ({ params, body }, principal) => drawDraft(params.id, body, principal),
      record: (tx, { params }, { tenantId }) => getPrinter(tx, tenantId, params.id),
      run(tx, { body, language }, principal, { record, prepared }) {
        if (body.template !== undefined) assertPermission(principal, "administer");
        const time = timeOf(new Date(tx.now));
        const label = prepared ?? { data: rendered(tx, record, body, time), isRaster: false };
        assertFit("layout", label, record);
        quota.consume(principal, 1, label.data.length);
        const request = { articleId: null, locationId: null, labelFormatId: null, copies: 1 };
        const oid = addRequest(tx, { ...request, printerId: record.oid, ...requestedBy(principal) }, label);
        return { ...printAnswer(tx, oid, language), location: `/api/printrequests/${oid}` };
      },
    }),
  ];
}

interface DraftBody extends RecordIds {
  readonly template?: string | undefined;
  readonly layout?: LabelLayout | undefined;
  readonly subject?: LabelSubject | undefined;
}

/** The bytes of an unsaved template with a record's values, or sample values; without a template those of the test label. Throws Invalid. */
function rendered(db: Db, printer: PrinterRecord, body: DraftBody, time: LabelTime): Buffer {
  const { template, subject = "article", ...records } = body;
  const type = printerTypeOf(printer.printerTypeId);
  if (template === undefined) {
    const test = testLabel(type, printer.name, time, printer.dpi);
    return languageOf(type).render(test.template, test.values, 1);
  }
  const values = draftValues(db, printer.tenantId, subject, records, time);
  assertTemplate(template, type, subject);
  return languageOf(type).render(template, values, 1, paperOf(printer));
}

const CZECH = "Příliš žluťoučký kůň";

/** Size of the label for ZPL, TSPL and EPL. A printer keeps that of the label before. */
const [WIDTH_MM, HEIGHT_MM] = [50, 25];

const TEMPLATES: Readonly<Record<PrinterType, string>> = {
  zpl: "^XA^PW{width}^LL{height}^FO20,20^A0N,35^FDtallybox^FS^FO20,60^A0N,25^FD{{name}}^FS^FO20,95^A0N,25^FD{{location}}^FS^FO20,130^A0N,22^FD{{date}} {{time}}^FS^XZ",
  tspl: 'SIZE 50 mm,25 mm\nCLS\nTEXT 20,15,"0",0,12,12,"tallybox"\nTEXT 20,60,"0",0,9,9,"{{name}}"\nTEXT 20,100,"0",0,9,9,"{{location}}"\nTEXT 20,140,"0",0,8,8,"{{date}} {{time}}"\nPRINT 1\n',
  epl: 'q{width}\nN\nA20,15,0,4,1,1,N,"tallybox"\nA20,60,0,3,1,1,N,"{{name}}"\nA20,95,0,3,1,1,N,"{{location}}"\nA20,130,0,2,1,1,N,"{{date}} {{time}}"\nP1\n',
  escpos:
    "[center][bold][size 2] tallybox\n[center] {{name}}\n[center] {{location}}\n[center] {{date}} {{time}}\n[feed 2]\n[cut]\n",
  star: "[center][bold][size 2] tallybox\n[center] {{name}}\n[center] {{location}}\n[center] {{date}} {{time}}\n[feed 2]\n[cut]\n",
};

/** The test label: shows the name of the printer, the time, and Czech letters. */
function testLabel(
  type: PrinterType,
  printerName: string,
  time: LabelTime,
  dpi: Resolution,
): { template: string; values: LabelValues } {
  const empty = Object.fromEntries(placeholders.map((name) => [name, ""])) as Record<
    ArticlePlaceholder,
    string
  >;
  const template = TEMPLATES[type]
    .replace("{width}", String(dotsOf(WIDTH_MM, dpi)))
    .replace("{height}", String(dotsOf(HEIGHT_MM, dpi)));
  return { template, values: { ...empty, name: printerName, location: CZECH, ...time } };
}
