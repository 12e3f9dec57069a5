import { render } from "preact";
import { session, startTokens } from "../api/tokens.ts";
import { reportError } from "../errors/report-error.ts";
import { askSite, startSite } from "../login/site.ts";
import { startTheme } from "../ui/theme.tsx";
import { ConsoleApp } from "./app.tsx";
import { startKeys } from "./layout/keys.ts";
import { startVersion } from "./layout/version.tsx";
import { startIdleLogout } from "./login/idle.ts";
import { startEvents } from "./realtime/live.ts";
import { startInvalidation } from "./realtime/query-client.ts";
import { startRefetching } from "./realtime/refetch.ts";
import "./console.css";

/** Reads who is here, then shows the office. */
async function start(): Promise<void> {
  await Promise.all([startTokens("office"), startSite(), startTheme()]);
  startEvents();
  startInvalidation();
  startRefetching();
  startKeys();
  startVersion();
  startIdleLogout();
  session.subscribe((now) => {
    if (now !== null) askSite().catch(reportError);
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
