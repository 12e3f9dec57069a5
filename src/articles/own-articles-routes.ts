import { z } from "zod";
import { findUser } from "../access/users/users.ts";
import { NotFound } from "../domain/errors.ts";
import { msg } from "../domain/message.ts";
import type { Principal } from "../domain/principal.ts";
import { assertPermission } from "../domain/roles.ts";
import type { Dependencies } from "../http/dependencies.ts";
import { type Endpoint, query } from "../http/endpoint/endpoint.ts";
import { pathId } from "../http/endpoint/fields.ts";
import { type Json, list, listInMainThread, MAX_MAIN_THREAD_ROWS } from "../storage/database/json.ts";
import type { TableName } from "../storage/database/schema.ts";
import {
  assignedArticles,
  assignedFigures,
  assignedIdsUpTo,
  countDisposals,
  countTransfers,
  disposals,
  transfers,
} from "./own-articles.ts";
import { Article, Disposal, MyStats, Transfer } from "./shapes.ts";

/** The user's home page (contract 4.5, my-*). Only Manager and Admin may read another user's. */
export function ownArticleRoutes({ storage }: Dependencies): Endpoint[] {
  const common = (shows: readonly TableName[]) => ({
    permission: "work" as const,
    params: { userId: pathId() },
    tables: ["user" as const, ...shows],
    variesByPrincipal: true,
    errors: { 403: "another user's, unless Manager or Admin", 404: "no such user in the tenant" },
  });
  /** Checks existence before the role. */
  const ofUser = (params: { userId: number }, caller: Principal) => {
    const user = findUser(storage.db, params.userId);
    if (user?.tenantId !== caller.tenantId) {
      throw new NotFound(msg("User not found."));
    }
    if (user.oid !== caller.userId) assertPermission(caller, "manage");
    return { tenantId: caller.tenantId, userId: user.oid };
  };

  return [
    query("GET", "/api/articles/my-assets/{userId}", {
      operationId: "listUserAssets",
      ...common(["article"]),
      summary: "Articles of which the user is the assigned or the responsible person",
      response: z.array(Article),
      async run({ params }, caller) {
        const filter = ofUser(params, caller);
        const isLong =
          assignedIdsUpTo.all(storage.db, { ...filter, limit: MAX_MAIN_THREAD_ROWS + 1 }).length >
          MAX_MAIN_THREAD_ROWS;
        return { kind: "json", body: await list(storage, isLong, assignedArticles, filter) };
      },
    }),
    query("GET", "/api/articles/my-stats/{userId}", {
      operationId: "getUserStats",
      scope: "requests:read",
      ...common(["article", "articleTransfer", "disposalProposal", "location", "articleDisposalReason"]),
      summary: "The four figures of the user's home page",
      response: MyStats,
      async run({ params }, caller) {
        const filter = ofUser(params, caller);
        const { pieces } = await storage.reader.rows(assignedFigures.bound(filter));
        const { count, billions, rest } = Figures.parse(JSON.parse(String(Buffer.concat(pieces))));
        const total = BigInt(billions) * 1_000_000_000n + BigInt(rest);
        const openTransfers = countTransfers.first(storage.db, filter)?.count ?? 0;
        const pendingDisposals = countDisposals.first(storage.db, filter)?.count ?? 0;
        const decimal = `${total / 10_000n}.${String(total % 10_000n).padStart(4, "0")}`;
        // Formatted by hand, because a JavaScript number rounds large sums.
        const json: Json<z.output<typeof MyStats>> =
          `{"assignedCount":${count},"assignedTotal":${decimal},"openTransfers":${openTransfers},"pendingDisposals":${pendingDisposals}}`;
        return { kind: "json", body: json };
      },
    }),
    query("GET", "/api/articles/my-transfers/{userId}", {
      operationId: "listUserTransfers",
      scope: "requests:read",
      ...common(["articleTransfer", "article", "location"]),
      summary: "The user's open transfers, newest first",
      response: z.array(Transfer),
      run: ({ params }, caller) => ({
        kind: "json",
        body: listInMainThread(storage.db, transfers, ofUser(params, caller)),
      }),
    }),
    query("GET", "/api/articles/my-disposals/{userId}", {
      operationId: "listUserDisposals",
      scope: "requests:read",
      ...common(["disposalProposal", "article", "articleDisposalReason"]),
      summary: "The user's pending disposal requests, newest first",
      response: z.array(Disposal),
      run: ({ params }, caller) => ({
        kind: "json",
        body: listInMainThread(storage.db, disposals, ofUser(params, caller)),
      }),
    }),
  ];
}

const Figures = z.object({ count: z.int(), billions: z.int(), rest: z.int() });
