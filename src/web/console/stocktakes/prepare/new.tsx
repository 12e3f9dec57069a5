import { msg } from "../../../../domain/message.ts";
import { Problem } from "../../../app/deed.tsx";
import { go } from "../../../app/router.ts";
import { t } from "../../../app/words.ts";
import { Screen } from "../../frame/screen.tsx";
import { useNew } from "../../save/use-new.ts";
import { type Plan, PlanForm } from "./plan-form.tsx";
import "../stocktakes.css";

const EMPTY: Plan = { name: "", isBlind: false, mustBeApproved: false, locationIds: [] };

/** `#/stocktakes/new`: a new stocktake. */
export function NewScreen() {
  const { values, errors, problem, isBusy, set, add } = useNew("/api/inventories", EMPTY);
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
        <div class="row plan-deeds">
          <button type="submit" disabled={isBusy}>
            {t(TEXTS.add)}
          </button>
        </div>
      </form>
    </Screen>
  );
}

const TEXTS = {
  title: msg("New stocktake", "Nová inventura"),
  all: msg("Stocktakes", "Inventury"),
  add: msg("Create stocktake", "Vytvořit inventuru"),
};
