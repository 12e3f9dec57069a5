import {
  createSelections,
  MAX_SELECTION_BYTES,
  selectionBody,
  selectionSort,
} from "../../articles/selection/selection.ts";
import { Invalid } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import { MAX_COPIES } from "../../domain/print-states.ts";
import type { Dependencies } from "../../http/dependencies.ts";
import { type Endpoint, job } from "../../http/endpoint/endpoint.ts";
import { id, integer } from "../../http/endpoint/fields.ts";
import { textIn } from "../../i18n/text.ts";
import { MAX_LABELS_PER_HOUR } from "../../platform/limits.ts";
import { BulkLabels } from "../shapes.ts";
import { BULK_LABELS, type BulkLabelsInput } from "./bulk-labels.ts";
import { type SiteTime, sampleValues } from "./label.ts";
import type { LabelQuota } from "./label-quota.ts";
import { findLabel, renderLabel } from "./render-label.ts";

/** Labels of many articles. */
export function bulkLabelsRoute(dependencies: Dependencies, quota: LabelQuota, timeOf: SiteTime): Endpoint {
  const { storage, clock } = dependencies;
  const selections = createSelections(dependencies);
  return job(
    "POST",
    "/api/articles/bulk-labels",
    {
      operationId: "printLabelsOfArticles",
      permission: "work",
      summary: "Prints labels of many articles",
      description:
        "Either `ids`, at most 100 000, in the order of the labels, or `filter`: the filters of `GET /api/articles/page`, with its `sort`; `{}` selects all articles. Adds one print request for each article, as `printLabels` does; they print while the job runs. The labels are those of the format when the request comes. Articles without a label, such as those that are deleted meanwhile, are listed. A cancelled or failed job removes its print requests that have not begun; those that were printed, or are being printed, stay and are named in the `result` of the job. A finished job can't be undone. Requests with the same `Idempotency-Key` print once. The quota of `printLabels` applies: all labels count when the job begins.",
      maxBytes: MAX_SELECTION_BYTES,
      body: {
        ...selectionBody,
        sort: selectionSort(),
        printerId: id(),
        labelFormatId: id(),
        copies: integer(1, MAX_COPIES).optional(),
      },
      response: BulkLabels,
      errors: {
        400: "the printer is inactive, its type differs from the format's, there are more than 50 000 labels, or a field is invalid; or the job was cancelled, or the printer was deleted meanwhile",
        429: "too many labels within an hour; see Retry-After",
      },
      async prepare({ body, language }, { tenantId }) {
        const label = findLabel(storage.db, tenantId, body);
        const time = timeOf(new Date(clock.now()));
        const { ids, count } = await selections.find(tenantId, body, language);
        return { ids, count, label, time };
      },
      check(_tx, { body: { copies = 1 } }, principal, _record, { count, label, time }) {
        if (count * copies > MAX_LABELS_PER_HOUR) throw Invalid.field("", TOO_MANY);
        // The job counts the bytes of its labels itself; this is what they will roughly be.
        const { length } = renderLabel(label, sampleValues(time), copies);
        quota.consume(principal, count * copies, count * length);
      },
    },
    ({ body: { printerId, labelFormatId, copies = 1 } }, principal, { count, ...prepared }) => {
      const { tenantId, userId, deviceTokenId, userName: createdBy } = principal;
      const request = { tenantId, printerId, labelFormatId, copies, createdBy, userId, deviceTokenId };
      const maxBytes = quota.remainingBytes(principal);
      const input: BulkLabelsInput = { ...prepared, maxBytes, request };
      return { kind: BULK_LABELS, input, total: count };
    },
    ({ refusals, ...figures }, { language }) => ({
      kind: "json",
      body: {
        ...figures,
        refusals: refusals.map(({ reason, ...article }) => ({
          ...article,
          reason: textIn(reason, language),
        })),
      },
    }),
  );
}

const TOO_MANY = msg("At most {max} labels can be printed at once.", { max: MAX_LABELS_PER_HOUR });
