import { signal } from "@preact/signals";
import { notifyTabs, onTabMessage } from "../db/tab-messages.ts";
import {
  type Bearer,
  readValue,
  replaceValue,
  type StoredDevice,
  type StoredSession,
  type Values,
  writeValue,
} from "../db/values.ts";
import { ExpectedError } from "../errors/expected-error.ts";
import { reportError } from "../errors/report-error.ts";
import { ApiError, type Asked, ask, ServerUnreachable } from "./ask.ts";

/** Who is logged in here, and this browser as a paired terminal; null: nobody, not paired. Read from what is kept at the start. */
export const session = signal<StoredSession | null>(null);
export const device = signal<StoredDevice | null>(null);

/**
 * Somebody continued on the locked terminal without the server, so nobody has checked the PIN: the terminal only counts, and asks
 * for nothing in the user's name.
 */
export const isUnconfirmed = signal(false);

/** The server's data were restored, and no Admin has confirmed this terminal yet: nothing is sent from here until then. */
export const waitsForAdmin = signal(false);

/** Nobody is logged in here who could be asked for. */
export class NotLoggedIn extends ExpectedError {}

interface Renewed {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly expiresIn: number;
}

/** A token is renewed so long before its end. */
const EARLY_MS = 10 * 60_000;

/** The office has logins of its own: who counts at a terminal of this browser has nothing to do with who sits at the desk. */
let sessionName: "session" | "officeSession" = "session";

/** Reads who is here from what is kept, now and whenever another tab has changed it. The office is never a paired terminal. */
export async function startTokens(door: "terminal" | "office" = "terminal"): Promise<void> {
  if (door === "office") sessionName = "officeSession";
  onTabMessage((what) => {
    if (what === "values") readTokens().catch(reportError);
  });
  await readTokens();
}

async function readTokens(): Promise<void> {
  device.value = sessionName === "session" ? ((await readValue("device")) ?? null) : null;
  session.value = (await readValue(sessionName)) ?? null;
}

type SessionGuard = (next: StoredSession) => Promise<void>;
let guard: SessionGuard | null = null;

/** Has something done before anybody who logs in is shown anything. */
export function beforeSession(done: SessionGuard): void {
  guard = done;
}

/** Keeps who is logged in; null: nobody any more. */
export async function setSession(next: StoredSession | null): Promise<void> {
  if (next !== null) await guard?.(next);
  await writeValue(sessionName, next);
  session.value = next;
  notifyTabs("values");
}

/** Keeps what this browser is paired as. */
export async function setDevice(next: StoredDevice | null): Promise<void> {
  await writeValue("device", next);
  await writeValue("deviceBearer", null);
  device.value = next;
  notifyTabs("values");
}

/** An answer's tokens with the moment of their end. */
export function bearerOf({ accessToken, refreshToken, expiresIn }: Renewed): Bearer {
  return { accessToken, refreshToken, endsAt: Date.now() + expiresIn * 1000 };
}

/** Asks as the user who is logged in. Throws NotLoggedIn too, also when the server says that the login has ended. */
export async function askAsUser<T>(path: string, asked: Asked = {}): Promise<T> {
  return withToken(userToken, (token) => ask<T>(path, { ...asked, token }));
}

/** Asks as the paired device, or as the user on a phone of one's own. Throws NotLoggedIn too. */
export async function askAsTerminal<T>(path: string, asked: Asked = {}): Promise<T> {
  return withToken(terminalToken, (token) => ask<T>(path, { ...asked, token }));
}

/** An access token of the paired device, or of the user on a phone of one's own. */
export function terminalToken(isOldBad: boolean): Promise<string> {
  return device.value === null ? userToken(isOldBad) : deviceToken(isOldBad);
}

type GiveToken = (isOldBad: boolean) => Promise<string>;

/** Calls with a token, once more with a new one where the server does not take the first. */
export async function withToken<T>(give: GiveToken, call: (token: string) => Promise<T>): Promise<T> {
  try {
    return await call(await give(false));
  } catch (error) {
    if (!(error instanceof ApiError && error.isBadToken)) throw error;
    return call(await give(true));
  }
}

