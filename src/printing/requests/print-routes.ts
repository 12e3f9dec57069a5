import { ReferenceChecks } from "../../catalogue/catalogue.ts";
import { Invalid } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import type { Principal } from "../../domain/principal.ts";
import { nameOfRequestState, RequestState } from "../../domain/print-states.ts";
import type { Dependencies } from "../../http/dependencies.ts";
import { command, type Endpoint } from "../../http/endpoint/endpoint.ts";
import { id, integer } from "../../http/endpoint/fields.ts";
import { makeQuota } from "../../http/pipeline/quota.ts";
import { MAX_LABEL_BYTES_PER_HOUR, MAX_LABELS_PER_HOUR } from "../../platform/limits.ts";
import type { Tx } from "../../storage/database/statement.ts";
import { findFormat } from "../formats/format.ts";
import { printerTypeOf } from "../languages/printer-types.ts";
import { languageOf } from "../languages/registry.ts";
import { findPrinter } from "../printers/printer.ts";
import { addRequest } from "../queue/request.ts";
import { PrintAnswer } from "../shapes.ts";
import { labelValues, siteTime } from "./label.ts";

interface PrintInput {
  readonly articleId: number;
  readonly printerId: number;
  readonly labelFormatId: number;
  readonly copies?: number | undefined;
}

/** Printing of labels (contract 4.8). */
export function printRoutes({ config, clock }: Dependencies): Endpoint[] {
  const timeOf = siteTime(config.timeZone);
  const labels = makeQuota(clock, MAX_LABELS_PER_HOUR, tooManyLabels);
  const bytes = makeQuota(clock, MAX_LABEL_BYTES_PER_HOUR, tooManyLabels);

  return [
    command(
      "POST",
      "/api/pda/printing/print",
      {
        operationId: "printLabels",
        permission: "work",
        summary: "Prints labels of an article",
        description:
          "The label is rendered at once. `copies` defaults to 1. Requests with the same `Idempotency-Key` print once. A user or a terminal may print 50 000 labels, or 64 MiB of them, in an hour.",
        status: 201,
        body: { articleId: id(), printerId: id(), labelFormatId: id(), copies: integer(1, 1000).optional() },
        response: PrintAnswer,
        errors: {
          400: "the printer is inactive, its type differs from the format's, the format's template is above the limits, or a field is invalid",
          429: "too many labels within an hour; see Retry-After",
        },
      },
      (tx, { body, language }, principal) => {
        const label = renderLabel(tx, principal, body, timeOf(new Date(tx.now)));
        labels.consume(principal, label.request.copies);
        bytes.consume(principal, label.data.length);
        const oid = addRequest(tx, label.request, label.data);
        const stateId = RequestState.Waiting;
        return {
          kind: "json",
          body: { oid, stateId, state: nameOfRequestState(stateId, language) },
          version: { change: tx.change },
        };
      },
    ),
  ];
}

/** Renders the label. Returns its bytes and its request for the queue. Throws Invalid on references. */
function renderLabel(tx: Tx, principal: Principal, input: PrintInput, time: { date: string; time: string }) {
  const { tenantId } = principal;
  const printer = findPrinter(tx, tenantId, input.printerId);
  const format = findFormat(tx, tenantId, input.labelFormatId);
  const values = labelValues(tx, tenantId, input.articleId, time);
  new ReferenceChecks()
    .check("articleId", input.articleId, () => values !== null)
    .check("printerId", input.printerId, () => printer !== null)
    .check("labelFormatId", input.labelFormatId, () => format !== null)
    .assertValid();
  if (printer === null || format === null || values === null) throw new Error("checked above");
  if (printer.isActive === 0) {
    throw Invalid.field(
      "printerId",
      msg("names a printer that is not active", "označuje tiskárnu, která není aktivní"),
    );
  }
  if (printer.printerTypeId !== format.printerTypeId) {
    throw Invalid.field(
      "labelFormatId",
      msg("is made for another type of printer", "je určen pro jiný typ tiskárny"),
    );
  }
  const { articleId, printerId, labelFormatId, copies = 1 } = input;
  const language = languageOf(printerTypeOf(printer.printerTypeId) ?? "");
  const { userId, deviceTokenId, userName: createdBy } = principal;
  return {
    request: { tenantId, articleId, printerId, labelFormatId, copies, createdBy, userId, deviceTokenId },
    data: atFormat(() => language.render(format.template, values, copies)),
  };
}

/** Runs `render`. The errors of the stored template that it throws name the request's format. */
function atFormat<T>(render: () => T): T {
  try {
    return render();
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    const path = (own: string) => (own === "template" ? "labelFormatId" : own);
    throw new Invalid(
      error.text,
      error.fieldErrors.map((fieldError) => ({ ...fieldError, path: path(fieldError.path) })),
    );
  }
}

function tooManyLabels(seconds: number) {
  return msg(
    `You have printed too many labels within an hour. Try again in ${seconds} s.`,
    `Za hodinu jste vytiskli příliš mnoho štítků. Zkuste to znovu za ${seconds} s.`,
  );
}
