import { msg } from "../../../../domain/message.ts";
import { askAsUser } from "../../../api/tokens.ts";
import { plural, t } from "../../../i18n/translate.ts";
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
    if (done.length > 0) showSuccess(plural(done.length, TEXTS.approved));
    const [first] = failed;
    if (first !== undefined) {
      showError(`${plural(failed.length, TEXTS.failed)} ${problemText(first.error)}`);
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
  choose: msg("Approve selected", "Schválit vybrané"),
  chosen: msg("Approve selected ({n})", "Schválit vybrané ({n})"),
  going: msg("Approving…", "Schvaluje se…"),
  approved: msg(
    "{n} item approved.|{n} items approved.",
    "Schválena je {n} položka.|Schváleny jsou {n} položky.|Schváleno je {n} položek.",
  ),
  failed: msg(
    "{n} item not approved.|{n} items not approved.",
    "{n} položka schválena nebyla.|{n} položky schváleny nebyly.|{n} položek schváleno nebylo.",
  ),
};
