import { effect, untracked } from "@preact/signals";
import { connection } from "../api/connection.ts";
import { lockState } from "../api/screen-cover.ts";
import { device, isUnconfirmed, session } from "../api/tokens.ts";
import { notifyTabs, onTabMessage } from "../db/tab-messages.ts";
import { readValue, writeValue } from "../db/values.ts";
import { reportError } from "../errors/report-error.ts";
import { dropUnwanted } from "../scanner/scans.ts";

/** Locks the screen until a user enters a PIN. A reload keeps the lock. */
export async function lock(): Promise<void> {
  if (device.value === null || session.value === null) return;
  lockState.value = "locked";
  await writeValue("lockedAt", Date.now());
  notifyTabs("values");
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

async function readLock(): Promise<void> {
  isUnconfirmed.value = (await readValue("unconfirmed")) === true;
  const isLocked = (await readValue("lockedAt")) !== undefined && session.value?.via === "device";
  if (isLocked) lockState.value = "locked";
  else if (lockState.value === "locked") lockState.value = null;
}
