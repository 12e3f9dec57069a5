import { createHash, randomBytes } from "node:crypto";
import { Unauthenticated } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import type { Principal } from "../../domain/principal.ts";
import { scopesIn } from "../../domain/scopes.ts";
import { makeHourlyLimit } from "../../http/pipeline/quota.ts";
import type { SecurityLogDependencies } from "../../security-log/security-log.ts";
import { trackLastUse } from "../last-use.ts";
import { keyByHash, saveLastUse } from "./store.ts";

/** A change in any of these tables may end a key or change what it may do. */
const TABLES = ["user", "serviceAccount", "apiKey"] as const;
const MAX_CACHED = 1000;

/** Checks API keys, limits their requests, and records their last use. */
export type ApiKeys = ReturnType<typeof makeApiKeys>;

interface CachedKey {
  readonly principal: Principal;
  /** Milliseconds since 1970; 0: the account is inactive or not confirmed. */
  readonly expiresAt: number;
}

/** Makes the check of API keys. `requestsPerHour`: of each service account. */
export function makeApiKeys(dependencies: SecurityLogDependencies, requestsPerHour: number) {
  const { storage, clock, securityLog } = dependencies;
  const limit = makeHourlyLimit(clock, requestsPerHour, tooManyRequests, String);
  const use = trackLastUse(dependencies, "API keys", saveLastUse);
  const cache = new Map<string, CachedKey>();
  storage.onChange(TABLES, () => cache.clear());

  /** The stored key with its principal; null: there is none. */
  function find(key: string): CachedKey | null {
    const row = keyByHash.first(storage.db, { keyHash: hashOf(key) });
    if (row === null) return null;
    const { oid, tenantId, userId, userName, fullName, isActive, isConfirmed } = row;
    const principal: Principal = {
      tenantId,
      userId,
      userName,
      fullName,
      // What the scopes permit is limited further by this role: a key never administers users or the server.
      roles: ["Manager"],
      deviceTokenId: null,
      deviceKind: null,
      authTime: null,
      session: null,
      apiKey: { apiKeyId: oid, scopes: scopesIn(row.scopes) },
    };
    const isUsable = isActive === 1 && isConfirmed === 1;
    const found = { principal, expiresAt: isUsable ? Date.parse(row.expiresAt) : 0 };
    if (cache.size >= MAX_CACHED) cache.clear();
    cache.set(key, found);
    return found;
  }

  function check(key: string, address: string): Principal {
    const found = cache.get(key) ?? find(key);
    if (found !== null && found.expiresAt > clock.now()) return found.principal;
    const { tenantId = null, userId = null } = found?.principal ?? {};
    const from = { tenantId, userId, deviceTokenId: null, address };
    securityLog.record({ kind: "apiKeyUsed", reason: "wrongCredentials", ...from });
    throw invalidKey();
  }

  return {
    /** The principal of a key, again during a request. Throws Unauthenticated where it has become invalid. */
    check,
    /**
     * The principal of a key, for a new request. Throws Unauthenticated for an invalid key, TooManyRequests above the limit of the
     * account. `address`: of the client, for the security log.
     */
    authenticate(key: string, address: string) {
      const principal = check(key, address);
      limit.consume(principal.userId);
      if (principal.apiKey) use.record(principal.apiKey.apiKeyId);
      return principal;
    },
    /** Writes the pending records of use. */
    stop: use.stop,
  };
}

const tooManyRequests = (seconds: number) =>
  msg("This service account sends too many requests. Try again in {seconds} s.", { seconds });

/** Begins each key, so that scanners for leaked secrets find it. */
const PREFIX = "tallybox_";
/** 256 bits: no limit of attempts is needed against guessing. */
const KEY_BYTES = 32;
const HINT_CHARACTERS = PREFIX.length + 4;

/** Makes a random key. */
export function makeKey() {
  const key = `${PREFIX}${randomBytes(KEY_BYTES).toString("base64url")}`;
  return {
    /** `tallybox_` and 43 characters (base64url, RFC 4648 §5). */
    key,
    keyHash: hashOf(key),
    /** The first characters, by which people recognize the key. */
    hint: key.slice(0, HINT_CHARACTERS),
  };
}

/** The key of an `Authorization` header; null: the header holds another kind of token. */
export function keyIn(header: string): string | null {
  const [, key] = /^Bearer +(\S+)$/i.exec(header) ?? [];
  return key?.startsWith(PREFIX) ? key : null;
}

/** SHA-256 of a key. A key is random, so a slow hash would add nothing. */
function hashOf(key: string): Buffer {
  return createHash("sha256").update(key).digest();
}

/** The error for a key that is unknown, expired or revoked. */
const invalidKey = () =>
  new Unauthenticated(msg("This API key is not valid: it is unknown, expired or revoked."), true);
