import { msg } from "../../../../domain/message.ts";
import { approveInventory } from "../../../api/console/inventories.ts";
import type { InventoryDetail } from "../../../api/types/endpoints.d.ts";
import { t } from "../../../i18n/translate.ts";
import { Button } from "../../../ui/button.tsx";
import { confirm } from "../../../ui/confirm.tsx";
import { ActionState, useStocktakeAction } from "../use-stocktake-action.tsx";

interface AllProps {
  readonly inventory: InventoryDetail;
  /** The version of the items that are shown. */
  readonly cursor: string;
  /** The number of items that are not approved. */
  readonly open: number;
}

/** Approves all items of the stocktake, in the version that is shown. */
export function ApproveAll({ inventory, cursor, open }: AllProps) {
  const { oid, isApproved, mustBeApproved } = inventory;
  const action = useStocktakeAction(() => {}, oid);
  async function approveAll(): Promise<void> {
    const question = { title: t(TEXTS.allTitle), text: t(TEXTS.allText, { n: open }), action: t(TEXTS.all) };
    if (!(await confirm(question))) return;
    await action.runLong(TEXTS.going, approveInventory({ id: oid, seen: cursor }));
  }
  return (
    <>
      <Button
        kind={mustBeApproved && !isApproved ? "primary" : "secondary"}
        disabled={action.isBusy || isApproved}
        aria-describedby={action.reasonId}
        onClick={approveAll}
      >
        {t(isApproved ? TEXTS.isApproved : TEXTS.all)}
      </Button>
      <ActionState action={action} />
    </>
  );
}

const TEXTS = {
  all: msg("Approve all"),
  isApproved: msg("All approved"),
  allTitle: msg("Approve the whole stocktake?"),
  allText: msg(
    "This approves the stocktake and {n, plural, one {# more item.} other {# more items.}} A later decision withdraws the approval.",
  ),
  going: msg("Approving…"),
};
