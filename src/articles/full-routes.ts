import { z } from "zod";
import type { Dependencies } from "../http/dependencies.ts";
import { command, type Endpoint, query } from "../http/endpoint/endpoint.ts";
import { pathId } from "../http/endpoint/fields.ts";
import { assertSameId } from "../http/endpoint/parse.ts";
import { changeArticle, getArticle } from "./article.ts";
import { changedFullBody, FIELDS_TEXT, serialNumberOf } from "./body.ts";
import { getArticleFields, getFullArticle } from "./detail.ts";
import { nextCode } from "./next-code.ts";
import { FullArticle, MoreFields } from "./shapes.ts";

const path = "/api/articles/{id}/full";

/** Articles with all fields, and the next code. New ones are added with their stock (src/stock/new-article.ts). */
export function fullArticleRoutes({ storage }: Dependencies): Endpoint[] {
  return [
    query("GET", "/api/articles/next-code", {
      operationId: "getNextArticleCode",
      permission: "manage",
      summary: "The code of the next new article",
      description:
        "Follows the setting `articleCodePattern`. The code is not reserved: `POST /api/articles/full` without a code assigns the next free code at that moment.",
      response: z.object({ code: z.string() }),
      run: (_, { tenantId }) => ({ kind: "json", body: { code: nextCode(storage.db, tenantId) } }),
    }),
    query("GET", path, {
      operationId: "getFullArticle",
      permission: "manage",
      summary: "One article with its note, purchase data and custom fields",
      params: { id: pathId() },
      response: FullArticle,
      run: ({ params, language }, { tenantId }) => getFullArticle(storage.db, tenantId, params.id, language),
    }),
    query("GET", "/api/articles/{id}/fields", {
      operationId: "getArticleFields",
      permission: "terminal",
      summary: "Warranty, supplier, packs and custom fields of one article",
      params: { id: pathId() },
      response: MoreFields,
      run: ({ params }, { tenantId }) => getArticleFields(storage.db, tenantId, params.id),
    }),
    command("PUT", path, {
      operationId: "updateFullArticle",
      permission: "manage",
      summary: "Changes an article, its note, purchase data or custom fields",
      description: `Absent properties keep their value; null clears one. ${FIELDS_TEXT}`,
      params: { id: pathId() },
      body: changedFullBody,
      response: FullArticle,
      errors: {
        400: "`oid` differs from `{id}`, a field is invalid, the head office owns a field that would change, or an article that a person has would become Disposed",
        409: "the code is already used",
      },
      record: (tx, { params, body }, { tenantId }) => {
        assertSameId(body.oid, params.id);
        return getArticle(tx, tenantId, params.id);
      },
      run(tx, { body, language }, caller, { record }) {
        const { fields: customFields, ...fields } = body;
        changeArticle(tx, caller, record, {
          ...fields,
          customFields,
          serialNumber: serialNumberOf(body),
        });
        return getFullArticle(tx, caller.tenantId, record.oid, language);
      },
    }),
  ];
}
