import { effect, untracked } from "@preact/signals";
import { lockState } from "../../api/screen-cover.ts";
import { reportTouches } from "../../api/send-request.ts";
import { beforeUserRequest, device, isUnconfirmed, session } from "../../api/tokens.ts";
import { readValue, writeValue } from "../../db/values.ts";
import { reportError } from "../../errors/report-error.ts";
import { loadEndings, startEndings } from "../../login/ending-pairings.ts";
import { lock, startLockScreen } from "../../login/lock-screen.ts";
import { startSessionEnd } from "../../login/session-end.ts";
import { loadSite, site, startSite } from "../../login/site.ts";
import { lastScan, tagReports } from "../../scanner/scans.ts";
import { isServerReachable } from "./pin-login.ts";

const CHECK_MS = 5000;
/** Interval of storing the last touch, for a reload. */
const WRITE_MS = 15_000;

let lastTouch = { wall: Date.now(), page: performance.now() };
let writtenAt = 0;

/**
 * Locks a shared terminal after the configured idle time. Also checked on waking, because timers stop while
 * the device sleeps.
 */
async function startLock(): Promise<void> {
  const before = await readValue("touchedAt");
  if (before !== undefined) lastTouch = { wall: Math.min(before, Date.now()), page: performance.now() };
  await lockIfIdle();
  reportTouches(sinceTouch);
  beforeUserRequest(() => {
    if (!isIdle()) return false;
    lockIfIdle().catch(reportError);
    return true;
  });
  for (const type of ["pointerdown", "touchstart", "keydown", "input"])
    document.addEventListener(type, onTouch, { capture: true, passive: true });
  // A camera scan and a report of tags count as touches.
  effect(() => {
    const [scan, reports] = [lastScan.value, tagReports.value];
    if (scan !== null || reports > 0) untracked(onTouch);
  });
  for (const type of ["focus", "pageshow"]) addEventListener(type, () => lockIfIdle().catch(reportError));
  // Not on hiding: a page that is then frozen must not block the database.
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") lockIfIdle().catch(reportError);
  });
  setInterval(() => lockIfIdle().catch(reportError), CHECK_MS);
  // Without a PIN check and unsent data no other request tests the connection.
  setInterval(() => {
    if (isUnconfirmed.value) isServerReachable().catch(reportError);
  }, CHECK_MS);
}

function onTouch(): void {
  // A scan on waking must not keep the terminal unlocked.
  if (isDeciding) return;
  // The first touch after a sleep may come before the timer.
  if (isIdle()) {
    lockIfIdle().catch(reportError);
    return;
  }
  lastTouch = { wall: Date.now(), page: performance.now() };
  if (lastTouch.wall - writtenAt < WRITE_MS && lastTouch.wall >= writtenAt) return;
  writtenAt = lastTouch.wall;
  writeValue("touchedAt", writtenAt).catch(reportError);
}

/** Ms since the last touch, by both clocks: one may be set, and the other stops while the device sleeps. */
export function sinceTouch(): number {
  return Math.max(Date.now() - lastTouch.wall, performance.now() - lastTouch.page);
}

function isIdle(): boolean {
  if (lockState.value === "locked" || session.value?.via !== "device") return false;
  return isUntouched();
}

const isUntouched = () => sinceTouch() >= site.value.terminalLockMinutes * 60_000;

let isDeciding = false;

async function lockIfIdle(): Promise<void> {
  if (isDeciding || !isIdle()) return;
  // Set first, so that a scan during the read of the database is not counted for the old user.
  const before = lockState.value;
  lockState.value = "locked";
  isDeciding = true;
  try {
    // Another tab may be in use.
    const otherTabTouch = await readValue("touchedAt");
    if (otherTabTouch !== undefined && otherTabTouch > lastTouch.wall && otherTabTouch <= Date.now())
      lastTouch = { wall: otherTabTouch, page: performance.now() - (Date.now() - otherTabTouch) };
  } catch (error) {
    // Where the touches of other tabs can't be read, the terminal locks, so that no login stays behind a covered screen.
    reportError(error);
  } finally {
    isDeciding = false;
  }
  if (isUntouched()) await lock();
  else lockState.value = before;
}

const HOUR_MS = 3_600_000;

/** Starts the background work of logins: the lock, the site's settings, and ending pairings. */
export async function startAccess(): Promise<void> {
  await Promise.all([startSite(), startLockScreen(), startEndings()]);
  startSessionEnd();
  await startLock();
  // At the start, after each login and pairing, and each hour.
  const refresh = () => loadSite().then(loadEndings).catch(reportError);
  effect(() => {
    const isKnown = session.value?.user.id !== undefined || device.value?.deviceToken !== undefined;
    if (isKnown) untracked(() => void refresh());
  });
  setInterval(refresh, HOUR_MS);
}
