import { useRef, useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { call } from "../../api/call.ts";
import { ApiError, type SecondStep } from "../../api/errors.ts";
import { sendRequest } from "../../api/send-request.ts";
import { session, setSession } from "../../api/tokens.ts";
import type { StoredSession } from "../../db/values.ts";
import { nullIfExpected } from "../../errors/error-queue.ts";
import { t } from "../../i18n/translate.ts";
import { FormProblem, useAttempts } from "../../login/form-problem.tsx";
import { logIn } from "../../login/log-in.ts";
import { requestPasskey } from "../../login/passkeys.ts";
import { SecondStepForm } from "../../login/second-step.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { PasswordField } from "../../ui/field.tsx";

/** Replaces the current login, and ends it. */
async function changeLogin(next: StoredSession): Promise<void> {
  const before = session.peek();
  await setSession(next);
  if (before === null) return;
  // Without a response the old login expires by itself.
  await sendRequest(call("POST /api/pwa-auth/logout"), { token: before.accessToken ?? null }).catch(
    nullIfExpected,
  );
}

/** Asks the user for the password again, and for the second step where there is one. */
export function PasswordDialog({ onDone }: { readonly onDone: (isDone: boolean) => void }) {
  const field = useRef<HTMLInputElement>(null);
  const [step, setStep] = useState<SecondStep | null>(null);
  const userName = session.value?.user.userName ?? "";
  const { failure, isOff, attempt } = useAttempts(`console ${userName}`);

  async function enter(login: StoredSession): Promise<void> {
    await changeLogin(login);
    onDone(true);
  }

  async function onSubmit(event: Event): Promise<void> {
    event.preventDefault();
    const { current } = field;
    if (current === null) return;
    await attempt(
      async () => enter(await logIn(userName, { password: current.value }, "console")),
      (error) => {
        if (error instanceof ApiError && error.secondStep !== null) {
          setStep(error.secondStep);
          return true;
        }
        current.value = "";
        current.focus();
        return false;
      },
    );
  }

  return (
    <Dialog title={t(msg("Enter your password again"))} onClose={() => onDone(false)}>
      {step === null ? (
        <form onSubmit={onSubmit}>
          <p>{t(msg("This change needs a password of the last five minutes."))}</p>
          <input type="hidden" name="username" autocomplete="username" value={userName} />
          <PasswordField name="password" label={t(msg("Password"))} inputRef={field} required />
          <FormProblem {...failure} hint={t(msg("Passwords are case-sensitive."))} />
          <Button kind="primary" type="submit" disabled={isOff}>
            {t(msg("Continue"))}
          </Button>
        </form>
      ) : (
        <SecondStepForm step={step} onDone={enter} onBack={() => setStep(null)} askPasskey={requestPasskey} />
      )}
    </Dialog>
  );
}
