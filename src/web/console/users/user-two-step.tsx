import { useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { resetSecondFactor } from "../../api/console/users.ts";
import { requestAsUser } from "../../api/tokens.ts";
import type { SiteUser } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";
import { Problem } from "../../ui/use-action.tsx";
import { confirm } from "../dialogs/confirm.tsx";
import { showSuccess } from "../dialogs/notes.tsx";
import { problemText } from "../forms/problem.ts";
import type { LiveQuery } from "../realtime/use-live-query.ts";
import { withRecentPassword } from "../two-step/password-question.tsx";

interface TwoStepProps {
  readonly person: SiteUser;
  readonly answer: LiveQuery<SiteUser>;
}

/** Whether somebody logs in in two steps, and the way to take lost second factors away. */
export function UserTwoStep({ person, answer }: TwoStepProps) {
  const [problem, setProblem] = useState("");
  const { oid, fullName: name, hasSecondFactor } = person;

  async function reset(): Promise<void> {
    setProblem("");
    const question = {
      title: t(TEXTS.resetTitle, { name }),
      text: t(TEXTS.resetText),
      action: t(TEXTS.reset),
    };
    if (!(await confirm({ ...question, isDangerous: true }))) return;
    try {
      const done = await withRecentPassword(async () => {
        await requestAsUser(resetSecondFactor({ id: oid }));
        return true;
      });
      if (done) showSuccess(t(TEXTS.done, { name }));
    } catch (error) {
      setProblem(problemText(error));
    } finally {
      answer.again();
    }
  }

  return (
    <section class="card">
      <h2>{t(TEXTS.title)}</h2>
      <p>{t(hasSecondFactor ? TEXTS.on : TEXTS.off)}</p>
      {hasSecondFactor && <p class="quiet">{t(TEXTS.devices)}</p>}
      <Problem text={problem} />
      {hasSecondFactor && (
        <div class="row">
          <button type="button" class="second" onClick={reset}>
            {t(TEXTS.reset)}
          </button>
        </div>
      )}
    </section>
  );
}

const TEXTS = {
  title: msg("Two-step login"),
  on: msg("A second factor is set up."),
  devices: msg("Personal devices from before it work only once they are paired again."),
  off: msg("No second factor is set up."),
  reset: msg("Reset two-step login"),
  resetTitle: msg("Reset the two-step login of {name}?"),
  resetText: msg(
    "Do this when the person has lost the app, passkeys and recovery codes. They are all removed, and the person is logged out everywhere. Once a new second factor is set up, personal devices have to be paired again.",
  ),
  done: msg("Two-step login of {name} was reset."),
};
