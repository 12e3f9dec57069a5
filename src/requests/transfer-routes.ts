import { z } from "zod";
import type { Dependencies } from "../http/dependencies.ts";
import { command, type Endpoint, query } from "../http/endpoint/endpoint.ts";
import { lines, pathId } from "../http/endpoint/fields.ts";
import { changedBody, newBody } from "../http/endpoint/record-schemas.ts";
import { recordResponse } from "../http/endpoint/response.ts";
import { TRANSFER } from "../records/article-parts.ts";
import { listInReader } from "../storage/database/json.ts";
import type { Db } from "../storage/database/statement.ts";
import { assertOwnOrManager, listFilter, listQuery } from "./listing.ts";
import { TRANSFER_STATES, TransferRequest } from "./shapes.ts";
import { confirmTransfer, deleteTransfer, getTransfer, rejectTransfer, requestTransfer } from "./transfer.ts";
import * as store from "./transfer-store.ts";

const path = "/api/articletransfers";

/** Transfer requests: Users request, Manager and Admin confirm. */
export function transferRoutes({ storage }: Dependencies): Endpoint[] {
  const { db } = storage;
  const decided = {
    permission: "manage" as const,
    needsRecentLogin: true,
    params: { id: pathId() },
    response: TransferRequest,
  };

  return [
    query("GET", path, {
      operationId: "listTransferRequests",
      permission: "work",
      summary: "Transfer requests, newest first, at most 100; next page: `before=<oid>`",
      description: "For a User the caller's own. For Manager and Admin all, filtered by `userId`.",
      query: listQuery(TRANSFER_STATES),
      response: z.array(TransferRequest),
      tables: ["articleTransfer", "article", "location", "user"],
      variesByPrincipal: true,
      errors: { 403: "another user's, unless Manager or Admin" },
      async run({ query }, principal) {
        const { filter, by } = listFilter(query, principal, "open");
        return { kind: "json", body: await listInReader(storage.reader, store.listed[by], filter) };
      },
    }),
    query("GET", `${path}/{id}`, {
      operationId: "getTransferRequest",
      permission: "work",
      summary: "One transfer request",
      params: { id: pathId() },
      response: TransferRequest,
      errors: { 403: "another user's, unless Manager or Admin" },
      run({ params }, principal) {
        assertOwnOrManager(principal, getTransfer(db, principal.tenantId, params.id).userId);
        return detailOf(db, principal.tenantId, params.id);
      },
    }),
    command("POST", path, {
      operationId: "createTransferRequest",
      takesSubmissionToken: true,
      permission: "work",
      summary: "Requests the transfer of an article",
      description:
        "Without `quantity`: all pieces. Without `fromLocationId`: from their only location. The stock is checked at the confirmation.",
      status: 201,
      body: newBody(TRANSFER, "body", {}),
      response: TransferRequest,
      run(tx, { body }, principal) {
        const oid = requestTransfer(tx, principal, body);
        return { ...detailOf(tx, principal.tenantId, oid), location: `${path}/${oid}` };
      },
    }),
    command("PUT", `${path}/{id}/confirm`, {
      operationId: "confirmTransferRequest",
      ...decided,
      summary: "Confirms the request and moves the article",
      description:
        "Absent properties keep the requested values. Without `fromLocationId` the article must be at exactly one location besides the target; otherwise the message lists the locations. If all pieces are at the target already, nothing is moved.",
      body: changedBody(TRANSFER, "body", {}),
      bodyOptional: true,
      errors: {
        400: "the request is already decided, its article is deleted, or there are too few pieces; the message names the reason",
      },
      record: (tx, { params }, { tenantId }) => getTransfer(tx, tenantId, params.id),
      run(tx, { body }, principal, { record }) {
        confirmTransfer(tx, principal, record, body);
        return { ...detailOf(tx, principal.tenantId, record.oid), location: `${path}/${record.oid}` };
      },
    }),
    command("PUT", `${path}/{id}/reject`, {
      operationId: "rejectTransferRequest",
      ...decided,
      summary: "Rejects the request. The author sees the reason",
      bodyId: "RejectRequest",
      body: { reason: lines() },
      errors: { 400: "it is decided already, or a field is invalid" },
      record: (tx, { params }, { tenantId }) => getTransfer(tx, tenantId, params.id),
      run(tx, { body }, principal, { record }) {
        rejectTransfer(tx, principal, record, body.reason);
        return { ...detailOf(tx, principal.tenantId, record.oid), location: `${path}/${record.oid}` };
      },
    }),
    command("DELETE", `${path}/{id}`, {
      operationId: "deleteTransferRequest",
      permission: "work",
      summary: "Deletes a request: the caller's own while pending, or any by Manager and Admin",
      params: { id: pathId() },
      errors: { 400: "it is decided already", 403: "another user's, unless Manager or Admin" },
      record: (tx, { params }, { tenantId }) => getTransfer(tx, tenantId, params.id),
      run: (tx, _, principal, { record }) => deleteTransfer(tx, principal, record),
    }),
  ];
}

function detailOf(db: Db, tenantId: number, oid: number) {
  return recordResponse(
    store.detail.first(db, { tenantId, oid }),
    () => new Error("a transfer without its article"),
  );
}
