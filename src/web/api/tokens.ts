import { signal } from "@preact/signals";
import { isStorageFull } from "../db/storage-full.ts";
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
import { ExpectedError, nullIfExpected } from "../errors/error-queue.ts";
import { reportError } from "../errors/report-error.ts";
import { type ApiRequest, call } from "./call.ts";
import { doubtHistory } from "./data-history.ts";
import { ApiError, ServerUnreachable } from "./errors.ts";
import { type RequestOptions, sendRequest } from "./send-request.ts";

/**
 * The current login and the pairing of this browser; null: none. Read from the local database at the start.
 */
export const session = signal<StoredSession | null>(null);
export const device = signal<StoredDevice | null>(null);

/**
 * A user continues on the locked terminal without the server, so the PIN is not checked. The terminal only
 * counts, and sends nothing for this user.
 */
export const isUnconfirmed = signal(false);

/**
 * The server's data was restored, and no Admin has confirmed this terminal yet. Until then it sends nothing.
 */
export const waitsForAdmin = signal(false);

/** Thrown when no user is logged in. */
export class NotLoggedIn extends ExpectedError {}

/** The tokens of a login. */
export interface Tokens {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly expiresIn: number;
}

/** Tokens are renewed this long before they expire. */
const RENEWAL_LEAD_MS = 10 * 60_000;

/** The console has its own login, independent of terminals in the same browser. */
let sessionName: "session" | "officeSession" = "session";

/** Reads the login now and whenever another tab changes it. The console is never a paired terminal. */
export async function startTokens(client: "terminal" | "office" = "terminal"): Promise<void> {
  if (client === "office") sessionName = "officeSession";
  onTabMessage((what) => {
    if (what === "values") readTokens().catch(reportError);
  });
  await readTokens();
}

async function readTokens(): Promise<void> {
  const paired = sessionName === "session" ? ((await readValue("device")) ?? null) : null;
  const login = (await readValue(sessionName)) ?? null;
  const isSame =
    paired?.deviceToken === device.value?.deviceToken && login?.accessToken === session.value?.accessToken;
  // Another tab may have them from another server at this address.
  if (!isSame) doubtHistory();
  device.value = paired;
  session.value = login;
}

type SessionGuard = (next: StoredSession) => Promise<void>;
let guard: SessionGuard | null = null;

/** Registers a handler that runs before a new login is shown. */
export function beforeSession(handler: SessionGuard): void {
  guard = handler;
}

/** Stores the login; null: logged out. */
export async function setSession(next: StoredSession | null): Promise<void> {
  if (next !== null) await guard?.(next);
  await writeValue(sessionName, next);
  doubtHistory();
  session.value = next;
  notifyTabs("values");
}

/** Whether a user is logged in, with tokens. Without them the terminal is locked, or the PIN was not checked. */
export const hasLogin = () => session.value?.accessToken !== undefined;

/** Deletes the tokens of the login on this device. Returns the access token, to end the login on the server; null: there is none. */
export async function dropTokens(): Promise<string | null> {
  const now = session.value;
  if (now === null) return null;
  const { user, tenantId, roles, via } = now;
  session.value = { user, tenantId, roles, via };
  await writeValue(sessionName, session.value);
  // Another tab's message may have made this one read them again meanwhile.
  await readTokens();
  notifyTabs("values");
  return now.accessToken ?? null;
}

/** Timeout, because a lock of an earlier version of the client waits for it. */
const SUBMISSION_MS = 8000;

/** Fetches and stores the submission token of a login that has none, unless the login has ended. */
export async function fetchSubmission(now: StoredSession): Promise<void> {
  const created = await requestAsUser(call("POST /api/pda/users/submission-token"), {
    timeoutMs: SUBMISSION_MS,
  });
  const submission = { token: created.submissionToken, key: created.submissionKey };
  await replace(sessionName as "session", now, { ...now, submission });
}

let isLocking: (() => boolean) | null = null;

/** Registers a check before each request of the user: whether the terminal has to lock. */
export function beforeUserRequest(check: () => boolean): void {
  isLocking = check;
}

