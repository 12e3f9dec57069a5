import { type SecondFactorKind, Unavailable } from "../../domain/errors.ts";
import type { NotPromise } from "../../storage/database/group-commit.ts";
import type { Tx } from "../../storage/database/statement.ts";
import type { Site } from "../login/first-step.ts";
import type { User } from "../users/users.ts";
import type { SecondFactorDependencies } from "./dependencies.ts";
import { type PasskeyRow, verifyRequest } from "./passkeys.ts";
import { recoveryCodeMacs } from "./recovery-codes.ts";
import type { PasskeyAssertion } from "./shapes.ts";
import * as store from "./store.ts";
import type { Ticket } from "./tickets.ts";
import { verifyTotp } from "./totp.ts";

/** The proof of a second factor: one of three kinds. */
export type Proof =
  | { readonly code: string }
  | { readonly recoveryCode: string }
  | { readonly passkey: PasskeyAssertion };

/** The kind of second factor that a proof belongs to. */
export function kindOf(proof: Proof): SecondFactorKind {
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
export function passkeysFor(
  { storage }: Pick<SecondFactorDependencies, "storage">,
  user: User,
  { host }: Site,
): PasskeyRow[] {
  return store.passkeys.all(storage.db, ofUser(user)).filter(({ rpId }) => rpId === host);
}

/** Makes the check of proofs. */
export function makeProofCheck({ storage, clock, keys }: SecondFactorDependencies): ProofCheck {
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
