import { msg } from "../../../domain/message.ts";
import type { RestorePlan } from "../../api/types/endpoints.d.ts";
import { sizeText } from "../../i18n/size-text.ts";
import { t } from "../../i18n/translate.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Progress } from "../../ui/progress.tsx";
import { Toolbar } from "../../ui/toolbar.tsx";
import { Problem, useAction } from "../../ui/use-action.tsx";
import { ConfirmForm } from "./confirm-form.tsx";
import { lacksPassphrase, PassphraseForm } from "./passphrase-form.tsx";
import { Contents } from "./plan-contents.tsx";
import type { RestoreCalls } from "./use-plan.ts";

interface PlanProps {
  readonly plan: RestorePlan;
  readonly calls: RestoreCalls;
  /** The confirmation needs the password. */
  readonly needsPassword: boolean;
  /** Null: it was cancelled. */
  readonly onPlan: (plan: RestorePlan | null) => void;
}

/** A restore that has begun: what is being read, what the backup holds, what would be lost, and the confirmation. */
export function PlanView({ plan, calls, needsPassword, onPlan }: PlanProps) {
  const { run, isBusy, problem } = useAction();
  const cancel = () =>
    run(async () => {
      await calls.cancel();
      onPlan(null);
    });
  const isPassphraseAsked = plan.state === "failed" && lacksPassphrase(plan);
  if (plan.state === "confirmed") return <Restarting plan={plan} />;
  return (
    <>
      {plan.state === "reading" && (
        <>
          <p role="status">
            {t(
              msg(
                "The backup is being read and checked. The present data are not touched, and work goes on.",
              ),
            )}
          </p>
          <Progress label={progressText(plan.progress)} value={shareOf(plan.progress)} />
        </>
      )}
      {isPassphraseAsked && <PassphraseForm plan={plan} calls={calls} onPlan={onPlan} />}
      {plan.state === "failed" && !isPassphraseAsked && (
        <Banner tone="danger" role="alert">
          <p>
            <b>{t(msg("This backup can't be restored."))}</b> {plan.error?.message}
          </p>
          {plan.problems.length > 0 && <Problems problems={plan.problems} />}
        </Banner>
      )}
      {plan.state === "ready" && (
        <>
          <Contents plan={plan} />
          {plan.problems.length > 0 && <Problems problems={plan.problems} />}
          <ConfirmForm plan={plan} calls={calls} needsPassword={needsPassword} onPlan={onPlan} />
        </>
      )}
      <Problem text={problem} />
      <Toolbar class="below-table">
        <Button kind="secondary" disabled={isBusy} onClick={cancel}>
          {t(plan.state === "reading" ? msg("Cancel") : msg("Choose another backup"))}
        </Button>
      </Toolbar>
    </>
  );
}

function Problems({ problems }: { readonly problems: readonly string[] }) {
  return (
    <ul lang="en" class="restore-problems">
      {problems.map((problem) => (
        <li key={problem}>{problem}</li>
      ))}
    </ul>
  );
}

function progressText(progress: RestorePlan["progress"]): string {
  if (progress === null) return t(STEPS.fetching);
  const { step, files, fetched } = progress;
  if (fetched !== null) {
    const [done, total] = [sizeText(fetched.bytes), sizeText(fetched.totalBytes)];
    return `${t(STEPS[step])} ${t(msg("{done} of {total}"), { done, total })}`;
  }
  return files === 0
    ? t(STEPS[step])
    : `${t(STEPS[step])} ${t(msg("{n, plural, one {# file} other {# files}}"), { n: files })}`;
}

/** The fetched share from 0 to 1; undefined: not known. */
function shareOf(progress: RestorePlan["progress"]): number | undefined {
  const { bytes = 0, totalBytes = 0 } = progress?.fetched ?? {};
  return totalBytes === 0 ? undefined : bytes / totalBytes;
}

/** The restore is confirmed: the server starts again with the restored data. */
function Restarting({ plan }: { readonly plan: RestorePlan }) {
  return (
    <div role="status">
      <h2>{t(msg("The restore is confirmed"))}</h2>
      <p>
        {t(
          plan.isRestarting
            ? msg("The server starts again with the restored data. This page continues by itself.")
            : msg("Start the server again now. This page continues by itself."),
        )}
      </p>
      <Progress label={t(msg("Waiting for the server…"))} />
    </div>
  );
}

const STEPS = {
  fetching: msg("Fetching the backup…"),
  unpacking: msg("Unpacking…"),
  checking: msg("Checking…"),
  copying: msg("Preparing the data…"),
};
