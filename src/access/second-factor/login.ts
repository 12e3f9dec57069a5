import {
  Forbidden,
  type SecondFactorKind,
  SecondFactorNeeded,
  TicketExpired,
  Unauthenticated,
} from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import type { CompletedLogin, CompleteLogin, Site } from "../login/first-step.ts";
import type { Caller } from "../login/known-callers.ts";
import type { AuthResponse } from "../tokens/signed-tokens.ts";
import type { User } from "../users/users.ts";
import { findTicket, type SecondFactorDependencies } from "./dependencies.ts";
import { requestOptions } from "./passkeys.ts";
import { kindOf, makeProofCheck, type Proof, passkeysFor } from "./proofs.ts";
import * as store from "./store.ts";
import { loginEventOf } from "./tickets.ts";

/** A login in two steps. */
export interface TwoStepLogin {
  readonly completeLogin: CompleteLogin;
  /** The options for the browser's passkey request. Throws TicketExpired. */
  passkeyOptions(ticket: string, site: Site): ReturnType<typeof requestOptions>;
  /** Issues the tokens for a right second factor. The first step or `rotation` chooses how they are refreshed. Throws Unauthenticated for a wrong one, TooManyRequests, TicketExpired. */
  verify(
    ticket: string,
    proof: Proof,
    from: Site & Caller,
    rotation: boolean,
  ): Promise<CompletedLogin<AuthResponse>>;
}

/** Makes the login in two steps. */
export function twoStepLogin(dependencies: SecondFactorDependencies): TwoStepLogin {
  const { storage, tokens, logins, tickets } = dependencies;
  const isRight = makeProofCheck(dependencies);

  return {
    completeLogin: (user, passed, site) => completeLogin(dependencies, user, passed, site),
    async passkeyOptions(text, site) {
      const { ticket, user } = findTicket(dependencies, text, "verify");
      const options = await requestOptions(site, passkeysFor({ storage }, user, site));
      ticket.challenge = options.challenge;
      return options;
    },
    async verify(text, proof, from, isRotationAsked) {
      const { ticket, user } = findTicket(dependencies, text, "verify");
      const check = async () => ((await isRight(user, ticket, proof, from)) ? true : null);
      if ((await logins.bySecondFactor(user, from.address, check)) === null) throw wrongFactor();
      // The account may have changed meanwhile, and the ticket may have been used.
      const { user: current } = findTicket(dependencies, text, "verify");
      if (!tickets.end(text)) throw new TicketExpired();
      const methods = [ticket.firstStep, "mfa"] as const;
      const { authTime, client } = ticket;
      const rotation = ticket.rotation || isRotationAsked;
      const body = await tokens.logIn(
        { user: current, device: null, authTime, methods, client, rotation },
        loginEventOf(ticket, kindOf(proof), from.address),
      );
      return { body, setCookie: await logins.recordLogin(current, from) };
    },
  };
}

/** See CompleteLogin. */
async function completeLogin(
  dependencies: SecondFactorDependencies,
  ...[user, { firstStep, client, rotation, event }, site]: Parameters<CompleteLogin>
): Promise<AuthResponse> {
  const { storage, clock, tokens, tickets, needOf } = dependencies;
  const authTime = Math.floor(clock.now() / 1000);
  const need = needOf(storage.db, user);
  if (need === "none")
    return tokens.logIn({ user, device: null, authTime, methods: [firstStep], client, rotation }, event);
  if (need === "setUp" && firstStep === "pin") throw setUpByPassword();
  const purpose = need;
  const options = { purpose, firstStep, client, rotation, event, authTime, isTwoStep: false, replaces: null };
  const ticket = tickets.make(user, options);
  if (need === "setUp") {
    throw new SecondFactorNeeded(SET_UP_FIRST, { reason: "secondFactorSetup", ...ticket, offers: [] });
  }
  const offers = offersTo(dependencies, user, site);
  throw new SecondFactorNeeded(SECOND_STEP, { reason: "secondFactor", ...ticket, offers });
}

/** The kinds of second factor that the user can use at this host. */
function offersTo({ storage }: SecondFactorDependencies, user: User, site: Site): SecondFactorKind[] {
  const of = { userId: user.oid, tenantId: user.tenantId };
  return [
    ...(store.totp.first(storage.db, of) === null ? [] : (["totp"] as const)),
    ...(passkeysFor({ storage }, user, site).length === 0 ? [] : (["passkey"] as const)),
    ...(store.unusedCodes.first(storage.db, of) === null ? [] : (["recoveryCode"] as const)),
  ];
}

const SECOND_STEP = msg("Enter the code of your authenticator app, use a passkey, or enter a recovery code.");
const SET_UP_FIRST = msg("Your role requires two-step login. Set it up in the console.");
const setUpByPassword = () =>
  new Forbidden(
    msg("Your role requires two-step login. Log in to the console with your password and set it up."),
    "secondFactor",
  );
const wrongFactor = () => new Unauthenticated(msg("This is not right, or it was used before. Try again."));
