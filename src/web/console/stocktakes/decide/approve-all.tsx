import { msg } from "../../../../domain/message.ts";
import { call } from "../../../api/call.ts";
import { requestAsUser } from "../../../api/tokens.ts";
import type { InventoryDetail, InventoryItemTotals } from "../../../api/types/endpoints.d.ts";
import { t } from "../../../i18n/translate.ts";
import { money } from "../accuracy.ts";
import { ActionButton, ActionState, useStocktakeAction } from "../use-stocktake-action.tsx";
import { useResultQuery } from "./use-results.ts";

/** Approves all items of the stocktake, in the version whose numbers the question names. */
export function ApproveAll({ inventory }: { readonly inventory: InventoryDetail }) {
  const { oid, isApproved, mustBeApproved } = inventory;
  const action = useStocktakeAction(() => {}, oid);
  // Of all items, whatever the filter on the screen is.
  const totals = call("GET /api/inventories/{id}/items/totals", { id: oid });
  const { body } = useResultQuery(totals);
  const approveAll = () => {
    // What is shown may not have the user's last decision yet.
    let seen = "";
    return action.run({
      question: async () => {
        const now = await requestAsUser(totals);
        seen = now.seen;
        return {
          title: t(msg("Approve the whole stocktake?")),
          text: effectsOf(now),
          action: t(msg("Approve all")),
        };
      },
      job: () => call("PUT /api/inventories/{id}/approve", { id: oid, seen }),
    });
  };
  const isNext = mustBeApproved && !isApproved && body?.views.needsDecision.items === 0;
  return (
    <>
      <ActionButton
        kind={isNext ? "primary" : "secondary"}
        disabled={isApproved}
        action={action}
        onClick={approveAll}
      >
        {t(isApproved ? msg("All approved") : msg("Approve all"))}
      </ActionButton>
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
    t(msg("This approves the stocktake and {n, plural, one {# more item.} other {# more items.}}"), {
      n: notApproved.items,
    }),
    notCounted.items > 0 &&
      t(
        msg(
          "{n, plural, one {# item was not counted: closing leaves its stock} other {# items were not counted: closing leaves their stock}} as it is.",
        ),
        { n: notCounted.items },
      ),
    needsDecision.items > 0 &&
      t(msg("{n, plural, one {# item still needs} other {# items still need}} a decision."), {
        n: needsDecision.items,
      }),
    value === ""
      ? t(msg("The differences add up to no value."))
      : t(msg("The differences are worth {value}."), { value }),
    t(msg("A later decision, settlement, or change of method or inventory list withdraws the approval.")),
  ]
    .filter(Boolean)
    .join(" ");
}
