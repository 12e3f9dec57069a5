import { msg } from "../../../../domain/message.ts";
import { askAsUser } from "../../../api/tokens.ts";
import { t } from "../../../i18n/translate.ts";
import { ProgressBar } from "../../batch/progress-bar.tsx";
import { useBatch } from "../../batch/use-batch.ts";
import { showError, showSuccess } from "../../dialogs/notes.tsx";
import { problemText } from "../../forms/problem.ts";
import { jobOfStocktake } from "../work.tsx";
import { type Choice, ifUnchanged } from "./seen-items.ts";

/** Approves the selected items, each as it was when it was selected. */
export function ApproveSelected({
  choice,
  inventoryId,
}: {
  readonly choice: Choice;
  readonly inventoryId: number;
}) {
  const long = useBatch<number>();
  const { ids, keep, seenOf } = choice;

  async function approveChosen(): Promise<void> {
    const { done, failed } = await long.run(Array.from(ids), async (oid) => {
      await askAsUser(ifUnchanged(`/api/inventories/items/${oid}/approve`, seenOf(oid)), { method: "PUT" });
    });
    if (done.length > 0) showSuccess(t(TEXTS.approved, { n: done.length }));
    const [first] = failed;
    if (first !== undefined) {
      showError(`${t(TEXTS.failed, { n: failed.length })} ${problemText(first.error)}`);
    }
    keep(failed.map(({ item }) => item));
  }
  return (
    <>
      <button
        type="button"
        class="second"
        disabled={ids.size === 0 || long.progress !== null || jobOfStocktake(inventoryId) !== null}
        onClick={approveChosen}
      >
        {ids.size === 0 ? t(TEXTS.choose) : t(TEXTS.chosen, { n: ids.size })}
      </button>
      {long.progress !== null && (
        <ProgressBar words={t(TEXTS.going)} progress={long.progress} onCancel={long.cancel} />
      )}
    </>
  );
}

const TEXTS = {
  choose: msg("Approve selected"),
  chosen: msg("Approve selected ({n})"),
  going: msg("Approving…"),
  approved: msg("{n, plural, one {# item} other {# items}} approved."),
  failed: msg("{n, plural, one {# item} other {# items}} not approved."),
};
