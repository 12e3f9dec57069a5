import { State } from "../../../../domain/inventory-states.ts";
import { DECIDED_IN, type Decision, decisionsFor } from "../../../../domain/item-decisions.ts";
import { msg } from "../../../../domain/message.ts";
import { type ApiRequest, call, type Unguarded, withTag } from "../../../api/call.ts";
import type { InventoryDetail, InventoryItem } from "../../../api/types/endpoints.d.ts";
import { t } from "../../../i18n/translate.ts";
import { Button } from "../../../ui/button.tsx";
import type { StocktakeAction } from "../use-stocktake-action.tsx";
import { DECISION_EFFECTS, DECISION_NAMES } from "./item-figures.ts";
import { KEY_OF_DECISION } from "./result-keys.ts";

interface DecideProps {
  readonly item: InventoryItem;
  /** The tag of the shown item. A decision on an item that has changed since is rejected. */
  readonly tag: string | null;
  readonly inventory: InventoryDetail;
  readonly action: StocktakeAction;
  readonly onDecided: () => void;
}

/** The decisions that are possible for an item, and its approval. */
export function Decide({ item, tag, inventory: { inventoryStateId }, action, onDecided }: DecideProps) {
  if (DECIDED_IN.indexOf(inventoryStateId) === -1) return null;
  const id = item.oid;
  const put = async (request: Unguarded<ApiRequest<InventoryItem>, "tag">) => {
    if ((await action.run(msg("Saving…"), withTag(request, tag))) !== null) onDecided();
  };
  const decide = (decision: Decision) =>
    put(call("PUT /api/inventories/items/{id}/decide", { id, body: { decision } }));
  const approve = () =>
    put(call("PUT /api/inventories/items/{id}/approve", { id, body: { isApproved: !item.isApproved } }));
  const isProcessed = inventoryStateId === State.Processing;
  return (
    <section aria-labelledby="decide-title">
      <h3 id="decide-title">{t(msg("Decision"))}</h3>
      <ul class="decisions">
        {decisionsFor(item).map((decision) => (
          <li key={decision}>
            <Button
              kind="secondary"
              data-key={KEY_OF_DECISION[decision].toUpperCase()}
              aria-pressed={item.decision === decision}
              aria-disabled={action.isBusy}
              aria-describedby={action.reasonId}
              onClick={() => decide(decision)}
            >
              {t(DECISION_NAMES[decision])}
            </Button>{" "}
            <span class="muted">{t(DECISION_EFFECTS[decision])}</span>
          </li>
        ))}
      </ul>
      {isProcessed && item.isToRecount && <p>{t(msg("Reopen the stocktake to count it again."))}</p>}
      {isProcessed && (
        <Button
          data-key={item.isApproved ? undefined : "A"}
          aria-disabled={action.isBusy}
          aria-describedby={action.reasonId}
          onClick={approve}
        >
          {t(item.isApproved ? msg("Withdraw approval") : msg("Approve"))}
        </Button>
      )}
    </section>
  );
}
