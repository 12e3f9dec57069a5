import { useRef, useState } from "preact/hooks";
import { PIN_LENGTH, PIN_PATTERN, WRONG_CREDENTIALS } from "../../../domain/login.ts";
import { msg } from "../../../domain/message.ts";
import { ApiError, type SecondStep } from "../../api/errors.ts";
import { t } from "../../i18n/translate.ts";
import { useBlockedSeconds } from "../../login/blocked-login.tsx";
import { FormProblem, type Problem, problemOf } from "../../login/form-problem.tsx";
import { takeWantedPath } from "../../login/log-in.ts";
import { SecondStepForm } from "../../login/second-step.tsx";
import { UserNameField } from "../../login/user-name-field.tsx";
import { go } from "../../router/router.ts";
import { Button } from "../../ui/button.tsx";
import { PasswordField } from "../../ui/field.tsx";
import { Page } from "../../ui/page.tsx";
import { logInAsOwner, logInWith } from "../lock/pin-login.ts";
import "./login.css";

/** The login on a personal device. */
export function Login() {
  const [method, setMethod] = useState<"password" | "pin">("password");
  const [userName, setUserName] = useState("");
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isBusy, setBusy] = useState(false);
  // Kept in the field only.
  const secret = useRef<HTMLInputElement>(null);
  const [step, setStep] = useState<SecondStep | null>(null);
  const subject = `${method} ${userName}`;
  const blockedSeconds = useBlockedSeconds(subject);
  const isPin = method === "pin";

  async function onSubmit(event: Event): Promise<void> {
    event.preventDefault();
    const field = secret.current;
    if (field === null || isBusy || blockedSeconds > 0) return;
    setProblem(null);
    setBusy(true);
    try {
      await logInAsOwner(userName, isPin ? { pin: field.value } : { password: field.value });
      go(takeWantedPath(), { replace: true });
    } catch (error) {
      if (error instanceof ApiError && error.secondStep?.isSetUp === false) return setStep(error.secondStep);
      const problem = problemOf(error, subject);
      const isWrong = problem?.message === t(WRONG_CREDENTIALS);
      setProblem(
        problem !== null && isWrong
          ? {
              ...problem,
              message: t(
                isPin ? msg("Wrong PIN. Try again.") : msg("Wrong user name or password. Try again."),
              ),
            }
          : problem,
      );
    } finally {
      field.value = "";
      setBusy(false);
    }
  }

  if (step !== null) {
    return (
      <Page title={t(msg("Log in on this phone"))} back>
        <SecondStepForm
          step={step}
          onDone={async (login) => {
            await logInWith(login);
            go(takeWantedPath(), { replace: true });
          }}
          onBack={(message) => {
            setStep(null);
            setProblem(message === "" ? null : { is: "refused", message, address: null });
          }}
        />
      </Page>
    );
  }
  return (
    <Page title={t(msg("Log in on this phone"))} back>
      <form onSubmit={onSubmit}>
        <UserNameField value={userName} onValue={setUserName} />
        <PasswordField
          key={method}
          kind={method}
          name={method}
          label={t(isPin ? msg("PIN") : msg("Password"))}
          inputRef={secret}
          required
          {...(isPin && { pattern: PIN_PATTERN, maxLength: PIN_LENGTH.max })}
        />
        <FormProblem
          problem={problem}
          blockedSeconds={blockedSeconds}
          hint={t(
            isPin
              ? msg("Check the user name too. A PIN has 4 to 6 digits. An administrator can set a new one.")
              : msg("Passwords are case-sensitive. You can also log in with your PIN."),
          )}
        />
        <div class="stack">
          <Button type="submit" disabled={isBusy || blockedSeconds > 0}>
            {t(msg("Log in"))}
          </Button>
          <Button kind="secondary" onClick={() => setMethod(isPin ? "password" : "pin")}>
            {t(isPin ? msg("Use password") : msg("Use PIN"))}
          </Button>
        </div>
      </form>
    </Page>
  );
}
