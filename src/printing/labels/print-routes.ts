import type { z } from "zod";
import {
  createSelections,
  MAX_SELECTION_BYTES,
  selectionBody,
  selectionSort,
} from "../../articles/selection/selection.ts";
import { ReferenceChecks } from "../../catalogue/catalogue.ts";
import { Invalid } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import type { LabelSubject } from "../../domain/placeholder-names.ts";
import type { Principal } from "../../domain/principal.ts";
import { MAX_COPIES, nameOfRequestState, RequestState } from "../../domain/print-states.ts";
import type { Dependencies } from "../../http/dependencies.ts";
import { command, type Endpoint, job } from "../../http/endpoint/endpoint.ts";
import { id, integer, pathId } from "../../http/endpoint/fields.ts";
import { assertExpectedCount, expectedCount } from "../../http/endpoint/selection-fields.ts";
import { makeQuota } from "../../http/pipeline/quota.ts";
import type { Locale } from "../../i18n/locales.ts";
import { textIn } from "../../i18n/text.ts";
import { getLocation } from "../../locations/location.ts";
import { locationsBelow } from "../../locations/walking-order.ts";
import type { Clock } from "../../platform/clock.ts";
import { MAX_LABEL_BYTES_PER_HOUR, MAX_LABELS_PER_HOUR } from "../../platform/limits.ts";
import type { Db, Tx } from "../../storage/database/statement.ts";
import { addRequest, type LabelData, requestedBy } from "../queue/request.ts";
import { BulkLabels, PrintAnswer } from "../shapes.ts";
import {
  BULK_LABELS,
  BULK_LOCATION_LABELS,
  type BulkLabelsInput,
  type BulkLabelsResult,
} from "./bulk-labels.ts";
import {
  type LabelledRecord,
  type LabelTime,
  type SiteTime,
  sampleValuesOf,
  siteTime,
  subjectColumns,
  valuesOf,
} from "./label-values.ts";
import {
  assertFit,
  type BulkLabel,
  drawnLabel,
  findLabel,
  isDrawn,
  prepareLabel,
  renderLabel,
} from "./render-label.ts";

/** How a record is printed. */
const PRINT_BODY = {
  printerId: id(),
  labelFormatId: id(),
  copies: integer(1, MAX_COPIES).optional(),
};
type PrintBody = z.output<z.ZodObject<typeof PRINT_BODY>>;

/** The response with a label that waits for its printer. */
export function printAnswer(tx: Tx, oid: number, language: Locale) {
  const stateId = RequestState.Waiting;
  const body = { oid, stateId, state: textIn(nameOfRequestState(stateId), language) };
  return { kind: "json" as const, body, version: { change: tx.change } };
}

/** Printing of labels (contract 4.8). */
export function printRoutes(dependencies: Dependencies, quota: LabelQuota): Endpoint[] {
  const { storage, clock } = dependencies;
  const timeOf = siteTime(dependencies.config.timeZone);

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
    const { label, values } = labelOf(tx, principal.tenantId, record, body, new Date(tx.now));
    const data = isDrawn(label) ? drawn : { data: renderLabel(label, values, copies), isRaster: false };
    if (data === null) throw new Error("the label was not drawn");
    if (isDrawn(label)) assertFit("printerId", data, label);
    quota.consume(principal, copies, data.data.length);
    const request = { ...subjectColumns(record), printerId, labelFormatId, copies };
    return printAnswer(tx, addRequest(tx, { ...request, ...requestedBy(principal) }, data), language);
  };

  return [
    command("POST", "/api/pda/printing/print", {
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
      run: (tx, { body, language }, principal, { prepared }) =>
        print(tx, { subject: "article", oid: body.articleId }, body, prepared, principal, language),
    }),
    command("POST", "/api/locations/{id}/print", {
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
      run(tx, { params, body, language }, principal, { prepared }) {
        const { oid } = getLocation(tx, principal.tenantId, params.id);
        return print(tx, { subject: "location", oid }, body, prepared, principal, language);
      },
    }),
    ...bulkLabelRoutes(dependencies, quota, timeOf),
  ];
}

const DESCRIPTION =
  "The label is rendered at once. `copies` defaults to 1. Requests with the same `Idempotency-Key` print once.";
const ERRORS = {
  400: "the printer is inactive, its type differs from the format's, the format is made for other records or its template is above the limits, a drawn label is wider than the printer prints, a code of it has no room or can't contain the data, or a field is invalid",
  429: "too many labels within an hour; see Retry-After",
};

/** The records of the labels, and what is the same for all. */
interface Prepared {
  readonly subject: LabelSubject;
  /** Joined by commas. */
  readonly ids: string;
  readonly count: number;
  readonly label: BulkLabel;
  /** Bytes of a sample label. */
  readonly sampleBytes: number;
  readonly time: LabelTime;
}

