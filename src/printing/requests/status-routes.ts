import { Invalid } from "../../domain/errors.ts";
import { checkLayout, type LabelLayout } from "../../domain/label-layout.ts";
import { msg } from "../../domain/message.ts";
import { LABEL_SUBJECTS, type LabelSubject } from "../../domain/placeholder-names.ts";
import type { Principal } from "../../domain/principal.ts";
import { nameOfRequestState, RequestState } from "../../domain/print-states.ts";
import { demand } from "../../domain/roles.ts";
import type { Dependencies } from "../../http/dependencies.ts";
import { command, type Endpoint, query } from "../../http/endpoint/endpoint.ts";
import { id, oneOf, pathId, verbatim } from "../../http/endpoint/fields.ts";
import { textIn } from "../../i18n/text.ts";
import { printerTypeOf } from "../languages/printer-types.ts";
import { languageOf } from "../languages/registry.ts";
import { LayoutInput } from "../layouts/layout-shape.ts";
import { printerOf } from "../printers/printer.ts";
import type { PrintQueue } from "../queue/print-queue.ts";
import { addRequest } from "../queue/request.ts";
import { PrintAnswer, PrinterStatus } from "../shapes.ts";
import { drawnLabel } from "./drawn-label.ts";
import { siteTime } from "./label.ts";
import { draftValues, type RecordIds } from "./label-subject.ts";
import { checkFit, checkWidth } from "./render-label.ts";
import { draftLabel, testLabel } from "./test-label.ts";

/** The status of a printer, and test labels. */
export function statusRoutes({ storage, config, clock }: Dependencies, printing: PrintQueue): Endpoint[] {
  const timeOf = siteTime(config.timeZone);

  /** Draws an unsaved layout; null: the body has none. */
  const drawDraft = async (printerId: number, { layout, ...body }: DraftBody, principal: Principal) => {
    if (layout === undefined) return null;
    demand(principal, "administer");
    if (body.template !== undefined)
      throw Invalid.field("template", msg("must be absent where the label is drawn"));
    checkLayout(layout);
    const printer = printerOf(storage.db, principal.tenantId, printerId);
    checkWidth("layout", layout, printer);
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
    query(
      "GET",
      "/api/printingprinters/{id}/status",
      {
        operationId: "getPrinterStatus",
        permission: "work",
        summary: "Status that the printer reports",
        description:
          "`unknown`: the printer accepts connections but reports no status. While a label is being sent, the response is the last known status, or `busy`.",
        params: { id: pathId() },
        response: PrinterStatus,
      },
      async ({ params }, { tenantId }) => {
        const printer = printerOf(storage.db, tenantId, params.id);
        const { condition, at } = await printing.status(printer);
        return { kind: "json", body: { status: condition, seenDT: new Date(at).toISOString() } };
      },
    ),
    command(
      "POST",
      "/api/printingprinters/{id}/test",
      {
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
        errors: { 403: "the role does not permit it; a `template` or `layout` needs the role Admin" },
        prepare: ({ params, body }, principal) => drawDraft(params.id, body, principal),
        record: (tx, { params }, { tenantId }) => printerOf(tx, tenantId, params.id),
      },
      (tx, { body, language }, principal, { record, prepared }) => {
        const { tenantId, userId, deviceTokenId, userName: createdBy } = principal;
        const type = printerTypeOf(record.printerTypeId);
        if (type === null) throw new Error(`printer ${record.oid} has no type`);
        const time = timeOf(new Date(tx.now));
        if (body.template !== undefined) demand(principal, "administer");
        const rendered = () => {
          const { template, values } =
            body.template === undefined
              ? testLabel(type, record.name, time, record.dpi)
              : draftLabel(tx, tenantId, type, { ...body, template: body.template }, time);
          return { data: languageOf(type).render(template, values, 1), isRaster: false };
        };
        const label = prepared ?? rendered();
        checkFit("layout", label, record);
        const oid = addRequest(
          tx,
          {
            tenantId,
            articleId: null,
            locationId: null,
            printerId: record.oid,
            labelFormatId: null,
            copies: 1,
            createdBy,
            userId,
            deviceTokenId,
          },
          label,
        );
        const stateId = RequestState.Waiting;
        return {
          kind: "json",
          body: { oid, stateId, state: textIn(nameOfRequestState(stateId), language) },
          version: { change: tx.change },
          location: `/api/printrequests/${oid}`,
        };
      },
    ),
  ];
}

interface DraftBody extends RecordIds {
  readonly template?: string | undefined;
  readonly layout?: LabelLayout | undefined;
  readonly subject?: LabelSubject | undefined;
}
