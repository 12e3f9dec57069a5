import { randomUUID } from "node:crypto";
import { errors, type JWTPayload, jwtVerify, SignJWT } from "jose";
import type { Clock } from "../clock.ts";
import { Unauthenticated } from "../errors.ts";
import type { Storage } from "../storage/storage.ts";
import { say } from "../words.ts";
import type { Caller } from "./caller.ts";
import { holderNow } from "./holder.ts";
import type { User } from "./users.ts";

const GRACE_SECONDS = 24 * 3600;
const MOST_KNOWN = 10_000;
const LONGEST_KEPT = 1500;

/** The contract's AuthResponse. */
export interface AuthResponse {
  readonly accessToken: string;
  readonly refreshToken: string;
  /** Seconds. */
  readonly expiresIn: number;
  readonly user: { readonly id: number; readonly userName: string; readonly fullName: string };
}

export interface TokenSettings {
  readonly key: string;
  readonly issuer: string;
  readonly audience: string;
  readonly seconds: number;
}

/** Issues and checks the box's JWTs (contract 5; HS256, RFC 7519). */
export interface Tokens {
  /** An access and a refresh token for the user; `deviceTokenId` is the paired device that asked, or null. */
  issue(user: User, deviceTokenId: number | null): Promise<AuthResponse>;
  /** Who sends this `Authorization` header, with today's names and roles. Throws Unauthenticated. */
  authenticate(header: string): Caller | Promise<Caller>;
  /** New tokens for one that expired less than 24 hours ago. Throws Unauthenticated. */
  refresh(token: string): Promise<AuthResponse>;
}

const badToken = () => new Unauthenticated(say("Log in again.", "Přihlaste se znovu."), true);

export function makeTokens(storage: Storage, clock: Clock, settings: TokenSettings): Tokens {
  const key = new TextEncoder().encode(settings.key);
  const { issuer, audience } = settings;
  // Verified tokens by their whole header: a check of the signature costs more than all else of a scan. Anything that could end one empties it.
  const known = new Map<string, { caller: Caller; endsAt: number }>();
  storage.onCommit((tables) => {
    if (tables.has("user") || tables.has("deviceToken")) known.clear();
  });

  async function payloadOf(token: string, graceSeconds: number): Promise<JWTPayload> {
    try {
      const { payload } = await jwtVerify(token, key, {
        algorithms: ["HS256"],
        issuer,
        audience,
        requiredClaims: ["exp", "sub"],
        currentDate: new Date(clock.now()),
        clockTolerance: graceSeconds,
      });
      return payload;
    } catch (error) {
      if (error instanceof errors.JOSEError) throw badToken();
      throw error;
    }
  }

  /** The living user, and the device if any, that a verified payload speaks for. */
  function holderOf(payload: JWTPayload): { user: User; deviceTokenId: number | null; endsAt: number } {
    const userId = typeof payload.sub === "string" ? Number(payload.sub) : Number.NaN;
    const deviceTokenId = payload["device_id"] ?? null;
    const now = clock.now();
    if ((payload.nbf ?? 0) * 1000 > now || !Number.isSafeInteger(userId)) throw badToken();
    if (deviceTokenId !== null && typeof deviceTokenId !== "number") throw badToken();
    const holder = holderNow(storage.db, { userId, deviceTokenId }, now);
    if (holder === null || payload["tenant_id"] !== holder.user.tenantId) throw badToken();
    if ((payload.iat ?? 0) < holder.user.tokensSince) throw badToken();
    const { user, device } = holder;
    return {
      user,
      deviceTokenId,
      endsAt: device === null ? Number.POSITIVE_INFINITY : Date.parse(device.expiresAt),
    };
  }

  async function check(header: string): Promise<Caller> {
    const payload = await payloadOf(bearerOf(header), 0);
    if (payload["use"] !== undefined) throw badToken();
    const { user, deviceTokenId, endsAt } = holderOf(payload);
    const { oid: userId, tenantId, userName, fullName, roles } = user;
    const caller: Caller = { userId, tenantId, userName, fullName, roles, deviceTokenId };
    if (header.length > LONGEST_KEPT) return caller;
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(header, { caller, endsAt: Math.min(endsAt, (payload.exp ?? 0) * 1000) });
    return caller;
  }

  async function issue(user: User, deviceTokenId: number | null): Promise<AuthResponse> {
    // A secret changed in this very second ends the tokens of the second; this one is of the next.
    const issuedAt = Math.max(Math.floor(clock.now() / 1000), user.tokensSince);
    const sign = (use: object) =>
      new SignJWT({
        name: user.fullName,
        userName: user.userName,
        role: [...user.roles],
        tenant_id: user.tenantId,
        ...(deviceTokenId !== null && { device_id: deviceTokenId }),
        ...use,
      })
        .setProtectedHeader({ alg: "HS256", typ: "JWT" })
        .setSubject(String(user.oid))
        .setIssuer(issuer)
        .setAudience(audience)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + settings.seconds)
        .setJti(randomUUID())
        .sign(key);
    return {
      accessToken: await sign({}),
      refreshToken: await sign({ use: "refresh" }),
      expiresIn: settings.seconds,
      user: { id: user.oid, userName: user.userName, fullName: user.fullName },
    };
  }

  return {
    issue,
    authenticate(header) {
      const found = known.get(header);
      if (found === undefined) return check(header);
      if (found.endsAt > clock.now()) return found.caller;
      known.delete(header);
      throw badToken();
    },
    async refresh(token) {
      try {
        const { user, deviceTokenId } = holderOf(await payloadOf(token, GRACE_SECONDS));
        return await issue(user, deviceTokenId);
      } catch (error) {
        // Not the request's own token: without the header that asks for one.
        throw error instanceof Unauthenticated ? new Unauthenticated(error.words) : error;
      }
    },
  };
}

function bearerOf(header: string): string {
  const token = /^bearer +([^ ]+) *$/i.exec(header)?.[1];
  if (token === undefined) throw new Unauthenticated(say("Log in first.", "Nejprve se přihlaste."), true);
  return token;
}
