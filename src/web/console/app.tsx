import { useEffect } from "preact/hooks";
import { msg } from "../../domain/message.ts";
import { getRestoreConfirmation } from "../api/console/users.ts";
import { requestAsUser, session } from "../api/tokens.ts";
import { reportError } from "../errors/report-error.ts";
import { language, t } from "../i18n/translate.ts";
import { may } from "../login/permissions.ts";
import { isExpectedFailure } from "../login/site.ts";
import { markedUnsent } from "../offline/outbox/unsent-marker.ts";
import type { FoundScreen } from "../router/lazy-screens.ts";
import { go, path } from "../router/router.ts";
import { Button } from "../ui/button.tsx";
import { Questions } from "../ui/confirm.tsx";
import { LoadError, Loading, NotFound } from "../ui/not-found.tsx";
import { ScreenBoundary } from "../ui/screen-boundary.tsx";
import { Toasts } from "../ui/toast.tsx";
import { Header } from "./layout/header.tsx";
import { Help } from "./layout/help.tsx";
import { Nav } from "./layout/nav.tsx";
import { Screen } from "./layout/screen.tsx";
import { UpdateNotice } from "./layout/version.tsx";
import { setWantedPath } from "./login/login.tsx";
import { office } from "./screens.ts";
import { Tour } from "./tour/tour.tsx";
import { PasswordQuestion } from "./two-step/password-question.tsx";

/** The console. */
export function ConsoleApp() {
  return (
    <ScreenBoundary at="" save={null}>
      <Office />
    </ScreenBoundary>
  );
}

/** The header, the navigation, and the screen of the path. */
function Office() {
  const there = office.screenOf(path.value);
  const needsNobody = typeof there === "object" && there?.screen.needs === "nobody";
  const isShut = session.value === null && !needsNobody;
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
  usePendingRestore();
  if (isShut || path.value === "/") return null;
  if (session.value === null) return <Shown there={there} />;
  return (
    <div class="console">
      <Button
        kind="secondary"
        class="skip-link"
        onClick={() => document.querySelector<HTMLElement>("#content h1")?.focus()}
      >
        {t(TEXTS.skip)}
      </Button>
      <Header />
      <UpdateNotice />
      <div class="console-side">
        <Nav />
        <Toasts />
      </div>
      {/* For another user, screens start with fresh state. */}
      <div class="console-content" key={session.value.user.id}>
        <Shown there={there} />
      </div>
      <Questions />
      <PasswordQuestion />
      <Help />
      <Tour />
    </div>
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
    <Screen title={t(TEXTS.mayNot)}>
      <p>{t(TEXTS.ask)}</p>
    </Screen>
  );
}

/** Opens the confirmation after a restore for an Admin, once after each login and load of the page. */
function usePendingRestore(): void {
  const who = session.value?.user.id;
  useEffect(() => {
    if (who === undefined || !may("administer")) return;
    showPending().catch(reportError);
  }, [who]);
}

async function showPending(): Promise<void> {
  try {
    const { users, devices } = await requestAsUser(getRestoreConfirmation());
    if (users.length + devices.length > 0) go("/people/confirm", { replace: true });
  } catch (error) {
    // The overview names it as well, after the response.
    if (!isExpectedFailure(error)) throw error;
  }
}

const TEXTS = {
  skip: msg("Skip to content"),
  mayNot: msg("You don't have access to this page"),
  ask: msg("Your role does not include it. Ask an administrator for access."),
};
