import { z } from "zod";
import { MAX_LISTED } from "../domain/list-limits.ts";
import type { Principal } from "../domain/principal.ts";
import { may } from "../domain/roles.ts";
import type { Dependencies } from "../http/dependencies.ts";
import { command, type Endpoint, query } from "../http/endpoint/endpoint.ts";
import { dayOrNull, id, pathId, queryId } from "../http/endpoint/fields.ts";
import { recordResponse } from "../http/endpoint/response.ts";
import { listInReader } from "../storage/database/json.ts";
import type { Db } from "../storage/database/statement.ts";
import { changeDueDate, endCustody, getCustody, startCustody } from "./custody.ts";
import { custodyFilters, filterOf } from "./export-routes.ts";
import { notedFields, notedOf } from "./fields.ts";
import { Custody, CustodyDetail } from "./shapes.ts";
import * as store from "./store.ts";

const path = "/api/custodies";
const SIGNATURES =
  "The signatures are those of the caller's own custody, or for Manager and Admin; else null.";
/** Rows of one response. */

/** Which person has which article: lists, hand-overs and returns. */
export function custodyRoutes({ storage }: Dependencies): Endpoint[] {
  const { db } = storage;
  const one = {
    params: { id: pathId() },
    response: CustodyDetail,
    // The holder sees the signatures.
    variesByPrincipal: true,
  };

  return [
    query("GET", path, {
      operationId: "listCustodies",
      permission: "work",
      summary: "Who has or had which article, newest first, at most 100; next page: `before=<oid>`",
      description:
        "`state`: `open` (a person has the article) or `ended`; absent: both. `dueBefore` selects those whose due date is earlier: with `state=open` and today's date the overdue ones. `locationId` selects articles with stock at the location or below it. `q` searches the article's name and code and the person's name.",
      query: { ...custodyFilters, before: queryId().optional() },
      response: z.array(Custody),
      tables: ["custody", "article", "articleLocation", "location", "user", "photo"],
      async run({ query }, { tenantId }) {
        const page = { before: query.before ?? Number.MAX_SAFE_INTEGER, limit: MAX_LISTED };
        const filter = { ...filterOf(tenantId, query), ...page };
        const listed = store.listFor(query.state, filter);
        return { kind: "json", body: await listInReader(storage.reader, listed, filter) };
      },
    }),
    query("GET", `${path}/{id}`, {
      operationId: "getCustody",
      permission: "work",
      summary: "One custody, with its signatures",
      description: SIGNATURES,
      ...one,
      run: ({ params }, principal) => detailOf(db, principal, params.id),
    }),
    command("POST", path, {
      operationId: "startCustody",
      permission: "work",
      summary: "Hands an article out to a person",
      description:
        "An article is one piece: a person has all of it. `userId` may be a user without password and PIN, who never logs in.",
      status: 201,
      body: {
        articleId: id(),
        userId: id(),
        dueDate: dayOrNull().optional(),
        ...notedFields(),
      },
      response: CustodyDetail,
      variesByPrincipal: true,
      errors: { 409: "a person has the article; the message names the person" },
      run(tx, { body }, principal) {
        const oid = startCustody(tx, principal, {
          ...notedOf(body),
          articleId: body.articleId,
          userId: body.userId,
          dueDate: body.dueDate ?? null,
        });
        return { ...detailOf(tx, principal, oid), location: `${path}/${oid}` };
      },
    }),
    command("PUT", `${path}/{id}`, {
      operationId: "updateCustody",
      permission: "manage",
      summary: "Changes the due date",
      ...one,
      body: { dueDate: dayOrNull() },
      record: (tx, { params }, { tenantId }) => getCustody(tx, tenantId, params.id),
      run(tx, { body }, principal, { record }) {
        changeDueDate(tx, record, body.dueDate);
        return detailOf(tx, principal, record.oid);
      },
    }),
    command("PUT", `${path}/{id}/end`, {
      operationId: "endCustody",
      permission: "work",
      summary: "Takes an article back",
      ...one,
      body: notedFields(),
      bodyOptional: true,
      record: (tx, { params }, { tenantId }) => getCustody(tx, tenantId, params.id),
      run(tx, { body }, principal, { record }) {
        endCustody(tx, principal, record, notedOf(body));
        return detailOf(tx, principal, record.oid);
      },
    }),
  ];
}

function detailOf(db: Db, principal: Principal, oid: number) {
  const { tenantId, userId } = principal;
  const { oid: known, userId: holderId } = getCustody(db, tenantId, oid);
  const showsSignatures = holderId === userId || may(principal, "manage");
  return recordResponse(
    store.detail[showsSignatures ? "signed" : "unsigned"].first(db, { tenantId, oid: known }),
    () => new Error("the custody has no article or no person"),
  );
}
