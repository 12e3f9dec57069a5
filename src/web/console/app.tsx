import { useEffect } from "preact/hooks";
import { msg } from "../../domain/message.ts";
import { call } from "../api/call.ts";
import { requestAsUser, session } from "../api/tokens.ts";
import { nullIfExpected } from "../errors/error-queue.ts";
import { reportError } from "../errors/report-error.ts";
import { language, t } from "../i18n/translate.ts";
import { may } from "../login/permissions.ts";
import { markedUnsent } from "../offline/outbox/unsent-marker.ts";
import type { FoundScreen } from "../router/lazy-screens.ts";
import { go, path } from "../router/router.ts";
import { LoadError, Loading, NotFound } from "../ui/not-found.tsx";
import { ScreenBoundary } from "../ui/screen-boundary.tsx";
import { loadShell, shell } from "./layout/lazy-shell.ts";
import { Screen } from "./layout/screen.tsx";
import { setWantedPath } from "./login/login.tsx";
import { OPEN_PATHS, office } from "./screens.ts";

/** The console. */
export function ConsoleApp() {
  return (
    <ScreenBoundary at="" save={null}>
      <Office />
    </ScreenBoundary>
  );
}

/** The screen of the path, with the header and the navigation for a user who is logged in. */
function Office() {
  const there = office.screenOf(path.value);
  const isShut = session.value === null && OPEN_PATHS.indexOf(path.value.split(/[/?]/)[1] ?? "") === -1;
  useEffect(() => {
    document.documentElement.lang = language.value;
  }, [language.value]);
  useEffect(() => {
    void office.fetchFor(path.value);
    if (isShut) {
      setWantedPath(path.value);
      go("/login", { replace: true });
    } else if (path.value === "/") go("/overview", { replace: true });
  }, [isShut, path.value]);
  const isLoggedIn = session.value !== null;
  useEffect(() => {
    // A path without a screen loads no part.
    if (isLoggedIn) loadShell().catch(reportError);
  }, [isLoggedIn]);
  usePendingRestore();
  if (isShut || path.value === "/") return null;
  const Shell = shell.value;
  if (session.value === null || Shell === null) return <Shown there={there} />;
  return (
    <Shell who={session.value.user.id}>
      <Shown there={there} />
    </Shell>
  );
}

function Shown({ there }: { readonly there: FoundScreen | "coming" | "missing" | null }) {
  if (there === null) return <NotFound />;
  if (there === "coming") return <Loading />;
  if (there === "missing") return <LoadError />;
  const { show: Show, may: needed } = there.screen;
  if (needed !== undefined && !may(needed)) return <Forbidden />;
  return (
    <ScreenBoundary at={path.value} save={markedUnsent() > 0 ? saveUnsent : null}>
      <Show {...there.values} />
    </ScreenBoundary>
  );
}

/** Counts belong to the terminal of the same browser. */
async function saveUnsent(): Promise<string> {
  const outbox = await import("../offline/outbox/export.ts");
  return outbox.saveUnsent();
}

function Forbidden() {
  return (
    <Screen title={t(msg("You don't have access to this page"))}>
      <p>{t(msg("Your role does not include it. Ask an administrator for access."))}</p>
    </Screen>
  );
}

/** Opens the confirmation after a restore for an Admin, once after each login and load of the page. Without a response the overview names it later. */
function usePendingRestore(): void {
  const who = session.value?.user.id;
  useEffect(() => {
    if (who === undefined || !may("administer")) return;
    showPending().catch(reportError);
  }, [who]);
}

async function showPending(): Promise<void> {
  const pending = await requestAsUser(call("GET /api/restore-confirmation")).catch(nullIfExpected);
  if (pending !== null && pending.users.length + pending.devices.length > 0)
    go("/people/confirm", { replace: true });
}
