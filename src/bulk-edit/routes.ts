import { z } from "zod";
import { customFieldsBody } from "../articles/body.ts";
import type { GivenValues } from "../articles/custom-values.ts";
import {
  createSelections,
  MAX_SELECTION_BYTES,
  type SelectedArticles,
  selectionBody,
} from "../articles/selection/selection.ts";
import type { Dependencies } from "../http/dependencies.ts";
import { type Endpoint, job } from "../http/endpoint/endpoint.ts";
import { dayOrNull, id, textOrNull } from "../http/endpoint/fields.ts";
import type { Locale } from "../i18n/locales.ts";
import { textIn } from "../i18n/text.ts";
import { assertChanges, BULK_DELETE, BULK_EDIT, type BulkEditResult } from "./bulk-edit.ts";
import { BulkEdit } from "./shapes.ts";

/** The changes of a body. */
function changesOf<T extends { readonly fields?: GivenValues | undefined }>({ fields, ...others }: T) {
  return { ...others, ...(fields !== undefined && { customFields: fields }) };
}

/** The response to a job of many articles. */
function outcome({ refusals, ...figures }: BulkEditResult, language: Locale) {
  return {
    kind: "json" as const,
    body: {
      ...figures,
      refusals: refusals.map(({ reason, ...article }) => ({ ...article, reason: textIn(reason, language) })),
    },
  };
}

/** The bulk edit of articles, and their deletion. */
export function bulkEditRoutes(dependencies: Dependencies): Endpoint[] {
  const selections = createSelections(dependencies);
  return [
    job("PUT", "/api/articles/bulk-edit", {
      operationId: "bulkEditArticles",
      permission: "manage",
      summary: "Sets the same values on many articles",
      description:
        "Either `ids`, at most 100 000, or `filter`: the filters of `GET /api/articles/page`; `{}` selects all articles. A filter selects the articles that match when the request comes. Absent `changes` keep their value, and null clears `userId`, `responsibleUserId`, `supplier`, `warrantyEnd` and a custom field. `fields`: values of custom fields by their oid; articles of other categories are refused. `locationId`: all pieces move there; articles without stock get one piece. Each article follows the rules of a single edit: a refused one stays as it was and is listed, and the others are changed. The job can be cancelled, and undone for seven days. The audit has the cause `bulk edit` with the id of the job.",
      maxBytes: MAX_SELECTION_BYTES,
      body: {
        ...selectionBody,
        changes: z.object({
          categoryId: id().optional(),
          typeId: id().optional(),
          stateId: id().optional(),
          userId: id().nullable().optional(),
          responsibleUserId: id().nullable().optional(),
          locationId: id().optional(),
          supplier: textOrNull().optional(),
          warrantyEnd: dayOrNull().optional(),
          fields: customFieldsBody(),
        }),
      },
      response: BulkEdit,
      errors: {
        400: "there is no change, or a change names an unknown record",
        409: "another number of articles is selected than `expectedCount`",
      },
      prepare: ({ body, language }, { tenantId }): Promise<SelectedArticles> =>
        selections.find(tenantId, { ...body, sort: "oid" }, language),
      check: (tx, { body }, { tenantId }) => assertChanges(tx, tenantId, changesOf(body.changes)),
      makeJob: ({ body: { changes } }, principal, { ids, count }) => ({
        kind: BULK_EDIT,
        input: { ids, changes: changesOf(changes), principal },
        total: count,
      }),
      respond: (result, { language }) => outcome(result, language),
    }),
    job("PUT", "/api/articles/bulk-delete", {
      operationId: "bulkDeleteArticles",
      permission: "manage",
      summary: "Deletes many articles",
      description:
        "Articles are selected as for `PUT /api/articles/bulk-edit`. Each follows the rules of `DELETE /api/articles/{id}`: one that a person has stays and is listed. `changed` counts the deleted ones. The job can be cancelled, and undone for seven days: the articles return with their codes and minimum stock, but for those whose code another article has by then. The audit has the cause `bulk delete` with the id of the job.",
      maxBytes: MAX_SELECTION_BYTES,
      body: selectionBody,
      response: BulkEdit,
      errors: { 409: "another number of articles is selected than `expectedCount`" },
      prepare: ({ body, language }, { tenantId }): Promise<SelectedArticles> =>
        selections.find(tenantId, { ...body, sort: "oid" }, language),
      makeJob: (_, principal, { ids, count }) => ({
        kind: BULK_DELETE,
        input: { ids, principal },
        total: count,
      }),
      respond: (result, { language }) => outcome(result, language),
    }),
  ];
}
