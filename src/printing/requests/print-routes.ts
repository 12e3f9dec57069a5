import { ReferenceChecks } from "../../catalogue/catalogue.ts";
import { MAX_COPIES, nameOfRequestState, RequestState } from "../../domain/print-states.ts";
import type { Dependencies } from "../../http/dependencies.ts";
import { command, type Endpoint } from "../../http/endpoint/endpoint.ts";
import { id, integer } from "../../http/endpoint/fields.ts";
import { textIn } from "../../i18n/text.ts";
import { addRequest } from "../queue/request.ts";
import { PrintAnswer } from "../shapes.ts";
import { bulkLabelsRoute } from "./bulk-labels-route.ts";
import { labelValues, siteTime } from "./label.ts";
import { makeLabelQuota } from "./label-quota.ts";
import { findLabel, renderLabel } from "./render-label.ts";

/** Printing of labels (contract 4.8). */
export function printRoutes(dependencies: Dependencies): Endpoint[] {
  const timeOf = siteTime(dependencies.config.timeZone);
  const quota = makeLabelQuota(dependencies.clock);

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
        body: {
          articleId: id(),
          printerId: id(),
          labelFormatId: id(),
          copies: integer(1, MAX_COPIES).optional(),
        },
        response: PrintAnswer,
        errors: {
          400: "the printer is inactive, its type differs from the format's, the format's template is above the limits, or a field is invalid",
          429: "too many labels within an hour; see Retry-After",
        },
      },
      (tx, { body, language }, principal) => {
        const { articleId, printerId, labelFormatId, copies = 1 } = body;
        const { tenantId, userId, deviceTokenId, userName: createdBy } = principal;
        const values = labelValues(tx, tenantId, articleId, timeOf(new Date(tx.now)));
        const references = new ReferenceChecks().check("articleId", articleId, () => values !== null);
        const label = findLabel(tx, tenantId, body, references);
        if (values === null) throw new Error("checked above");
        const data = renderLabel(label, values, copies);
        quota.consume(principal, copies, data.length);
        const request = { tenantId, articleId, printerId, labelFormatId, copies };
        const oid = addRequest(tx, { ...request, createdBy, userId, deviceTokenId }, data);
        const stateId = RequestState.Waiting;
        return {
          kind: "json",
          body: { oid, stateId, state: textIn(nameOfRequestState(stateId), language) },
          version: { change: tx.change },
        };
      },
    ),
    bulkLabelsRoute(dependencies, quota, timeOf),
  ];
}
