import { z } from "zod";
import type { Dependencies } from "../http/dependencies.ts";
import { type Endpoint, read, write } from "../http/endpoint/endpoint.ts";
import { id, moment, pathId, text, textOrNull } from "../http/endpoint/fields.ts";
import { listInReader } from "../storage/database/json.ts";
import type { Db } from "../storage/database/statement.ts";
import {
  approveDisposal,
  disposalOf,
  rejectDisposal,
  requestDisposal,
  withdrawDisposal,
} from "./disposal.ts";
import * as store from "./disposal-store.ts";
import { assertOwnOrManager, listFilter, listQuery } from "./listing.ts";
import { DISPOSAL_STATES, DisposalRequest } from "./shapes.ts";

const path = "/api/articledisposals";
const method = { disposalMethodId: id().nullable().optional(), disposalReasonId: id().nullable().optional() };

/** Disposal proposals: who works proposes, who manages decides. */
export function disposalRoutes({ storage }: Dependencies): Endpoint[] {
  const { db } = storage;
  const decided = {
    may: "manage" as const,
    needsRecentLogin: true,
    params: { id: pathId() },
    reply: DisposalRequest,
    refusals: { 400: "it is decided already, its article was deleted, or a field is at fault" },
  };

  return [
    read(
      "GET",
      path,
      {
        operationId: "listDisposalRequests",
        may: "work",
        summary: "Disposal proposals, newest first, at most 100; go on with `before=<oid>`",
        description: "A User's own; for Manager and Admin the tenant's, narrowed down by `userId`.",
        query: listQuery(DISPOSAL_STATES),
        reply: z.array(DisposalRequest),
        lists: ["disposalProposal", "article", "user", "articleDisposalMethod", "articleDisposalReason"],
        ofCaller: true,
        refusals: { 403: "another user's, unless Manager or Admin" },
      },
      async ({ query }, principal) => {
        const { wanted, by } = listFilter(query, principal, "waiting");
        return { body: await listInReader(storage.reader, store.listed[by], wanted) };
      },
    ),
    read(
      "GET",
      `${path}/{id}`,
      {
        operationId: "getDisposalRequest",
        may: "work",
        summary: "One disposal proposal",
        params: { id: pathId() },
        reply: DisposalRequest,
        refusals: { 403: "another user's, unless Manager or Admin" },
      },
      ({ params }, principal) => {
        assertOwnOrManager(principal, disposalOf(db, principal.tenantId, params.id).userId);
        return detailOf(db, principal.tenantId, params.id);
      },
    ),
    write(
      "POST",
      path,
      {
        operationId: "createDisposalRequest",
        may: "work",
        summary: "Proposes to dispose of an article",
        status: 201,
        body: { articleId: id(), ...method, note: textOrNull(4000).optional() },
        reply: DisposalRequest,
        refusals: {
          400: "the article is disposed of already, or a field is at fault",
          409: "a proposal for this article waits already",
        },
      },
      (tx, { body }, principal) => {
        const oid = requestDisposal(tx, principal, {
          articleId: body.articleId,
          disposalMethodId: body.disposalMethodId ?? null,
          disposalReasonId: body.disposalReasonId ?? null,
          note: body.note ?? null,
          inventoryItemId: null,
        });
        return { ...detailOf(tx, principal.tenantId, oid), location: `${path}/${oid}` };
      },
    ),
    write(
      "PUT",
      `${path}/{id}/approve`,
      {
        operationId: "approveDisposalRequest",
        ...decided,
        summary: "Approves: the article is Disposed and is nowhere any more",
        description:
          "What is absent stays as it was proposed; `disposalDT` absent means now. All pieces are taken from the article's places; its history shows where they were.",
        body: { ...method, disposalDT: moment().optional() },
        bodyOptional: true,
        record: (tx, { params }, { tenantId }) => disposalOf(tx, tenantId, params.id),
      },
      (tx, { body }, principal, { record }) => {
        approveDisposal(tx, principal, record, body);
        return { ...detailOf(tx, principal.tenantId, record.oid), location: `${path}/${record.oid}` };
      },
    ),
    write(
      "PUT",
      `${path}/{id}/reject`,
      {
        operationId: "rejectDisposalRequest",
        ...decided,
        summary: "Rejects, with the reason that whoever proposed it sees",
        bodyId: "RejectRequest",
        body: { reason: text(4000) },
        record: (tx, { params }, { tenantId }) => disposalOf(tx, tenantId, params.id),
      },
      (tx, { body }, principal, { record }) => {
        rejectDisposal(tx, principal, record, body.reason);
        return { ...detailOf(tx, principal.tenantId, record.oid), location: `${path}/${record.oid}` };
      },
    ),
    write(
      "DELETE",
      `${path}/{id}`,
      {
        operationId: "deleteDisposalRequest",
        may: "work",
        summary: "Takes a proposal back while it waits: one's own, or any by Manager and Admin",
        params: { id: pathId() },
        status: 204,
        reply: z.null(),
        refusals: { 400: "it is decided already", 403: "another user's, unless Manager or Admin" },
        record: (tx, { params }, { tenantId }) => disposalOf(tx, tenantId, params.id),
      },
      (tx, _, principal, { record }) => {
        withdrawDisposal(tx, principal, record);
        return { body: null };
      },
    ),
  ];
}

function detailOf(db: Db, tenantId: number, oid: number) {
  const found = store.detail.first(db, { tenantId, oid });
  if (found === null) throw new Error("a disposal proposal without its article");
  return { body: found.json, version: { change: found.change, shown: found.shown } };
}
