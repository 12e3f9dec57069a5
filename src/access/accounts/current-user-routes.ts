import { z } from "zod";
import type { Dependencies } from "../../http/dependencies.ts";
import { type Endpoint, query } from "../../http/endpoint/endpoint.ts";
import { queryFlag } from "../../http/endpoint/fields.ts";
import { listInMainThread } from "../../storage/database/json.ts";
import { CurrentUser, TerminalUser } from "../shapes.ts";
import { activeUsers, allUsers } from "../users/users.ts";

/** The user of a token, and the users that a terminal shows (contract 4.4 and the users of 4.8). */
export function currentUserRoutes({ storage }: Pick<Dependencies, "storage">): Endpoint[] {
  return [
    query(
      "GET",
      "/api/me",
      {
        operationId: "getCurrentUser",
        scope: "any",
        permission: "terminal",
        summary: "The user of the token",
        response: CurrentUser,
        tables: ["user"],
        variesByPrincipal: true,
      },
      (_, principal) => ({
        kind: "json",
        body: {
          id: principal.userId,
          userName: principal.userName,
          fullName: principal.fullName,
          tenantId: principal.tenantId,
        },
      }),
    ),
    query(
      "GET",
      "/api/pda/users",
      {
        operationId: "listTerminalUsers",
        permission: "terminal",
        summary: "The active users, for terminals; with `all=true` all users, each with `isActive`",
        query: { all: queryFlag().optional() },
        response: z.array(TerminalUser),
        tables: ["user"],
      },
      ({ query }, { tenantId }) => ({
        kind: "json",
        body: query.all
          ? listInMainThread(storage.db, allUsers, { tenantId })
          : listInMainThread(storage.db, activeUsers, { tenantId, active: 1 }),
      }),
    ),
  ];
}
