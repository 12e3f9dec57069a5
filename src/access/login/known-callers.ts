import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { Unavailable } from "../../domain/errors.ts";
import type { AnyInput } from "../../http/endpoint/endpoint.ts";
import type { Clock } from "../../platform/clock.ts";
import { sqlite, statement, type Tx } from "../../storage/database/statement.ts";
import { replaceInto, selectFrom } from "../../storage/database/table-statements.ts";
import type { Storage } from "../../storage/storage.ts";
import { ensureKey } from "../secrets/key-files.ts";
import type { User } from "../users/users.ts";

// A caller is known for a user who has logged in from the same browser or the same address within 90 days. Wrong passwords of
// known callers are counted apart, so that nobody can lock a user out where the user usually logs in. It permits nothing else.

const DAY_MS = 86_400_000;
const KNOWN_MS = 90 * DAY_MS;
/** A login is recorded again after this time. */
const RENEW_MS = DAY_MS;
/** Maximum number of known browsers and addresses of a user. The newest are kept. */
const MAX_OF_USER = 100;

/** Maximum number of logins in memory while the disk is not accepting writes. The oldest are removed first. */
const MAX_IN_MEMORY = 10_000;

/** The cookie that recognizes a browser at the next login. */
const COOKIE = "tallybox-login";
/** 128 random bits, and the first 192 bits of their HMAC-SHA-256, in base64url. */
const COOKIE_VALUE = /^([A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{32})$/;

/** The client of a login. */
export type Caller = Pick<AnyInput, "address" | "isEncrypted" | "cookie">;

/** How a caller is known. `id`: names it among the browsers and addresses. */
export interface KnownCaller {
  readonly id: string;
  readonly kind: "browser" | "address";
}

interface Row {
  readonly userId: number;
  readonly caller: string;
  readonly lastAt: number;
}

const find = selectFrom("knownCaller", ["userId", "caller"], ["lastAt"]);
const save = replaceInto("knownCaller", ["userId", "caller", "lastAt"]);
const removeSurplus = statement((p: { userId: number; max: number }) =>
  sqlite
    .deleteFrom("knownCaller")
    .where("userId", "=", p.userId)
    .where("caller", "not in", (eb) =>
      eb
        .selectFrom("knownCaller")
        .select("caller")
        .where("userId", "=", p.userId)
        .orderBy("lastAt", "desc")
        .limit(p.max),
    ),
);
const removeOld = statement((p: { before: number }) =>
  sqlite.deleteFrom("knownCaller").where("lastAt", "<=", p.before),
);

/** Removes the callers without a login for 90 days. `now`: ms since 1970. */
export function removeOldCallers(tx: Tx, now: number): void {
  removeOld.run(tx, { before: now - KNOWN_MS });
}

/**
 * Makes the server's own addresses known for a user, whose password is reset on the machine itself: so that the user can log in
 * there, or through a tunnel, while others try passwords from elsewhere.
 */
export function addLoopback(tx: Tx, userId: number, now: number): void {
  for (const address of ["127.0.0.1", "0:0:0:0::/64"])
    save.run(tx, { userId, caller: callerOf(address).id, lastAt: now });
}

/** Makes the known callers of this storage. */
export function knownCallers(storage: Storage, clock: Clock) {
  const key = ensureKey(storage.folder, "device-codes.key");
  const signatureOf = (browser: string) =>
    createHmac("sha256", key).update(`login cookie ${browser}`).digest("base64url").slice(0, 32);
  /** Logins that are not in the database yet, by user and caller. */
  const unsaved = new Map<string, Row>();
  const keyOf = ({ userId, caller }: Omit<Row, "lastAt">) => `${userId} ${caller}`;

  /** The browser that the cookie names; null: no cookie, or none of this server. */
  function browserOf(caller: Caller): string | null {
    const [, browser, signature] = COOKIE_VALUE.exec(caller.cookie(COOKIE) ?? "") ?? [];
    if (browser === undefined || signature === undefined) return null;
    return timingSafeEqual(Buffer.from(signature), Buffer.from(signatureOf(browser))) ? browser : null;
  }

  /** Time of the last recorded login, in ms since 1970. */
  function lastLogin(userId: number, caller: string): number {
    const row = unsaved.get(keyOf({ userId, caller })) ?? find.first(storage.db, { userId, caller });
    return row?.lastAt ?? Number.NEGATIVE_INFINITY;
  }

  async function saveAll(): Promise<void> {
    const rows = [...unsaved];
    await storage.write(
      null,
      (tx) => {
        for (const [, row] of rows) save.run(tx, row);
        for (const userId of new Set(rows.map(([, row]) => row.userId)))
          removeSurplus.run(tx, { userId, max: MAX_OF_USER });
      },
      { evenWhenLow: true },
    );
    for (const [name, row] of rows) if (unsaved.get(name) === row) unsaved.delete(name);
  }

  return {
    /** How the caller is known for the user; null: not at all. A browser comes before its address. */
    find(user: User | null, caller: Caller) {
      if (user === null || !user.isActive) return null;
      const browser = browserOf(caller);
      const callers = [...(browser === null ? [] : [browserCaller(browser)]), callerOf(caller.address)];
      return callers.find(({ id }) => clock.now() - lastLogin(user.oid, id) < KNOWN_MS) ?? null;
    },
    /**
     * Records a login of the user. Returns the cookie for the response (`Set-Cookie`). While the disk is not accepting writes, the
     * login is recorded in memory and written later.
     */
    async recordLogin({ oid: userId }: User, caller: Caller) {
      const browser = browserOf(caller) ?? randomBytes(16).toString("base64url");
      const lastAt = clock.now();
      for (const { id } of [browserCaller(browser), callerOf(caller.address)]) {
        const row = { userId, caller: id, lastAt };
        if (lastAt - lastLogin(userId, id) >= RENEW_MS) unsaved.set(keyOf(row), row);
      }
      const [oldest] = unsaved.keys();
      if (unsaved.size > MAX_IN_MEMORY && oldest !== undefined) unsaved.delete(oldest);
      try {
        if (unsaved.size > 0) await saveAll();
      } catch (error) {
        if (!(error instanceof Unavailable)) throw error;
      }
      const attributes = ["Path=/api", `Max-Age=${KNOWN_MS / 1000}`, "HttpOnly", "SameSite=Strict"];
      return [
        `${COOKIE}=${browser}.${signatureOf(browser)}`,
        ...attributes,
        ...(caller.isEncrypted ? ["Secure"] : []),
      ].join("; ");
    },
  };
}

const browserCaller = (browser: string): KnownCaller => ({ id: `browser ${browser}`, kind: "browser" });
const callerOf = (address: string): KnownCaller => ({ id: `address ${address}`, kind: "address" });
