import {
  createSelections,
  MAX_SELECTION_BYTES,
  selectionBody,
  selectionSort,
} from "../../articles/selection/selection.ts";
import { Invalid } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import type { LabelSubject } from "../../domain/placeholder-names.ts";
import type { Principal } from "../../domain/principal.ts";
import { MAX_COPIES } from "../../domain/print-states.ts";
import type { Dependencies } from "../../http/dependencies.ts";
import { type Endpoint, job } from "../../http/endpoint/endpoint.ts";
import { id, integer, pathId } from "../../http/endpoint/fields.ts";
import { assertExpectedCount, expectedCount } from "../../http/endpoint/selection-fields.ts";
import type { Locale } from "../../i18n/locales.ts";
import { textIn } from "../../i18n/text.ts";
import { getLocation } from "../../locations/location.ts";
import { locationsBelow } from "../../locations/walking-order.ts";
import { MAX_LABELS_PER_HOUR } from "../../platform/limits.ts";
import { BulkLabels } from "../shapes.ts";
import {
  BULK_LABELS,
  BULK_LOCATION_LABELS,
  type BulkLabel,
  type BulkLabelsInput,
  type BulkLabelsResult,
} from "./bulk-labels.ts";
import type { SiteTime } from "./label.ts";
import type { LabelQuota } from "./label-quota.ts";
import { sampleValuesOf } from "./label-subject.ts";
import { prepareLabel } from "./prepare-label.ts";
import { findLabel } from "./render-label.ts";

/** How a record is printed. */
export interface PrintBody {
  readonly printerId: number;
  readonly labelFormatId: number;
  readonly copies?: number | undefined;
}
/** The records of the labels, and what is the same for all. */
interface Prepared {
  readonly subject: LabelSubject;
  /** Joined by commas. */
  readonly ids: string;
  readonly count: number;
  readonly label: BulkLabel;
  /** Bytes of a sample label. */
  readonly sampleBytes: number;
  readonly time: ReturnType<SiteTime>;
}

/** Labels of many articles, and of a location with all below it. */
export function bulkLabelRoutes(dependencies: Dependencies, quota: LabelQuota, timeOf: SiteTime): Endpoint[] {
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
    const { tenantId, userId, deviceTokenId, userName: createdBy } = principal;
    const request = { tenantId, printerId, labelFormatId, copies, createdBy, userId, deviceTokenId };
    const input: BulkLabelsInput = { ...prepared, maxBytes: quota.remainingBytes(principal), request };
    const kind = prepared.subject === "article" ? BULK_LABELS : BULK_LOCATION_LABELS;
    return { kind, input, total: count };
  };

  return [
    job(
      "POST",
      "/api/articles/bulk-labels",
      {
        operationId: "printLabelsOfArticles",
        area: "articles",
        scope: "labels:print",
        permission: "work",
        summary: "Prints labels of many articles",
        description: `Either \`ids\`, at most 100 000, in the order of the labels, or \`filter\`: the filters of \`GET /api/articles/page\`, with its \`sort\`; \`{}\` selects all articles. Adds one print request for each article, as \`printLabels\` does; they print while the job runs. Articles without a label, such as those that are deleted meanwhile, are listed. ${DESCRIPTION}`,
        maxBytes: MAX_SELECTION_BYTES,
        body: { ...selectionBody, sort: selectionSort(), ...PRINT_BODY },
        response: BulkLabels,
        errors: ERRORS,
        async prepare({ body, language }, principal): Promise<Prepared> {
          const label = await labelFor(principal, "article", body);
          return { ...label, ...(await selections.find(principal.tenantId, body, language)) };
        },
        check: (_tx, { body }, principal, _record, prepared) => check(body, principal, prepared),
      },
      ({ body }, principal, prepared) => makeJob(body, principal, prepared),
      respond,
    ),
    job(
      "POST",
      "/api/locations/{id}/bulk-labels",
      {
        operationId: "printLabelsOfLocations",
        area: "locations",
        scope: "labels:print",
        permission: "work",
        summary: "Prints labels of a location and all below it",
        description: `In the walking order: a location comes before those below it. Adds one print request for each location, as \`printLocationLabels\` does; they print while the job runs. Locations without a code get no label and are listed. ${DESCRIPTION}`,
        params: { id: pathId() },
        body: { ...PRINT_BODY, expectedCount: expectedCount() },
        response: BulkLabels,
        errors: ERRORS,
        async prepare({ params, body }, principal): Promise<Prepared> {
          const { tenantId } = principal;
          const { oid } = getLocation(storage.db, tenantId, params.id);
          const label = await labelFor(principal, "location", body);
          const oids = locationsBelow(storage.db, tenantId, oid);
          assertExpectedCount(body.expectedCount, oids.length);
          return { ...label, ids: oids.join(), count: oids.length };
        },
        check: (_tx, { body }, principal, _record, prepared) => check(body, principal, prepared),
      },
      ({ body }, principal, prepared) => makeJob(body, principal, prepared),
      respond,
    ),
  ];
}

function respond({ refusals, ...figures }: BulkLabelsResult, { language }: { readonly language: Locale }) {
  const inLanguage = refusals.map(({ reason, ...record }) => ({
    ...record,
    reason: textIn(reason, language),
  }));
  return { kind: "json" as const, body: { ...figures, refusals: inLanguage } };
}

/** The fields of `PrintBody`. */
export const PRINT_BODY = {
  printerId: id(),
  labelFormatId: id(),
  copies: integer(1, MAX_COPIES).optional(),
};
const DESCRIPTION =
  "The labels are those of the format when the request comes. A cancelled or failed job removes its print requests that have not begun; those that were printed, or are being printed, stay and are named in the `result` of the job. A finished job can't be undone. Requests with the same `Idempotency-Key` print once. The quota of `printLabels` applies: all labels count when the job begins.";
const ERRORS = {
  400: "the printer is inactive, its type differs from the format's, the format is made for other records, there are more than 50 000 labels, or a field is invalid; or the job was cancelled, or the printer was deleted meanwhile",
  409: "another number of records is selected than `expectedCount`",
  429: "too many labels within an hour; see Retry-After",
};
const TOO_MANY = msg("At most {max} labels can be printed at once.", { max: MAX_LABELS_PER_HOUR });
