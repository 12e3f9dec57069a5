import { effect, untracked } from "@preact/signals";
import { connection } from "../api/connection.ts";
import { lockState } from "../api/screen-cover.ts";
import { device, dropTokens, isUnconfirmed, session } from "../api/tokens.ts";
import { notifyTabs, onTabMessage } from "../db/tab-messages.ts";
import { readValue, writeValue } from "../db/values.ts";
import { reportError } from "../errors/report-error.ts";
import { dropUnwanted } from "../scanner/scans.ts";
import { endLogin } from "./log-in.ts";

/**
 * Locks the screen until a user enters a PIN: deletes the login's tokens on this device, and ends it on the server. Queued commands
 * keep what delivers them.
 */
export async function lock(): Promise<void> {
  if (device.value === null || session.value === null) return;
  lockState.value = "locked";
  isUnconfirmed.value = false;
  await writeValue("unconfirmed", null);
  const token = await dropTokens();
  endLogin(token).catch(reportError);
}

/** Unlocks the screen after a login. */
export async function unlock(): Promise<void> {
  await hideLockScreen(false);
}

/**
 * Unlocks the screen without a PIN check, because the server is unreachable. Only counting is possible until
 * it responds.
 */
export async function unlockUnconfirmed(): Promise<void> {
  await hideLockScreen(true);
}

async function hideLockScreen(isPinUnchecked: boolean): Promise<void> {
  isUnconfirmed.value = isPinUnchecked;
  lockState.value = null;
  await Promise.all([
    writeValue("unconfirmed", isPinUnchecked || null),
    writeValue("lockedAt", null),
    writeValue("touchedAt", Date.now()),
  ]);
  notifyTabs("values");
}

// `history.back` is asynchronous. Until it is done, no other entry is added.
let isGoingBack = false;

/** Shows the user choice. Android's back button cancels it. */
export function changeUser(): void {
  if (lockState.value !== null) return;
  dropUnwanted();
  lockState.value = "changing";
  if (!isGoingBack) addHistoryEntry();
}

const addHistoryEntry = () => history.pushState({ door: "changing" }, "");

/** Cancels the user choice. */
export function cancelUserChange(): void {
  if (lockState.value !== "changing") return;
  lockState.value = null;
  if (isGoingBack) return;
  isGoingBack = true;
  history.back();
}

/** Restores the lock after a reload, and follows other tabs. */
export async function startLockScreen(): Promise<void> {
  await readLock();
  lockAgain().catch(reportError);
  effect(() => {
    if (isUnconfirmed.value && connection.value === "there" && lockState.value !== "locked")
      untracked(lock).catch(reportError);
  });
  onTabMessage((what) => {
    if (what === "values") readLock().catch(reportError);
  });
  addEventListener("popstate", () => {
    const isOwnStep = isGoingBack;
    isGoingBack = false;
    if (lockState.value !== "changing") return;
    // The user choice was opened again before the browser went back.
    if (isOwnStep) addHistoryEntry();
    else lockState.value = null;
  });
}

/** An earlier version of the client has kept the tokens of a locked terminal. They sign what it has queued, and are deleted. */
async function lockAgain(): Promise<void> {
  if ((await readValue("lockedAt")) === undefined) return;
  const before = session.value;
  if (before?.via === "device") {
    const { signWaiting } = await import("../offline/outbox/sign-waiting.ts");
    await signWaiting();
    if (session.value?.accessToken === before.accessToken) await lock();
  }
  await writeValue("lockedAt", null);
}

/** A login by PIN without tokens is locked. */
async function readLock(): Promise<void> {
  isUnconfirmed.value = (await readValue("unconfirmed")) === true;
  const [login, lockedAt] = await Promise.all([readValue("session"), readValue("lockedAt")]);
  const isWithoutTokens = login?.accessToken === undefined || lockedAt !== undefined;
  const isLocked = login?.via === "device" && isWithoutTokens && !isUnconfirmed.value;
  if (isLocked && device.value !== null) lockState.value = "locked";
  else if (lockState.value === "locked") lockState.value = null;
}
