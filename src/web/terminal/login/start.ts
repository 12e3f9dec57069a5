import { effect, untracked } from "@preact/signals";
import { device, session } from "../../api/tokens.ts";
import { reportError } from "../../errors/report-error.ts";
import { loadEndings, startEndings } from "../../login/ending-pairings.ts";
import { startLockScreen } from "../../login/lock-screen.ts";
import { startSessionEnd } from "../../login/session-end.ts";
import { loadSite, startSite } from "../../login/site.ts";
import { startLock } from "../lock/lock.ts";

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
