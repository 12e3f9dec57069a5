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
import type { Caller } from "../login/known-callers.ts";
import type { CompleteLogin, Site } from "../login/login.ts";
import type { AuthResponse } from "../shapes.ts";
import type { User } from "../users/users.ts";
import { recoveryCodeMacs, verifyTotp } from "./codes.ts";
import { type PasskeyRow, requestOptions, verifyRequest } from "./passkeys.ts";
import type { PasskeyAssertion } from "./shapes.ts";
import * as store from "./store.ts";
import { findTicket, loginEventOf, type SecondFactorDependencies, type Ticket } from "./tickets.ts";

/** A login in two steps. */
export type TwoStepLogin = ReturnType<typeof twoStepLogin>;

/** Makes the login in two steps. */
export function twoStepLogin(dependencies: SecondFactorDependencies) {
  const { storage, tokens, logins, tickets } = dependencies;
  const isRight = makeProofCheck(dependencies);

  return {
    completeLogin: (...login: Parameters<CompleteLogin>) => completeLogin(dependencies, ...login),
    /** The options for the browser's passkey request. Throws TicketExpired. */
    async passkeyOptions(text: string, site: Site) {
      const { ticket, user } = findTicket(dependencies, text, "verify");
      const options = await requestOptions(site, passkeysFor({ storage }, user, site));
      ticket.challenge = options.challenge;
      return options;
    },
    /** Issues the tokens for a right second factor. The first step or `rotation` chooses how they are refreshed. Throws Unauthenticated for a wrong one, TooManyRequests, TicketExpired. */
    async verify(text: string, proof: Proof, from: Site & Caller, isRotationAsked: boolean) {
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

/** The proof of a second factor: one of three kinds. */
export type Proof =
  | { readonly code: string }
  | { readonly recoveryCode: string }
  | { readonly passkey: PasskeyAssertion };

/** The kind of second factor that a proof belongs to. */
function kindOf(proof: Proof): SecondFactorKind {
  if ("code" in proof) return "totp";
  return "passkey" in proof ? "passkey" : "recoveryCode";
}

/** True for a right proof, which it marks as used. */
type ProofCheck = (user: User, ticket: Ticket, proof: Proof, site: Site) => Promise<boolean>;

interface ProofContext extends Pick<SecondFactorDependencies, "storage" | "clock" | "keys"> {
  /** The last time step of each user's codes, also while the disk is not accepting writes. */
  readonly usedSteps: Map<number, number>;
}

const ofUser = ({ oid, tenantId }: User) => ({ userId: oid, tenantId });

/** The user's passkeys for the host of the request. */
function passkeysFor(
  { storage }: Pick<SecondFactorDependencies, "storage">,
  user: User,
  { host }: Site,
): PasskeyRow[] {
  return store.passkeys.all(storage.db, ofUser(user)).filter(({ rpId }) => rpId === host);
}

/** Makes the check of proofs. */
function makeProofCheck({ storage, clock, keys }: SecondFactorDependencies): ProofCheck {
  const context = { storage, clock, keys, usedSteps: new Map<number, number>() };
  return (user, ticket, proof, site) => {
    if ("code" in proof) return isRightCode(context, user, proof.code);
    if ("passkey" in proof) return isRightPasskey(context, user, ticket, proof.passkey, site);
    return isRightRecoveryCode(context, user, proof.recoveryCode);
  };
}

async function isRightCode(context: ProofContext, user: User, code: string): Promise<boolean> {
  const { storage, clock, keys, usedSteps } = context;
  const stored = store.totp.first(storage.db, ofUser(user));
  const secret = stored && keys.decrypt(user.oid, stored.secret);
  if (stored === null || secret === null) return false;
  const lastStep = Math.max(stored.lastStep, usedSteps.get(user.oid) ?? 0);
  const step = verifyTotp(secret, code.replaceAll(/\s/g, ""), clock.wallTime(), lastStep);
  if (step === null) return false;
  // Set before the write, so that no concurrent request can use the same code.
  usedSteps.set(user.oid, step);
  await saveUse(context, user, (tx) => void store.useTotp.run(tx, { ...ofUser(user), lastStep: step }));
  return true;
}

function isRightRecoveryCode({ storage, keys }: ProofContext, user: User, code: string): Promise<boolean> {
  const codeMacs = recoveryCodeMacs(keys, user.oid, code);
  const isUsed = (tx: Tx, codeMac: Buffer) =>
    store.useRecoveryCode.run(tx, { ...ofUser(user), codeMac, usedDT: tx.now }).changes > 0;
  return storage.write(user.tenantId, (tx) => codeMacs.some((codeMac) => isUsed(tx, codeMac)), {
    evenWhenLow: true,
  });
}

async function isRightPasskey(
  context: ProofContext,
  user: User,
  ticket: Ticket,
  assertion: PasskeyAssertion,
  site: Site,
): Promise<boolean> {
  const { challenge } = ticket;
  ticket.challenge = null;
  const passkey = passkeysFor(context, user, site).find(({ credentialId }) => credentialId === assertion.id);
  if (challenge === null || passkey === undefined) return false;
  const { userHandle, ...response } = assertion.response;
  const authentication = {
    ...assertion,
    response: { ...response, ...(userHandle && { userHandle }) },
    clientExtensionResults: {},
  };
  const counter = await verifyRequest(site, authentication, challenge, passkey);
  if (counter === null) return false;
  const { oid } = passkey;
  await saveUse(
    context,
    user,
    (tx) => void store.usePasskey.run(tx, { ...ofUser(user), oid, counter, lastUsedDT: tx.now }),
  );
  return true;
}

/** Saves the use of a factor. The login continues while the disk is not accepting writes. */
async function saveUse(
  { storage }: ProofContext,
  user: User,
  work: (tx: Tx) => NotPromise<void>,
): Promise<void> {
  try {
    await storage.write(user.tenantId, work, { evenWhenLow: true });
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error;
  }
}
