import { ReferenceChecks } from "../../catalogue/catalogue.ts";
import type { Principal } from "../../domain/principal.ts";
import { nameOfRequestState, RequestState } from "../../domain/print-states.ts";
import type { Dependencies } from "../../http/dependencies.ts";
import { command, type Endpoint } from "../../http/endpoint/endpoint.ts";
import { id, pathId } from "../../http/endpoint/fields.ts";
import type { Locale } from "../../i18n/locales.ts";
import { textIn } from "../../i18n/text.ts";
import { getLocation } from "../../locations/location.ts";
import type { Tx } from "../../storage/database/statement.ts";
import { addRequest } from "../queue/request.ts";
import { PrintAnswer } from "../shapes.ts";
import { bulkLabelRoutes, PRINT_BODY, type PrintBody } from "./bulk-labels-route.ts";
import { siteTime } from "./label.ts";
import { makeLabelQuota } from "./label-quota.ts";
import { type LabelledRecord, subjectColumns, valuesOf } from "./label-subject.ts";
import { findLabel, renderLabel } from "./render-label.ts";

/** Printing of labels (contract 4.8). */
export function printRoutes(dependencies: Dependencies): Endpoint[] {
  const timeOf = siteTime(dependencies.config.timeZone);
  const quota = makeLabelQuota(dependencies.clock);

  const print = (tx: Tx, record: LabelledRecord, body: PrintBody, principal: Principal, language: Locale) => {
    const { printerId, labelFormatId, copies = 1 } = body;
    const { tenantId, userId, deviceTokenId, userName: createdBy } = principal;
    const values = valuesOf(tx, tenantId, record, timeOf(new Date(tx.now)));
    const references = new ReferenceChecks().check("articleId", record.oid, () => values !== null);
    const label = findLabel(tx, tenantId, record.subject, body, references);
    if (values === null) throw new Error("checked above");
    const data = renderLabel(label, values, copies);
    quota.consume(principal, copies, data.length);
    const request = { tenantId, ...subjectColumns(record), printerId, labelFormatId, copies };
    const oid = addRequest(tx, { ...request, createdBy, userId, deviceTokenId }, data);
    const stateId = RequestState.Waiting;
    return {
      kind: "json" as const,
      body: { oid, stateId, state: textIn(nameOfRequestState(stateId), language) },
      version: { change: tx.change },
    };
  };

  return [
    command(
      "POST",
      "/api/pda/printing/print",
      {
        operationId: "printLabels",
        permission: "work",
        summary: "Prints labels of an article",
        description: `${DESCRIPTION} A user or a terminal may print 50 000 labels, or 64 MiB of them, in an hour.`,
        status: 201,
        body: { articleId: id(), ...PRINT_BODY },
        response: PrintAnswer,
        errors: ERRORS,
      },
      (tx, { body, language }, principal) =>
        print(tx, { subject: "article", oid: body.articleId }, body, principal, language),
    ),
    command(
      "POST",
      "/api/locations/{id}/print",
      {
        operationId: "printLocationLabels",
        permission: "work",
        summary: "Prints labels of a location",
        description: `The format must be one for locations. ${DESCRIPTION} The quota of \`printLabels\` applies.`,
        params: { id: pathId() },
        status: 201,
        body: PRINT_BODY,
        response: PrintAnswer,
        errors: ERRORS,
      },
      (tx, { params, body, language }, principal) => {
        const { oid } = getLocation(tx, principal.tenantId, params.id);
        return print(tx, { subject: "location", oid }, body, principal, language);
      },
    ),
    ...bulkLabelRoutes(dependencies, quota, timeOf),
  ];
}

const DESCRIPTION =
  "The label is rendered at once. `copies` defaults to 1. Requests with the same `Idempotency-Key` print once.";
const ERRORS = {
  400: "the printer is inactive, its type differs from the format's, the format is made for other records or its template is above the limits, or a field is invalid",
  429: "too many labels within an hour; see Retry-After",
};
