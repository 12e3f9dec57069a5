import type { Clock } from "../clock.ts";
import { Throttled, Unauthenticated } from "../errors.ts";
import { nameKey } from "../storage/fold.ts";
import type { Storage } from "../storage/storage.ts";
import { say } from "../words.ts";
import { attemptCounters } from "./attempts.ts";
import type { Caller } from "./caller.ts";
import { type Counter, countGuess, type Guess, guessWasRight } from "./guesses.ts";
import { verifySecret } from "./secrets.ts";
import { findUser, findUserByName, type User } from "./users.ts";

/** Checks logins. Each throws Unauthenticated when the secret is wrong, Throttled while too many were. */
export interface Logins {
  byPin(who: Who, pin: string, address: string): Promise<User>;
  byPassword(userName: string, password: string, address: string): Promise<User>;
  /** A PIN typed at a terminal, for the users of its tenant alone. */
  atTerminal(userId: number, pin: string, terminal: Caller, address: string): Promise<User>;
}

export type Who = { readonly userId: number } | { readonly userName: string };

const wrong = () =>
  new Unauthenticated(
    say(
      "Invalid credentials. Check the user name and the password or PIN.",
      "Neplatné přihlašovací údaje. Zkontrolujte uživatele a heslo nebo PIN.",
    ),
  );
const wrongPin = () => new Unauthenticated(say("Wrong PIN. Try again.", "Chybný PIN. Zkuste to znovu."));
const inactive = () =>
  new Unauthenticated(
    say("This account is inactive. Ask an administrator.", "Tento účet není aktivní. Obraťte se na správce."),
  );

export function makeLogins(storage: Storage, clock: Clock): Logins {
  const attempts = attemptCounters(storage);
  const underway = new Map<string, Set<Promise<unknown>>>();

  /** Counts the guess, checks it in the same time whoever it is, and takes it back when it was right. */
  async function check(
    user: User | null,
    secret: string,
    stored: string | null,
    counters: readonly Counter[],
    pinHoldEnded: Counter | null,
    refusal = wrong,
  ): Promise<User> {
    const guess = await count(counters);
    const verified = verifySecret(secret, stored).then(
      (isRight) => settle(user, stored, isRight, guess, pinHoldEnded, refusal),
      async (error: unknown) => {
        // Not checked at all (too many wait): then it was no guess.
        await takeBack(guess, []);
        throw error;
      },
    );
    return following(counters, verified);
  }

  /** Takes a right guess back and gives the user as of now: the secret may have been changed while it was checked. */
  async function settle(
    user: User | null,
    stored: string | null,
    isRight: boolean,
    guess: Guess,
    pinHoldEnded: Counter | null,
    refusal = wrong,
  ): Promise<User> {
    const today = user && findUser(storage.db, user.oid);
    if (!isRight || today === null || (today.passwordHash !== stored && today.pinHash !== stored))
      throw refusal();
    if (!today.isActive) throw inactive();
    await takeBack(guess, ["pin-user", "pin-device", "password-user"], pinHoldEnded);
    return today;
  }

  async function takeBack(
    guess: Guess,
    settled: readonly Counter["kind"][],
    pinHoldEnded: Counter | null = null,
  ) {
    await attempts.change((counters) => {
      guessWasRight(counters, guess, settled);
      if (pinHoldEnded !== null) counters.remove(pinHoldEnded);
    });
  }

  /**
   * Counts a guess. Where guesses that are still being checked have filled a counter, it waits for them: they may all be
   * right (a shift logs in through one address).
   */
  async function count(counters: readonly Counter[]): Promise<Guess> {
    for (;;) {
      try {
        return await attempts.change((store) => countGuess(store, counters, clock.now()));
      } catch (error) {
        const others = counters.flatMap((counter) => [...(underway.get(keyOf(counter)) ?? [])]);
        if (!(error instanceof Throttled) || others.length === 0) throw error;
        await Promise.race(others.map((other) => other.catch(() => null)));
      }
    }
  }

  /** Keeps `checking` in sight of others on the same counters while it runs. */
  async function following<T>(counters: readonly Counter[], checking: Promise<T>): Promise<T> {
    const keys = counters.map(keyOf);
    for (const key of keys) underway.set(key, (underway.get(key) ?? new Set()).add(checking));
    try {
      return await checking;
    } finally {
      for (const key of keys) {
        const others = underway.get(key);
        others?.delete(checking);
        if (others?.size === 0) underway.delete(key);
      }
    }
  }

  return {
    byPin(who, pin, address) {
      const user =
        "userId" in who ? findUser(storage.db, who.userId) : findUserByName(storage.db, who.userName);
      const counters: Counter[] = [
        { kind: "pin-user", subject: subjectOf(user, who) },
        { kind: "pin-address", subject: address },
      ];
      return check(user, pin, user?.pinHash ?? null, counters, null);
    },
    byPassword(userName, password, address) {
      const user = findUserByName(storage.db, userName);
      const subject = subjectOf(user, { userName });
      const counters: Counter[] = [
        { kind: "password-user", subject },
        { kind: "password-address", subject: address },
      ];
      return check(user, password, user?.passwordHash ?? null, counters, { kind: "pin-user", subject });
    },
    atTerminal(userId, pin, terminal, address) {
      const found = findUser(storage.db, userId);
      const user = found?.tenantId === terminal.tenantId ? found : null;
      const subject = subjectOf(user, { userId });
      const counters: Counter[] =
        terminal.deviceTokenId === null
          ? [
              { kind: "pin-user", subject },
              { kind: "pin-address", subject: address },
            ]
          : [
              { kind: "pin-device", subject: `${subject} ${terminal.deviceTokenId}` },
              { kind: "pin-devices", subject },
            ];
      return check(user, pin, user?.pinHash ?? null, counters, null, wrongPin);
    },
  };
}

const keyOf = ({ kind, subject }: Counter) => `${kind} ${subject}`;

/** One user has one counter, by whatever name; who does not exist is counted too, so that 429 tells nothing. */
function subjectOf(user: User | null, who: Who): string {
  if (user !== null) return `user ${user.oid}`;
  return "userId" in who ? `user ${who.userId}` : `name ${nameKey(who.userName)}`;
}
