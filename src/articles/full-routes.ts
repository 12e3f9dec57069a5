import { z } from "zod";
import type { Dependencies } from "../http/dependencies.ts";
import { command, type Endpoint, query } from "../http/endpoint/endpoint.ts";
import { pathId, textOrNull } from "../http/endpoint/fields.ts";
import { assertSameId } from "../http/endpoint/parse.ts";
import { addArticle, changeArticle, getArticle, getFullArticle } from "./article.ts";
import { changedArticleBody, newArticleBody, purchaseBody, serialNumberOf } from "./body.ts";
import { nextCode } from "./next-code.ts";
import { FullArticle } from "./shapes.ts";

const path = "/api/articles/{id}/full";

/** Articles with all fields, and codes assigned by the server. */
export function fullArticleRoutes({ storage }: Dependencies): Endpoint[] {
  return [
    query(
      "GET",
      "/api/articles/next-code",
      {
        operationId: "getNextArticleCode",
        permission: "manage",
        summary: "The code of the next new article",
        description:
          "Follows the setting `articleCodePattern`. The code is not reserved: `POST /api/articles/full` without a code assigns the next free code at that moment.",
        response: z.object({ code: z.string() }),
      },
      (_, { tenantId }) => ({ kind: "json", body: { code: nextCode(storage.db, tenantId) } }),
    ),
    query(
      "GET",
      path,
      {
        operationId: "getFullArticle",
        permission: "manage",
        summary: "One article with its note and purchase data",
        params: { id: pathId() },
        response: FullArticle,
      },
      ({ params, language }, { tenantId }) => getFullArticle(storage.db, tenantId, params.id, language),
    ),
    command(
      "POST",
      "/api/articles/full",
      {
        operationId: "createFullArticle",
        permission: "manage",
        summary: "Adds an article with its note and purchase data",
        description:
          "Like `POST /api/articles`, but `code` may be absent or null. The article then gets the next free code of the setting `articleCodePattern`.",
        status: 201,
        body: { ...newArticleBody, code: textOrNull().optional(), ...purchaseBody },
        response: FullArticle,
        errors: { 409: "the code is already used" },
      },
      (tx, { body, language }, caller) => {
        const { dtBuy: buyDate, ...fields } = body;
        // Read in the same transaction, so that no other article gets this code.
        const code = body.code ?? nextCode(tx, caller.tenantId);
        const oid = addArticle(tx, caller, { ...fields, buyDate, code, serialNumber: serialNumberOf(body) });
        return { ...getFullArticle(tx, caller.tenantId, oid, language), location: `/api/articles/${oid}` };
      },
    ),
    command(
      "PUT",
      path,
      {
        operationId: "updateFullArticle",
        permission: "manage",
        summary: "Changes an article, its note or its purchase data",
        description: "Absent properties keep their value; null clears one.",
        params: { id: pathId() },
        body: { ...changedArticleBody, ...purchaseBody },
        response: FullArticle,
        errors: {
          400: "`oid` differs from `{id}`, a field is invalid, or the head office owns a field that would change",
          409: "the code is already used",
        },
        record: (tx, { params, body }, { tenantId }) => {
          assertSameId(body.oid, params.id);
          return getArticle(tx, tenantId, params.id);
        },
      },
      (tx, { body, language }, caller, { record }) => {
        const { dtBuy: buyDate, ...fields } = body;
        changeArticle(tx, caller, record, { ...fields, buyDate, serialNumber: serialNumberOf(body) });
        return getFullArticle(tx, caller.tenantId, record.oid, language);
      },
    ),
  ];
}
