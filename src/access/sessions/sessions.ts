import { type Expression, sql } from "kysely";
import { CONSOLE_IDLE_MS, type SessionClient } from "../../domain/login.ts";
import type { Principal, SessionRef } from "../../domain/principal.ts";
import { type Json, jsonObject, objectOrNull } from "../../storage/database/json.ts";
import { type Db, sqlite, statement, type Tx } from "../../storage/database/statement.ts";
import { deleteFound, insertInto, updateTable } from "../../storage/database/table-statements.ts";
import { deleteCodeOfUser } from "../secrets/registration-codes.ts";
import type { Session } from "../shapes.ts";
import type { User } from "../users/users.ts";

/** Time after the first use of its successor in which a refresh token may be sent again: the response may have been lost. */
const REUSE_MS = 2 * 60_000;

const lastUsed = (oid: Expression<unknown>, createdDT: Expression<unknown>) =>
  sql<string>`ifnull((SELECT max(t.lastUsedDT) FROM ${sql.table("sessionToken")} t WHERE t.sessionId = ${oid}), ${createdDT})`;

const EPOCH = "1970-01-01T00:00:00.000Z";

const touched = (oid: Expression<unknown>) =>
  sql<string | null>`(SELECT t.touchedDT FROM ${sql.table("sessionTouch")} t WHERE t.sessionId = ${oid})`;

const active = statement((p: { oid: number; tenantId: number; userId: number; now: string }) =>
  sqlite
    .selectFrom("session")
    .select((eb) => [
      "expiresAt",
      "client",
      touched(eb.ref("session.oid")).as("touchedDT"),
      lastUsed(eb.ref("session.oid"), eb.ref("createdDT")).as("lastUsedDT"),
    ])
    .where("oid", "=", p.oid)
    .where("tenantId", "=", p.tenantId)
    .where("userId", "=", p.userId)
    .where("endedDT", "is", null)
    .where("expiresAt", ">", p.now),
);
const insert = insertInto("session", [
  "tenantId",
  "userId",
  "deviceTokenId",
  "client",
  "tokenKey",
  "createdDT",
  "expiresAt",
]);
const insertPair = insertInto("sessionToken", ["sessionId", "parentId"]);
/**
 * Token pairs of a session that are kept, beside the first one, by which a token without a session finds its own: those of a refresh an
 * hour in its 30 days, and some.
 */
const MAX_PAIRS = 1000;
const removeOldPairs = statement((p: { sessionId: number }) => {
  const pairs = sqlite
    .selectFrom("sessionToken")
    .where("sessionId", "=", p.sessionId)
    .where("parentId", "is not", null);
  const oldest = pairs.select("oid").orderBy("oid", "desc").limit(1).offset(MAX_PAIRS);
  return sqlite
    .deleteFrom("sessionToken")
    .where("sessionId", "=", p.sessionId)
    .where("parentId", "is not", null)
    .where("oid", "<=", oldest);
});
const parentOf = statement((p: { oid: number }) =>
  sqlite.selectFrom("sessionToken").select("parentId").where("oid", "=", p.oid),
);
const pairsOf = statement((p: { sessionId: number }) =>
  sqlite
    .selectFrom("sessionToken")
    .select(({ fn }) => fn.countAll<number>().as("many"))
    .where("sessionId", "=", p.sessionId),
);

