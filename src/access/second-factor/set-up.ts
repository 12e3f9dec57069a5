import { Invalid, TicketExpired, WrongState } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import { siteNameFor } from "../../settings/settings.ts";
import type { Db, Tx } from "../../storage/database/statement.ts";
import type { Caller } from "../login/known-callers.ts";
import type { CompletedLogin, Site } from "../login/login.ts";
import { deleteCodeOfUser } from "../secrets/registration-codes.ts";
import { endSession } from "../sessions/sessions.ts";
import type { AuthResponse } from "../shapes.ts";
import { recordSecondFactor } from "../users/user-events.ts";
import type { User } from "../users/users.ts";
import { makeRecoveryCodes, makeTotpSecret, recoveryCodeMac, totpKey, verifyTotp } from "./codes.ts";
import { creationOptions, type NewPasskey, verifyCreation } from "./passkeys.ts";
import type { PasskeyCreation } from "./shapes.ts";
import * as store from "./store.ts";
import {
  findTicket,
  hasSecondFactor,
  loginEventOf,
  type SecondFactorDependencies,
  type Ticket,
} from "./tickets.ts";

/** The data that completes the addition of a second factor: one of two kinds. */
export type NewFactor =
  | { readonly code: string }
  | { readonly passkey: PasskeyCreation; readonly name: string };

/** Adds second factors, by the ticket of a login or of the caller's account page. */
export type SecondFactorSetUp = ReturnType<typeof secondFactorSetUp>;

type AddedFactor = AuthResponse & { readonly recoveryCodes: string[] | null };

const MAX_PASSKEYS = 20;

const ofUser = ({ oid, tenantId }: User) => ({ userId: oid, tenantId });

/** Makes the set-up of second factors. */
export function secondFactorSetUp(dependencies: SecondFactorDependencies) {
  const { storage, keys } = dependencies;
  const issuerFor = (user: User) => siteNameFor(storage.db, user.tenantId).replaceAll(":", " ");

  return {
    /** The key for an authenticator app. Throws TicketExpired, and WrongState where the user already has an app. */
    totp(text: string) {
      const { ticket, user } = findSetUpTicket(dependencies, text, storage.db);
      if (store.totp.first(storage.db, ofUser(user)) !== null) throw hasApp();
      ticket.totpSecret ??= makeTotpSecret();
      return totpKey(ticket.totpSecret, { issuer: issuerFor(user), label: user.userName });
    },
    /** The options for the browser to create a passkey. Throws TicketExpired, and WrongState under an IP address. */
    async passkeyOptions(text: string, site: Site) {
      const { ticket, user } = findSetUpTicket(dependencies, text, storage.db);
      const { userName, fullName } = user;
      const handle = keys.mac("passkey owner", String(user.oid));
      const existing = store.passkeys.all(storage.db, ofUser(user));
      const options = await creationOptions(site, { handle, userName, fullName }, issuerFor(user), existing);
      ticket.challenge = options.challenge;
      return options;
    },
    /**
     * Adds the factor. Returns tokens, and recovery codes with the first factor. Throws Invalid for a wrong code or passkey, and
     * TicketExpired.
     */
    add: (text: string, factor: NewFactor, from: Site & Caller, rotation: boolean) =>
      addFactor(dependencies, text, factor, from, rotation),
  };
}

/**
 * The ticket of this text, as `findTicket`. A ticket of a password alone expires when the user has a second factor: otherwise
 * a person who knows the password could wait for that and add a factor of their own.
 */
function findSetUpTicket(
  dependencies: SecondFactorDependencies,
  text: string,
  db: Db,
): ReturnType<typeof findTicket> {
  const found = findTicket(dependencies, text, "setUp");
  if (!found.ticket.isTwoStep && hasSecondFactor(db, found.user)) throw new TicketExpired();
  return found;
}

