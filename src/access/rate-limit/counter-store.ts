import { sql } from "kysely";
import { type Db, sqlite, statement, type Tx } from "../../storage/database/statement.ts";
import { deleteFrom, replaceInto, selectFrom } from "../../storage/database/table-statements.ts";
import type { Count, Counter } from "./rate-limit.ts";

// The counters of login attempts in the database (table `loginAttempt`).

/** Maximum number of counters of unknown user ids. The newest are kept. */
const MAX_UNKNOWN_COUNTERS = 10_000;

const LOCK_PASSWORD: Counter["kind"] = "lock-password";
const USER_FAILURES: Counter["kind"] = "user-failures";

interface Key {
  readonly kind: string;
  readonly subject: string;
}

const find = selectFrom("loginAttempt", ["kind", "subject"], ["times", "holds", "heldUntil", "failures"]);
const put = replaceInto("loginAttempt", [
  "kind",
  "subject",
  "times",
  "holds",
  "heldUntil",
  "failures",
  "userId",
  "deviceTokenId",
  "address",
]);
const remove = deleteFrom("loginAttempt", ["kind", "subject"]);
const ofUser = statement((p: { userId: number; subject: string }) =>
  sqlite
    .selectFrom("loginAttempt")
    .select(["kind", "subject"])
    .where((eb) => eb.or([eb("userId", "=", p.userId), eb("subject", "=", p.subject)])),
);
/** The time of the last attempt. */
const lastAt = sql<number>`ifnull(json_extract(times, '$[#-1]'), 0)`;
const removeOld = statement((p: { before: number; except: string }) =>
  sqlite
    .deleteFrom("loginAttempt")
    .where("failures", "=", 0)
    .where("kind", "!=", p.except)
    .where("heldUntil", "<", p.before)
    .where(lastAt, "<", p.before),
);
const removeOldOfKind = statement((p: { kind: string; before: number }) =>
  sqlite.deleteFrom("loginAttempt").where("kind", "=", p.kind).where(lastAt, "<", p.before),
);
const removeUnknown = statement((p: { kind: string; max: number }) =>
  sqlite
    .deleteFrom("loginAttempt")
    .where("userId", "is", null)
    .where("failures", ">", 0)
    .where("kind", "<>", p.kind)
    .where(
      sql<boolean>`(kind, subject) NOT IN (SELECT kind, subject FROM loginAttempt
        WHERE userId IS NULL AND failures > 0 AND kind <> ${p.kind}
        ORDER BY json_extract(times, '$[#-1]') DESC LIMIT ${p.max})`,
    ),
);
/** Those with the most attempts are kept: attempts at other names must not end the lock of an unknown name. */
const removeUnknownOfKind = statement((p: { kind: string; max: number }) =>
  sqlite
    .deleteFrom("loginAttempt")
    .where("userId", "is", null)
    .where("kind", "=", p.kind)
    .where("subject", "not in", (eb) =>
      eb
        .selectFrom("loginAttempt")
        .select("subject")
        .where("userId", "is", null)
        .where("kind", "=", p.kind)
        .orderBy("failures", "desc")
        .orderBy(lastAt, "desc")
        .limit(p.max),
    ),
);

/** A store of counters. */
export interface CounterStore {
  find(counter: Counter): Count | null;
  save(counter: Counter, count: Count): void;
  remove(counter: Key): void;
  /** Removes every counter of a user's secrets, except those of the kinds `except`. */
  removeOfUser(userId: number, except?: readonly string[]): void;
}

/** The counters in the database. */
export function countersIn(tx: Tx): CounterStore {
  return {
    find: (counter) => findCount(tx, counter),
    save: ({ kind, subject, userId, deviceTokenId, address }, { times, holds, heldUntil, failures }) =>
      put.run(tx, {
        kind,
        subject,
        holds,
        heldUntil,
        failures,
        times: JSON.stringify(times),
        userId: userId ?? null,
        deviceTokenId: deviceTokenId ?? null,
        address: address ?? null,
      }),
    remove: (counter) => remove.run(tx, counter),
    removeOfUser(userId, except = []) {
      for (const counter of countersOfUser(tx, userId)) {
        if (!except.includes(counter.kind)) remove.run(tx, counter);
      }
    },
  };
}

/** The state of a counter in the database. */
export function findCount(db: Db, counter: Key): Count | null {
  const row = find.first(db, counter);
  if (row === null) return null;
  const all: unknown = JSON.parse(row.times);
  const times = (Array.isArray(all) ? all : []).filter((time): time is number => typeof time === "number");
  return { ...row, times };
}

/** Every counter of a user id, including counters older than the user. */
export function countersOfUser(db: Db, userId: number): readonly Key[] {
  return ofUser.all(db, { userId, subject: `user ${userId}` });
}

/** Removes all wrong attempts of a user, and with them the user's holds and locks. */
export function resetLoginAttempts(tx: Tx, userId: number): void {
  countersIn(tx).removeOfUser(userId);
}

/** When counters expire, in ms since 1970, by the time of their last attempt. */
interface Expiry {
  /** Of the counters without failures that add up. */
  readonly before: number;
  readonly daily: { readonly kinds: readonly Counter["kind"][]; readonly before: number };
}

/** Removes expired counters, and the surplus counters of unknown users. */
export function removeOldCounters(tx: Tx, { before, daily }: Expiry): void {
  removeOld.run(tx, { before, except: USER_FAILURES });
  for (const kind of daily.kinds) removeOldOfKind.run(tx, { kind, before: daily.before });
  removeUnknown.run(tx, { kind: LOCK_PASSWORD, max: MAX_UNKNOWN_COUNTERS });
  removeUnknownOfKind.run(tx, { kind: LOCK_PASSWORD, max: MAX_UNKNOWN_COUNTERS });
}