/** True where a pair's successors may be forgotten: those of one that is still known are newer, but for the first one's. */
function isBeyondMemory(db: Db, { sessionId, pairId }: SessionRef): boolean {
  const pair = parentOf.first(db, { oid: pairId });
  if (pair?.parentId !== null) return pair === null;
  return (pairsOf.first(db, { sessionId })?.many ?? 0) > MAX_PAIRS;
}
const markPair = statement((p: { oid: number; at: string }) =>
  sqlite
    .updateTable("sessionToken")
    .set({ firstUsedDT: sql<string>`ifnull(firstUsedDT, ${p.at})`, lastUsedDT: p.at })
    .where("oid", "=", p.oid),
);
const usedSuccessor = statement((p: { parentId: number; before: string }) =>
  sqlite
    .selectFrom("sessionToken")
    .select("oid")
    .where("parentId", "=", p.parentId)
    .where("firstUsedDT", "<", p.before)
    .limit(1),
);
const byTokenKey = statement((p: { tokenKey: string }) =>
  sqlite
    .selectFrom("session as s")
    .innerJoin("sessionToken as t", "t.sessionId", "s.oid")
    .select(["s.oid as sessionId", "t.oid as pairId"])
    .where("s.tokenKey", "=", p.tokenKey)
    .where("t.parentId", "is", null)
    .limit(1),
);
const lastEnd = statement((p: { userId: number }) =>
  sqlite.selectFrom("user").select("sessionsEndedDT").where("oid", "=", p.userId),
);
const saveEnd = updateTable("user", { set: ["sessionsEndedDT"], where: ["oid"] });
/** Ends active sessions. */
const ending = (now: string) =>
  sqlite.updateTable("session").set({ endedDT: now }).where("endedDT", "is", null);
const endingOfUser = (p: { tenantId: number; userId: number; now: string }) =>
  ending(p.now).where("tenantId", "=", p.tenantId).where("userId", "=", p.userId);
const endOne = statement((p: { oid: number; tenantId: number; userId: number; now: string }) =>
  endingOfUser(p).where("oid", "=", p.oid),
);
const endOfUser = statement((p: { tenantId: number; userId: number; except: number; now: string }) =>
  endingOfUser(p).where("oid", "<>", p.except),
);
const endOnDevice = statement((p: { tenantId: number; deviceTokenId: number; now: string }) =>
  ending(p.now).where("tenantId", "=", p.tenantId).where("deviceTokenId", "=", p.deviceTokenId),
);
const endAll = statement((p: { now: string }) => ending(p.now));
const removeOld = deleteFound("session", (p: { before: string; max: number }) =>
  sqlite.selectFrom("session").select("oid").where("expiresAt", "<", p.before).limit(p.max),
);

/** The active sessions of a user, newest first. `current`: the session of the request; 0: none. */
export const sessionsOfUser = statement(
  (p: {
    tenantId: number;
    userId: number;
    current: number;
    now: string;
    consoleUsedAfter: string;
    /** Logins at shared terminals that were not touched since are over. */
    terminalTouchedAfter: string;
    /** JSON path of the omitted property: `$.client`, or a path that does not exist. */
    omittedPath: string;
  }) =>
    sqlite
      .selectFrom("session as s")
      .leftJoin("deviceToken as d", "d.oid", "s.deviceTokenId")
      .where("s.tenantId", "=", p.tenantId)
      .where("s.userId", "=", p.userId)
      .where("s.endedDT", "is", null)
      .where("d.revokedDT", "is", null)
      // Devices that were paired by a revoked one have expired with it.
      .where((eb) => eb.or([eb("d.oid", "is", null), eb("d.expiresAt", ">", p.now)]))
      .where("s.expiresAt", ">", p.now)
      .where(
        ({ ref }) =>
          sql<boolean>`(${ref("s.client")} IS NULL OR ${lastUsed(ref("s.oid"), ref("s.createdDT"))} > ${p.consoleUsedAfter})`,
      )
      .where(
        ({ ref }) =>
          sql<boolean>`(ifnull(${ref("d.kind")}, '') <> 'terminal' OR ifnull(${touched(ref("s.oid"))}, ${lastUsed(ref("s.oid"), ref("s.createdDT"))}) > ${p.terminalTouchedAfter})`,
      )
      .orderBy("s.oid", "desc")
      .select(({ ref }) => {
        const session = jsonObject<Session>({
          id: ref("s.oid"),
          createdDT: ref("s.createdDT"),
          lastUsedDT: lastUsed(ref("s.oid"), ref("s.createdDT")),
          expiresAt: ref("s.expiresAt"),
          device: objectOrNull<NonNullable<Session["device"]>>(ref("d.oid"), {
            id: sql<number>`${ref("d.oid")}`,
            name: sql<string>`${ref("d.deviceName")}`,
          }),
          client: ref("s.client"),
          isCurrent: sql<boolean>`json(iif(s.oid = ${p.current}, 'true', 'false'))`,
        });
        return sql<Json<Session>>`json_remove(${session}, ${p.omittedPath})`.as("json");
      }),
);

