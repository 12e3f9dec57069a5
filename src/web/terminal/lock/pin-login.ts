import { msg } from "../../../domain/message.ts";
import { ApiError, ask, askIfChanged, ServerUnreachable } from "../../api/ask.ts";
import { askAsTerminal, bearerOf, device, session, setDevice, setSession } from "../../api/tokens.ts";
import { readValue, type StoredSession, writeValue } from "../../db/values.ts";
import { t } from "../../i18n/translate.ts";
import { unlock } from "../../login/lock-screen.ts";
import { type Login, logIn, type Person, type Secret } from "../../login/log-in.ts";

// How somebody gets in. Secrets are handed through to the server and nowhere else.

interface TerminalLogin extends Partial<Login> {
  readonly id: number;
  readonly userName: string;
  readonly fullName: string;
  readonly tenantId: number;
  readonly roles: readonly string[];
}
interface Activation {
  readonly deviceToken: string;
  readonly deviceTokenId: number;
  readonly expiresAt: string;
}

/** Pairs this browser; whoever was logged in is no more, what waits to be sent stays. Throws ServerUnreachable or ApiError. */
export async function pair(code: string, name: string): Promise<void> {
  const previousDeviceToken = device.value?.deviceToken ?? null;
  const given = await ask<Activation>("/api/device-auth/activate", {
    method: "POST",
    body: { code, deviceName: name, previousDeviceToken },
  });
  const { deviceToken, deviceTokenId, expiresAt } = given;
  await setDevice({ deviceToken, deviceTokenId, expiresAt, name, isRevoked: false });
  await setSession(null);
}

/** Asks whether a pairing that was refused holds again (its holder's account may have rested); gives the server's words where not. */
export async function tryPairing(): Promise<string> {
  const { value } = device;
  if (value === null) return "";
  try {
    await ask("/api/device-auth/exchange", { method: "POST", body: { deviceToken: value.deviceToken } });
    await setDevice({ ...value, isRevoked: false });
    return "";
  } catch (error) {
    if (error instanceof ApiError) return error.message;
    if (error instanceof ServerUnreachable) return t(TEXTS.away);
    throw error;
  }
}

/** Lets a person in at a paired terminal. Throws ServerUnreachable, ApiError or NotLoggedIn (the device is not paired any more). */
export async function logInAtTerminal(person: Person, pin: string): Promise<void> {
  const body = { userId: person.id, pin };
  const told = await askAsTerminal<TerminalLogin>("/api/pda/users/login", { method: "POST", body });
  const { id, userName, fullName, tenantId, roles } = told;
  const { accessToken, refreshToken, expiresIn } = told;
  if (accessToken === undefined || refreshToken === undefined || expiresIn === undefined)
    throw new Error("the server does not know this as a paired device");
  await setSession({
    user: { id, userName, fullName },
    tenantId,
    roles,
    via: "device",
    ...bearerOf({ accessToken, refreshToken, expiresIn }),
  });
  await rememberLast(id);
  await unlock();
}

/** Lets a person in on a phone of their own. Throws ServerUnreachable or ApiError. */
export async function enterOffline(userName: string, secret: Secret): Promise<void> {
  await logInWith(await logIn(userName, secret));
}

/** Lets in whom the server has let in. */
export async function logInWith(login: StoredSession): Promise<void> {
  await setSession(login);
  await unlock();
}

const MOST_LAST = 12;

async function rememberLast(id: number): Promise<void> {
  const before = (await readValue("lastPeople")) ?? [];
  await writeValue("lastPeople", [id, ...before.filter((other) => other !== id)].slice(0, MOST_LAST));
}

/** Whether the server answers now, asked for a moment only. */
export async function isServerReachable(): Promise<boolean> {
  try {
    await askIfChanged("/api/version", null, { timeoutMs: 4000 });
    return true;
  } catch {
    // Why not is the same to whoever waits at the door; the connection's state is noted by the attempt itself.
    return false;
  }
}

/** Whether this is the person who works here, PIN or not. */
export function isHere(person: Person): boolean {
  return session.value?.user.id === person.id;
}

const TEXTS = { away: msg("The server is not responding.") };
