import { isIP } from "node:net";
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from "@simplewebauthn/server";
import { WrongState } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import type { Site } from "../login/first-step.ts";
import type * as store from "./store.ts";

// Ceremonies of passkeys (W3C Web Authentication, level 3). The host name that the browser asked for is the relying party.

export type PasskeyRow = NonNullable<ReturnType<typeof store.passkeys.first>>;

/** What is stored of a new passkey. */
export interface NewPasskey {
  readonly credentialId: string;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly transports: string;
}

// Loaded at the first passkey: most servers never see one.
const library = () => import("@simplewebauthn/server");

/** How long the browser may take. */
const TIMEOUT_MS = 2 * 60_000;

/** True where the browser can use passkeys: never under an IP address. */
export function canUsePasskeys({ host }: Site): boolean {
  return host !== "" && isIP(host) === 0;
}

/** The origins that a page of this server has: plain HTTP is secure on the machine itself alone. */
function originsOf({ host, authority }: Site): string[] {
  const isLocal = host === "localhost" || host.endsWith(".localhost");
  return [`https://${authority}`, ...(isLocal ? [`http://${authority}`] : [])];
}

/** What the browser makes a new passkey by. Throws WrongState under an IP address. */
export async function creationOptions(
  site: Site,
  user: { readonly handle: Buffer; readonly userName: string; readonly fullName: string },
  issuer: string,
  known: readonly PasskeyRow[],
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  if (!canUsePasskeys(site)) throw noHostName();
  const { generateRegistrationOptions } = await library();
  return generateRegistrationOptions({
    rpName: issuer,
    rpID: site.host,
    userID: Uint8Array.from(user.handle),
    userName: user.userName,
    userDisplayName: user.fullName,
    timeout: TIMEOUT_MS,
    attestationType: "none",
    authenticatorSelection: { residentKey: "discouraged", userVerification: "preferred" },
    excludeCredentials: known.filter(({ rpId }) => rpId === site.host).map(descriptorOf),
  });
}

/** The new passkey of a browser's answer; null: the answer is wrong. */
export async function verifyCreation(
  site: Site,
  response: RegistrationResponseJSON,
  challenge: string,
): Promise<NewPasskey | null> {
  const { verifyRegistrationResponse } = await library();
  const verified = await orNull(() =>
    verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: originsOf(site),
      expectedRPID: site.host,
      requireUserVerification: false,
    }),
  );
  if (!verified?.verified) return null;
  const { id, publicKey, counter, transports = [] } = verified.registrationInfo.credential;
  return {
    credentialId: id,
    publicKey: Buffer.from(publicKey),
    counter,
    transports: JSON.stringify(transports),
  };
}

/** What the browser asks an authenticator by: those of the user's passkeys that were made for this host name. */
export async function requestOptions(
  site: Site,
  passkeys: readonly PasskeyRow[],
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await library();
  return generateAuthenticationOptions({
    rpID: site.host,
    timeout: TIMEOUT_MS,
    userVerification: "preferred",
    allowCredentials: passkeys.map(descriptorOf),
  });
}

/** The authenticator's new counter where the answer is right, else null. A counter that has not grown is a copy's. */
export async function verifyRequest(
  site: Site,
  response: AuthenticationResponseJSON,
  challenge: string,
  passkey: PasskeyRow,
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await library();
  const verified = await orNull(() =>
    verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: originsOf(site),
      expectedRPID: passkey.rpId,
      credential: {
        id: passkey.credentialId,
        publicKey: Uint8Array.from(passkey.publicKey),
        counter: passkey.counter,
      },
      requireUserVerification: false,
    }),
  );
  return verified?.verified ? verified.authenticationInfo.newCounter : null;
}

function descriptorOf({ credentialId, transports }: PasskeyRow) {
  const known: unknown = JSON.parse(transports);
  return {
    id: credentialId,
    transports: Array.isArray(known) ? known.filter((one) => typeof one === "string") : [],
  };
}

/** The library throws on whatever is wrong in an answer: all of it is a wrong answer. */
async function orNull<T>(verify: () => Promise<T>): Promise<T | null> {
  try {
    return await verify();
  } catch {
    return null;
  }
}

const noHostName = () =>
  new WrongState(
    msg(
      "Passkeys need a host name. Open the server by its name instead of its IP address.",
      "Přístupové klíče potřebují název hostitele. Otevřete server pod jeho názvem místo IP adresy.",
    ),
  );
