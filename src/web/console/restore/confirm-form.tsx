import { useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { ApiError } from "../../api/errors.ts";
import type { RestorePlan } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { PasswordField } from "../../ui/field.tsx";
import { Problem, useAction } from "../../ui/use-action.tsx";
import type { RestoreCalls } from "./use-plan.ts";

interface ConfirmProps {
  readonly plan: RestorePlan;
  readonly calls: RestoreCalls;
  readonly needsPassword: boolean;
  readonly onPlan: (plan: RestorePlan) => void;
}

/** Confirms a restore, with the password where the user has one. */
export function ConfirmForm({ plan, calls, needsPassword, onPlan }: ConfirmProps) {
  const [isAccepted, setAccepted] = useState(false);
  const [wrong, setWrong] = useState<string | null>(null);
  const { run, isBusy, problem } = useAction();
  const onSubmit = (event: Event) => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const password = String(new FormData(form).get("password") ?? "");
    run(async () => {
      setWrong(null);
      try {
        onPlan(await calls.confirm(plan.id, isAccepted, password));
      } catch (error) {
        if (!(needsPassword && error instanceof ApiError && error.status === 401)) throw error;
        setWrong(error.message);
      }
    });
  };
  const isIncomplete = plan.missingPhotos > 0;
  return (
    <form onSubmit={onSubmit} class="restore-form">
      <h2>{t(msg("Restore this backup?"))}</h2>
      <ul>
        <li>
          {t(
            msg(
              "The server starts again, which takes about a minute. Terminals keep their counts until then.",
            ),
          )}
        </li>
        {needsPassword && (
          <li>
            {t(msg("The present data are set aside for 30 days, and can be restored in the same way."))}
          </li>
        )}
        <li>
          {t(
            msg("All logins end. An administrator of the backup logs in and confirms the users and devices."),
          )}
        </li>
      </ul>
      {isIncomplete && (
        <Checkbox checked={isAccepted} onChange={({ currentTarget }) => setAccepted(currentTarget.checked)}>
          {t(msg("Restore without the missing photos"))}
        </Checkbox>
      )}
      {needsPassword && (
        <PasswordField
          name="password"
          label={t(msg("Your password"))}
          problem={wrong ?? undefined}
          isRequired
          required
        />
      )}
      <Problem text={problem} />
      <Button
        kind={needsPassword ? "danger" : "primary"}
        type="submit"
        disabled={isBusy || (isIncomplete && !isAccepted)}
      >
        {t(msg("Restore now"))}
      </Button>
    </form>
  );
}
