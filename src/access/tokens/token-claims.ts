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

/** A token issued later than this is invalid: the clocks of those who share the key may differ by so much. Seconds. */
export const MAX_CLOCK_DIFFERENCE = 300;

/** The error for a token that is not valid. */
export const invalidToken = () => new Unauthenticated(msg("Log in again."), true);

const USER_ID = /^[0-9]{1,16}$/;

/** The value of a numeric claim; null: absent. Throws Unauthenticated. */
function naturalOrNull(claim: unknown): number | null {
  if (claim === undefined || claim === null) return null;
  if (typeof claim !== "number" || !Number.isSafeInteger(claim) || claim < 0) throw invalidToken();
  return claim;
}

/** The claims of a verified payload. Throws Unauthenticated. `now`: ms since 1970. */
export function claimsOf(payload: JWTPayload, now: number): TokenClaims {
  const { sub } = payload;
  const userId = typeof sub === "string" && USER_ID.test(sub) ? Number(sub) : Number.NaN;
  const deviceTokenId = naturalOrNull(payload["device_id"]);
  const deviceSince = naturalOrNull(payload["device_since"]);
  const authTime = naturalOrNull(payload["auth_time"]);
  const methods: unknown = payload["amr"] ?? [];
  if ((payload.nbf ?? 0) * 1000 > now || !Number.isSafeInteger(userId)) throw invalidToken();
  // A login of the future would stay a recent one.
  if (authTime !== null && authTime - now / 1000 > MAX_CLOCK_DIFFERENCE) throw invalidToken();
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
  const [sessionId, pairId] = [naturalOrNull(payload["sid"]), naturalOrNull(payload["pair"])];
  if (sessionId === null && pairId === null) return null;
  if (sessionId === null || pairId === null) throw invalidToken();
  return { sessionId, pairId };
}

/** The token of an `Authorization` header. Throws Unauthenticated. */
export function bearerOf(header: string): string {
  const token = /^bearer +([^ ]+) *$/i.exec(header)?.[1];
  if (token === undefined) throw new Unauthenticated(msg("Log in first."), true);
  return token;
}
