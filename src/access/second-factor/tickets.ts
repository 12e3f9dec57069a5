import { randomBytes } from "node:crypto";
import { Forbidden, type SecondFactorKind, TicketExpired } from "../../domain/errors.ts";
import type { SessionClient } from "../../domain/login.ts";
import { msg } from "../../domain/message.ts";
import type { Principal } from "../../domain/principal.ts";
import { RECENT_SECONDS, type Role } from "../../domain/roles.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Config } from "../../platform/config.ts";
import type { NewEvent } from "../../security-log/event.ts";
import { readSettings } from "../../settings/settings.ts";
import type { Db } from "../../storage/database/statement.ts";
import type { FirstStep, Logins } from "../login/login.ts";
import type { AccessDependencies } from "../tokens/tokens.ts";
import { findUser, type SecondFactorNeedOf, type User } from "../users/users.ts";
import { type FactorKeys, factorKeys } from "./keys.ts";
import * as store from "./store.ts";

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
  /** The user's hashes, and since when tokens and sessions are valid, at the issue of the ticket, which expires when they change. */
  readonly secrets: Pick<User, "passwordHash" | "pinHash" | "tokensSince" | "sessionsEndedAt">;
  /** The challenge for the browser's next passkey response, valid once. */
  challenge: string | null;
  /** The secret of a new authenticator app that is not yet confirmed. */
  totpSecret: Uint8Array | null;
}

/** Tickets, each valid for one login. */
type Tickets = ReturnType<typeof makeTickets>;

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
function makeTickets(clock: Clock) {
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
    make(
      user: User,
      options: Pick<
        Ticket,
        "purpose" | "firstStep" | "client" | "rotation" | "event" | "authTime" | "isTwoStep" | "replaces"
      >,
    ) {
      makeRoom(user.oid);
      const text = randomBytes(BYTES).toString("base64url");
      const expiresAt = clock.now() + LIFETIME_MS;
      const { passwordHash, pinHash, tokensSince, sessionsEndedAt } = user;
      const secrets = { passwordHash, pinHash, tokensSince, sessionsEndedAt };
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
    /** The ticket of this text, or null where it is unknown or expired. */
    find(text: string) {
      const found = tickets.get(text);
      return found !== undefined && found.expiresAt > clock.now() ? found : null;
    },
    /** Ends a ticket; false: it has already ended. */
    end: (text: string) => tickets.delete(text),
  };
}

/** The dependencies of second factors. */
export interface SecondFactorDependencies
  extends Pick<AccessDependencies, "storage" | "clock" | "config" | "tokens"> {
  readonly logins: Logins;
  readonly keys: FactorKeys;
  readonly tickets: Tickets;
  readonly needOf: SecondFactorNeedOf;
}

/** Makes the dependencies, once for a server. */
export function secondFactorDependencies(
  { storage, clock, config, tokens }: AccessDependencies,
  logins: Logins,
): SecondFactorDependencies {
  const keys = factorKeys(storage.folder);
  const needOf = secondFactorNeed(config);
  return { storage, clock, config, tokens, logins, keys, tickets: makeTickets(clock), needOf };
}

/** The valid ticket of this text with its current user. Throws TicketExpired. */
export function findTicket(
  { storage, tickets }: Pick<SecondFactorDependencies, "storage" | "tickets">,
  text: string,
  purpose: Ticket["purpose"],
): { readonly ticket: Ticket; readonly user: User } {
  const ticket = tickets.find(text);
  const user = ticket && findUser(storage.db, ticket.userId);
  if (ticket?.purpose !== purpose || !user?.isActive) throw new TicketExpired();
  const { passwordHash, pinHash, tokensSince, sessionsEndedAt } = ticket.secrets;
  if (user.passwordHash !== passwordHash || user.pinHash !== pinHash) throw new TicketExpired();
  if (user.tokensSince !== tokensSince) throw new TicketExpired();
  // The ticket of a session ends with that session instead.
  if (ticket.replaces === null && user.sessionsEndedAt !== sessionsEndedAt) throw new TicketExpired();
  return { ticket, user };
}

/**
 * Throws Forbidden on a paired device, and unless the password was entered in the last five minutes. `now`: ms since 1970.
 */
export function assertRecentPassword(
  { deviceTokenId, authTime, methods = [] }: Principal,
  now: number,
): void {
  if (deviceTokenId !== null) {
    throw new Forbidden(msg("Two-step login is changed in the console, after a login with the password."));
  }
  const isRecent = authTime !== null && now / 1000 - authTime <= RECENT_SECONDS;
  if (isRecent && methods.includes("pwd")) return;
  throw new Forbidden(msg("Enter your password again to change two-step login."), "recentLogin");
}

// The rules for logins in two steps: docs/operate/second-factor.md.

/** The roles that require a second factor: those of the configuration if it names them, else those of the settings. */
export function requiredRoles(
  db: Db,
  { secondFactorRoles }: Pick<Config, "secondFactorRoles">,
): readonly Role[] {
  return secondFactorRoles ?? readSettings(db).settings.secondFactorRoles;
}

/** True for a user with an authenticator app or a passkey. */
export function hasSecondFactor(db: Db, { oid, tenantId }: Pick<User, "oid" | "tenantId">): boolean {
  const user = { tenantId, userId: oid };
  return store.totp.first(db, user) !== null || store.passkeys.first(db, user) !== null;
}

/** Finds what a user's login needs, by the configuration, the settings and the user's second factors. */
export function secondFactorNeed(config: Pick<Config, "secondFactorRoles">): SecondFactorNeedOf {
  return (db, user) => {
    if (hasSecondFactor(db, user)) return "verify";
    const required = requiredRoles(db, config);
    return user.roles.some((role) => required.includes(role)) ? "setUp" : "none";
  };
}
