import { randomUUID } from "node:crypto";
import { errors, type JWTPayload, jwtVerify, SignJWT } from "jose";
import type { Clock } from "../clock.ts";
import { Unauthenticated } from "../errors.ts";
import type { Storage } from "../storage/storage.ts";
import { say } from "../words.ts";
import type { Caller } from "./caller.ts";
import type { Device } from "./devices.ts";
import { type Holder, holderNow, isSharedTerminal, rolesOf } from "./holder.ts";

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

/** Who has logged in, on which paired device if any, and when a PIN or password was entered. */
export interface Login extends Omit<Holder, "device"> {
  readonly device: Pick<Device, "oid" | "kind"> | null;
}

/** Issues and checks the box's JWTs (contract 5; HS256, RFC 7519). */
export interface Tokens {
  /** An access and a refresh token for a login. */
  issue(login: Login): Promise<AuthResponse>;
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

  /** Whom a verified payload speaks for. */
  function holderOf(payload: JWTPayload): Holder {
    const userId = typeof payload.sub === "string" ? Number(payload.sub) : Number.NaN;
    const deviceTokenId = payload["device_id"] ?? null;
    const authTime = payload["auth_time"] ?? null;
    const now = clock.now();
    if ((payload.nbf ?? 0) * 1000 > now || !Number.isSafeInteger(userId)) throw badToken();
    if (deviceTokenId !== null && typeof deviceTokenId !== "number") throw badToken();
    if (authTime !== null && typeof authTime !== "number") throw badToken();
    const holder = holderNow(storage.db, { userId, deviceTokenId, authTime }, now);
    if (holder === null || payload["tenant_id"] !== holder.user.tenantId) throw badToken();
    // A shared terminal is the tenant's: it goes on whatever becomes of the secrets of whoever paired it.
    if (!isSharedTerminal(holder) && (payload.iat ?? 0) < holder.user.tokensSince) throw badToken();
    return holder;
  }

  async function check(header: string): Promise<Caller> {
    const payload = await payloadOf(bearerOf(header), 0);
    if (payload["use"] !== undefined) throw badToken();
    const holder = holderOf(payload);
    const caller = callerOf(holder);
    const endsAt = holder.device === null ? Number.POSITIVE_INFINITY : Date.parse(holder.device.expiresAt);
    if (header.length > LONGEST_KEPT) return caller;
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(header, { caller, endsAt: Math.min(endsAt, (payload.exp ?? 0) * 1000) });
    return caller;
  }

  async function issue({ user, device, authTime }: Login): Promise<AuthResponse> {
    // A secret changed in this very second ends the tokens of the second; this one is of the next.
    const issuedAt = Math.max(Math.floor(clock.now() / 1000), user.tokensSince);
    const sign = (use: object) =>
      new SignJWT({
        name: user.fullName,
        userName: user.userName,
        role: [...rolesOf({ user, device, authTime })],
        tenant_id: user.tenantId,
        ...(device !== null && { device_id: device.oid }),
        ...(authTime !== null && { auth_time: authTime }),
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
        return await issue(holderOf(await payloadOf(token, GRACE_SECONDS)));
      } catch (error) {
        // Not the request's own token: without the header that asks for one.
        throw error instanceof Unauthenticated ? new Unauthenticated(error.words) : error;
      }
    },
  };
}

function callerOf(holder: Holder): Caller {
  const { oid: userId, tenantId, userName, fullName } = holder.user;
  return {
    userId,
    tenantId,
    userName,
    fullName,
    roles: rolesOf(holder),
    deviceTokenId: holder.device?.oid ?? null,
    deviceKind: holder.device?.kind ?? null,
    authTime: holder.authTime,
  };
}

function bearerOf(header: string): string {
  const token = /^bearer +([^ ]+) *$/i.exec(header)?.[1];
  if (token === undefined) throw new Unauthenticated(say("Log in first.", "Nejprve se přihlaste."), true);
  return token;
}