/** An active session: it has neither ended nor expired. */
export interface ActiveSession {
  /** Ms since 1970. */
  readonly endsAt: number;
  /** Time without use, at a shared terminal without a touch, that ends the session; Infinity: unlimited. */
  readonly idleMs: number;
  /** Its last use or touch, ms since 1970. */
  readonly usedAt: number;
  readonly client: SessionClient | null;
}

/** A login at a shared terminal ends `idleMs` after its last touch. `lastTouch`: one that may not be stored yet, ms since 1970. */
interface TerminalIdle {
  readonly idleMs: number;
  readonly lastTouch: number;
}

/** The active session of this id and user, or null. `now`: ms since 1970. `idle`: null where it is not at a shared terminal. */
export function findActiveSession(
  db: Db,
  sessionId: number,
  user: { oid: number; tenantId: number },
  now: number,
  idle: TerminalIdle | null = null,
): ActiveSession | null {
  const { oid: userId, tenantId } = user;
  const found = active.first(db, { oid: sessionId, tenantId, userId, now: new Date(now).toISOString() });
  if (found === null) return null;
  const ownIdleMs = found.client === "console" ? CONSOLE_IDLE_MS : Number.POSITIVE_INFINITY;
  const idleMs = idle?.idleMs ?? ownIdleMs;
  const touchedAt = Math.max(idle?.lastTouch ?? 0, Date.parse(found.touchedDT ?? EPOCH));
  // Without a touch: a new login, or one of an earlier version of the server.
  const usedAt = idle === null || touchedAt === 0 ? Date.parse(found.lastUsedDT) : touchedAt;
  if (now - usedAt > idleMs) return null;
  return { endsAt: Date.parse(found.expiresAt), idleMs, usedAt, client: found.client };
}

/** The user, device and client of a new session. */
interface SessionOpening {
  readonly user: Pick<User, "oid" | "tenantId">;
  readonly device: { readonly oid: number } | null;
  readonly client?: SessionClient | null | undefined;
  /** Identifies the token without a session that opens it; absent: a login does. */
  readonly tokenKey?: string;
}

/** Opens a session with its first pair of tokens. It expires after `durationMs`. */
export function openSession(
  tx: Tx,
  { user, device, client = null, tokenKey }: SessionOpening,
  durationMs: number,
): SessionRef {
  const { oid: sessionId } = insert.run(tx, {
    tenantId: user.tenantId,
    userId: user.oid,
    deviceTokenId: device?.oid ?? null,
    client,
    tokenKey: tokenKey ?? null,
    createdDT: tx.now,
    expiresAt: new Date(Date.parse(tx.now) + durationMs).toISOString(),
  });
  return { sessionId, pairId: insertPair.run(tx, { sessionId, parentId: null }).oid };
}

/** The session that a token without one has opened, with the pair that stands for the token; null: none yet. It may have ended. */
export function findSessionOfToken(db: Db, tokenKey: string): SessionRef | null {
  return byTokenKey.first(db, { tokenKey });
}

/** The session that a token without one has opened. Opens it the first time; it expires like that of a login at `authTime`. */
export function openSessionOfToken(
  tx: Tx,
  opening: Omit<SessionOpening, "tokenKey"> & { readonly tokenKey: string; readonly authTime: number | null },
  durationMs: number,
): SessionRef {
  const { tokenKey, authTime } = opening;
  const now = Date.parse(tx.now);
  const loginAt = Math.min(now, authTime === null ? now : authTime * 1000);
  return findSessionOfToken(tx, tokenKey) ?? openSession(tx, opening, durationMs - (now - loginAt));
}

