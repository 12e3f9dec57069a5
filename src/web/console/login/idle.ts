import { effect, signal } from "@preact/signals";
import { CONSOLE_IDLE_MS } from "../../../domain/login.ts";
import { session, setSession } from "../../api/tokens.ts";
import { readValue, writeValue } from "../../db/values.ts";
import { reportError } from "../../errors/report-error.ts";
import { endLoginAtServer } from "../../login/log-in.ts";

// An open page sends requests by itself, so the server can't detect that nobody uses it. It ends the login after
// the same time without any request, for example of a tab that was closed.

const CHECK_INTERVAL_MS = 60_000;
/** The interval at which activity is stored, for other tabs and a reload. */
const WRITE_MS = 60_000;

/** True after a logout for inactivity, until the next login. */
export const endedByInactivity = signal(false);

let touchedAt = Date.now();
let writtenAt = 0;

/** Logs out after 12 hours without activity in any tab of the console. */
export function startIdleLogout(): void {
  let was: number | null = null;
  effect(() => {
    const now = session.value?.user.id ?? null;
    // Renewed tokens are no activity.
    if (now !== null && now !== was) {
      endedByInactivity.value = false;
      onTouch();
    }
    was = now;
  });
  for (const kind of ["pointerdown", "keydown", "input", "wheel"])
    document.addEventListener(kind, () => endIfIdle(true).catch(reportError), {
      capture: true,
      passive: true,
    });
  // Timers do not run while the computer sleeps, so this also runs when it wakes up.
  for (const kind of ["focus", "pageshow"]) addEventListener(kind, () => endIfIdle(false).catch(reportError));
  setInterval(() => endIfIdle(false).catch(reportError), CHECK_INTERVAL_MS);
}

function onTouch(): void {
  touchedAt = Date.now();
  if (touchedAt - writtenAt < WRITE_MS && touchedAt >= writtenAt) return;
  writtenAt = touchedAt;
  writeValue("officeTouchedAt", touchedAt).catch(reportError);
}

const isIdle = () => session.value !== null && Date.now() - touchedAt > CONSOLE_IDLE_MS;

async function endIfIdle(isTouched: boolean): Promise<void> {
  if (isIdle()) {
    // Another tab may be in use.
    touchedAt = Math.max(touchedAt, (await readValue("officeTouchedAt")) ?? 0);
    if (isIdle()) {
      await endLoginAtServer();
      await setSession(null);
      endedByInactivity.value = true;
      return;
    }
  }
  if (isTouched) onTouch();
}
