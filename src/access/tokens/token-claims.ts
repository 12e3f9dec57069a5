import type { JWTPayload } from "jose";
import type { AuthMethod, Principal } from "../../domain/principal.ts";
import { AUTH_METHODS } from "../../domain/principal.ts";
import { invalidToken } from "./token-parts.ts";

// What the token's own claims say, once its signature was checked.

/** Whom a token speaks for, by id. */
export type TokenClaims = Pick<Principal, "userId" | "deviceTokenId" | "authTime"> & {
  readonly tenantId: unknown;
  readonly methods: readonly AuthMethod[];
};

/** The claims of a verified payload. Throws Unauthenticated. `now`: ms since 1970. */
export function claimsOf(payload: JWTPayload, now: number): TokenClaims {
  const userId = typeof payload.sub === "string" ? Number(payload.sub) : Number.NaN;
  const deviceTokenId = payload["device_id"] ?? null;
  const authTime = payload["auth_time"] ?? null;
  const methods: unknown = payload["amr"] ?? [];
  if ((payload.nbf ?? 0) * 1000 > now || !Number.isSafeInteger(userId)) throw invalidToken();
  if (deviceTokenId !== null && typeof deviceTokenId !== "number") throw invalidToken();
  if (authTime !== null && typeof authTime !== "number") throw invalidToken();
  if (!Array.isArray(methods)) throw invalidToken();
  return {
    userId,
    deviceTokenId,
    authTime,
    tenantId: payload["tenant_id"],
    methods: AUTH_METHODS.filter((method) => methods.includes(method)),
  };
}
