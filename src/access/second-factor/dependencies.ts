import { Forbidden, TicketExpired } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import type { Principal } from "../../domain/principal.ts";
import { RECENT_SECONDS } from "../../domain/roles.ts";
import type { Logins } from "../login/login.ts";
import type { AccessDependencies } from "../tokens/dependencies.ts";
import { findUser, type SecondFactorNeedOf, type User } from "../users/users.ts";
import { type FactorKeys, factorKeys } from "./keys.ts";
import { secondFactorNeed } from "./requirement.ts";
import { makeTickets, type Ticket, type Tickets } from "./tickets.ts";

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
  const { passwordHash, pinHash, tokensSince } = ticket.secrets;
  if (user.passwordHash !== passwordHash || user.pinHash !== pinHash) throw new TicketExpired();
  if (user.tokensSince !== tokensSince) throw new TicketExpired();
  return { ticket, user };
}

/**
 * Throws Forbidden on a paired device, and unless the password was entered in the last five minutes. `now`: ms since 1970.
 */
export function demandRecentPassword(
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
