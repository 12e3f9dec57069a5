import { randomBytes } from "node:crypto";
import type { SecondFactorKind } from "../../domain/errors.ts";
import type { SessionClient } from "../../domain/login.ts";
import type { Clock } from "../../platform/clock.ts";
import type { NewEvent } from "../../security-log/event.ts";
import type { FirstStep } from "../login/first-step.ts";
import type { User } from "../users/users.ts";

// Tickets connect the two steps of a login. They are in memory, so a restart ends them.

/** A login between its two steps, or the permission to add a second factor. */
export interface Ticket {
  readonly userId: number;
  readonly purpose: "verify" | "setUp";
  readonly firstStep: FirstStep;
  /** The client, as the login names it. */
  readonly client: SessionClient | null;
  /** Whether the tokens are refreshed by their refresh tokens alone. */
  readonly rotation: boolean;
  /** The event of the login after its first step; null: already recorded. */
  readonly event: NewEvent | null;
  /** Time of the first step, seconds since 1970. */
  readonly authTime: number;
  readonly expiresAt: number;
  /** True for a ticket of a login in two steps. */
  readonly isTwoStep: boolean;
  /** The session that the new session replaces; null: none. */
  readonly replaces: number | null;
  /** The user's hashes, and since when tokens are valid, at the issue of the ticket, which expires when they change. */
  readonly secrets: Pick<User, "passwordHash" | "pinHash" | "tokensSince">;
  /** The challenge for the browser's next passkey response, valid once. */
  challenge: string | null;
  /** The secret of a new authenticator app that is not yet confirmed. */
  totpSecret: Uint8Array | null;
}

/** Tickets, each valid for one login. */
export interface Tickets {
  make(
    user: User,
    ticket: Pick<
      Ticket,
      "purpose" | "firstStep" | "client" | "rotation" | "event" | "authTime" | "isTwoStep" | "replaces"
    >,
  ): {
    readonly ticket: string;
    readonly expiresAt: string;
  };
  /** The ticket of this text, or null where it is unknown or expired. */
  find(text: string): Ticket | null;
  /** Ends a ticket; false: it has already ended. */
  end(text: string): boolean;
}

/** The event of a login whose second step has this address. The first step may have come from another one. */
export function loginEventOf(
  { event }: Pick<Ticket, "event">,
  secondFactor: SecondFactorKind,
  address: string,
): NewEvent | undefined {
  return event === null ? undefined : { ...event, address, details: { ...event.details, secondFactor } };
}

const LIFETIME_MS = 5 * 60_000;
const BYTES = 32;
/** Maximum number of tickets of a user. The oldest end first. */
const MAX_OF_USER = 5;
const MAX_TOTAL = 5000;

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
    if (tickets.size >= MAX_TOTAL && oldest !== undefined) tickets.delete(oldest);
  }

  return {
    make(user, options) {
      makeRoom(user.oid);
      const text = randomBytes(BYTES).toString("base64url");
      const expiresAt = clock.now() + LIFETIME_MS;
      const { passwordHash, pinHash, tokensSince } = user;
      const secrets = { passwordHash, pinHash, tokensSince };
      tickets.set(text, {
        ...options,
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
