import { call } from "../api/call.ts";
import { sendRequest } from "../api/send-request.ts";

// Passkeys of the browser. They need a secure context and a host name.

/** Loaded on first use. */
const library = () => import("@simplewebauthn/browser");

/** True where this browser can use passkeys at this address. */
export function canUsePasskeys(): boolean {
  const isAddress = /^[\d.]+$|^\[/.test(location.hostname);
  return isSecureContext && !isAddress && "PublicKeyCredential" in window;
}

/** Asks the browser for a passkey, for the second step of a login. Null: the user has cancelled. */
export async function requestPasskey(ticket: string): Promise<object | null> {
  const { startAuthentication } = await library();
  const optionsJSON = await sendRequest(
    call("POST /api/pwa-auth/second-factor/passkey-options", { body: { ticket } }),
  );
  const passkey = await orNull(() => startAuthentication({ optionsJSON }));
  return passkey && { passkey };
}

/** Creates a passkey in the browser. Null: the user has cancelled, or the authenticator has one already. */
export async function createPasskey(ticket: string): Promise<object | null> {
  const { startRegistration } = await library();
  const optionsJSON = (await sendRequest(
    call("POST /api/pwa-auth/second-factor/setup/passkey-options", { body: { ticket } }),
  )) as unknown as Parameters<typeof startRegistration>[0]["optionsJSON"];
  const passkey = await orNull(() => startRegistration({ optionsJSON }));
  return passkey && { passkey };
}

/** Browsers report the same error for a cancelled dialog, a timeout and other failures. */
async function orNull<T>(request: () => Promise<T>): Promise<T | null> {
  try {
    return await request();
  } catch (error) {
    if (error instanceof Error && CANCELLED.includes(error.name)) return null;
    throw error;
  }
}

const CANCELLED = ["NotAllowedError", "AbortError", "InvalidStateError", "WebAuthnError"];