/** Stores the pairing of this browser. */
export async function setDevice(next: StoredDevice | null): Promise<void> {
  await writeValue("device", next);
  await writeValue("deviceBearer", null);
  doubtHistory();
  device.value = next;
  notifyTabs("values");
}

/** Converts the tokens of a response, with the time of their expiry. */
export function bearerOf({ accessToken, refreshToken, expiresIn }: Tokens): Bearer {
  return { accessToken, refreshToken, endsAt: Date.now() + expiresIn * 1000 };
}

/** Sends a request as the user. Also throws NotLoggedIn, for example when the server has ended the login. */
export async function requestAsUser<T>(request: ApiRequest<T>, options: RequestOptions = {}): Promise<T> {
  return withToken(userToken, (token) => sendRequest(request, { ...options, token }));
}

/**
 * Sends a request as the paired device, or as the user on a personal device without pairing. Also throws
 * NotLoggedIn.
 */
export async function requestAsTerminal<T>(request: ApiRequest<T>, options: RequestOptions = {}): Promise<T> {
  return withToken(terminalToken, (token) => sendRequest(request, { ...options, token }));
}

/** Returns an access token of the paired device, or of the user where the device is not paired. */
export function terminalToken(isRejected: boolean): Promise<string> {
  return device.value === null ? userToken(isRejected) : deviceToken(isRejected);
}

type TokenSource = (isRejected: boolean) => Promise<string>;

/** Calls `call` with a token. If the server rejects the token, calls it once more with a new one. */
export async function withToken<T>(getToken: TokenSource, call: (token: string) => Promise<T>): Promise<T> {
  const before = session.peek()?.user.id;
  try {
    return await call(await getToken(false));
  } catch (error) {
    if (!(error instanceof ApiError && error.isBadToken)) throw error;
    const token = await getToken(true);
    // Nothing is done in the name of another user who has logged in since.
    if (session.peek()?.user.id !== before) throw new NotLoggedIn();
    return call(token);
  }
}

const renewals = new Map<string, Promise<string>>();

/** Runs one renewal at a time. Concurrent callers share its result. */
function renewOnce(name: keyof Values, renew: () => Promise<string>): Promise<string> {
  const running = renewals.get(name);
  if (running !== undefined) return running;
  const started = renew().finally(() => renewals.delete(name));
  renewals.set(name, started);
  return started;
}

/** Stores the result of a renewal, unless another login or pairing has replaced `now` in any tab. */
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

/** Returns an access token of the user. */
export async function userToken(isRejected: boolean): Promise<string> {
  const now = session.value;
  if (now === null) throw new NotLoggedIn();
  if (isUnconfirmed.value) throw new ServerUnreachable("the PIN was not checked");
  if (now.accessToken === undefined || isLocking?.() === true) throw new NotLoggedIn();
  if (!isRejected && isFresh(now)) return now.accessToken;
  return renewOnce("session", () => renewSession(now));
}

const isFresh = ({ endsAt = 0 }: Partial<Bearer>): boolean => endsAt - RENEWAL_LEAD_MS > Date.now();

/** Renews the user's tokens, unless another tab has. `known`: those that this tab knew. */
async function renewSession(known: StoredSession): Promise<string> {
  // This tab may have slept for days while another one renewed them: an old refresh token would end the login.
  await readTokens();
  const now = session.value;
  if (now === null || now.user.id !== known.user.id) throw new NotLoggedIn();
  if (now.accessToken === undefined || now.refreshToken === undefined) throw new NotLoggedIn();
  if (now.accessToken !== known.accessToken && isFresh(now)) return now.accessToken;
  try {
    const renewed = await sendRequest(
      call("POST /api/pwa-auth/refresh", { body: { refreshToken: now.refreshToken } }),
    );
    await replace(sessionName, now, { ...now, ...bearerOf(renewed) });
    return renewed.accessToken;
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 401)) throw error;
    const isOver = await replace(sessionName, now, null);
    const { value } = session;
    // The same user has new tokens already, for example after a change of the password.
    if (!isOver && value?.user.id === now.user.id && value.accessToken !== undefined)
      return value.accessToken;
    throw new NotLoggedIn();
  }
}

