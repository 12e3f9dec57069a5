import { useRef, useState } from "preact/hooks";
import { PIN_LENGTH, PIN_PATTERN, WRONG_CREDENTIALS } from "../../../domain/login.ts";
import { msg } from "../../../domain/message.ts";
import { ApiError, type SecondStep } from "../../api/errors.ts";
import { t } from "../../i18n/translate.ts";
import { FormProblem, useAttempts } from "../../login/form-problem.tsx";
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
  // Kept in the field only.
  const secret = useRef<HTMLInputElement>(null);
  const [step, setStep] = useState<SecondStep | null>(null);
  const { failure, isOff, attempt, refuse } = useAttempts(`${method} ${userName}`);
  const isPin = method === "pin";

  async function onSubmit(event: Event): Promise<void> {
    event.preventDefault();
    const field = secret.current;
    if (field === null || isOff) return;
    const logIn = async () => {
      await logInAsOwner(userName, isPin ? { pin: field.value } : { password: field.value });
      go(takeWantedPath(), { replace: true });
    };
    try {
      await attempt(logIn, isHandled);
    } finally {
      field.value = "";
    }
  }
  function isHandled(error: unknown): boolean {
    if (!(error instanceof ApiError)) return false;
    const isWrong = error.message === t(WRONG_CREDENTIALS);
    if (error.secondStep?.isSetUp === false) setStep(error.secondStep);
    else if (isWrong)
      refuse(t(isPin ? msg("Wrong PIN. Try again.") : msg("Wrong user name or password. Try again.")));
    else return false;
    return true;
  }

  if (step !== null) {
    return (
      <Page title={t(msg("Log in on this phone"))}>
        <SecondStepForm
          step={step}
          onDone={async (login) => {
            await logInWith(login);
            go(takeWantedPath(), { replace: true });
          }}
          onBack={(message) => {
            setStep(null);
            refuse(message);
          }}
        />
      </Page>
    );
  }
  return (
    <Page title={t(msg("Log in on this phone"))}>
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
          {...failure}
          hint={t(
            isPin
              ? msg("Check the user name too. A PIN has 4 to 6 digits. An administrator can set a new one.")
              : msg("Passwords are case-sensitive. You can also log in with your PIN."),
          )}
        />
        <div class="stack">
          <Button kind="primary" type="submit" disabled={isOff}>
            {t(msg("Log in"))}
          </Button>
          <Button onClick={() => setMethod(isPin ? "password" : "pin")}>
            {t(isPin ? msg("Use password") : msg("Use PIN"))}
          </Button>
        </div>
      </form>
    </Page>
  );
}
