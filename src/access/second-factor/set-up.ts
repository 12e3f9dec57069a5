import { Invalid, TicketExpired, WrongState } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import { siteNameFor } from "../../settings/settings.ts";
import type { Db, Tx } from "../../storage/database/statement.ts";
import { deleteCodeOfUser } from "../devices/registration-codes.ts";
import type { Site } from "../login/first-step.ts";
import { endSession } from "../sessions/sessions.ts";
import type { AuthResponse } from "../tokens/signed-tokens.ts";
import { recordSecondFactor } from "../users/user-events.ts";
import type { User } from "../users/users.ts";
import { findTicket, type SecondFactorDependencies } from "./dependencies.ts";
import { creationOptions, type NewPasskey, verifyCreation } from "./passkeys.ts";
import { makeRecoveryCodes, recoveryCodeMac } from "./recovery-codes.ts";
import { hasSecondFactor } from "./requirement.ts";
import type { PasskeyCreation } from "./shapes.ts";
import * as store from "./store.ts";
import type { Ticket } from "./tickets.ts";
import { makeTotpSecret, totpKey, verifyTotp } from "./totp.ts";

/** What completes the addition of a second factor: one of them. */
export type NewFactor =
  | { readonly code: string }
  | { readonly passkey: PasskeyCreation; readonly name: string };

/** Adds second factors, each by the ticket of a login or of one's own account page. */
export interface SecondFactorSetUp {
  /** The key for an authenticator app. Throws TicketExpired, WrongState where there is one. */
  totp(ticket: string): { readonly secret: string; readonly uri: string };
  /** What a browser makes a passkey by. Throws TicketExpired, WrongState under an IP address. */
  passkeyOptions(ticket: string, site: Site): ReturnType<typeof creationOptions>;
  /** Adds the factor; gives tokens, and recovery codes with the first factor. Throws Invalid on a wrong answer, TicketExpired. */
  add(
    ticket: string,
    factor: NewFactor,
    site: Site,
  ): Promise<AuthResponse & { readonly recoveryCodes: string[] | null }>;
}

/** Users with more are mistaken. */
const MAX_PASSKEYS = 20;

