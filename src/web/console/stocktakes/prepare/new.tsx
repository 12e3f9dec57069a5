import { msg } from "../../../../domain/message.ts";
import { createInventory } from "../../../api/console/inventories.ts";
import { t } from "../../../i18n/translate.ts";
import { go } from "../../../router/router.ts";
import { Problem } from "../../../ui/use-action.tsx";
import { useNew } from "../../forms/use-new.ts";
import { Screen } from "../../layout/screen.tsx";
import { type Plan, PlanForm } from "./plan-form.tsx";
import "../stocktakes.css";

const EMPTY: Plan = { name: "", isBlind: false, mustBeApproved: false, locationIds: [] };

const create = (body: Plan) => createInventory({ body });

/** `#/stocktakes/new`: a new stocktake. */
export function NewScreen() {
  const { values, errors, problem, isBusy, set, add } = useNew(create, EMPTY);
  const onSubmit = async (event: Event) => {
    event.preventDefault();
    const oid = isBusy ? null : await add();
    if (oid !== null) go(`/stocktakes/${oid}`, { replace: true });
  };
  return (
    <Screen title={t(TEXTS.title)} above={<a href="#/stocktakes">{t(TEXTS.all)}</a>}>
      <form onSubmit={onSubmit}>
        <Problem text={problem} />
        <PlanForm values={values} errors={errors} set={(name, value) => set({ [name]: value })} />
        <div class="row plan-actions">
          <button type="submit" disabled={isBusy}>
            {t(TEXTS.add)}
          </button>
        </div>
      </form>
    </Screen>
  );
}

const TEXTS = {
  title: msg("New stocktake"),
  all: msg("Stocktakes"),
  add: msg("Create stocktake"),
};
