import { render } from "preact";
import { readHttpsAddress } from "./api/https-address.ts";
import { startTime } from "./api/server-time.ts";
import { startTokens } from "./api/tokens.ts";
import { watchLeaving } from "./db/database.ts";
import { watchErrors } from "./errors/error-queue.ts";
import { startSounds } from "./feedback/sounds.ts";
import { startSpeech } from "./feedback/speech.ts";
import { startTexts } from "./i18n/translate.ts";
import { startErrorReports } from "./offline/error-reports.ts";
import { startFollowing } from "./offline/follow.ts";
import { startUnsent } from "./offline/outbox/unsent.ts";
import { startSending } from "./offline/sender.ts";
import { parentPath, shownAddress } from "./router/lazy-screens.ts";
import { path, setParents } from "./router/router.ts";
import { startScrolling } from "./router/scroll-restoration.ts";
import { startScanner } from "./scanner/layouts.ts";
import { startInstall, startUpdates } from "./service-worker/update.ts";
import { App } from "./terminal/app.tsx";
import { startKiosk } from "./terminal/custody/kiosk-state.ts";
import { showStartError, watchStorage } from "./terminal/layout/storage-error.ts";
import { sinceTouch, startAccess } from "./terminal/lock/lock.ts";
import { terminal } from "./terminal/screens.ts";
import { ignoreDoubleTaps } from "./ui/double-tap.ts";
import { startTheme } from "./ui/theme.tsx";
import "./ui/style.css";

/** Reads the stored data, then shows the terminal, without a request to the server. */
async function start(): Promise<void> {
  readHttpsAddress();
  startInstall();
  ignoreDoubleTaps();
  await Promise.all([
    startTime(),
    startTokens(),
    startUnsent(),
    startScanner(),
    startSounds(),
    startSpeech(),
  ]);
  await startTheme();
  await Promise.all([startAccess(), startFollowing(), startKiosk()]);
  await startTexts();
  const place = document.getElementById("app");
  if (place === null) throw new Error("the page has no place for the terminal");
  startScrolling();
  setParents((of) => parentPath(terminal, of));
  render(<App />, place);
  void terminal.fetchAll(path.value);
  startSending();
  startUpdates(sinceTouch);
}

if (!("isTooOld" in window)) {
  watchErrors("terminal", () => shownAddress(terminal));
  startErrorReports();
  watchLeaving();
  watchStorage();
  start().catch(showStartError);
}
