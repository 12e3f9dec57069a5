import { effect, untracked } from "@preact/signals";
import { surface } from "../box/surface.ts";
import { device, session } from "../box/tokens.ts";
import { startDoor } from "./door.ts";
import { askEndings, startEndings } from "./ending.ts";
import { startLock } from "./lock.ts";
import { startSessionEnd } from "./session-end.ts";
import { askSite, startSite } from "./site.ts";

const HOUR_MS = 3_600_000;

/** Begins what goes on beside the screens: the lock, the site's settings, logins that end. */
export async function startAccess(): Promise<void> {
  await Promise.all([startSite(), startDoor(), startEndings()]);
  startSessionEnd();
  await startLock();
  // At the start, after each login and pairing, and now and then.
  const askAll = () => askSite().then(askEndings).catch(surface);
  effect(() => {
    const isKnown = session.value?.user.id !== undefined || device.value?.deviceToken !== undefined;
    if (isKnown) untracked(() => void askAll());
  });
  setInterval(askAll, HOUR_MS);
}
