import { useRef, useState } from "preact/hooks";
import { MIN_PASSWORD_LENGTH, PIN_LENGTH, PIN_PATTERN } from "../../domain/login.ts";
import { msg } from "../../domain/message.ts";
import { call } from "../api/call.ts";
import { claimsOf } from "../api/claims.ts";
import { sendRequest } from "../api/send-request.ts";
import { changeTokens, session } from "../api/tokens.ts";
import type { ChangeOwnSecretsRequest } from "../api/types/endpoints.d.ts";
import { t } from "../i18n/translate.ts";
import { FormProblem, useAttempts } from "../login/form-problem.tsx";
import { Button } from "../ui/button.tsx";
import { PasswordField } from "../ui/field.tsx";

/** The effect of changing one's own PIN or password. */
export const CHANGE_ENDS = msg("Changing it logs you out everywhere else. Paired devices stay paired.");

/** A form to change one's own PIN or password. It requires the old password, or for a PIN the secret of the login. */
export function ChangeForm({ kind }: { readonly kind: Kind }) {
  const form = useRef<HTMLFormElement>(null);
  const [isDone, setDone] = useState(false);
  const { failure, isOff, attempt } = useAttempts("own secret");
  const texts = TEXTS[kind];
  const old = kind === "password" || isLoginByPassword() ? "password" : "pin";

  async function onSubmit(event: Event): Promise<void> {
    event.preventDefault();
    const { current } = form;
    if (current === null || isOff) return;
    const fields = new FormData(current);
    setDone(false);
    await attempt(async () => {
      await changeOwn({
        [old === "pin" ? "oldPin" : "oldPassword"]: String(fields.get("old")),
        [kind]: String(fields.get("new")),
      });
      current.reset();
      setDone(true);
    });
  }

  const digitsOf = (of: Kind) => of === "pin" && { pattern: PIN_PATTERN, maxLength: PIN_LENGTH.max };
  return (
    <form ref={form} onSubmit={onSubmit}>
      <h2>{t(texts.heading)}</h2>
      <PasswordField kind={old} name="old" label={t(TEXTS[old].old)} required {...digitsOf(old)} />
      <PasswordField
        kind={kind}
        isNew
        name="new"
        label={t(texts.fresh)}
        required
        minLength={kind === "pin" ? PIN_LENGTH.min : MIN_PASSWORD_LENGTH}
        {...digitsOf(kind)}
      />
      <FormProblem {...failure} hint={t(TEXTS[old].hint)} />
      <p role="status">{isDone && t(texts.done)}</p>
      <div class="stack">
        <Button type="submit" disabled={isOff}>
          {t(texts.change)}
        </Button>
      </div>
    </form>
  );
}

/** The secret to change. */
export type Kind = "pin" | "password";

/** A login by password may be where PINs are not accepted (setting `Login:PinOnlyOnPairedDevices`). */
function isLoginByPassword(): boolean {
  const token = session.value?.accessToken;
  return token !== undefined && claimsOf(token).isByPassword;
}

/** Changes the user's own PIN or password. The user stays logged in. Throws what `ask` throws. */
async function changeOwn(body: ChangeOwnSecretsRequest): Promise<void> {
  await changeTokens((token) => sendRequest(call("PUT /api/me/secrets", { body }), { token }));
}

const TEXTS = {
  pin: {
    heading: msg("PIN"),
    old: msg("Current PIN"),
    fresh: msg("New PIN (4 to 6 digits)"),
    change: msg("Change PIN"),
    done: msg("PIN changed."),
    hint: msg("Enter the PIN that you log in with now."),
  },
  password: {
    heading: msg("Password"),
    old: msg("Current password"),
    fresh: msg("New password (at least 8 characters)"),
    change: msg("Change password"),
    done: msg("Password changed."),
    hint: msg("Enter the password that you log in with now."),
  },
};
