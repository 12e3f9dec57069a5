import { effect, untracked } from "@preact/signals";
import { connection } from "../api/connection.ts";
import { door } from "../api/screen-cover.ts";
import { device, isUnconfirmed, session } from "../api/tokens.ts";
import { notifyTabs, onTabMessage } from "../db/tab-messages.ts";
import { readValue, writeValue } from "../db/values.ts";
import { reportError } from "../errors/report-error.ts";
import { dropUnwanted } from "../scanner/scans.ts";

/** Covers the screen until somebody is let in; a reload does not get around it. */
export async function lock(): Promise<void> {
  if (device.value === null || session.value === null) return;
  door.value = "locked";
  await writeValue("lockedAt", Date.now());
  notifyTabs("values");
}

/** Uncovers the screen for whoever has proved who they are. */
export async function unlock(): Promise<void> {
  await uncover(false);
}

/** Uncovers the screen without a PIN, as there is no server to check it: for counting alone, until the server answers. */
export async function unlockUnconfirmed(): Promise<void> {
  await uncover(true);
}

async function uncover(isWithoutPin: boolean): Promise<void> {
  isUnconfirmed.value = isWithoutPin;
  door.value = null;
  await Promise.all([
    writeValue("unconfirmed", isWithoutPin || null),
    writeValue("lockedAt", null),
    writeValue("touchedAt", Date.now()),
  ]);
  notifyTabs("values");
}

// The browser goes back when it likes; until then no other step must be made.
let isGoingBack = false;

/** Asks who works here from now on; Android's back button leaves all as it was. */
export function changeUser(): void {
  if (door.value !== null) return;
  dropUnwanted();
  door.value = "changing";
  if (!isGoingBack) addStep();
}

const addStep = () => history.pushState({ door: "changing" }, "");

/** Goes on as before. */
export function storeUser(): void {
  if (door.value !== "changing") return;
  door.value = null;
  if (isGoingBack) return;
  isGoingBack = true;
  history.back();
}

/** Brings back a lock of before the reload, and follows other tabs. */
export async function startLockScreen(): Promise<void> {
  await readLock();
  effect(() => {
    if (isUnconfirmed.value && connection.value === "there" && door.value !== "locked")
      untracked(lock).catch(reportError);
  });
  onTabMessage((what) => {
    if (what === "values") readLock().catch(reportError);
  });
  addEventListener("popstate", () => {
    const isOwn = isGoingBack;
    isGoingBack = false;
    if (door.value !== "changing") return;
    // Asked again before the browser went back.
    if (isOwn) addStep();
    else door.value = null;
  });
}

async function readLock(): Promise<void> {
  isUnconfirmed.value = (await readValue("unconfirmed")) === true;
  const isLocked = (await readValue("lockedAt")) !== undefined && session.value?.via === "device";
  if (isLocked) door.value = "locked";
  else if (door.value === "locked") door.value = null;
}
