import { msg } from "../../../../domain/message.ts";
import type { PrintRequest } from "../../../api/types/endpoints.d.ts";
import { t } from "../../../i18n/translate.ts";
import { ProgressBar } from "../../batch/batch.tsx";
import { type Decision, decisionFor } from "./decide.ts";
import type { useDecisions } from "./use-decisions.ts";

interface ChosenProps {
  readonly requests: readonly PrintRequest[];
  readonly decisions: ReturnType<typeof useDecisions>;
  readonly onDone: () => void;
}

/** What can be done with the chosen requests, how far it is, and what the server refused. */
export function Chosen({ requests, decisions, onDone }: ChosenProps) {
  const { progress, refused } = decisions;
  const those = (decision: Decision) => requests.filter((request) => decisionFor(request) === decision);
  const run = async (decision: Decision) => {
    if (await decisions.run(decision, those(decision))) onDone();
  };
  return (
    <>
      {progress !== null && progress.total > 1 && (
        <ProgressBar words={t(TEXTS.working)} progress={progress} onCancel={decisions.cancel} />
      )}
      {requests.length > 0 && progress === null && (
        <p class="row no-print" role="status">
          <b>{t(TEXTS.chosen, { n: requests.length })}</b>
          {those("retry").length > 0 && (
            <button type="button" class="second" onClick={() => run("retry")}>
              {t(TEXTS.retry, { n: those("retry").length })}
            </button>
          )}
          {those("cancel").length > 0 && (
            <button type="button" class="second" onClick={() => run("cancel")}>
              {t(TEXTS.cancel, { n: those("cancel").length })}
            </button>
          )}
        </p>
      )}
      {refused.length > 0 && (
        <div class="note is-bad" role="alert">
          <p>{t(TEXTS.refused, { n: refused.length })}</p>
          <ul>
            {refused.map(({ oid, what, words }) => (
              <li key={oid}>
                {what}: {words}
              </li>
            ))}
          </ul>
          <button type="button" class="second" onClick={decisions.forget}>
            {t(TEXTS.seen)}
          </button>
        </div>
      )}
    </>
  );
}

const TEXTS = {
  working: msg("Updating the queue"),
  chosen: msg("{n} selected"),
  retry: msg("Print again ({n})"),
  cancel: msg("Cancel ({n})"),
  refused: msg("{n, plural, one {# request} other {# requests}} could not be changed."),
  seen: msg("Dismiss"),
};
