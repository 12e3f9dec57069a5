import { z } from "zod";
import { getArticleDetail } from "../articles/detail.ts";
import { ArticleDetail } from "../articles/shapes.ts";
import { NotFound } from "../domain/errors.ts";
import { msg } from "../domain/message.ts";
import { may } from "../domain/roles.ts";
import type { Dependencies } from "../http/dependencies.ts";
import { command, type Endpoint, query } from "../http/endpoint/endpoint.ts";
import { id, lines, pathId, text, textOrNull } from "../http/endpoint/fields.ts";
import { listInReader } from "../storage/database/json.ts";
import type { Db } from "../storage/database/statement.ts";
import { listFilter, listQuery } from "./listing.ts";
import { approveProposal, getProposal, rejectProposal } from "./proposal.ts";
import * as store from "./proposal-store.ts";
import { ArticleProposal, PROPOSAL_STATES } from "./shapes.ts";

const path = "/api/articleproposals";

/** Asset proposals (pwa-request). Manager and Admin decide on them. */
export function proposalRoutes({ storage }: Dependencies): Endpoint[] {
  const { db } = storage;
  const { state, userId, before } = listQuery(PROPOSAL_STATES);

  return [
    query("GET", path, {
      operationId: "listAssetProposals",
      permission: "work",
      summary: "Pending and rejected asset proposals, newest first, at most 100",
      description:
        "For a User the caller's own, for Manager and Admin all or those of `userId`. Next page: `before=<oid>`. An approved proposal is an ordinary article.",
      query: { state, userId, before },
      response: z.array(ArticleProposal),
      tables: ["article", "articleCategory", "articleType", "currencyType", "user"],
      variesByPrincipal: true,
      async run({ query }, principal) {
        const { filter } = listFilter(query, principal, "waiting");
        return { kind: "json", body: await listInReader(storage.reader, store.listed, filter) };
      },
    }),
    query("GET", `${path}/{id}`, {
      operationId: "getAssetProposal",
      permission: "work",
      summary: "One asset proposal: the caller's own, or any for Manager and Admin",
      params: { id: pathId() },
      response: ArticleProposal,
      run({ params }, principal) {
        const found = getDetail(db, principal.tenantId, params.id);
        const isOwn = found.userId === principal.userId || found.createdBy === principal.userName;
        // Every User may read every article, so 404 reveals nothing.
        if (!isOwn && !may(principal, "manage")) throw absent();
        return { kind: "json", body: found.json, version: { change: found.change, shown: found.shown } };
      },
    }),
    command("PUT", `${path}/{id}/approve`, {
      operationId: "approveAssetProposal",
      permission: "manage",
      needsRecentLogin: true,
      summary: "Approves the proposal: the article gets a code and the state In use",
      description:
        "Without `code` the article keeps its code, or gets the next free one of the setting `articleCodePattern`. `stateId`: any state but Proposed and Disposed. Returns the article.",
      params: { id: pathId() },
      body: {
        code: textOrNull().optional(),
        stateId: id().optional(),
        categoryId: id().optional(),
        typeId: id().optional(),
        name: text().optional(),
      },
      bodyOptional: true,
      response: ArticleDetail,
      errors: { 400: "it is decided already, or a field is invalid", 409: "the code is already used" },
      record: (tx, { params }, { tenantId }) => getProposal(tx, tenantId, params.id),
      run(tx, { body, language }, principal, { record }) {
        approveProposal(tx, principal, record, body);
        const article = getArticleDetail(tx, principal.tenantId, record.oid, language);
        return { ...article, location: `/api/articles/${record.oid}` };
      },
    }),
    command("PUT", `${path}/{id}/reject`, {
      operationId: "rejectAssetProposal",
      permission: "manage",
      needsRecentLogin: true,
      summary: "Rejects the proposal: the article is deleted. The author sees the reason",
      params: { id: pathId() },
      bodyId: "RejectRequest",
      body: { reason: lines() },
      response: ArticleProposal,
      errors: { 400: "it is decided already, a person has the article, or a field is invalid" },
      record: (tx, { params }, { tenantId }) => getProposal(tx, tenantId, params.id),
      run(tx, { body }, principal, { record }) {
        rejectProposal(tx, principal, record, body.reason);
        const { json, change, shown } = getDetail(tx, principal.tenantId, record.oid);
        return { kind: "json", body: json, version: { change, shown }, location: `${path}/${record.oid}` };
      },
    }),
  ];
}

const absent = () => new NotFound(msg("Asset proposal not found."));

function getDetail(db: Db, tenantId: number, oid: number) {
  const found = store.detail.first(db, { tenantId, oid });
  if (found === null) throw absent();
  return found;
}
