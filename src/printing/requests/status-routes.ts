import { LABEL_SUBJECTS } from "../../domain/placeholder-names.ts";
import { nameOfRequestState, RequestState } from "../../domain/print-states.ts";
import { demand } from "../../domain/roles.ts";
import type { Dependencies } from "../../http/dependencies.ts";
import { command, type Endpoint, query } from "../../http/endpoint/endpoint.ts";
import { id, oneOf, pathId, verbatim } from "../../http/endpoint/fields.ts";
import { textIn } from "../../i18n/text.ts";
import { printerTypeOf } from "../languages/printer-types.ts";
import { languageOf } from "../languages/registry.ts";
import { printerOf } from "../printers/printer.ts";
import type { PrintQueue } from "../queue/print-queue.ts";
import { addRequest } from "../queue/request.ts";
import { PrintAnswer, PrinterStatus } from "../shapes.ts";
import { siteTime } from "./label.ts";
import { draftLabel, testLabel } from "./test-label.ts";

/** The status of a printer, and test labels. */
export function statusRoutes({ storage, config }: Dependencies, printing: PrintQueue): Endpoint[] {
  const timeOf = siteTime(config.timeZone);

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
          "An Admin may print an unsaved `template` in the printer's language, with the values of `articleId`; a template of the `subject` location with those of `locationId`. Without these it has sample values.",
        params: { id: pathId() },
        status: 201,
        body: {
          template: verbatim().optional(),
          subject: oneOf(LABEL_SUBJECTS).optional(),
          articleId: id().optional(),
          locationId: id().optional(),
        },
        bodyOptional: true,
        response: PrintAnswer,
        errors: { 403: "the role does not permit it; a `template` needs the role Admin" },
        record: (tx, { params }, { tenantId }) => printerOf(tx, tenantId, params.id),
      },
      (tx, { body, language }, principal, { record }) => {
        const { tenantId, userId, deviceTokenId, userName: createdBy } = principal;
        const type = printerTypeOf(record.printerTypeId);
        if (type === null) throw new Error(`printer ${record.oid} has no type`);
        const time = timeOf(new Date(tx.now));
        if (body.template !== undefined) demand(principal, "administer");
        const { template, values } =
          body.template === undefined
            ? testLabel(type, record.name, time)
            : draftLabel(tx, tenantId, type, { ...body, template: body.template }, time);
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
          { data: languageOf(type).render(template, values, 1), isRaster: false },
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
