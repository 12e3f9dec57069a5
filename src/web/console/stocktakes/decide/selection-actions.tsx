import { State } from "../../../../domain/inventory-states.ts";
import type { Decision } from "../../../../domain/item-decisions.ts";
import type { ItemView } from "../../../../domain/item-views.ts";
import { msg } from "../../../../domain/message.ts";
import { call } from "../../../api/call.ts";
import { requestAsUser } from "../../../api/tokens.ts";
import type { InventoryDetail } from "../../../api/types/endpoints.d.ts";
import { number, t } from "../../../i18n/translate.ts";
import { Button } from "../../../ui/button.tsx";
import { confirm } from "../../../ui/confirm.tsx";
import type { Selection } from "../../../ui/table/selection.ts";
import { SelectionBar } from "../../../ui/table/selection-bar.tsx";
import { showError, showSuccess } from "../../../ui/toast.tsx";
import { ProgressBar, useBatch } from "../../batch/batch.tsx";
import { problemText } from "../../forms/problem.ts";
import { ActionState, useStocktakeAction } from "../use-stocktake-action.tsx";
import { DECISION_EFFECTS, DECISION_NAMES } from "./item-figures.ts";
import { requestFor } from "./result-keys.ts";
import { filterParameters, type ResultsQuery } from "./use-results.ts";

interface ActionsProps {
  readonly inventory: InventoryDetail;
  readonly query: ResultsQuery;
  readonly view: ItemView;
  readonly selection: Selection;
  /** The number of items that match. */
  readonly total: number;
}

/** An action on the selected items. */
type Act = "approve" | Decision;

/** Decisions for selected items; `settle` and those on moved stock only in views with such items. */
const DECISIONS: Readonly<Partial<Record<ItemView, readonly Decision[]>>> = {
  moved: ["keepCount", "keepDifference", "recount"],
  toRecount: ["settle"],
};

/** Actions on the selected items, of this page or of all pages: approval and decisions. */
export function SelectionActions({ inventory, query, view, selection, total }: ActionsProps) {
  const { oid, inventoryStateId } = inventory;
  const action = useStocktakeAction(() => {}, oid);
  const batch = useBatch<number>();
  const { ids, isAll } = selection;
  const count = isAll ? total : ids.size;
  const isBusy = action.isBusy || batch.progress !== null;

  async function actOnAll(act: Act): Promise<void> {
    const title = t(act === "approve" ? msg("Approve") : DECISION_NAMES[act]);
    const text =
      act === "approve"
        ? msg("This approves {n, plural, one {# item.} other {# items.}}")
        : msg("For {n, plural, one {# item:} other {# items:}}");
    const means = act === "approve" ? "" : ` ${t(DECISION_EFFECTS[act])}.`;
    if (!(await confirm({ title, text: `${t(text, { n: count })}${means}`, action: title }))) return;
    const selected = { ...filterParameters(query), view, expectedCount: total };
    const input = { id: oid, seen: selection.versionOf(), ...selected };
    const request =
      act === "approve"
        ? call("PUT /api/inventories/{id}/items/approve", input)
        : call("PUT /api/inventories/{id}/decide", { ...input, body: { decision: act } });
    const job = await action.runLong(msg("Saving…"), request);
    if (job !== null) selection.clear();
  }

  async function actOnEach(act: Act): Promise<void> {
    const { done, failed } = await batch.run(Array.from(ids), async (item) => {
      await requestAsUser(requestFor(act, item, selection.versionOf(item)));
    });
    const isApproval = act === "approve";
    if (done.length > 0)
      showSuccess(
        t(
          isApproval
            ? msg("{n, plural, one {# item} other {# items}} approved.")
            : msg("{n, plural, one {# item} other {# items}} decided."),
          { n: done.length },
        ),
      );
    const [first] = failed;
    if (first !== undefined) {
      const text = t(
        isApproval
          ? msg("{n, plural, one {# item} other {# items}} not approved.")
          : msg("{n, plural, one {# item} other {# items}} not decided."),
        { n: failed.length },
      );
      showError(`${text} ${problemText(first.error)}`);
    }
    selection.keep(failed.map(({ item }) => item));
  }

  const acts: readonly Act[] = [
    ...(inventoryStateId === State.Processing ? (["approve"] as const) : []),
    ...(DECISIONS[view] ?? (["recount"] as const)),
  ];
  return (
    <>
      <SelectionBar selection={selection} total={total}>
        {acts.map((act, at) => (
          <Button
            key={act}
            kind={at === 0 ? "primary" : "secondary"}
            aria-disabled={isBusy}
            aria-describedby={action.reasonId}
            onClick={() => !isBusy && (isAll ? actOnAll(act) : actOnEach(act))}
          >
            {t(act === "approve" ? msg("Approve") : DECISION_NAMES[act])} ({number(count)})
          </Button>
        ))}
        {batch.progress !== null && (
          <ProgressBar label={t(msg("Saving…"))} progress={batch.progress} onCancel={batch.cancel} />
        )}
      </SelectionBar>
      <ActionState action={action} />
    </>
  );
}