/** See SecondFactorSetUp. */
async function addFactor(
  dependencies: SecondFactorDependencies,
  text: string,
  factor: NewFactor,
  from: Site & Caller,
  isRotationAsked: boolean,
): Promise<CompletedLogin<AddedFactor>> {
  const { storage, tokens, tickets, logins } = dependencies;
  const { address } = from;
  const { ticket, user } = findSetUpTicket(dependencies, text, storage.db);
  const insert = await prepareFactor(dependencies, user, ticket, factor, from);
  const save = (tx: Tx) => {
    const { user: current } = findSetUpTicket(dependencies, text, tx);
    const isFirst = !hasSecondFactor(tx, current);
    insert(tx);
    recordSecondFactor(tx, current, "set");
    store.touchUser.run(tx, { ...ofUser(current), change: tx.change });
    if (ticket.replaces !== null && !endSession(tx, ticket.replaces, current)) throw new TicketExpired();
    if (!isFirst) return null;
    // The pairing code was made by a login without a second factor.
    deleteCodeOfUser(tx, current);
    return replaceRecoveryCodes(tx, dependencies, current);
  };
  const by = { userId: user.oid, deviceTokenId: null };
  const recoveryCodes = await storage.write(user.tenantId, save, { by, address });
  const { user: current } = findTicket(dependencies, text, "setUp");
  if (!tickets.end(text)) throw new TicketExpired();
  const methods = [ticket.firstStep, "mfa"] as const;
  const { authTime, client } = ticket;
  const rotation = ticket.rotation || isRotationAsked;
  const login = { user: current, device: null, authTime, methods, client, rotation };
  const event = loginEventOf(ticket, "code" in factor ? "totp" : "passkey", address);
  const body = { ...(await tokens.logIn(login, event)), recoveryCodes };
  return { body, setCookie: await logins.recordLogin(current, from) };
}

/** Checks the factor. Returns a function that inserts it in a transaction. Throws Invalid. */
async function prepareFactor(
  dependencies: SecondFactorDependencies,
  user: User,
  ticket: Ticket,
  factor: NewFactor,
  site: Site,
): Promise<(tx: Tx) => void> {
  if ("code" in factor) {
    const step = stepOf(dependencies, ticket, factor.code);
    return (tx) => insertTotp(tx, dependencies, user, ticket, step);
  }
  const { challenge } = ticket;
  ticket.challenge = null;
  const { transports, ...response } = factor.passkey.response;
  const registration = {
    ...factor.passkey,
    response: { ...response, ...(transports !== undefined && { transports }) },
    clientExtensionResults: {},
  };
  const passkey = challenge === null ? null : await verifyCreation(site, registration, challenge);
  if (passkey === null) throw wrongPasskey();
  return (tx) => insertPasskey(tx, user, passkey, { name: factor.name, rpId: site.host });
}

/** The time step of the first code, which proves that the app has the key. Throws Invalid. */
function stepOf({ clock }: SecondFactorDependencies, { totpSecret }: Ticket, code: string): number {
  const step = totpSecret && verifyTotp(totpSecret, code.replaceAll(/\s/g, ""), clock.wallTime(), 0);
  if (step === null) throw wrongCode();
  return step;
}

function insertTotp(
  tx: Tx,
  { keys }: SecondFactorDependencies,
  user: User,
  { totpSecret }: Ticket,
  lastStep: number,
): void {
  if (totpSecret === null) throw new TicketExpired();
  if (store.totp.first(tx, ofUser(user)) !== null) throw hasApp();
  const secret = keys.encrypt(user.oid, totpSecret);
  store.addTotp.run(tx, { ...ofUser(user), secret, lastStep, createdDT: tx.now });
}

function insertPasskey(tx: Tx, user: User, passkey: NewPasskey, of: { name: string; rpId: string }): void {
  if (store.passkeyByCredential.first(tx, passkey) !== null) throw wrongPasskey();
  if (store.passkeys.all(tx, ofUser(user)).length >= MAX_PASSKEYS) throw tooManyPasskeys();
  store.addPasskey.run(tx, { ...ofUser(user), ...passkey, ...of, createdDT: tx.now });
}

/** Replaces the recovery codes of a user. Returns the new codes. */
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
    msg("This code is not right. Check that the phone's clock is right, and enter the code shown now."),
  );
const wrongPasskey = () => Invalid.field("passkey", msg("The passkey could not be added. Try again."));
const hasApp = () => new WrongState(msg("There is an authenticator app already. Remove it first."));
const tooManyPasskeys = () => new WrongState(msg("There are 20 passkeys already. Remove one first."));
