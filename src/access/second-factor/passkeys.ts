import { isIP } from "node:net";
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from "@simplewebauthn/server";
import { WrongState } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import type { Site } from "../login/login.ts";
import type * as store from "./store.ts";

// Ceremonies of passkeys (W3C Web Authentication, level 3). The relying party is the host name of the request.

/** A stored passkey of a user. */
export type PasskeyRow = NonNullable<ReturnType<typeof store.passkeys.first>>;

/** The columns of a new passkey. */
export type NewPasskey = NonNullable<Awaited<ReturnType<typeof verifyCreation>>>;

// Loaded at the first passkey, because most servers never use one.
const library = () => import("@simplewebauthn/server");

/** Time limit of the browser. */
const TIMEOUT_MS = 2 * 60_000;

/** True where the browser can use passkeys. It can't under an IP address. */
function canUsePasskeys({ host }: Site): boolean {
  return host !== "" && isIP(host) === 0;
}

/** The origins of this server's pages. Plain HTTP is a secure context on the local machine only. */
function originsOf({ host, authority }: Site): string[] {
  const isLocal = host === "localhost" || host.endsWith(".localhost");
  return [`https://${authority}`, ...(isLocal ? [`http://${authority}`] : [])];
}

/** The options for the browser to create a passkey. Throws WrongState under an IP address. */
export async function creationOptions(
  site: Site,
  user: { readonly handle: Buffer; readonly userName: string; readonly fullName: string },
  issuer: string,
  existing: readonly PasskeyRow[],
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
    excludeCredentials: existing.filter(({ rpId }) => rpId === site.host).map(descriptorOf),
  });
}

/** The new passkey of a browser's response; null: the response is not valid. */
export async function verifyCreation(site: Site, response: RegistrationResponseJSON, challenge: string) {
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

/** The options for the browser's passkey request, with the user's passkeys for this host name. */
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

/** The authenticator's new counter; null: the response is not valid. A counter that has not increased indicates a copy. */
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
  const list: unknown = JSON.parse(transports);
  return {
    id: credentialId,
    transports: Array.isArray(list) ? list.filter((item) => typeof item === "string") : [],
  };
}

/** Returns null where the library throws: it throws for every kind of invalid response. */
async function orNull<T>(verify: () => Promise<T>): Promise<T | null> {
  try {
    return await verify();
  } catch {
    return null;
  }
}

const noHostName = () =>
  new WrongState(msg("Passkeys need a host name. Open the server by its name instead of its IP address."));