/** Labels of many articles, and of a location with all below it. */
function bulkLabelRoutes(dependencies: Dependencies, quota: LabelQuota, timeOf: SiteTime): Endpoint[] {
  const { storage, clock } = dependencies;
  const selections = createSelections(dependencies);
  const labelFor = async (principal: Principal, subject: LabelSubject, body: PrintBody) => {
    const source = findLabel(storage.db, principal.tenantId, subject, body);
    const time = timeOf(new Date(clock.now()));
    const label = await prepareLabel(principal, source, sampleValuesOf(subject, time), body.copies ?? 1);
    return { subject, time, ...label };
  };

  const check = ({ copies = 1 }: PrintBody, principal: Principal, prepared: Prepared) => {
    const { count, sampleBytes } = prepared;
    if (count * copies > MAX_LABELS_PER_HOUR) throw Invalid.field("", TOO_MANY);
    // The job counts the bytes of its labels itself; this is what they will roughly be.
    quota.consume(principal, count * copies, count * sampleBytes);
  };
  const makeJob = (
    body: PrintBody,
    principal: Principal,
    { count, sampleBytes: _, ...prepared }: Prepared,
  ) => {
    const { printerId, labelFormatId, copies = 1 } = body;
    const request = { printerId, labelFormatId, copies, ...requestedBy(principal) };
    const input: BulkLabelsInput = { ...prepared, maxBytes: quota.remainingBytes(principal), request };
    const kind = prepared.subject === "article" ? BULK_LABELS : BULK_LOCATION_LABELS;
    return { kind, input, total: count };
  };

  return [
    job("POST", "/api/articles/bulk-labels", {
      operationId: "printLabelsOfArticles",
      area: "articles",
      scope: "labels:print",
      permission: "work",
      summary: "Prints labels of many articles",
      description: `Either \`ids\`, at most 100 000, in the order of the labels, or \`filter\`: the filters of \`GET /api/articles/page\`, with its \`sort\`; \`{}\` selects all articles. Adds one print request for each article, as \`printLabels\` does; they print while the job runs. Articles without a label, such as those that are deleted meanwhile, are listed. ${BULK_DESCRIPTION}`,
      maxBytes: MAX_SELECTION_BYTES,
      body: { ...selectionBody, sort: selectionSort(), ...PRINT_BODY },
      response: BulkLabels,
      errors: BULK_ERRORS,
      async prepare({ body, language }, principal): Promise<Prepared> {
        const label = await labelFor(principal, "article", body);
        return { ...label, ...(await selections.find(principal.tenantId, body, language)) };
      },
      check: (_tx, { body }, principal, _record, prepared) => check(body, principal, prepared),
      makeJob: ({ body }, principal, prepared) => makeJob(body, principal, prepared),
      respond,
    }),
    job("POST", "/api/locations/{id}/bulk-labels", {
      operationId: "printLabelsOfLocations",
      area: "locations",
      scope: "labels:print",
      permission: "work",
      summary: "Prints labels of a location and all below it",
      description: `In the walking order: a location comes before those below it. Adds one print request for each location, as \`printLocationLabels\` does; they print while the job runs. Locations without a code get no label and are listed. ${BULK_DESCRIPTION}`,
      params: { id: pathId() },
      body: { ...PRINT_BODY, expectedCount: expectedCount() },
      response: BulkLabels,
      errors: BULK_ERRORS,
      async prepare({ params, body }, principal): Promise<Prepared> {
        const { tenantId } = principal;
        const { oid } = getLocation(storage.db, tenantId, params.id);
        const label = await labelFor(principal, "location", body);
        const oids = locationsBelow(storage.db, tenantId, oid);
        assertExpectedCount(body.expectedCount, oids.length);
        return { ...label, ids: oids.join(), count: oids.length };
      },
      check: (_tx, { body }, principal, _record, prepared) => check(body, principal, prepared),
      makeJob: ({ body }, principal, prepared) => makeJob(body, principal, prepared),
      respond,
    }),
  ];
}

function respond({ refusals, ...figures }: BulkLabelsResult, { language }: { readonly language: Locale }) {
  const inLanguage = refusals.map(({ reason, ...record }) => ({
    ...record,
    reason: textIn(reason, language),
  }));
  return { kind: "json" as const, body: { ...figures, refusals: inLanguage } };
}

const BULK_DESCRIPTION =
  "The labels are those of the format when the request comes. A cancelled or failed job removes its print requests that have not begun; those that were printed, or are being printed, stay and are named in the `result` of the job. A finished job can't be undone. Requests with the same `Idempotency-Key` print once. The quota of `printLabels` applies: all labels count when the job begins.";
const BULK_ERRORS = {
  400: "the printer is inactive, its type differs from the format's, the format is made for other records, there are more than 50 000 labels, or a field is invalid; or the job was cancelled, or the printer was deleted meanwhile",
  409: "another number of records is selected than `expectedCount`",
  429: "too many labels within an hour; see Retry-After",
};
const TOO_MANY = msg("At most {max} labels can be printed at once.", { max: MAX_LABELS_PER_HOUR });

/** The labels that a user or a terminal may print within an hour, and their bytes. */
export type LabelQuota = ReturnType<typeof makeLabelQuota>;

/** Creates the quota. */
export function makeLabelQuota(clock: Pick<Clock, "now">) {
  const labelQuota = makeQuota(clock, MAX_LABELS_PER_HOUR, tooManyLabels);
  const byteQuota = makeQuota(clock, MAX_LABEL_BYTES_PER_HOUR, tooManyLabels);
  return {
    /** Throws TooManyRequests where too little remains. */
    consume(principal: Principal, labels: number, bytes: number) {
      labelQuota.consume(principal, labels);
      byteQuota.consume(principal, bytes);
    },
    /** The bytes that remain. */
    remainingBytes: (principal: Principal) => byteQuota.remaining(principal),
  };
}

function tooManyLabels(seconds: number) {
  return msg("You have printed too many labels within an hour. Try again in {seconds} s.", { seconds });
}