const renewals = new Map<string, Promise<string>>();

/** One renewal at a time, whoever asks. */
function once(name: keyof Values, renew: () => Promise<string>): Promise<string> {
  const under = renewals.get(name);
  if (under !== undefined) return under;
  const started = renew().finally(() => renewals.delete(name));
  renewals.set(name, started);
  return started;
}

/** Keeps what a renewal came to, unless somebody else has logged in or paired meanwhile, in whichever tab. */
async function replace<K extends "session" | "officeSession" | "device">(
  name: K,
  now: Values[K],
  next: Values[K] | null,
): Promise<boolean> {
  const isReplaced = await replaceValue(name, now, next);
  await readTokens();
  if (isReplaced) notifyTabs("values");
  return isReplaced;
}

/** An access token of the user who is logged in. */
export async function userToken(isOldBad: boolean): Promise<string> {
  const now = session.value;
  if (now === null) throw new NotLoggedIn();
  if (isUnconfirmed.value) throw new ServerUnreachable("the PIN was not checked");
  if (!isOldBad && now.endsAt - EARLY_MS > Date.now()) return now.accessToken;
  return once("session", async () => {
    try {
      const body = { accessToken: now.accessToken };
      const renewed = await ask<Renewed>("/api/pwa-auth/refresh", { method: "POST", body });
      const next = { ...now, ...bearerOf(renewed) };
      await replace(sessionName, now, next);
      return next.accessToken;
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 401)) throw error;
      const isOver = await replace(sessionName, now, null);
      const { value } = session;
      // The same person has just got new tokens, as whoever changes their password does.
      if (!isOver && value?.user.id === now.user.id) return value.accessToken;
      throw new NotLoggedIn();
    }
  });
}

/**
 * Replaces the user's tokens by those of the response to `change`, which ends the earlier ones. Other requests that fail with an
 * earlier token wait for the new one. Throws NotLoggedIn where another user has logged in meanwhile.
 */
export async function changeTokens(change: (token: string) => Promise<Renewed>): Promise<void> {
  const before = session.value;
  await withToken(userToken, async (token) => {
    const changing = storeChanged(before, change(token));
    // Where the change fails, the earlier token is still valid.
    if (!renewals.has("session")) once("session", () => changing.catch(() => token)).catch(reportError);
    await changing;
  });
}

async function storeChanged(before: StoredSession | null, change: Promise<Renewed>): Promise<string> {
  const renewed = await change;
  // Another tab may have noticed the end of the earlier tokens first, and have ended the session.
  const now = session.value ?? before;
  if (now === null || now.user.id !== before?.user.id) throw new NotLoggedIn();
  await setSession({ ...now, ...bearerOf(renewed) });
  return renewed.accessToken;
}

/** An access token of the device itself. */
export async function deviceToken(isOldBad: boolean): Promise<string> {
  const now = device.value;
  if (now === null || now.isRevoked) throw new NotLoggedIn();
  const known = await readValue("deviceBearer");
  if (!isOldBad && known !== undefined && known.endsAt - EARLY_MS > Date.now()) return known.accessToken;
  return once("deviceBearer", async () => {
    try {
      const body = { deviceToken: now.deviceToken };
      const given = await ask<Renewed>("/api/device-auth/exchange", { method: "POST", body });
      await writeValue("deviceBearer", bearerOf(given));
      waitsForAdmin.value = false;
      return given.accessToken;
    } catch (error) {
      if (error instanceof ApiError) waitsForAdmin.value = error.isUnconfirmed;
      // It stays paired: each need of a token asks again.
      if (waitsForAdmin.value && error instanceof ApiError) throw new NotLoggedIn();
      if (!(error instanceof ApiError && error.status === 401)) throw error;
      if (await replace("device", now, { ...now, isRevoked: true })) await writeValue("deviceBearer", null);
      throw new NotLoggedIn();
    }
  });
}
