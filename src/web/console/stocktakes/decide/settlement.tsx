import { useId, useState } from "preact/hooks";
import { State } from "../../../../domain/inventory-states.ts";
import { pieceDifference } from "../../../../domain/item-views.ts";
import { msg } from "../../../../domain/message.ts";
import { hasDifference } from "../../../../domain/stocktakes/difference.ts";
import { SETTLEMENT_NAMES, settlementsOf, USUAL_CAUSES } from "../../../../domain/stocktakes/settlement.ts";
import { MAX_TEXT_LENGTH } from "../../../../domain/text-limits.ts";
import { call } from "../../../api/call.ts";
import type { InventoryDetail, InventoryItem } from "../../../api/types/endpoints.d.ts";
import { t, when } from "../../../i18n/translate.ts";
import { TextField } from "../../../ui/field.tsx";
import { optionsOf, Select } from "../../../ui/select.tsx";
import { Facts } from "../../../ui/surfaces.tsx";
import { Toolbar } from "../../../ui/toolbar.tsx";
import { FormDialog, useForm } from "../../forms/form.tsx";
import { useLiveQuery } from "../../realtime/use-live-query.ts";
import { ActionButton, type StocktakeAction } from "../use-stocktake-action.tsx";
import { ApprovalNotice, WITHDRAWS_APPROVAL } from "./approval-notice.tsx";
import { type SeenDifferences, settle } from "./settle.tsx";

/** Whether differences are settled in this state of a stocktake. */
export const isSettledIn = (state: number) => state === State.Finished || state === State.Processing;

interface SettlementProps {
  readonly item: InventoryItem;
  readonly inventory: InventoryDetail;
  readonly action: StocktakeAction;
  /** Reads the item again. */
  readonly after: () => void;
}

/** How the difference of an item is settled. Renders nothing without a settlement that is or can be made. */
export function Settlement({ item, inventory, action, after }: SettlementProps) {
  const { oid: id, inventoryStateId } = inventory;
  const [isOpen, setOpen] = useState(false);
  const { explanation = null } = item;
  const isOffered = isSettledIn(inventoryStateId) && hasDifference(item);
  if (explanation === null && !isOffered) return null;
  const ofItem = (shown: InventoryItem) => ({ inventoryId: id, items: [shown], seen: null });
  const takeBack = ({ settlement, cause }: Explanation) =>
    action.run({
      question:
        item.isApproved || inventory.isApproved
          ? {
              title: t(msg("Take back the settlement?")),
              text: t(WITHDRAWS_APPROVAL),
              action: t(msg("Take back", "settlement")),
            }
          : null,
      send: () => settle(ofItem(item), { settlement: null }),
      done: t(msg("Settlement taken back.")),
      undo: () => ({
        send: () => settle(ofItem({ ...item, explanation: null }), { settlement, cause }),
        onDone: after,
      }),
    });
  return (
    <section aria-labelledby="settlement-title">
      <h3 id="settlement-title">{t(msg("Difference"))}</h3>
      {explanation !== null && <Facts facts={factsOf(explanation)} />}
      {isOffered && (
        <Toolbar>
          <ActionButton action={action} onClick={() => setOpen(true)}>
            {t(explanation === null ? msg("Settle…") : msg("Change…"))}
          </ActionButton>
          {explanation !== null && (
            <ActionButton action={action} onClick={() => takeBack(explanation)}>
              {t(msg("Take back", "settlement"))}
            </ActionButton>
          )}
        </Toolbar>
      )}
      {isOpen && (
        <SettleDialog
          differences={ofItem(item)}
          onClose={() => setOpen(false)}
          onDone={() => {
            setOpen(false);
            after();
          }}
        />
      )}
    </section>
  );
}

type Explanation = NonNullable<InventoryItem["explanation"]>;

const NAMES = { settlement: msg("Settlement"), cause: msg("Cause") };

const factsOf = ({ settlement, cause, by, at }: Explanation) =>
  [
    [t(NAMES.settlement), t(SETTLEMENT_NAMES[settlement])],
    [t(NAMES.cause), cause],
    [t(msg("Settled by")), `${by.fullName}, ${when(at)}`],
  ] as const;

interface DialogProps {
  /** Those that get the same settlement. The dialog starts with that of the only one. */
  readonly differences: SeenDifferences;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Settles the differences of items, or changes how they are settled. */
export function SettleDialog({ differences, onClose, onDone }: DialogProps) {
  const suggestions = useId();
  // Below the dialog they change with the events.
  const [opened] = useState(differences);
  const { inventoryId, items } = opened;
  const used = useLiveQuery(call("GET /api/inventories/{id}/causes", { id: inventoryId })).body ?? [];
  const causes = new Set([...used, ...USUAL_CAUSES.map((cause) => t(cause))]);
  const shown = items.length === 1 ? items[0]?.explanation : null;
  const form = useForm({
    start: { settlement: shown?.settlement ?? null, cause: shown?.cause ?? null },
    labels: NAMES,
    save: (values) => settle(opened, values),
    onSaved: onDone,
  });
  return (
    <FormDialog
      form={form}
      title={t(msg("Settle {n, plural, one {# difference} other {# differences}}"), { n: items.length })}
      isReady={form.values.settlement !== null}
      onClose={onClose}
    >
      <ApprovalNotice isApproved={items.some(({ isApproved }) => isApproved)} />
      <Select
        {...form.optional("settlement")}
        items={[
          { value: "", label: t(msg("Choose…")) },
          ...optionsOf(SETTLEMENT_NAMES, settlementsOf(items.map((item) => pieceDifference(item) ?? 0))),
        ]}
        isRequired
      />
      <TextField
        {...form.optional("cause")}
        hint={t(msg("The inventory list states settlement and cause. Neither changes the stock."))}
        list={suggestions}
        maxLength={MAX_TEXT_LENGTH}
      />
      <datalist id={suggestions}>
        {Array.from(causes, (cause) => (
          <option key={cause} value={cause} />
        ))}
      </datalist>
    </FormDialog>
  );
}
