import { msg } from "../../../../domain/message.ts";
import { approveInventory, getInventoryItemTotals } from "../../../api/console/inventories.ts";
import type { InventoryDetail, InventoryItemTotals } from "../../../api/types/endpoints.d.ts";
import { t } from "../../../i18n/translate.ts";
import { Button } from "../../../ui/button.tsx";
import { confirm } from "../../../ui/confirm.tsx";
import { ActionState, useStocktakeAction } from "../use-stocktake-action.tsx";
import { money } from "./item-figures.ts";
import { useResultQuery } from "./use-results.ts";

/** Approves all items of the stocktake, in the version whose numbers the question names. */
export function ApproveAll({ inventory }: { readonly inventory: InventoryDetail }) {
  const { oid, isApproved, mustBeApproved } = inventory;
  const action = useStocktakeAction(() => {}, oid);
  // Of all items, whatever the filter on the screen is.
  const { body } = useResultQuery(getInventoryItemTotals({ id: oid }));
  async function approveAll(totals: InventoryItemTotals): Promise<void> {
    const question = { title: t(TEXTS.title), text: effectsOf(totals), action: t(TEXTS.all) };
    if (!(await confirm(question))) return;
    await action.runLong(TEXTS.going, approveInventory({ id: oid, seen: totals.seen }));
  }
  const isNext = mustBeApproved && !isApproved && body?.views.needsDecision.items === 0;
  return (
    <>
      <Button
        kind={isNext ? "primary" : "secondary"}
        disabled={action.isBusy || isApproved || body === null}
        aria-describedby={action.reasonId}
        onClick={() => (body === null ? undefined : approveAll(body))}
      >
        {t(isApproved ? TEXTS.isApproved : TEXTS.all)}
      </Button>
      <ActionState action={action} />
    </>
  );
}

/** What the approval does, in numbers: how many items, the uncounted ones, the open decisions, and what value goes. */
function effectsOf({ views: { notApproved, notCounted, needsDecision, all } }: InventoryItemTotals): string {
  const value = all.values
    .filter(({ difference }) => difference !== 0)
    .map(({ difference, currency }) =>
      [money(difference, { isSigned: true }), currency ?? ""].join(" ").trim(),
    )
    .join(", ");
  return [
    t(TEXTS.items, { n: notApproved.items }),
    ...(notCounted.items > 0 ? [t(TEXTS.notCounted, { n: notCounted.items })] : []),
    ...(needsDecision.items > 0 ? [t(TEXTS.open, { n: needsDecision.items })] : []),
    value === "" ? t(TEXTS.sameValue) : t(TEXTS.value, { value }),
    t(TEXTS.later),
  ].join(" ");
}

const TEXTS = {
  all: msg("Approve all"),
  isApproved: msg("All approved"),
  title: msg("Approve the whole stocktake?"),
  items: msg("This approves the stocktake and {n, plural, one {# more item.} other {# more items.}}"),
  notCounted: msg(
    "{n, plural, one {# item was not counted: closing leaves its stock} other {# items were not counted: closing leaves their stock}} as it is.",
  ),
  open: msg("{n, plural, one {# item still needs} other {# items still need}} a decision."),
  value: msg("Closing changes the value of the stock by {value}."),
  sameValue: msg("Closing does not change the value of the stock."),
  later: msg("A later decision withdraws the approval."),
  going: msg("Approving…"),
};