/** Makes what adds second factors. */
export function secondFactorSetUp(parts: SecondFactorDependencies): SecondFactorSetUp {
  const { storage, clock, tokens, keys, tickets } = parts;
  const ofUser = ({ oid, tenantId }: User) => ({ userId: oid, tenantId });
  const issuerFor = (user: User) => siteNameFor(storage.db, user.tenantId).replaceAll(":", " ");

  /**
   * As `ticketOf`. A ticket of a password alone ends when the user has a second factor: whoever knows the password could wait
   * for that, and add one of their own.
   */
  function setUpTicketOf(text: string, db: Db = storage.db): ReturnType<typeof findTicket> {
    const found = findTicket(parts, text, "setUp");
    if (!found.ticket.isTwoStep && hasSecondFactor(db, found.user)) throw new TicketExpired();
    return found;
  }

  /** The time step of the code that shows that the app has the key. Throws Invalid. */
  function stepOf({ totpSecret }: Ticket, code: string): number {
    const step = totpSecret && verifyTotp(totpSecret, code.replaceAll(/\s/g, ""), clock.wallTime(), 0);
    if (step === null) throw wrongCode();
    return step;
  }

  function insertTotp(tx: Tx, user: User, { totpSecret }: Ticket, lastStep: number): void {
    if (totpSecret === null) throw new TicketExpired();
    if (store.totp.first(tx, ofUser(user)) !== null) throw hasApp();
    const secret = keys.encrypt(user.oid, totpSecret);
    store.addTotp.run(tx, { ...ofUser(user), secret, lastStep, now: tx.now });
  }

  function insertPasskey(tx: Tx, user: User, made: NewPasskey, given: { name: string; rpId: string }): void {
    if (store.passkeyByCredential.first(tx, made) !== null) throw wrongPasskey();
    if (store.passkeys.all(tx, ofUser(user)).length >= MAX_PASSKEYS) throw tooMany();
    store.addPasskey.run(tx, { ...ofUser(user), ...made, ...given, now: tx.now });
  }

  /** Checks the factor; what it gives adds it, in a transaction. Throws Invalid. */
  async function checked(
    user: User,
    ticket: Ticket,
    factor: NewFactor,
    site: Site,
  ): Promise<(tx: Tx) => void> {
    if ("code" in factor) {
      const step = stepOf(ticket, factor.code);
      return (tx) => insertTotp(tx, user, ticket, step);
    }
    const { challenge } = ticket;
    ticket.challenge = null;
    const { transports, ...response } = factor.passkey.response;
    const answer = {
      ...factor.passkey,
      response: { ...response, ...(transports !== undefined && { transports }) },
      clientExtensionResults: {},
    };
    const made = challenge === null ? null : await verifyCreation(site, answer, challenge);
    if (made === null) throw wrongPasskey();
    return (tx) => insertPasskey(tx, user, made, { name: factor.name, rpId: site.host });
  }

  return {
    totp(text) {
      const { ticket, user } = setUpTicketOf(text);
      if (store.totp.first(storage.db, ofUser(user)) !== null) throw hasApp();
      ticket.totpSecret ??= makeTotpSecret();
      return totpKey(ticket.totpSecret, { issuer: issuerFor(user), label: user.userName });
    },
    async passkeyOptions(text, site) {
      const { ticket, user } = setUpTicketOf(text);
      const { userName, fullName } = user;
      const handle = keys.mac("passkey owner", String(user.oid));
      const known = store.passkeys.all(storage.db, ofUser(user));
      const options = await creationOptions(site, { handle, userName, fullName }, issuerFor(user), known);
      ticket.challenge = options.challenge;
      return options;
    },
    async add(text, factor, site) {
      const { ticket, user } = setUpTicketOf(text);
      const insert = await checked(user, ticket, factor, site);
      const by = { userId: user.oid, deviceTokenId: null };
      const recoveryCodes = await storage.write(
        user.tenantId,
        (tx) => {
          const { user: today } = setUpTicketOf(text, tx);
          const isFirst = !hasSecondFactor(tx, today);
          insert(tx);
          recordSecondFactor(tx, today, "set");
          store.touchUser.run(tx, { ...ofUser(today), change: tx.change });
          if (ticket.replaces !== null && !endSession(tx, ticket.replaces, today)) throw new TicketExpired();
          if (!isFirst) return null;
          // Made by a password alone, too.
          deleteCodeOfUser(tx, today);
          return replaceRecoveryCodes(tx, parts, today);
        },
        { by },
      );
      const { user: today } = findTicket(parts, text, "setUp");
      if (!tickets.end(text)) throw new TicketExpired();
      const methods = [ticket.firstStep, "mfa"] as const;
      const { authTime, client } = ticket;
      const given = await tokens.logIn(
        { user: today, device: null, authTime, methods, client },
        ticket.event ?? undefined,
      );
      return { ...given, recoveryCodes };
    },
  };
}

/** Gives a user new recovery codes in place of the old ones. */
export function replaceRecoveryCodes(
  tx: Tx,
  { keys }: Pick<SecondFactorDependencies, "keys">,
  { oid, tenantId }: User,
): string[] {
  const user = { userId: oid, tenantId };
  store.removeRecoveryCodes.run(tx, user);
  const codes = makeRecoveryCodes();
  for (const code of codes)
    store.addRecoveryCode.run(tx, { ...user, codeMac: recoveryCodeMac(keys, oid, code) });
  return [...codes];
}

const wrongCode = () =>
  Invalid.field(
    "code",
    msg(
      "This code is not right. Check that the phone's clock is right, and enter the code shown now.",
      "Tento kód nesouhlasí. Zkontrolujte čas v telefonu a zadejte právě zobrazený kód.",
    ),
  );
const wrongPasskey = () =>
  Invalid.field(
    "passkey",
    msg(
      "The passkey could not be added. Try again.",
      "Přístupový klíč se nepodařilo přidat. Zkuste to znovu.",
    ),
  );
const hasApp = () =>
  new WrongState(
    msg(
      "There is an authenticator app already. Remove it first.",
      "Ověřovací aplikace už je nastavená. Nejprve ji odeberte.",
    ),
  );
const tooMany = () =>
  new WrongState(
    msg(
      "There are 20 passkeys already. Remove one first.",
      "Přístupových klíčů už je 20. Nejprve některý odeberte.",
    ),
  );