/**
 * Replaces the user's tokens by those of the response to `change`, which ends the earlier ones. Other requests that fail with an
 * earlier token wait for the new one. Throws NotLoggedIn where another user has logged in meanwhile.
 */
export async function changeTokens(change: (token: string) => Promise<Tokens>): Promise<void> {
  const before = session.value;
  await withToken(userToken, async (token) => {
    const changing = storeChanged(before, change(token));
    holdRequests(changing, token);
    await changing;
  });
  const { value } = session;
  // Without it, what the user queues offline until the lock would be sent by nobody. The next round tries again.
  if (value?.via === "device") await fetchSubmission(value).catch(nullIfExpected);
}

/**
 * Logs in at a paired terminal, which ends the login before it on the server. Requests that fail with that one's token wait, so
 * that nothing looks as if its user had been logged out. Throws what `logIn` throws.
 */
export async function replaceLogin(logIn: () => Promise<StoredSession & Bearer>): Promise<void> {
  // A renewal of the login before would fail after this login. Who has started it hears of its errors.
  for (let renewal = renewals.get("session"); renewal !== undefined; renewal = renewals.get("session"))
    await renewal.catch(() => undefined);
  const token = session.value?.accessToken;
  const replacing = logIn().then(async (next) => {
    await setSession(next);
    return next.accessToken;
  });
  if (device.value !== null && token !== undefined) holdRequests(replacing, token);
  await replacing;
}

/** Requests that fail with an earlier token wait for the new one. Where there is none, the earlier token is still valid. */
function holdRequests(replacing: Promise<string>, earlier: string): void {
  if (renewals.has("session")) return;
  renewOnce("session", () => replacing.catch(() => earlier)).catch(reportError);
}

async function storeChanged(before: StoredSession | null, change: Promise<Tokens>): Promise<string> {
  const renewed = await change;
  // Another tab may have noticed the end of the earlier tokens first, and have ended the session.
  const now = session.value ?? before;
  if (now === null || now.user.id !== before?.user.id) throw new NotLoggedIn();
  // The submission token has ended too.
  const { user, tenantId, roles, via } = now;
  await setSession({ user, tenantId, roles, via, ...bearerOf(renewed) });
  return renewed.accessToken;
}

/** The newest token of a pairing where the storage is full. */
let unstored: { readonly deviceToken: string; readonly bearer: Bearer } | null = null;

async function storeDeviceBearer(deviceToken: string, bearer: Bearer): Promise<void> {
  unstored = null;
  try {
    await writeValue("deviceBearer", bearer);
  } catch (error) {
    if (!isStorageFull(error)) throw error;
    unstored = { deviceToken, bearer };
  }
}

/** The device's access token that was used last. */
let usedToken = "";

/** Returns it. Another tab may have another one, from another server at this address. */
function used(token: string): string {
  if (token !== usedToken) doubtHistory();
  usedToken = token;
  return token;
}

/** Returns an access token of the device. */
async function deviceToken(isRejected: boolean): Promise<string> {
  const now = device.value;
  if (now === null || now.isRevoked) throw new NotLoggedIn();
  const stored = await readValue("deviceBearer");
  const known = unstored?.deviceToken === now.deviceToken ? unstored.bearer : stored;
  if (!isRejected && known !== undefined && known.endsAt - RENEWAL_LEAD_MS > Date.now())
    return used(known.accessToken);
  return renewOnce("deviceBearer", async () => {
    try {
      const response = await sendRequest(
        call("POST /api/device-auth/exchange", { body: { deviceToken: now.deviceToken, rotation: true } }),
      );
      await storeDeviceBearer(now.deviceToken, bearerOf(response));
      waitsForAdmin.value = false;
      return used(response.accessToken);
    } catch (error) {
      if (error instanceof ApiError) waitsForAdmin.value = error.isUnconfirmed;
      // The device stays paired. The next request tries again.
      if (waitsForAdmin.value && error instanceof ApiError) throw new NotLoggedIn();
      if (!(error instanceof ApiError && error.status === 401)) throw error;
      if (await replace("device", now, { ...now, isRevoked: true })) await writeValue("deviceBearer", null);
      throw new NotLoggedIn();
    }
  });
}
