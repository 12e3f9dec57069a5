import type { JWTPayload } from "jose";
import { Unauthenticated } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import { AUTH_METHODS, type AuthMethod, type Principal, type SessionRef } from "../../domain/principal.ts";

/** The claims of a token that identify its principal. */
export type TokenClaims = Pick<Principal, "userId" | "deviceTokenId" | "authTime"> & {
  readonly tenantId: unknown;
  /** When the device was paired, milliseconds since 1970. Null: unknown. */
  readonly deviceSince: number | null;
  readonly methods: readonly AuthMethod[];
  readonly rotation: boolean;
};

/** The error for a token that is not valid. */
export const invalidToken = () => new Unauthenticated(msg("Log in again."), true);

/** The claims of a verified payload. Throws Unauthenticated. `now`: ms since 1970. */
export function claimsOf(payload: JWTPayload, now: number): TokenClaims {
  const userId = typeof payload.sub === "string" ? Number(payload.sub) : Number.NaN;
  const deviceTokenId = payload["device_id"] ?? null;
  const deviceSince = payload["device_since"] ?? null;
  const authTime = payload["auth_time"] ?? null;
  const methods: unknown = payload["amr"] ?? [];
  if ((payload.nbf ?? 0) * 1000 > now || !Number.isSafeInteger(userId)) throw invalidToken();
  if (deviceTokenId !== null && typeof deviceTokenId !== "number") throw invalidToken();
  if (deviceSince !== null && typeof deviceSince !== "number") throw invalidToken();
  if (authTime !== null && typeof authTime !== "number") throw invalidToken();
  if (!Array.isArray(methods)) throw invalidToken();
  return {
    userId,
    deviceTokenId,
    deviceSince,
    authTime,
    tenantId: payload["tenant_id"],
    rotation: payload["rotation"] === true,
    methods: AUTH_METHODS.filter((method) => methods.includes(method)),
  };
}

/** The session of a verified payload. Throws Unauthenticated. */
export function sessionOf(payload: JWTPayload): SessionRef | null {
  const { sid: sessionId = null, pair: pairId = null } = payload;
  if (sessionId === null && pairId === null) return null;
  if (typeof sessionId !== "number" || typeof pairId !== "number") throw invalidToken();
  return { sessionId, pairId };
}

/** The token of an `Authorization` header. Throws Unauthenticated. */
export function bearerOf(header: string): string {
  const token = /^bearer +([^ ]+) *$/i.exec(header)?.[1];
  if (token === undefined) throw new Unauthenticated(msg("Log in first."), true);
  return token;
}
