import { State } from "../../../../domain/inventory-states.ts";
import { msg } from "../../../../domain/message.ts";
import type { InventoryDetail } from "../../../api/types/endpoints.d.ts";
import { t } from "../../../i18n/translate.ts";
import { confirm } from "../../dialogs/confirm.tsx";
import { TransitionState } from "../transition-state.tsx";
import { useAction } from "../use-transition.ts";
import { DECISION_EFFECTS, DECISION_NAMES, type Decision } from "./decision-names.ts";
import type { Tab } from "./item-views.ts";
import { ifUnchanged, type SeenItems } from "./seen-items.ts";

interface AllProps {
  readonly inventory: InventoryDetail;
  readonly tab: Tab;
  readonly seen: SeenItems;
}

const DECISIONS: Readonly<Partial<Record<Tab["name"], readonly Decision[]>>> = {
  moved: ["keepCount", "keepDifference", "recount"],
  toRecount: ["settle"],
};

/** One decision on all items on which nobody has decided, or that are to be counted again. */
export function DecideAll({ inventory: { oid, inventoryStateId }, tab, seen }: AllProps) {
  const deed = useAction(() => {}, oid);
  const decisions = DECISIONS[tab.name] ?? [];
  const open = seen.items.filter(tab.holds).length;
  const isOver = inventoryStateId === State.Closed;
  async function decideAll(decision: Decision): Promise<void> {
    const title = t(DECISION_NAMES[decision]);
    const text = `${t(TEXTS.all, { n: open })} ${t(DECISION_EFFECTS[decision])}.`;
    if (!(await confirm({ title, text, deed: title }))) return;
    const path = ifUnchanged(`/api/inventories/${oid}/decide`, seen.cursor);
    await deed.runLong(TEXTS.going, path, { method: "PUT", body: { decision } });
  }
  if (decisions.length === 0 || open === 0 || isOver) return null;
  return (
    <>
      <fieldset class="row decide-all">
        <legend class="unseen">{t(TEXTS.together)}</legend>
        <span>{t(TEXTS.title, { n: open })}</span>
        {decisions.map((decision) => (
          <button
            key={decision}
            type="button"
            class="second"
            aria-disabled={deed.isBusy}
            aria-describedby={deed.reasonId}
            onClick={() => !deed.isBusy && decideAll(decision)}
          >
            {t(DECISION_NAMES[decision])}
          </button>
        ))}
      </fieldset>
      <TransitionState deed={deed} />
    </>
  );
}

const TEXTS = {
  together: msg("Decide on all items"),
  title: msg("{n, plural, one {# item:} other {All # items:}}"),
  all: msg("For {n, plural, one {# item:} other {all # items:}}"),
  going: msg("Deciding…"),
};
