import { effect, untracked } from "@preact/signals";
import { lockState } from "../../api/screen-cover.ts";
import { isUnconfirmed, session } from "../../api/tokens.ts";
import { readValue, writeValue } from "../../db/values.ts";
import { reportError } from "../../errors/report-error.ts";
import { lock } from "../../login/lock-screen.ts";
import { site } from "../../login/site.ts";
import { lastScan } from "../../scanner/scans.ts";
import { isServerReachable } from "./pin-login.ts";

const LOOK_MS = 5000;
/** How often a touch is written down, for a reload. */
const WRITE_MS = 15_000;

let touched = { wall: Date.now(), page: performance.now() };
let written = 0;

/** Locks a shared terminal that nobody has touched for the site's time. Timers sleep with the device, so waking looks too. */
export async function startLock(): Promise<void> {
  const before = await readValue("touchedAt");
  if (before !== undefined) touched = { wall: Math.min(before, Date.now()), page: performance.now() };
  await lockIfIdle();
  for (const type of ["pointerdown", "touchstart", "keydown", "input"])
    document.addEventListener(type, onTouch, { capture: true, passive: true });
  // The camera scans without a key.
  effect(() => {
    if (lastScan.value !== null) untracked(onTouch);
  });
  for (const type of ["focus", "pageshow"]) addEventListener(type, () => lockIfIdle().catch(reportError));
  // Not when it is hidden: a page that is frozen then must not hold the database.
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") lockIfIdle().catch(reportError);
  });
  setInterval(() => lockIfIdle().catch(reportError), LOOK_MS);
  // Nothing else asks while only counting is possible and nothing is to be sent.
  setInterval(() => {
    if (isUnconfirmed.value) isServerReachable().catch(reportError);
  }, LOOK_MS);
}

function onTouch(): void {
  // A scan that comes as the terminal wakes must not keep it open.
  if (isDeciding) return;
  // The first touch after a sleep may come before the timer.
  if (isIdle()) {
    lockIfIdle().catch(reportError);
    return;
  }
  touched = { wall: Date.now(), page: performance.now() };
  if (touched.wall - written < WRITE_MS && touched.wall >= written) return;
  written = touched.wall;
  writeValue("touchedAt", written).catch(reportError);
}

/** Ms since somebody touched the terminal, by both clocks: one may be set, the other stands still while the device sleeps. */
export function sinceTouch(): number {
  return Math.max(Date.now() - touched.wall, performance.now() - touched.page);
}

function isIdle(): boolean {
  if (lockState.value === "locked" || session.value?.via !== "device") return false;
  return isUntouched();
}

const isUntouched = () => sinceTouch() >= site.value.terminalLockMinutes * 60_000;

let isDeciding = false;

async function lockIfIdle(): Promise<void> {
  if (isDeciding || !isIdle()) return;
  // First of all: a scan that comes while the database is read must not count for who was here.
  const before = lockState.value;
  lockState.value = "locked";
  isDeciding = true;
  try {
    // Another tab may be in use.
    const elsewhere = await readValue("touchedAt");
    if (elsewhere !== undefined && elsewhere > touched.wall && elsewhere <= Date.now())
      touched = { wall: elsewhere, page: performance.now() - (Date.now() - elsewhere) };
  } finally {
    isDeciding = false;
  }
  if (isUntouched()) await lock();
  else lockState.value = before;
}
