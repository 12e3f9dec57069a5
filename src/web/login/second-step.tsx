import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { msg } from "../../domain/message.ts";
import { MAX_ONE_TIME_CODE_LENGTH, MAX_RECOVERY_CODE_LENGTH } from "../../domain/text-limits.ts";
import { ApiError, type SecondStep } from "../api/errors.ts";
import type { StoredSession } from "../db/values.ts";
import { t } from "../i18n/translate.ts";
import { Banner } from "../ui/banner.tsx";
import { Button } from "../ui/button.tsx";
import { TextField } from "../ui/field.tsx";
import { FormProblem, useAttempts } from "./form-problem.tsx";
import { proveSecondFactor } from "./log-in.ts";

interface StepProps {
  readonly step: SecondStep;
  readonly onDone: (login: StoredSession) => Promise<void>;
  /** Restarts the login; `message`: the reason, unless the user asked for it. */
  readonly onBack: (message: string) => void;
  /** Asks the browser for a passkey. Resolves to the proof; null: cancelled. Absent: not available here. */
  readonly askPasskey?: (ticket: string) => Promise<object | null>;
}

/** The second step of a login: the code of the authenticator app, a recovery code, or a passkey. */
export function SecondStepForm({ step, onDone, onBack, askPasskey }: StepProps) {
  const { ticket, offers } = step;
  const hasApp = offers.includes("totp");
  const hasRecovery = offers.includes("recoveryCode");
  const passkey = offers.includes("passkey") ? askPasskey : undefined;
  const [method, setMethod] = useState<"code" | "recoveryCode">(
    hasApp || passkey !== undefined ? "code" : "recoveryCode",
  );
  const field = useRef<HTMLInputElement>(null);
  const { failure, isOff, attempt } = useAttempts("second factor");
  const isRecovery = method === "recoveryCode";
  useLayoutEffect(() => field.current?.focus(), [method]);
  const hasField = isRecovery ? hasRecovery : hasApp;

  const prove = (proofOf: () => Promise<object | null>) =>
    attempt(
      async () => {
        const proof = await proofOf();
        if (proof !== null) await onDone(await proveSecondFactor(ticket, proof));
      },
      (error) => {
        const isExpired = error instanceof ApiError && error.isTicketExpired;
        if (isExpired) onBack(error.message);
        else if (field.current !== null) {
          field.current.value = "";
          field.current.focus();
        }
        return isExpired;
      },
    );

  function onSubmit(event: Event): Promise<void> {
    event.preventDefault();
    return prove(async () => ({ [method]: field.current?.value ?? "" }));
  }

  return (
    <form onSubmit={onSubmit}>
      <p>
        {t(
          isRecovery
            ? msg("Enter one of your recovery codes. Each works once.")
            : hasApp
              ? msg("Enter the 6-digit code that your authenticator app shows.")
              : msg("Confirm the login with your passkey."),
        )}
      </p>
      {offers.length === 0 && (
        <Banner tone="warning">
          {t(
            msg(
              "Your second factor does not work at this address. Open the server by its name over HTTPS, or ask an administrator.",
            ),
          )}
        </Banner>
      )}
      {hasField && (
        <TextField
          key={method}
          label={t(isRecovery ? msg("Recovery code") : msg("Code"))}
          inputRef={field}
          name={method}
          autocomplete={isRecovery ? "off" : "one-time-code"}
          data-secret=""
          autocapitalize="characters"
          spellcheck={false}
          inputMode={isRecovery ? "text" : "numeric"}
          maxLength={isRecovery ? MAX_RECOVERY_CODE_LENGTH : MAX_ONE_TIME_CODE_LENGTH}
          required
        />
      )}
      <FormProblem
        {...failure}
        hint={t(
          isRecovery
            ? msg("Codes that were used before don't work.")
            : msg("Each code works once. Wait for the next one, and check that the phone's clock is right."),
        )}
      />
      <div class="stack">
        {hasField && (
          <Button kind="primary" type="submit" disabled={isOff}>
            {t(msg("Continue"))}
          </Button>
        )}
        {passkey && (
          <Button
            kind={hasField ? "secondary" : "primary"}
            disabled={isOff}
            onClick={() => prove(() => passkey(ticket))}
          >
            {t(msg("Use passkey"))}
          </Button>
        )}
        {isRecovery && hasApp && (
          <Button onClick={() => setMethod("code")}>{t(msg("Use authenticator app"))}</Button>
        )}
        {!isRecovery && hasRecovery && (
          <Button onClick={() => setMethod("recoveryCode")}>{t(msg("Use recovery code"))}</Button>
        )}
        <Button onClick={() => onBack("")}>{t(msg("Back"))}</Button>
      </div>
    </form>
  );
}
