import { z } from "zod";
import { NotFound } from "../../domain/errors.ts";
import { CONSOLE_IDLE_MS } from "../../domain/login.ts";
import type { Principal } from "../../domain/principal.ts";
import { command, type Endpoint, query } from "../../http/endpoint/endpoint.ts";
import { pathId, queryFlag } from "../../http/endpoint/fields.ts";
import { actorOf, recordEvent } from "../../security-log/event.ts";
import type { SecurityLogDependencies } from "../../security-log/security-log.ts";
import { listInMainThread } from "../../storage/database/json.ts";
import { deleteCodeOfUser } from "../secrets/registration-codes.ts";
import { Session } from "../shapes.ts";
import { getUserRecord } from "../users/user-records.ts";
import { currentSession, endSession, endSessionsOfUser, sessionsOfUser } from "./sessions.ts";
import { terminalIdleMs } from "./touches.ts";

/** Touches are stored about once a minute. */
const TOUCH_MARGIN_MS = 70_000;

const CLIENT = "`includeClient=true` adds `client`, the client that each login named.";

/** The lists of sessions, and their end (decisions, Login and tokens). */
export function sessionRoutes({ storage, clock, config, securityLog }: SecurityLogDependencies): Endpoint[] {
  const { db } = storage;
  /** Equal events of a minute become one event, so that frequent logins and logouts do not displace other events. */
  const recordOwn = (kind: "logout" | "sessionsEnded", principal: Principal, address: string) => {
    const target = kind === "logout" ? null : ({ type: "user", id: principal.userId } as const);
    securityLog.record({ kind, ...actorOf(principal, address), target });
  };
  const listSessions = (
    { tenantId, userId }: Pick<Principal, "tenantId" | "userId">,
    { session }: Principal,
    withClient = false,
  ) => ({
    kind: "json" as const,
    body: listInMainThread(db, sessionsOfUser, {
      tenantId,
      userId,
      current: session?.sessionId ?? 0,
      now: clock.iso(),
      consoleUsedAfter: new Date(clock.now() - CONSOLE_IDLE_MS).toISOString(),
      terminalTouchedAfter: new Date(clock.now() - terminalIdleMs(db) - TOUCH_MARGIN_MS).toISOString(),
      omittedPath: withClient ? "$.nothing" : "$.client",
    }),
  });
  return [
    command("POST", "/api/pwa-auth/logout", {
      operationId: "logout",
      isAllowedReadOnly: true,
      permission: "terminal",
      summary: "Ends the session of the token: all tokens of this login stop working at once",
      evenWhenLow: true,
      usesIdempotencyKey: false,
      run(tx, { address }, principal) {
        const { userId, tenantId } = principal;
        const sessionId = currentSession(tx, principal, config.sessionMs);
        if (sessionId !== null && endSession(tx, sessionId, { oid: userId, tenantId }))
          recordOwn("logout", principal, address);
      },
    }),
    query("GET", "/api/me/sessions", {
      operationId: "listOwnSessions",
      permission: "work",
      summary: "The caller's active sessions, newest first",
      description: CLIENT,
      query: { includeClient: queryFlag().optional() },
      response: z.array(Session),
      run: ({ query }, principal) => listSessions(principal, principal, query.includeClient),
    }),
    command("DELETE", "/api/me/sessions", {
      permission: "work",
      operationId: "endOwnOtherSessions",
      evenWhenLow: true,
      summary: "Ends the caller's other sessions",
      description: "The caller's tokens without a session end too, except the request's own.",
      run(tx, { address }, principal) {
        const { userId, tenantId } = principal;
        endSessionsOfUser(tx, { oid: userId, tenantId }, currentSession(tx, principal, config.sessionMs));
        recordOwn("sessionsEnded", principal, address);
      },
    }),
    command("DELETE", "/api/me/sessions/{id}", {
      operationId: "endOwnSession",
      evenWhenLow: true,
      permission: "work",
      summary: "Ends a session of the caller",
      params: { id: pathId() },
      run(tx, { params, address }, principal) {
        const { userId, tenantId } = principal;
        if (!endSession(tx, params.id, { oid: userId, tenantId })) throw new NotFound();
        deleteCodeOfUser(tx, { oid: userId });
        recordOwn("sessionsEnded", principal, address);
      },
    }),
    query("GET", "/api/users/{id}/sessions", {
      operationId: "listUserSessions",
      area: "users",
      permission: "administer",
      summary: "A user's active sessions, newest first",
      description: CLIENT,
      params: { id: pathId() },
      query: { includeClient: queryFlag().optional() },
      response: z.array(Session),
      run({ params, query }, principal) {
        const { tenantId } = principal;
        const { oid: userId } = getUserRecord(db, tenantId, params.id);
        return listSessions({ tenantId, userId }, principal, query.includeClient);
      },
    }),
    command("DELETE", "/api/users/{id}/sessions/{sessionId}", {
      permission: "administer",
      needsRecentLogin: true,
      operationId: "endUserSession",
      evenWhenLow: true,
      area: "users",
      summary: "Ends one session of a user",
      params: { id: pathId(), sessionId: pathId() },
      run(tx, { params }, { tenantId }) {
        const user = getUserRecord(tx, tenantId, params.id);
        if (!endSession(tx, params.sessionId, user)) throw new NotFound();
        deleteCodeOfUser(tx, user);
        recordEvent(tx, { kind: "sessionsEnded", tenantId, target: { type: "user", id: user.oid } });
      },
    }),
    command("DELETE", "/api/users/{id}/sessions", {
      operationId: "endUserSessions",
      evenWhenLow: true,
      area: "users",
      permission: "administer",
      needsRecentLogin: true,
      summary: "Logs a user out everywhere",
      description:
        "Tokens without a session that were issued before end too. Paired devices stay paired and get new tokens automatically. Submission tokens stay: they deliver only what the user has queued. New secrets end them.",
      params: { id: pathId() },
      run(tx, { params }, { tenantId }) {
        const user = getUserRecord(tx, tenantId, params.id);
        endSessionsOfUser(tx, user);
        recordEvent(tx, { kind: "sessionsEnded", tenantId, target: { type: "user", id: user.oid } });
      },
    }),
  ];
}
