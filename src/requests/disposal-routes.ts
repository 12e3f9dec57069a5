import { z } from "zod";
import { assertNotHandedOut } from "../articles/holder.ts";
import type { Dependencies } from "../http/dependencies.ts";
import { command, type Endpoint, query } from "../http/endpoint/endpoint.ts";
import { lines, moment, pathId } from "../http/endpoint/fields.ts";
import { changedBody, newBody } from "../http/endpoint/record-schemas.ts";
import { recordResponse } from "../http/endpoint/response.ts";
import { DISPOSAL_PROPOSAL } from "../records/article-parts.ts";
import { listInReader } from "../storage/database/json.ts";
import type { Db } from "../storage/database/statement.ts";
import {
  approveDisposal,
  getDisposal,
  rejectDisposal,
  requestDisposal,
  withdrawDisposal,
} from "./disposal.ts";
import * as store from "./disposal-store.ts";
import { assertOwnOrManager, listFilter, listQuery } from "./listing.ts";
import { DISPOSAL_STATES, DisposalRequest } from "./shapes.ts";

const path = "/api/articledisposals";

/** Disposal requests: Users request, Manager and Admin decide. */
export function disposalRoutes({ storage }: Dependencies): Endpoint[] {
  const { db } = storage;
  const decided = {
    permission: "manage" as const,
    needsRecentLogin: true,
    params: { id: pathId() },
    response: DisposalRequest,
    errors: { 400: "it is decided already, its article is deleted, or a field is invalid" },
  };

  return [
    query("GET", path, {
      operationId: "listDisposalRequests",
      permission: "work",
      summary: "Disposal requests, newest first, at most 100; next page: `before=<oid>`",
      description: "For a User the caller's own. For Manager and Admin all, filtered by `userId`.",
      query: listQuery(DISPOSAL_STATES),
      response: z.array(DisposalRequest),
      tables: ["disposalProposal", "article", "user", "articleDisposalMethod", "articleDisposalReason"],
      variesByPrincipal: true,
      errors: { 403: "another user's, unless Manager or Admin" },
      async run({ query }, principal) {
        const { filter, by } = listFilter(query, principal, "waiting");
        return { kind: "json", body: await listInReader(storage.reader, store.listed[by], filter) };
      },
    }),
    query("GET", `${path}/{id}`, {
      operationId: "getDisposalRequest",
      permission: "work",
      summary: "One disposal request",
      params: { id: pathId() },
      response: DisposalRequest,
      errors: { 403: "another user's, unless Manager or Admin" },
      run({ params }, principal) {
        assertOwnOrManager(principal, getDisposal(db, principal.tenantId, params.id).userId);
        return detailOf(db, principal.tenantId, params.id);
      },
    }),
    command("POST", path, {
      operationId: "createDisposalRequest",
      takesSubmissionToken: true,
      permission: "work",
      summary: "Requests the disposal of an article",
      status: 201,
      body: newBody(DISPOSAL_PROPOSAL, "body", {}),
      response: DisposalRequest,
      errors: {
        400: "the article is disposed of already, or a field is invalid",
        409: "a disposal request for this article is already pending",
      },
      run(tx, { body }, principal) {
        const oid = requestDisposal(tx, principal, body);
        return { ...detailOf(tx, principal.tenantId, oid), location: `${path}/${oid}` };
      },
    }),
    command("PUT", `${path}/{id}/approve`, {
      operationId: "approveDisposalRequest",
      ...decided,
      summary: "Approves the request: the article becomes Disposed and loses its stock",
      description:
        "Absent properties keep the requested values. `disposalDT` defaults to now. The stock of the article is removed; its history shows the former locations.",
      body: { ...changedBody(DISPOSAL_PROPOSAL, "body", {}), disposalDT: moment().optional() },
      bodyOptional: true,
      record: (tx, { params }, { tenantId }) => getDisposal(tx, tenantId, params.id),
      run(tx, { body }, principal, { record }) {
        assertNotHandedOut(tx, record.articleId);
        approveDisposal(tx, principal, record, body);
        return { ...detailOf(tx, principal.tenantId, record.oid), location: `${path}/${record.oid}` };
      },
    }),
    command("PUT", `${path}/{id}/reject`, {
      operationId: "rejectDisposalRequest",
      ...decided,
      summary: "Rejects the request. The author sees the reason",
      bodyId: "RejectRequest",
      body: { reason: lines() },
      record: (tx, { params }, { tenantId }) => getDisposal(tx, tenantId, params.id),
      run(tx, { body }, principal, { record }) {
        rejectDisposal(tx, principal, record, body.reason);
        return { ...detailOf(tx, principal.tenantId, record.oid), location: `${path}/${record.oid}` };
      },
    }),
    command("DELETE", `${path}/{id}`, {
      operationId: "deleteDisposalRequest",
      permission: "work",
      summary: "Deletes a pending request: the caller's own, or any by Manager and Admin",
      params: { id: pathId() },
      errors: { 400: "it is decided already", 403: "another user's, unless Manager or Admin" },
      record: (tx, { params }, { tenantId }) => getDisposal(tx, tenantId, params.id),
      run: (tx, _, principal, { record }) => withdrawDisposal(tx, principal, record),
    }),
  ];
}

function detailOf(db: Db, tenantId: number, oid: number) {
  return recordResponse(
    store.detail.first(db, { tenantId, oid }),
    () => new Error("a disposal request without its article"),
  );
}
