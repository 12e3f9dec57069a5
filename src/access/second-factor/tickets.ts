import { randomBytes } from "node:crypto";
import type { SessionClient } from "../../domain/session-clients.ts";
import type { Clock } from "../../platform/clock.ts";
import type { NewEvent } from "../../security-log/event.ts";
import type { FirstStep } from "../login/first-step.ts";
import type { User } from "../users/users.ts";

// Between the two steps of a login: who has passed the first. In memory, because nothing but a restart may forget it.

/** A login that waits for its second step, or a user who may add a second factor. */
export interface Ticket {
  readonly userId: number;
  readonly purpose: "verify" | "setUp";
  readonly firstStep: FirstStep;
  /** What the login says that it comes from. */
  readonly client: SessionClient | null;
  /** What the security log tells of the login; null: it was told before. */
  readonly event: NewEvent | null;
  /** When the first step was passed, seconds since 1970. */
  readonly authTime: number;
  readonly expiresAt: number;
  /** The login that it is of took two steps. */
  readonly isTwoStep: boolean;
  /** The session that the new one takes the place of; null: none. */
  readonly replaces: number | null;
  /** Of the user when it was made: a ticket ends when they change. */
  readonly secrets: Pick<User, "passwordHash" | "pinHash">;
  /** What the browser's next answer about a passkey must be to, once. */
  challenge: string | null;
  /** The secret of an authenticator app that is being added. */
  totpSecret: Uint8Array | null;
}

/** Tickets, each worth one login. */
export interface Tickets {
  make(
    user: User,
    ticket: Pick<
      Ticket,
      "purpose" | "firstStep" | "client" | "event" | "authTime" | "isTwoStep" | "replaces"
    >,
  ): {
    readonly ticket: string;
    readonly expiresAt: string;
  };
  /** The living ticket of this text, or null. */
  find(text: string): Ticket | null;
  /** Ends a ticket; false: it has been ended before. */
  end(text: string): boolean;
}

const LASTS_MS = 5 * 60_000;
const BYTES = 32;
/** Of one user; the oldest end first. */
const MAX_OF_USER = 5;
const MAX_IN_ALL = 5000;

/** Makes the store of tickets. */
export function makeTickets(clock: Clock): Tickets {
  const tickets = new Map<string, Ticket>();

  function makeRoom(userId: number): void {
    const now = clock.now();
    for (const [text, { expiresAt }] of tickets) if (expiresAt <= now) tickets.delete(text);
    const own = [...tickets].filter(([, ticket]) => ticket.userId === userId);
    const [oldestOwn] = own;
    if (own.length >= MAX_OF_USER && oldestOwn) tickets.delete(oldestOwn[0]);
    const [oldest] = tickets.keys();
    if (tickets.size >= MAX_IN_ALL && oldest !== undefined) tickets.delete(oldest);
  }

  return {
    make(user, given) {
      makeRoom(user.oid);
      const text = randomBytes(BYTES).toString("base64url");
      const expiresAt = clock.now() + LASTS_MS;
      const { passwordHash, pinHash } = user;
      const secrets = { passwordHash, pinHash };
      tickets.set(text, {
        ...given,
        userId: user.oid,
        secrets,
        expiresAt,
        challenge: null,
        totpSecret: null,
      });
      return { ticket: text, expiresAt: new Date(expiresAt).toISOString() };
    },
    find(text) {
      const found = tickets.get(text);
      return found !== undefined && found.expiresAt > clock.now() ? found : null;
    },
    end: (text) => tickets.delete(text),
  };
}