/** The session of a request. Opens one for a token without one, which belongs to it from then on. Null for an API key. */
export function currentSession(
  tx: Tx,
  { session, tokenKey, deviceTokenId, ...principal }: Principal,
  durationMs: number,
): number | null {
  if (session !== null || tokenKey === undefined) return session?.sessionId ?? null;
  const { userId: oid, tenantId, authTime } = principal;
  const device = deviceTokenId === null ? null : { oid: deviceTokenId };
  return openSessionOfToken(tx, { user: { oid, tenantId }, device, tokenKey, authTime }, durationMs)
    .sessionId;
}

/**
 * Makes the next pair of a session at a refresh, and forgets the oldest ones: their access tokens go on working, their refresh tokens
 * count as used. Null: the refresh token was used again long after its successor, so one of them was stolen, and the session has ended
 * (RFC 9700 §4.14.2).
 */
export function rotateTokenPair(
  tx: Tx,
  session: SessionRef,
  user: { oid: number; tenantId: number },
  isRefreshToken: boolean,
): SessionRef | null {
  const { sessionId, pairId } = session;
  const before = new Date(Date.parse(tx.now) - REUSE_MS).toISOString();
  const isReused = () =>
    usedSuccessor.first(tx, { parentId: pairId, before }) !== null || isBeyondMemory(tx, session);
  if (isRefreshToken && isReused()) {
    endSession(tx, sessionId, user);
    // The thief may have made it.
    deleteCodeOfUser(tx, user);
    return null;
  }
  markPair.run(tx, { oid: pairId, at: tx.now });
  removeOldPairs.run(tx, { sessionId });
  return { sessionId, pairId: insertPair.run(tx, { sessionId, parentId: pairId }).oid };
}

/** Saves the last use of a pair's access token. `at`: ms since 1970. */
export function saveLastUse(tx: Tx, pairId: number, at: number): void {
  markPair.run(tx, { oid: pairId, at: new Date(at).toISOString() });
}

/** Ends a session of this user; false: the user has no such active session. */
export function endSession(tx: Tx, oid: number, user: { oid: number; tenantId: number }): boolean {
  return endOne.run(tx, { oid, tenantId: user.tenantId, userId: user.oid, now: tx.now }).changes > 0;
}

/**
 * Ends all sessions of a user except the one of the id `except`, all tokens of the user without a session, and a pairing code that one
 * of them has made.
 */
export function endSessionsOfUser(
  tx: Tx,
  user: { oid: number; tenantId: number },
  except: number | null = null,
): void {
  deleteCodeOfUser(tx, user);
  endOfUser.run(tx, { tenantId: user.tenantId, userId: user.oid, except: except ?? 0, now: tx.now });
  // Each end has a time of its own: tokens name the last one before them.
  const last = Date.parse(lastEnd.first(tx, { userId: user.oid })?.sessionsEndedDT ?? "") || 0;
  const sessionsEndedDT = new Date(Math.max(Date.parse(tx.now), last + 1)).toISOString();
  saveEnd.run(tx, { oid: user.oid, sessionsEndedDT });
}

/** Ends the sessions of all users who have logged in on a paired device. */
export function endSessionsOnDevice(tx: Tx, device: { oid: number; tenantId: number }): void {
  endOnDevice.run(tx, { tenantId: device.tenantId, deviceTokenId: device.oid, now: tx.now });
}

/** Ends the sessions of all users of all tenants. */
export function endAllSessions(tx: Tx): void {
  endAll.run(tx, { now: tx.now });
}

/** Removes at most `max` sessions that expired before this time (ISO 8601). Returns the number of removed sessions. */
export function removeOldSessions(tx: Tx, before: string, max: number): number {
  return removeOld.run(tx, { before, max }).changes;
}
