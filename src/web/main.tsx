import { render } from "preact";
import { startAccess } from "./access/start.ts";
import { App } from "./app/app.tsx";
import { terminal } from "./app/parts.ts";
import { path } from "./app/router.ts";
import { startScrolling } from "./app/scroll.ts";
import { ignoreSecondTaps } from "./app/second-tap.ts";
import { showStartError, watchStorage } from "./app/storage-wait.ts";
import { startMoved } from "./box/https-address.ts";
import { startTime } from "./box/time.ts";
import { startTokens } from "./box/tokens.ts";
import { startSounds } from "./feedback/sounds.ts";
import { startSpeech } from "./feedback/speech.ts";
import { watchLeaving } from "./kept/leaving.ts";
import { startSending } from "./outbox/sender.ts";
import { startUnsent } from "./outbox/unsent.ts";
import { startScanner } from "./scanner/choice.ts";
import { startLooks } from "./settings/looks.tsx";
import { startFollowing } from "./sync/follow.ts";
import { startInstall } from "./worker/install.ts";
import { startUpdates } from "./worker/update.ts";
import "./app/style.css";

/** Reads what is kept, then shows the terminal: nothing of it waits for the box. */
async function start(): Promise<void> {
  startMoved();
  startInstall();
  ignoreSecondTaps();
  await Promise.all([
    startTime(),
    startTokens(),
    startUnsent(),
    startScanner(),
    startSounds(),
    startSpeech(),
  ]);
  await startLooks();
  await Promise.all([startAccess(), startFollowing()]);
  const place = document.getElementById("app");
  if (place === null) throw new Error("the page has no place for the terminal");
  startScrolling();
  render(<App />, place);
  void terminal.fetchAll(path.value);
  startSending();
  startUpdates();
}

if (!("isTooOld" in window)) {
  watchLeaving();
  watchStorage();
  start().catch(showStartError);
}
