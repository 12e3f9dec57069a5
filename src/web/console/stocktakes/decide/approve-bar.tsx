import type { InventoryDetail, InventoryItem } from "../../../../inventories/shapes.ts";
import { say } from "../../../../words.ts";
import { plural, t } from "../../../app/words.ts";
import { askAsUser } from "../../../box/tokens.ts";
import { confirm } from "../../ask/confirm.tsx";
import { noteDone, noteProblem } from "../../ask/notes.tsx";
import { ProgressBar } from "../../long/progress-bar.tsx";
import { useLong } from "../../long/use-long.ts";
import { problemText } from "../../save/problem.ts";
import { DeedState } from "../deed-state.tsx";
import { useDeed } from "../use-deed.ts";

interface BarProps {
  readonly inventory: InventoryDetail;
  readonly items: readonly InventoryItem[];
  readonly chosen: ReadonlySet<number>;
  readonly onChosen: (ids: ReadonlySet<number>) => void;
  /** False: there is nothing to choose from, only the whole. */
  readonly hasChosen?: boolean;
}

/** Approves the chosen items, one after the other, or the whole stocktake. */
export function ApproveBar({ inventory, items, chosen, onChosen, hasChosen = true }: BarProps) {
  const long = useLong<number>();
  const deed = useDeed(() => {});
  const isBusy = long.progress !== null || deed.doing !== null;
  const wanted = items.filter(({ oid }) => chosen.has(oid)).map(({ oid }) => oid);

  async function approveChosen(): Promise<void> {
    const { done, failed } = await long.run(wanted, async (oid) => {
      await askAsUser(`/api/inventories/items/${oid}/approve`, { method: "PUT" });
    });
    if (done.length > 0) noteDone(plural(done.length, TEXTS.approved));
    const [first] = failed;
    if (first !== undefined) {
      noteProblem(`${plural(failed.length, TEXTS.failed)} ${problemText(first.error)}`);
    }
    onChosen(new Set(failed.map(({ item }) => item)));
  }
  async function approveAll(): Promise<void> {
    const open = items.filter(({ isApproved }) => !isApproved).length;
    const question = { title: t(TEXTS.allTitle), text: plural(open, TEXTS.allText), deed: t(TEXTS.all) };
    if (!(await confirm(question))) return;
    await deed.run(TEXTS.going, `/api/inventories/${inventory.oid}/approve`, { method: "PUT" });
  }
  return (
    <>
      <div class="row approve-bar no-print">
        {hasChosen && (
          <button
            type="button"
            class="second"
            disabled={wanted.length === 0 || isBusy}
            onClick={approveChosen}
          >
            {wanted.length === 0 ? t(TEXTS.choose) : plural(wanted.length, TEXTS.chosen)}
          </button>
        )}
        <button type="button" class="second" disabled={isBusy || inventory.isApproved} onClick={approveAll}>
          {t(inventory.isApproved ? TEXTS.isApproved : TEXTS.all)}
        </button>
      </div>
      <DeedState deed={deed} />
      {long.progress !== null && (
        <ProgressBar words={t(TEXTS.going)} progress={long.progress} onCancel={long.cancel} />
      )}
    </>
  );
}

const TEXTS = {
  choose: say("Approve the chosen items", "Schválit vybrané položky"),
  chosen: say(
    "Approve {n} chosen item|Approve {n} chosen items",
    "Schválit {n} vybranou položku|Schválit {n} vybrané položky|Schválit {n} vybraných položek",
  ),
  all: say("Approve everything", "Schválit vše"),
  isApproved: say("Everything is approved", "Vše je schváleno"),
  allTitle: say("Approve the whole stocktake?", "Schválit celou inventuru?"),
  allText: say(
    "{n} item that is not approved yet is approved, and with it the stocktake. A later decision takes it back.|{n} items that are not approved yet are approved, and with them the stocktake. A later decision takes it back.",
    "Schválí se {n} dosud neschválená položka a s ní celá inventura. Pozdější rozhodnutí schválení zruší.|Schválí se {n} dosud neschválené položky a s nimi celá inventura. Pozdější rozhodnutí schválení zruší.|Schválí se {n} dosud neschválených položek a s nimi celá inventura. Pozdější rozhodnutí schválení zruší.",
  ),
  going: say("Approving…", "Schvaluje se…"),
  approved: say(
    "{n} item is approved.|{n} items are approved.",
    "Schválena je {n} položka.|Schváleny jsou {n} položky.|Schváleno je {n} položek.",
  ),
  failed: say(
    "{n} item was not approved.|{n} items were not approved.",
    "{n} položka schválena nebyla.|{n} položky schváleny nebyly.|{n} položek schváleno nebylo.",
  ),
};
