import { msg } from "../../../domain/message.ts";
import type { RestorePlan } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";
import { Button } from "../../ui/button.tsx";
import { PasswordField } from "../../ui/field.tsx";
import { Problem, useAction } from "../../ui/use-action.tsx";
import { readPassphrase } from "./folder-fields.tsx";
import type { RestoreCalls } from "./use-plan.ts";

interface PassphraseProps {
  /** A failed one. */
  readonly plan: RestorePlan;
  readonly calls: RestoreCalls;
  readonly onPlan: (plan: RestorePlan) => void;
}

/** Whether another passphrase may open the copy, which is still there. */
export const lacksPassphrase = ({ error }: RestorePlan) =>
  error?.reason === "passphraseWrong" || error?.reason === "passphraseMissing";

/** Asks for the passphrase again, and reads the same file. */
export function PassphraseForm({ plan, calls, onPlan }: PassphraseProps) {
  const { run, isBusy, problem } = useAction();
  const onSubmit = (event: Event) => {
    event.preventDefault();
    const passphrase = readPassphrase(event.currentTarget as HTMLFormElement);
    run(async () => {
      const begun = await calls.again(plan.source, passphrase);
      if (begun !== null) onPlan(begun);
    });
  };
  return (
    <form onSubmit={onSubmit} noValidate class="restore-form">
      <p>{t(msg("The file is still on the server. Enter its passphrase again."))}</p>
      <PasswordField
        name="passphrase"
        label={t(msg("Passphrase"))}
        problem={plan.error?.message}
        isRequired
        required
      />
      <Problem text={problem} />
      <Button type="submit" disabled={isBusy}>
        {t(msg("Check again"))}
      </Button>
    </form>
  );
}
