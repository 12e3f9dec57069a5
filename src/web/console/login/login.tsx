import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { ApiError, type SecondStep } from "../../api/errors.ts";
import { session, setSession } from "../../api/tokens.ts";
import { reportError } from "../../errors/report-error.ts";
import { loadTextsTo, t } from "../../i18n/translate.ts";
import { FormProblem, useAttempts } from "../../login/form-problem.tsx";
import { lastUserName } from "../../login/last-user.ts";
import { logIn } from "../../login/log-in.ts";
import { requestPasskey } from "../../login/passkeys.ts";
import { SecondStepForm } from "../../login/second-step.tsx";
import { isNewServer, site } from "../../login/site.ts";
import { UserNameField } from "../../login/user-name-field.tsx";
import { go } from "../../router/router.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { PasswordField } from "../../ui/field.tsx";
import { Logo } from "../../ui/logo.tsx";
import { LanguageAndTheme } from "../../ui/theme.tsx";
import { hasExpiredEdits } from "../forms/expired-login.ts";
import { Screen } from "../layout/screen.tsx";
import type { SetUpAtLogin } from "../two-step/set-up.tsx";
import { endedByInactivity } from "./idle.ts";

/** The login with user name and password. */
export function LoginScreen() {
  const [userName, setUserName] = useState(lastUserName);
  const [step, setStep] = useState<SecondStep | null>(null);
  const setUp = useRef<typeof SetUpAtLogin | null>(null);
  // No state holds the password.
  const password = useRef<HTMLInputElement>(null);
  const { failure, isOff, attempt, refuse } = useAttempts(`console ${userName}`);
  // A layout effect: later it would take the focus from a field in which somebody types already.
  useLayoutEffect(() => {
    if (userName !== "") password.current?.focus();
  }, []);
  useEffect(() => {
    isNewServer()
      .then((isNew) => {
        if (isNew) go("/start", { replace: true });
      })
      .catch(reportError);
  }, []);
  useEffect(() => {
    if (session.value !== null) go(takeWantedPath(), { replace: true });
  }, [session.value]);

  async function onSubmit(event: Event): Promise<void> {
    event.preventDefault();
    const field = password.current;
    if (field === null) return;
    await attempt(
      async () => setSession(await logIn(userName, { password: field.value }, "console")),
      async (error) => {
        if (error instanceof ApiError && error.secondStep !== null) {
          // Few logins set up a second factor, so the page does not load that at its start.
          if (error.secondStep.isSetUp) {
            const [{ SetUpAtLogin }] = await Promise.all([
              import("../two-step/set-up.tsx"),
              loadTextsTo("later"),
            ]);
            setUp.current = SetUpAtLogin;
          }
          setStep(error.secondStep);
          return true;
        }
        field.value = "";
        field.focus();
        return false;
      },
    );
  }

  const onBack = (message: string) => {
    setStep(null);
    refuse(message);
  };

  const SetUp = setUp.current;
  if (step !== null) {
    return (
      <div class="login-page">
        <Screen title={t(msg("Two-step login"))} above={<Brand />}>
          {step.isSetUp && SetUp !== null ? (
            <SetUp ticket={step.ticket} onDone={setSession} onBack={onBack} />
          ) : (
            <SecondStepForm step={step} onDone={setSession} onBack={onBack} askPasskey={requestPasskey} />
          )}
        </Screen>
      </div>
    );
  }
  return (
    <div class="login-page">
      <Screen title={t(msg("Log in to the console"))} above={<Brand />}>
        {endedByInactivity.value && (
          <Banner role="status">{t(msg("You were logged out after 12 hours without use."))}</Banner>
        )}
        {hasExpiredEdits.value && (
          <Banner role="status">
            {t(msg("Log in again to continue. What you typed is kept, except passwords and PINs."))}
          </Banner>
        )}
        <form onSubmit={onSubmit}>
          <UserNameField value={userName} onValue={setUserName} />
          <PasswordField name="password" label={t(msg("Password"))} inputRef={password} required />
          <FormProblem
            {...failure}
            hint={t(msg("Passwords are case-sensitive. An administrator can set a new one."))}
          />
          <Button kind="primary" type="submit" disabled={isOff}>
            {t(msg("Log in"))}
          </Button>
        </form>
        <p class="login-link">
          <a href="/">{t(msg("Go to counting"))}</a>
        </p>
      </Screen>
      <aside class="login-settings" aria-label={t(msg("Language and theme"))}>
        <LanguageAndTheme />
      </aside>
    </div>
  );
}

/** The logo, and the name of the site. */
function Brand() {
  return (
    <div class="login-brand">
      <Logo size={36} />
      <span>{site.value.siteName || "tallybox"}</span>
    </div>
  );
}

const FIRST = "/overview";
let place = FIRST;

/** Remembers the requested path during the login. */
export function setWantedPath(path: string): void {
  place = path === "/" || path.startsWith("/login") ? FIRST : path;
}

/** The requested path. */
function takeWantedPath(): string {
  return place;
}
