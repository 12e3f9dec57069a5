import { render } from "preact";
import { askSite, startSite } from "../access/site.ts";
import { surface } from "../box/surface.ts";
import { session, startTokens } from "../box/tokens.ts";
import { startLooks } from "../settings/looks.tsx";
import { startIdle } from "./door/idle.ts";
import { ConsoleApp } from "./frame/app.tsx";
import { startKeys } from "./frame/keys.ts";
import { startVersion } from "./frame/version.tsx";
import { startLive } from "./live/live.ts";
import { startLookingAgain } from "./live/look-again.ts";
import "./console.css";

/** Reads who is here, then shows the office. */
async function start(): Promise<void> {
  await Promise.all([startTokens("office"), startSite(), startLooks()]);
  startLive();
  startLookingAgain();
  startKeys();
  startVersion();
  startIdle();
  session.subscribe((now) => {
    if (now !== null) askSite().catch(surface);
  });
  const place = document.getElementById("app");
  if (place === null) throw new Error("the page has no place for the console");
  render(<ConsoleApp />, place);
}

if (!("isTooOld" in window)) {
  start().catch((error: unknown) => {
    // Without the browser's storage nobody can be logged in: it says so.
    document.body.textContent = `tallybox: ${String(error)}`;
  });
}
