import {
  Forbidden,
  type SecondFactorKind,
  SecondFactorNeeded,
  TicketExpired,
  Unauthenticated,
  Unavailable,
} from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import type { NotPromise } from "../../storage/database/group-commit.ts";
import type { Tx } from "../../storage/database/statement.ts";
import type { Admit, Site } from "../login/first-step.ts";
import type { AuthResponse } from "../tokens/signed-tokens.ts";
import type { User } from "../users/users.ts";
import { findTicket, type SecondFactorDependencies } from "./dependencies.ts";
import { requestOptions, verifyRequest } from "./passkeys.ts";
import { recoveryCodeMacs } from "./recovery-codes.ts";
import type { PasskeyAssertion } from "./shapes.ts";
import * as store from "./store.ts";
import type { Ticket } from "./tickets.ts";
import { verifyTotp } from "./totp.ts";

/** What proves the second factor: one of them. */
export type Proof =
  | { readonly code: string }
  | { readonly recoveryCode: string }
  | { readonly passkey: PasskeyAssertion };

/** The two steps of a login. */
export interface TwoStepLogin {
  readonly admit: Admit;
  /** What a browser asks for a passkey by. Throws TicketExpired. */
  passkeyOptions(ticket: string, site: Site): ReturnType<typeof requestOptions>;
  /** The tokens for a right second factor. Throws Unauthenticated on a wrong one, Throttled, TicketExpired. */
  verify(ticket: string, proof: Proof, from: Site & { readonly address: string }): Promise<AuthResponse>;
}

