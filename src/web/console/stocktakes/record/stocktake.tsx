import { State } from "../../../../domain/inventory-states.ts";
import { msg } from "../../../../domain/message.ts";
import { t } from "../../../i18n/translate.ts";
import { may } from "../../../login/permissions.ts";
import { ClosedFigures } from "../close/closed.tsx";
import { PlanScreen } from "../prepare/plan.tsx";
import { Follow } from "../progress/follow.tsx";
import { Frame } from "../stocktake-page.tsx";
import { useStocktake } from "../use-stocktake.ts";

/** `#/stocktakes/:id`: one stocktake, as its state asks for: the plan, the count as it goes on, or the results. */
export function StocktakeScreen({ id = "" }: Readonly<Record<string, string>>) {
  const answer = useStocktake(id);
  return (
    <Frame answer={answer} hasMoves hasSteps>
      {(inventory) => {
        const { inventoryStateId, oid } = inventory;
        if (inventoryStateId === State.Preparation) {
          return may("manage") ? <PlanScreen key={oid} answer={answer} /> : <p>{t(TEXTS.planned)}</p>;
        }
        if (inventoryStateId === State.Cancelled) return <p>{t(TEXTS.cancelled)}</p>;
        if (inventoryStateId === State.Closed && may("manage"))
          return <ClosedFigures inventory={inventory} />;
        return <Follow inventory={inventory} />;
      }}
    </Frame>
  );
}

const TEXTS = {
  planned: msg("This stocktake is in preparation. Counting begins when it is started."),
  cancelled: msg("This stocktake was cancelled. Stock is unchanged."),
};
