import { msg } from "../../../domain/message.ts";
import type { OutboxEntry } from "../../db/outbox-shapes.ts";
import { t, when } from "../../i18n/translate.ts";
import { dismissLate } from "../../offline/outbox/problems.ts";
import { Problem as ActionError, useAction } from "../../ui/use-action.tsx";

/** Counts that came after their stocktake was finished, with an explanation and an action to dismiss them. */
export function LateList({ entries }: { readonly entries: readonly OutboxEntry[] }) {
  const { run, isBusy, problem } = useAction();
  return (
    <section class="late-list">
      <h2>{t(TEXTS.title)}</h2>
      <p>{t(TEXTS.office)}</p>
      <ActionError text={problem} />
      <ul class="list">
        {entries.map(({ seq, shown, operation }) => (
          <li key={seq} class="row">
            <span class="main">
              <b>{shown.name}</b>
              <small>
                {[operation.code ?? shown.code, shown.place, shown.author, when(operation.at)]
                  .filter((part) => part !== null)
                  .join(" · ")}
              </small>
            </span>
          </li>
        ))}
      </ul>
      <button
        type="button"
        class="second"
        disabled={isBusy}
        onClick={() => run(() => dismissLate(t(TEXTS.dismissed)))}
      >
        {t(TEXTS.dismissAll)}
      </button>
    </section>
  );
}

const TEXTS = {
  title: msg("Too late: NOT counted"),
  office: msg(
    "The stocktake was finished before these counts arrived. The server has them: in the office, reopen the stocktake to count them, or accept single ones under Unresolved.",
  ),
  dismissAll: msg("Dismiss all"),
  dismissed: msg("dismissed"),
};
