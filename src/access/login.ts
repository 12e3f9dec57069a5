import type { Clock } from "../clock.ts";
import { Unauthenticated } from "../errors.ts";
import { nameKey } from "../storage/fold.ts";
import type { Storage } from "../storage/storage.ts";
import { say } from "../words.ts";
import type { Caller } from "./caller.ts";
import { type Counter, countGuess, forgive, guessWasRight } from "./guesses.ts";
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
      "Invalid credentials: check the user and the secret.",
      "Neplatné přihlašovací údaje: zkontrolujte uživatele a heslo či PIN.",
    ),
  );
const inactive = () =>
  new Unauthenticated(
    say(
      "This account is not active; ask an administrator.",
      "Tento účet není aktivní; obraťte se na správce.",
    ),
  );

export function makeLogins(storage: Storage, clock: Clock): Logins {
  /** Counts the guess, checks it in the same time whoever it is, and takes it back when it was right. */
  async function check(
    user: User | null,
    secret: string,
    stored: string | null,
    counters: readonly Counter[],
    pinHoldEnded: Counter | null,
  ): Promise<User> {
    const guess = await storage.write(null, (tx) => countGuess(tx, counters, clock.now()));
    const isRight = await verifySecret(secret, stored);
    if (!isRight || user === null) throw wrong();
    if (!user.isActive) throw inactive();
    await storage.write(null, (tx) => {
      guessWasRight(tx, guess, ["pin-user", "pin-device", "password-user"]);
      if (pinHoldEnded !== null) forgive(tx, pinHoldEnded);
    });
    return user;
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
          : [{ kind: "pin-device", subject: `${subject} ${terminal.deviceTokenId}` }];
      return check(user, pin, user?.pinHash ?? null, counters, null);
    },
  };
}

/** One user has one counter, by whatever name; who does not exist is counted too, so that 429 tells nothing. */
function subjectOf(user: User | null, who: Who): string {
  if (user !== null) return `user ${user.oid}`;
  return "userId" in who ? `user ${who.userId}` : `name ${nameKey(who.userName)}`;
}
