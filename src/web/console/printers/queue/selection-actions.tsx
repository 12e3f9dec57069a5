import { msg } from "../../../../domain/message.ts";
import type { PrintRequest } from "../../../api/types/endpoints.d.ts";
import { t } from "../../../i18n/translate.ts";
import { Banner } from "../../../ui/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import type { Selection } from "../../../ui/table/selection.ts";
import { SelectionBar } from "../../../ui/table/selection-bar.tsx";
import { ProgressBar } from "../../batch/batch.tsx";
import { decisionFor } from "./decide.ts";
import type { useDecisions } from "./use-decisions.ts";

interface ActionsProps {
  readonly selection: Selection;
  readonly requests: readonly PrintRequest[];
  readonly decisions: ReturnType<typeof useDecisions>;
}

/** Actions on the selected requests, and their progress. */
export function SelectionActions({ selection, requests, decisions }: ActionsProps) {
  const { progress, run, cancel } = decisions;
  if (progress !== null && progress.total > 1) {
    return (
      <SelectionBar selection={selection}>
        <ProgressBar label={t(msg("Updating the queue"))} progress={progress} onCancel={cancel} />
      </SelectionBar>
    );
  }
  if (requests.length === 0) return null;
  return (
    <SelectionBar selection={selection}>
      {(["retry", "cancel"] as const).map((decision) => {
        const those = requests.filter((request) => decisionFor(request) === decision);
        const onClick = async () => {
          if (await run(decision, those)) selection.clear();
        };
        return those.length === 0 ? null : (
          <Button key={decision} kind="secondary" onClick={onClick}>
            {t(TEXTS[decision], { n: those.length })}
          </Button>
        );
      })}
    </SelectionBar>
  );
}

/** The requests that the server did not change, with the reasons. */
export function FailedDecisions({ decisions: { refused, forget } }: Pick<ActionsProps, "decisions">) {
  if (refused.length === 0) return null;
  return (
    <Banner tone="danger" role="alert">
      <p>
        {t(msg("{n, plural, one {# request} other {# requests}} could not be changed."), {
          n: refused.length,
        })}
      </p>
      <ul>
        {refused.map(({ oid, what, message }) => (
          <li key={oid}>
            {what}: {message}
          </li>
        ))}
      </ul>
      <Button kind="secondary" onClick={forget}>
        {t(msg("Dismiss"))}
      </Button>
    </Banner>
  );
}

const TEXTS = {
  retry: msg("Print again ({n})"),
  cancel: msg("Cancel ({n})"),
};