/** Makes the two steps of a login. */
export function twoStepLogin(parts: SecondFactorDependencies): TwoStepLogin {
  const { storage, clock, tokens, logins, keys, tickets, needOf } = parts;
  /** The last time step of each user's codes, also while the disk takes no writes. */
  const usedSteps = new Map<number, number>();
  const secondsNow = () => Math.floor(clock.now() / 1000);
  const ofUser = ({ oid, tenantId }: User) => ({ userId: oid, tenantId });
  const passkeysFor = (user: User, { host }: Site) =>
    store.passkeys.all(storage.db, ofUser(user)).filter(({ rpId }) => rpId === host);

  function offersTo(user: User, site: Site): readonly SecondFactorKind[] {
    const has = ofUser(user);
    return [
      ...(store.totp.first(storage.db, has) === null ? [] : (["totp"] as const)),
      ...(passkeysFor(user, site).length === 0 ? [] : (["passkey"] as const)),
      ...(store.unusedCodes.first(storage.db, has) === null ? [] : (["recoveryCode"] as const)),
    ];
  }

  /** Writes that a factor was used; where the disk takes no write, the login goes on all the same. */
  async function noteUse(user: User, work: (tx: Tx) => NotPromise<void>): Promise<void> {
    try {
      await storage.write(user.tenantId, work, { evenWhenLow: true });
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
    }
  }

  async function isRightCode(user: User, code: string): Promise<boolean> {
    const stored = store.totp.first(storage.db, ofUser(user));
    const secret = stored && keys.decrypt(user.oid, stored.secret);
    if (stored === null || secret === null) return false;
    const lastStep = Math.max(stored.lastStep, usedSteps.get(user.oid) ?? 0);
    const step = verifyTotp(secret, code.replaceAll(/\s/g, ""), clock.wallTime(), lastStep);
    if (step === null) return false;
    // At once, so that no other request can use the same code.
    usedSteps.set(user.oid, step);
    await noteUse(user, (tx) => void store.useTotp.run(tx, { ...ofUser(user), lastStep: step }));
    return true;
  }

  function isRightRecoveryCode(user: User, code: string): Promise<boolean> {
    const codeMacs = recoveryCodeMacs(keys, user.oid, code);
    const isUsed = (tx: Tx, codeMac: Buffer) =>
      store.useRecoveryCode.run(tx, { ...ofUser(user), codeMac, now: tx.now }).changes > 0;
    return storage.write(user.tenantId, (tx) => codeMacs.some((codeMac) => isUsed(tx, codeMac)), {
      evenWhenLow: true,
    });
  }

  async function isRightPasskey(
    user: User,
    ticket: Ticket,
    given: PasskeyAssertion,
    site: Site,
  ): Promise<boolean> {
    const { challenge } = ticket;
    ticket.challenge = null;
    const passkey = passkeysFor(user, site).find(({ credentialId }) => credentialId === given.id);
    if (challenge === null || passkey === undefined) return false;
    const { userHandle, ...response } = given.response;
    const answer = {
      ...given,
      response: { ...response, ...(userHandle && { userHandle }) },
      clientExtensionResults: {},
    };
    const counter = await verifyRequest(site, answer, challenge, passkey);
    if (counter === null) return false;
    const { oid } = passkey;
    await noteUse(
      user,
      (tx) => void store.usePasskey.run(tx, { ...ofUser(user), oid, counter, now: tx.now }),
    );
    return true;
  }

  function isRight(user: User, ticket: Ticket, proof: Proof, site: Site): Promise<boolean> {
    if ("code" in proof) return isRightCode(user, proof.code);
    if ("passkey" in proof) return isRightPasskey(user, ticket, proof.passkey, site);
    return isRightRecoveryCode(user, proof.recoveryCode);
  }

  return {
    async admit(user, { firstStep, client, event }, site) {
      const authTime = secondsNow();
      const need = needOf(storage.db, user);
      if (need === "none")
        return tokens.logIn({ user, device: null, authTime, methods: [firstStep], client }, event);
      if (need === "setUp" && firstStep === "pin") throw setUpByPassword();
      const purpose = need;
      const ticket = { purpose, firstStep, client, event, authTime, isTwoStep: false, replaces: null };
      const made = tickets.make(user, ticket);
      if (need === "setUp") {
        throw new SecondFactorNeeded(SET_UP_FIRST, { reason: "secondFactorSetup", ...made, offers: [] });
      }
      const offers = offersTo(user, site);
      throw new SecondFactorNeeded(SECOND_STEP, { reason: "secondFactor", ...made, offers });
    },
    async passkeyOptions(text, site) {
      const { ticket, user } = findTicket(parts, text, "verify");
      const options = await requestOptions(site, passkeysFor(user, site));
      ticket.challenge = options.challenge;
      return options;
    },
    async verify(text, proof, from) {
      const { ticket, user } = findTicket(parts, text, "verify");
      const check = async () => ((await isRight(user, ticket, proof, from)) ? true : null);
      if ((await logins.bySecondFactor(user, from.address, check)) === null) throw wrongFactor();
      // The account may have changed meanwhile, and the ticket may have been used.
      const { user: today } = findTicket(parts, text, "verify");
      if (!tickets.end(text)) throw new TicketExpired();
      const methods = [ticket.firstStep, "mfa"] as const;
      const { authTime, client } = ticket;
      return tokens.logIn(
        { user: today, device: null, authTime, methods, client },
        ticket.event ?? undefined,
      );
    },
  };
}

const SECOND_STEP = msg(
  "Enter the code of your authenticator app, use a passkey, or enter a recovery code.",
  "Zadejte kód z ověřovací aplikace, použijte přístupový klíč nebo záložní kód.",
);
const SET_UP_FIRST = msg(
  "Your role requires two-step login. Set it up in the console.",
  "Vaše role vyžaduje dvoufázové přihlášení. Nastavte si je v kanceláři.",
);
const setUpByPassword = () =>
  new Forbidden(
    msg(
      "Your role requires two-step login. Log in to the console with your password and set it up.",
      "Vaše role vyžaduje dvoufázové přihlášení. Přihlaste se do kanceláře heslem a nastavte si je.",
    ),
    "secondFactor",
  );
const wrongFactor = () =>
  new Unauthenticated(
    msg(
      "This is not right, or it was used before. Try again.",
      "Toto nesouhlasí, nebo to již bylo použito. Zkuste to znovu.",
    ),
  );
