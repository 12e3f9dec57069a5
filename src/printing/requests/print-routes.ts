import { ReferenceChecks } from "../../catalogue/catalogue.ts";
import type { Principal } from "../../domain/principal.ts";
import { nameOfRequestState, RequestState } from "../../domain/print-states.ts";
import type { Dependencies } from "../../http/dependencies.ts";
import { command, type Endpoint } from "../../http/endpoint/endpoint.ts";
import { id, pathId } from "../../http/endpoint/fields.ts";
import type { Locale } from "../../i18n/locales.ts";
import { textIn } from "../../i18n/text.ts";
import { getLocation } from "../../locations/location.ts";
import type { Db, Tx } from "../../storage/database/statement.ts";
import { addRequest, type LabelData } from "../queue/request.ts";
import { PrintAnswer } from "../shapes.ts";
import { bulkLabelRoutes, PRINT_BODY, type PrintBody } from "./bulk-labels-route.ts";
import { drawnLabel } from "./drawn-label.ts";
import { siteTime } from "./label.ts";
import { makeLabelQuota } from "./label-quota.ts";
import { type LabelledRecord, subjectColumns, valuesOf } from "./label-subject.ts";
import { checkFit, findLabel, isDrawn, renderLabel } from "./render-label.ts";

/** Printing of labels (contract 4.8). */
export function printRoutes(dependencies: Dependencies): Endpoint[] {
  const { storage, clock } = dependencies;
  const timeOf = siteTime(dependencies.config.timeZone);
  const quota = makeLabelQuota(dependencies.clock);

  const labelOf = (db: Db, tenantId: number, record: LabelledRecord, body: PrintBody, at: Date) => {
    const values = valuesOf(db, tenantId, record, timeOf(at));
    const references = new ReferenceChecks().check("articleId", record.oid, () => values !== null);
    const label = findLabel(db, tenantId, record.subject, body, references);
    if (values === null) throw new Error("checked above");
    return { label, values };
  };
  /** Draws the label before the transaction; null: it has a template. */
  const draw = async (
    principal: Principal,
    record: LabelledRecord,
    body: PrintBody,
  ): Promise<LabelData | null> => {
    const { label, values } = labelOf(storage.db, principal.tenantId, record, body, new Date(clock.now()));
    return isDrawn(label) ? drawnLabel(principal, label, values, body.copies ?? 1) : null;
  };
  const print = (
    tx: Tx,
    record: LabelledRecord,
    body: PrintBody,
    drawn: LabelData | null,
    principal: Principal,
    language: Locale,
  ) => {
    const { printerId, labelFormatId, copies = 1 } = body;
    const { tenantId, userId, deviceTokenId, userName: createdBy } = principal;
    const { label, values } = labelOf(tx, tenantId, record, body, new Date(tx.now));
    const data = isDrawn(label) ? drawn : { data: renderLabel(label, values, copies), isRaster: false };
    if (data === null) throw new Error("the label was not drawn");
    if (isDrawn(label)) checkFit("printerId", data, label);
    quota.consume(principal, copies, data.data.length);
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
        scope: "labels:print",
        takesSubmissionToken: true,
        permission: "work",
        summary: "Prints labels of an article",
        description: `${DESCRIPTION} A user or a terminal may print 50 000 labels, or 64 MiB of them, in an hour.`,
        status: 201,
        body: { articleId: id(), ...PRINT_BODY },
        response: PrintAnswer,
        errors: ERRORS,
        prepare: ({ body }, principal) => draw(principal, { subject: "article", oid: body.articleId }, body),
      },
      (tx, { body, language }, principal, { prepared }) =>
        print(tx, { subject: "article", oid: body.articleId }, body, prepared, principal, language),
    ),
    command(
      "POST",
      "/api/locations/{id}/print",
      {
        operationId: "printLocationLabels",
        area: "locations",
        scope: "labels:print",
        takesSubmissionToken: true,
        permission: "work",
        summary: "Prints labels of a location",
        description: `The format must be one for locations. ${DESCRIPTION} The quota of \`printLabels\` applies.`,
        params: { id: pathId() },
        status: 201,
        body: PRINT_BODY,
        response: PrintAnswer,
        errors: ERRORS,
        prepare({ params, body }, principal) {
          const { oid } = getLocation(storage.db, principal.tenantId, params.id);
          return draw(principal, { subject: "location", oid }, body);
        },
      },
      (tx, { params, body, language }, principal, { prepared }) => {
        const { oid } = getLocation(tx, principal.tenantId, params.id);
        return print(tx, { subject: "location", oid }, body, prepared, principal, language);
      },
    ),
    ...bulkLabelRoutes(dependencies, quota, timeOf),
  ];
}

const DESCRIPTION =
  "The label is rendered at once. `copies` defaults to 1. Requests with the same `Idempotency-Key` print once.";
const ERRORS = {
  400: "the printer is inactive, its type differs from the format's, the format is made for other records or its template is above the limits, a drawn label is wider than the printer prints, a code of it has no room or can't contain the data, or a field is invalid",
  429: "too many labels within an hour; see Retry-After",
};
