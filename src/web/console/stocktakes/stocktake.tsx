import { State } from "../../../inventories/states.ts";
import { say } from "../../../words.ts";
import { may } from "../../app/may.ts";
import { t } from "../../app/words.ts";
import { ClosedFigures } from "./close/closed.tsx";
import { Follow } from "./follow/follow.tsx";
import { Frame } from "./frame.tsx";
import { PlanScreen } from "./prepare/plan.tsx";
import { useStocktake } from "./use-stocktake.ts";

/** `#/stocktakes/:id`: one stocktake, as its state asks for: the plan, the count as it goes on, or what came out. */
export function StocktakeScreen({ id = "" }: Readonly<Record<string, string>>) {
  const answer = useStocktake(id);
  return (
    <Frame answer={answer} hasMoves>
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
  planned: say(
    "It is being prepared. Counting begins when a manager has started it.",
    "Připravuje se. Počítat se začne, až ji vedoucí spustí.",
  ),
  cancelled: say(
    "This stocktake was cancelled. It has changed nothing in the stock.",
    "Tato inventura byla zrušena. Na stavu zásob nic nezměnila.",
  ),
};
