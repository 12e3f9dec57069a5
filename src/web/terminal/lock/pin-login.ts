import { msg } from "../../../domain/message.ts";
import { call } from "../../api/call.ts";
import { ApiError, ServerUnreachable } from "../../api/errors.ts";
import { requestIfChanged, sendRequest } from "../../api/send-request.ts";
import {
  bearerOf,
  device,
  NotLoggedIn,
  replaceLogin,
  requestAsTerminal,
  session,
  setDevice,
  setSession,
} from "../../api/tokens.ts";
import { type Bearer, readValue, type StoredSession, writeValue } from "../../db/values.ts";
import { reportError } from "../../errors/report-error.ts";
import { t } from "../../i18n/translate.ts";
import { recentUserIds } from "../../login/known-users.ts";
import { lock, unlock } from "../../login/lock-screen.ts";
import { endLogin, logIn, type Person, ROTATION, type Secret } from "../../login/log-in.ts";

// Secrets are passed to the server only, and never stored.

/**
 * Pairs this browser and logs out the current user. Unsent data stays. Throws ServerUnreachable or ApiError.
 */
export async function pair(code: string, name: string): Promise<void> {
  const previousDeviceToken = device.value?.deviceToken ?? null;
  const activation = await sendRequest(
    call("POST /api/device-auth/activate", { body: { code, deviceName: name, previousDeviceToken } }),
  );
  const { deviceToken, deviceTokenId, expiresAt } = activation;
  await setDevice({ deviceToken, deviceTokenId, expiresAt, name, isRevoked: false });
  await setSession(null);
}

/** Checks whether a rejected pairing is valid again. Returns the error message, or "" if it is. */
export async function retryPairing(): Promise<string> {
  const { value } = device;
  if (value === null) return "";
  try {
    await sendRequest(call("POST /api/device-auth/exchange", { body: { deviceToken: value.deviceToken } }));
    await setDevice({ ...value, isRevoked: false });
    return "";
  } catch (error) {
    if (error instanceof ApiError) return error.message;
    if (error instanceof ServerUnreachable) return t(msg("The server is not responding."));
    throw error;
  }
}

/**
 * Logs in at a paired terminal. Throws ServerUnreachable, ApiError or NotLoggedIn (the device is not paired
 * any more, or `isWanted` is false when the response arrives).
 */
export async function logInAtTerminal(person: Person, pin: string, isWanted: () => boolean): Promise<void> {
  const before = session.value;
  await replaceLogin(async () => {
    const next = await checkPin(person, pin);
    if (isWanted()) return next;
    endLogin(next.accessToken).catch(reportError);
    // The server has ended the login before it.
    if (session.value?.user.id === before?.user.id) await lock();
    throw new NotLoggedIn();
  });
  endLogin(before?.accessToken ?? null).catch(reportError);
  await unlock();
  await storeRecentUser(person.id);
}

async function checkPin(person: Person, pin: string): Promise<StoredSession & Bearer> {
  const body = { userId: person.id, pin, ...ROTATION };
  const response = await requestAsTerminal(call("POST /api/pda/users/login", { body }));
  const { id, userName, fullName, tenantId, roles } = response;
  const { accessToken, refreshToken, expiresIn, submissionToken, submissionKey } = response;
  if (accessToken === undefined || refreshToken === undefined || expiresIn === undefined)
    throw new Error("the server does not know this as a paired device");
  return {
    user: { id, userName, fullName },
    tenantId,
    roles,
    via: "device",
    ...bearerOf({ accessToken, refreshToken, expiresIn }),
    ...(submissionToken !== undefined &&
      submissionKey !== undefined && { submission: { token: submissionToken, key: submissionKey } }),
  };
}

/** Logs in on a personal device. Throws ServerUnreachable or ApiError. */
export async function logInAsOwner(userName: string, secret: Secret): Promise<void> {
  await logInWith(await logIn(userName, secret));
}

/** Stores a completed login. */
export async function logInWith(login: StoredSession): Promise<void> {
  await setSession(login);
  await unlock();
}

const MAX_RECENT = 12;

async function storeRecentUser(id: number): Promise<void> {
  const before = (await readValue("lastPeople")) ?? [];
  recentUserIds.value = [id, ...before.filter((other) => other !== id)].slice(0, MAX_RECENT);
  await writeValue("lastPeople", recentUserIds.value);
}

/** Whether the server responds within 4 s. */
export async function isServerReachable(): Promise<boolean> {
  try {
    await requestIfChanged(call("GET /api/version"), null, { timeoutMs: 4000 });
    return true;
  } catch {
    // The reason does not matter here. The request itself updates the connection state.
    return false;
  }
}

/** Whether this is the current user, also without a PIN check. */
export function isCurrentUser(person: Person): boolean {
  return session.value?.user.id === person.id;
}
