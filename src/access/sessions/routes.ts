import { z } from "zod";
import { NotFound } from "../../domain/errors.ts";
import type { Principal } from "../../domain/principal.ts";
import { CONSOLE_IDLE_MS } from "../../domain/session-clients.ts";
import { command, type Endpoint, query } from "../../http/endpoint/endpoint.ts";
import { pathId, queryFlag } from "../../http/endpoint/fields.ts";
import { doneBy, recordEvent } from "../../security-log/event.ts";
import type { SecurityLogDependencies } from "../../security-log/security-log.ts";
import { listInMainThread } from "../../storage/database/json.ts";
import { Session } from "../shapes.ts";
import { getUserRecord } from "../users/user-records.ts";
import { endSession, endSessionsOfUser, sessionsOfUser } from "./sessions.ts";

const CLIENT = "`includeClient=true` adds what each login said that it comes from (`client`).";

/** The logins that last: listed and ended (decisions, Login and tokens). */
export function sessionRoutes({ storage, clock, securityLog }: SecurityLogDependencies): Endpoint[] {
  const { db } = storage;
  /** Alike ones of a minute are one event: whoever logs in and out all day displaces no other event. */
  const noteOwn = (kind: "logout" | "sessionsEnded", caller: Principal, address: string) => {
    const target = kind === "logout" ? null : ({ type: "user", id: caller.userId } as const);
    securityLog.note({ kind, ...doneBy(caller, address), target });
  };
  const listed = (
    { tenantId, userId }: Pick<Principal, "tenantId" | "userId">,
    { session }: Principal,
    withClient = false,
  ) => ({
    body: listInMainThread(db, sessionsOfUser, {
      tenantId,
      userId,
      current: session?.sessionId ?? 0,
      now: clock.iso(),
      consoleUsedAfter: new Date(clock.now() - CONSOLE_IDLE_MS).toISOString(),
      leftOut: withClient ? "$.nothing" : "$.client",
    }),
  });
  return [
    command(
      "POST",
      "/api/pwa-auth/logout",
      {
        operationId: "logout",
        permission: "terminal",
        summary: "Ends the session of the token: all tokens of this login stop working at once",
        description: "A token without a session stays valid until it expires.",
        status: 204,
        response: z.null(),
        usesIdempotencyKey: false,
      },
      (tx, { address }, caller) => {
        const { session, userId, tenantId } = caller;
        const own = { oid: userId, tenantId };
        if (session !== null && endSession(tx, session.sessionId, own)) noteOwn("logout", caller, address);
        return { kind: "empty" };
      },
    ),
    query(
      "GET",
      "/api/me/sessions",
      {
        operationId: "listOwnSessions",
        permission: "work",
        summary: "One's own logins that last, newest first",
        description: CLIENT,
        query: { includeClient: queryFlag().optional() },
        response: z.array(Session),
      },
      ({ query }, caller) => listed(caller, caller, query.includeClient),
    ),
    command(
      "DELETE",
      "/api/me/sessions",
      {
        permission: "work",
        operationId: "endOwnOtherSessions",
        summary: "Ends all of one's own sessions but that of the request",
        status: 204,
        response: z.null(),
      },
      (tx, { address }, caller) => {
        const { userId, tenantId, session } = caller;
        endSessionsOfUser(tx, { oid: userId, tenantId }, session?.sessionId);
        noteOwn("sessionsEnded", caller, address);
        return { kind: "empty" };
      },
    ),
    command(
      "DELETE",
      "/api/me/sessions/{id}",
      {
        operationId: "endOwnSession",
        permission: "work",
        summary: "Ends one of one's own sessions",
        params: { id: pathId() },
        status: 204,
        response: z.null(),
      },
      (tx, { params, address }, caller) => {
        const { userId, tenantId } = caller;
        if (!endSession(tx, params.id, { oid: userId, tenantId })) throw new NotFound();
        noteOwn("sessionsEnded", caller, address);
        return { kind: "empty" };
      },
    ),
    query(
      "GET",
      "/api/users/{id}/sessions",
      {
        operationId: "listUserSessions",
        permission: "administer",
        summary: "A user's logins that last, newest first",
        description: CLIENT,
        params: { id: pathId() },
        query: { includeClient: queryFlag().optional() },
        response: z.array(Session),
      },
      ({ params, query }, caller) => {
        const { tenantId } = caller;
        const { oid: userId } = getUserRecord(db, tenantId, params.id);
        return listed({ tenantId, userId }, caller, query.includeClient);
      },
    ),
    command(
      "DELETE",
      "/api/users/{id}/sessions/{sessionId}",
      {
        permission: "administer",
        needsRecentLogin: true,
        operationId: "endUserSession",
        summary: "Ends one session of a user",
        params: { id: pathId(), sessionId: pathId() },
        status: 204,
        response: z.null(),
      },
      (tx, { params }, { tenantId }) => {
        const user = getUserRecord(tx, tenantId, params.id);
        if (!endSession(tx, params.sessionId, user)) throw new NotFound();
        recordEvent(tx, { kind: "sessionsEnded", tenantId, target: { type: "user", id: user.oid } });
        return { kind: "empty" };
      },
    ),
    command(
      "DELETE",
      "/api/users/{id}/sessions",
      {
        operationId: "endUserSessions",
        permission: "administer",
        needsRecentLogin: true,
        summary: "Logs a user out everywhere",
        description: "Paired devices stay paired, and get new tokens by themselves.",
        params: { id: pathId() },
        status: 204,
        response: z.null(),
      },
      (tx, { params }, { tenantId }) => {
        const user = getUserRecord(tx, tenantId, params.id);
        endSessionsOfUser(tx, user);
        recordEvent(tx, { kind: "sessionsEnded", tenantId, target: { type: "user", id: user.oid } });
        return { kind: "empty" };
      },
    ),
  ];
}
