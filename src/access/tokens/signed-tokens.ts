import { createHmac, randomUUID } from "node:crypto";
import { errors, type JWTPayload, jwtVerify, SignJWT } from "jose";
import type { SessionClient } from "../../domain/login.ts";
import type { SessionRef } from "../../domain/principal.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Device } from "../devices/devices.ts";
import type { AuthResponse, Submission } from "../shapes.ts";
import type { SecondFactorNeed, SecondFactorNeedOf } from "../users/users.ts";
import { claimsWithoutSession, invalidToken, MAX_CLOCK_DIFFERENCE, newTokenKey } from "./token-claims.ts";
import { pairedAt, rolesOf, type TokenPrincipal } from "./token-principal.ts";

/** Settings of the signed tokens: key, claims and durations. */
export interface TokenSettings {
  readonly key: string;
  readonly issuer: string;
  readonly audience: string;
  readonly seconds: number;
  /** The longest duration of a session. */
  readonly sessionMs: number;
  /** The second factor that a user's login needs. */
  readonly needOf: SecondFactorNeedOf;
}

/** A login: the user, the paired device, and the time when a PIN or password was entered. */
export interface Login extends Omit<TokenPrincipal, "device"> {
  readonly device: Pick<Device, "oid" | "kind" | "createdDT"> | null;
  /** The client, as the login names it. */
  readonly client?: SessionClient | null | undefined;
}

/** Time after the expiry of a token in which it may be refreshed. Seconds. */
export const GRACE_SECONDS = 24 * 3600;

/** The longest time from the first refresh of a token to its last one. Milliseconds. `seconds`: the tokens' lifetime. */
export const longestRefreshMs = (seconds: number): number =>
  (seconds + GRACE_SECONDS + MAX_CLOCK_DIFFERENCE) * 1000;

/** Seconds for which a submission token delivers. */
const SUBMISSION_SECONDS = 7 * 24 * 3600;

/** Signs and verifies JWTs (HS256, RFC 7519), independent of sessions. */
export interface SignedTokens {
  /** Issues a pair of tokens for a login. Without a session they have a key (token-session.ts), by default a new one. */
  issue(login: Login, session?: SessionRef | null, tokenKey?: string): Promise<AuthResponse>;
  /** Issues a submission token for a login at a paired device, with its key. */
  issueSubmission(login: Login): Promise<Submission>;
  /** The key of a submission token, from its verified payload. Throws Unauthenticated. */
  submissionKeyOf(payload: JWTPayload): Buffer;
  /** The payload of a token that expired at most `graceSeconds` ago. Throws Unauthenticated. */
  verify(token: string, graceSeconds: number): Promise<JWTPayload>;
}

/** `restoredSince`: tokens issued before it are invalid, in seconds since 1970. `needOf`: the second factor that a login needs. */
export function makeSignedTokens(
  clock: Clock,
  settings: TokenSettings,
  restoredSince: number,
  needOf: (login: Pick<TokenPrincipal, "user">) => SecondFactorNeed,
): SignedTokens {
  const key = new TextEncoder().encode(settings.key);
  const { issuer, audience } = settings;

  async function verify(token: string, graceSeconds: number): Promise<JWTPayload> {
    try {
      const { payload } = await jwtVerify(token, key, {
        algorithms: ["HS256"],
        issuer,
        audience,
        requiredClaims: ["exp", "sub"],
        currentDate: new Date(clock.now()),
        clockTolerance: graceSeconds,
      });
      const now = clock.now() / 1000;
      const { exp = 0, iat = now } = payload;
      // The server issues no token with a longer lifetime. A change of secrets would not end a token of the future.
      const longest = payload["use"] === "submission" ? SUBMISSION_SECONDS : settings.seconds;
      if (exp - iat > longest || iat - now > MAX_CLOCK_DIFFERENCE) throw invalidToken();
      return payload;
    } catch (error) {
      if (error instanceof errors.JOSEError) throw invalidToken();
      throw error;
    }
  }

  /** The second to which new tokens are dated. */
  // A secret changed in this second ends all tokens issued in it: this token is dated to the next second.
  const issueSecond = ({ user }: Login) =>
    Math.max(Math.floor(clock.now() / 1000), user.tokensSince, restoredSince);

  function sign(
    login: Login,
    claims: object,
    issuedAt: number,
    seconds: number,
    jti: string,
  ): Promise<string> {
    return new SignJWT({ ...claims })
      .setProtectedHeader({ alg: "HS256", typ: "JWT" })
      .setSubject(String(login.user.oid))
      .setIssuer(issuer)
      .setAudience(audience)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + seconds)
      .setJti(jti)
      .sign(key);
  }

  async function issue(
    login: Login,
    session: SessionRef | null = null,
    tokenKey = newTokenKey(),
  ): Promise<AuthResponse> {
    const { user } = login;
    const issuedAt = issueSecond(login);
    const own =
      session === null
        ? claimsWithoutSession(user, tokenKey)
        : { sid: session.sessionId, pair: session.pairId };
    const claims = { ...claimsFor(login, needOf(login)), ...own };
    const signed = (use: object) =>
      sign(login, { ...claims, ...use }, issuedAt, settings.seconds, randomUUID());
    return {
      accessToken: await signed({}),
      refreshToken: await signed({ use: "refresh" }),
      expiresIn: settings.seconds,
      user: { id: user.oid, userName: user.userName, fullName: user.fullName },
    };
  }

  // Derived from the key of the tokens, so that the database does not hold it.
  const submissionKey = (jti: string) => createHmac("sha256", key).update(`submission ${jti}`).digest();

  async function issueSubmission(login: Login): Promise<Submission> {
    const jti = randomUUID();
    const { name: _, userName: _userName, role: _role, ...claims } = claimsFor(login, needOf(login));
    const use = { ...claims, use: "submission" };
    return {
      submissionToken: await sign(login, use, issueSecond(login), SUBMISSION_SECONDS, jti),
      submissionKey: submissionKey(jti).toString("base64url"),
    };
  }

  function submissionKeyOf({ jti }: JWTPayload): Buffer {
    if (jti === undefined) throw invalidToken();
    return submissionKey(jti);
  }

  return { issue, issueSubmission, submissionKeyOf, verify };
}

/** The claims that both tokens of a login have. */
function claimsFor(
  { user, device, authTime, methods = [], rotation = false }: Login,
  need: SecondFactorNeed,
) {
  return {
    name: user.fullName,
    userName: user.userName,
    role: [...rolesOf({ user, device, authTime }, need)],
    tenant_id: user.tenantId,
    ...(device !== null && { device_id: device.oid, device_since: pairedAt(device) }),
    ...(authTime !== null && { auth_time: authTime }),
    ...(methods.length > 0 && { amr: [...methods] }),
    ...(rotation && { rotation }),
  };
}
