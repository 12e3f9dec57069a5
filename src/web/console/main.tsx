import { render } from "preact";
import { msg } from "../../domain/message.ts";
import { session, startTokens } from "../api/tokens.ts";
import { recordError, watchErrors } from "../errors/error-queue.ts";
import { reportError } from "../errors/report-error.ts";
import { startTexts, t } from "../i18n/translate.ts";
import { loadSite, startSite } from "../login/site.ts";
import { startErrorReports } from "../offline/error-reports.ts";
import { parentPath, shownAddress } from "../router/lazy-screens.ts";
import { setParents } from "../router/router.ts";
import { coverPage } from "../ui/cover-page.ts";
import { startTheme } from "../ui/theme.tsx";
import { ConsoleApp } from "./app.tsx";
import { startIdleLogout } from "./login/idle.ts";
import { startReachabilityChecks } from "./realtime/reachability.ts";
import { office } from "./screens.ts";
import "./console.css";

/** Reads the stored login, then renders the console. */
async function start(): Promise<void> {
  await Promise.all([startTokens("office"), startSite(), startTheme()]);
  await startTexts();
  startReachabilityChecks();
  startIdleLogout();
  session.subscribe((now) => {
    if (now !== null) loadSite().catch(reportError);
  });
  const place = document.getElementById("app");
  if (place === null) throw new Error("the page has no place for the console");
  setParents((of) => parentPath(office, of));
  render(<ConsoleApp />, place);
}

if (!("isTooOld" in window)) {
  watchErrors("console", () => shownAddress(office));
  startErrorReports();
  start().catch((error: unknown) => {
    recordError(error);
    // A login needs the browser's storage.
    coverPage(
      t(msg("tallybox could not start")),
      t(msg("Reload. If that does not help, restart the browser. ({error})"), { error: String(error) }),
      null,
    );
  });
}
