import { sql } from "kysely";
import { Throttled } from "../errors.ts";
import { type Db, sqlite, statement, type Tx } from "../storage/statement.ts";

// Wrong guesses are counted before the guess is checked, so that concurrent ones get no more; in the database, so that a
// restart gets no more (in memory while the disk takes no writes: attempts.ts).

const WINDOW_MS = 15 * 60_000;
const FIRST_HOLD_MS = 30_000;
const LONGEST_HOLD_MS = 15 * 60_000;

/** Whose guesses are counted together, and how many wrong ones within 15 minutes are too many. */
export interface Counter {
  readonly kind:
    | "pin-user"
    | "pin-address"
    | "pin-device"
    | "pin-devices"
    | "password-user"
    | "password-address"
    | "code-address"
    | "setup-address";
  readonly subject: string;
}

const LIMITS: Readonly<Record<Counter["kind"], number>> = {
  "pin-user": 5,
  "pin-device": 5,
  // One terminal never gets there; a hundred newly paired ones do.
  "pin-devices": 20,
  "pin-address": 20,
  "password-user": 20,
  "password-address": 20,
  "code-address": 20,
  "setup-address": 5,
};

/** What a counter holds. Times are milliseconds since 1970. */
export interface Count {
  readonly times: readonly number[];
  readonly holds: number;
  readonly heldUntil: number;
}

const NONE: Count = { times: [], holds: 0, heldUntil: 0 };

const find = statement((p: Counter) =>
  sqlite
    .selectFrom("guess")
    .select(["times", "holds", "heldUntil"])
    .where("kind", "=", p.kind)
    .where("subject", "=", p.subject),
);
const put = statement((p: Counter & { times: string; holds: number; heldUntil: number }) =>
  sqlite
    .replaceInto("guess")
    .values({ kind: p.kind, subject: p.subject, times: p.times, holds: p.holds, heldUntil: p.heldUntil }),
);
const remove = statement((p: Counter) =>
  sqlite.deleteFrom("guess").where("kind", "=", p.kind).where("subject", "=", p.subject),
);
/** Counters whose subject is a user, or a user on a device. */
const OF_USER = ["pin-user", "password-user", "pin-device", "pin-devices"] as const;
const removeOfUser = statement((p: Counter & { ofDevice: string }) =>
  sqlite
    .deleteFrom("guess")
    .where("kind", "=", p.kind)
    .where((eb) => eb.or([eb("subject", "=", p.subject), eb("subject", sql`GLOB`, p.ofDevice)])),
);
const removeSettled = statement((p: { before: number }) =>
  sqlite
    .deleteFrom("guess")
    .where("heldUntil", "<", p.before)
    .where(sql`ifnull(json_extract(times, '$[#-1]'), 0)`, "<", p.before),
);

/** Where counters are kept. */
export interface CounterStore {
  find(counter: Counter): Count | null;
  save(counter: Counter, count: Count): void;
  remove(counter: Counter): void;
}

/** The counters in the database. */
export function countersIn(tx: Tx): CounterStore {
  return {
    find: (counter) => findCount(tx, counter),
    save: (counter, { times, holds, heldUntil }) =>
      put.run(tx, { ...counter, times: JSON.stringify(times), holds, heldUntil }),
    remove: (counter) => remove.run(tx, counter),
  };
}

/** A counter as the database holds it. */
export function findCount(db: Db, counter: Counter): Count | null {
  const row = find.first(db, counter);
  if (row === null) return null;
  const all: unknown = JSON.parse(row.times);
  const times = (Array.isArray(all) ? all : []).filter((time): time is number => typeof time === "number");
  return { ...row, times };
}

/** A guess that was counted: to be taken back when it turns out right. */
export interface Guess {
  readonly at: number;
  readonly counters: readonly { readonly counter: Counter; readonly before: Count }[];
}

/**
 * Counts a guess as wrong before it is checked. The guess that reaches the limit starts a hold of 30 s; each wrong one
 * after it doubles the hold, up to 15 min. Throws Throttled, and counts nothing, while any of the counters is held.
 */
export function countGuess(store: CounterStore, counters: readonly Counter[], now: number): Guess {
  const states = counters.map((counter) => ({ counter, before: current(store, counter, now) }));
  const heldUntil = Math.max(...states.map(({ before }) => before.heldUntil));
  if (heldUntil > now) throw new Throttled(Math.ceil((heldUntil - now) / 1000));
  for (const { counter, before } of states) store.save(counter, counted(before, counter, now));
  return { at: now, counters: states };
}

/** Takes a right guess back: the counters of `settled` kinds start anew, the others lose this one guess alone. */
export function guessWasRight(store: CounterStore, guess: Guess, settled: readonly Counter["kind"][]): void {
  for (const { counter, before } of guess.counters) {
    if (settled.includes(counter.kind)) {
      store.remove(counter);
      continue;
    }
    const now = current(store, counter, guess.at);
    const at = now.times.indexOf(guess.at);
    const ownHold = now.holds === before.holds + 1;
    store.save(counter, {
      times: at < 0 ? now.times : now.times.toSpliced(at, 1),
      holds: ownHold ? before.holds : now.holds,
      heldUntil: ownHold ? before.heldUntil : now.heldUntil,
    });
  }
}

/** Removes all wrong guesses that count against one user, and with them the user's lock-outs. */
export function forgetLoginAttempts(tx: Tx, userId: number): void {
  const subject = `user ${userId}`;
  for (const kind of OF_USER) removeOfUser.run(tx, { kind, subject, ofDevice: `${subject} *` });
}

function counted(before: Count, { kind }: Counter, now: number): Count {
  const times = [...before.times, now].slice(-LIMITS[kind]);
  if (times.length < LIMITS[kind] && before.holds === 0) return { ...before, times };
  const hold = Math.min(FIRST_HOLD_MS * 2 ** before.holds, LONGEST_HOLD_MS);
  return { times, holds: before.holds + 1, heldUntil: now + hold };
}

/** The state as it counts now: guesses of more than 15 minutes ago are gone, and after 15 quiet minutes the holds too. */
function current(store: CounterStore, counter: Counter, now: number): Count {
  const count = store.find(counter);
  if (count === null) return NONE;
  const isQuiet = now - Math.max(count.heldUntil, ...count.times, 0) > WINDOW_MS;
  return isQuiet ? NONE : { ...count, times: count.times.filter((time) => now - time <= WINDOW_MS) };
}

/** Removes counters that say nothing any more. */
export function forgetSettled(tx: Tx, now: number): void {
  removeSettled.run(tx, { before: now - WINDOW_MS });
}
