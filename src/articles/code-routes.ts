import { z } from "zod";
import { CODE_KINDS } from "../domain/codes/stored-key.ts";
import { MAX_PIECES } from "../domain/counting/fold.ts";
import { MAX_NOTE_LENGTH } from "../domain/text-limits.ts";
import type { Dependencies } from "../http/dependencies.ts";
import { command, type Endpoint, query } from "../http/endpoint/endpoint.ts";
import { integer, pathId, scannedText } from "../http/endpoint/fields.ts";
import type { EndpointResponse } from "../http/endpoint/response.ts";
import type { Db } from "../storage/database/statement.ts";
import { findArticle, getArticle } from "./article.ts";
import { attachCode, changeCode, getCode, removeCode } from "./codes/codes.ts";
import { AdditionalCode, ScannedArticles } from "./codes/shapes.ts";
import * as codes from "./codes/store.ts";
import { findByScan } from "./scan.ts";

const path = "/api/articles/{id}/codes";
const onePath = "/api/articlecodes/{id}";
const kind = z.enum(CODE_KINDS);
const packQuantity = integer(1, MAX_PIECES).nullable();

/** Additional codes of articles, and what a scanned text means. */
export function articleCodeRoutes({ storage }: Dependencies): Endpoint[] {
  return [
    query("GET", "/api/articles/scan", {
      operationId: "scanCode",
      permission: "terminal",
      summary: "The article of a scanned text",
      description:
        "Finds the article with exactly this code, else with this additional code, else those with this serial number, else those with this RFID tag. Of GS1 element strings (with a symbology identifier, FNC1 as the character 29, or brackets) and Digital Link URIs it takes GTIN, serial number, asset identifiers and quantity.",
      query: { text: scannedText(MAX_NOTE_LENGTH) },
      response: ScannedArticles,
      run: ({ query }, { tenantId }) => ({
        kind: "json",
        body: scanned(storage.db, tenantId, query.text),
      }),
    }),
    query("GET", path, {
      operationId: "listArticleCodes",
      permission: "terminal",
      summary: "The additional codes of the article, the oldest first",
      params: { id: pathId() },
      response: z.array(AdditionalCode),
      run({ params }, { tenantId }) {
        const articleId = getArticle(storage.db, tenantId, params.id).oid;
        const rows = codes.codesOfArticle.all(storage.db, { tenantId, articleId });
        return { kind: "json", body: `[${rows.map(({ json }) => json).join(",")}]` };
      },
    }),
    command("POST", path, {
      operationId: "attachArticleCode",
      takesSubmissionToken: true,
      permission: "work",
      summary: "Adds a code to the article",
      description:
        "The code is found by every scan and search from then on. Of GS1 data only what identifies the article is stored. `kind` absent: what the code looks like. `packQuantity`: pieces that a scan means, such as 12 for the EAN of a pack. A code that the article has already stays as it is.",
      status: 201,
      params: { id: pathId() },
      body: { code: scannedText(), kind: kind.optional(), packQuantity: packQuantity.optional() },
      response: AdditionalCode,
      errors: {
        409: "the code belongs to another article, which the message names, or the article has 100 codes",
      },
      record: (tx, { params }, { tenantId }) => getArticle(tx, tenantId, params.id),
      run(tx, { body }, caller, { record }) {
        const oid = attachCode(tx, caller, record, body);
        return { ...codeResponse(tx, caller.tenantId, oid), location: `/api/articlecodes/${oid}` };
      },
    }),
    query("GET", onePath, {
      operationId: "getArticleCode",
      permission: "terminal",
      summary: "One additional code",
      params: { id: pathId() },
      response: AdditionalCode,
      run: ({ params }, { tenantId }) => codeResponse(storage.db, tenantId, params.id),
    }),
    command("PUT", onePath, {
      operationId: "updateArticleCode",
      permission: "manage",
      summary: "Changes what a code is, and how many pieces it means",
      description: "The code itself does not change: remove it and add another one.",
      params: { id: pathId() },
      body: { kind: kind.optional(), packQuantity: packQuantity.optional() },
      response: AdditionalCode,
      record: (tx, { params }, { tenantId }) => getCode(tx, tenantId, params.id),
      run(tx, { body }, caller, { record }) {
        changeCode(tx, caller, record, body);
        return codeResponse(tx, caller.tenantId, record.oid);
      },
    }),
    command("DELETE", onePath, {
      operationId: "removeArticleCode",
      permission: "work",
      summary: "Removes a code from its article: one that the caller has added, or any by Manager and Admin",
      params: { id: pathId() },
      errors: { 403: "another user has added it, and the caller is not Manager or Admin" },
      record: (tx, { params }, { tenantId }) => getCode(tx, tenantId, params.id),
      run: (tx, _, caller, { record }) => removeCode(tx, caller, record),
    }),
  ];
}

function codeResponse(db: Db, tenantId: number, oid: number) {
  const { json, change } = getCode(db, tenantId, oid);
  return {
    kind: "json",
    body: json,
    version: { change, shown: change },
  } as const satisfies EndpointResponse<AdditionalCode>;
}

function scanned(db: Db, tenantId: number, text: string): ScannedArticles {
  const { articleIds, pieces, gs1 } = findByScan(db, tenantId, text);
  const articles = articleIds.flatMap((oid) => {
    const found = findArticle(db, tenantId, oid);
    if (found === null) return [];
    const { code, name, serialNumber } = found;
    return [{ oid, code, name, serialNumber }];
  });
  if (gs1 === null) return { articles, pieces, gs1 };
  const { elements: _, isInPacks: _packs, ...shown } = gs1;
  return { articles, pieces, gs1: shown };
}
