import { REPORTED_IN, State } from "../../../domain/inventory-states.ts";
import { msg } from "../../../domain/message.ts";
import type { InventoryDetail } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";
import { may } from "../../login/permissions.ts";
import type { Screen } from "../../router/lazy-screens.ts";
import { PlanScreen as CountPlanScreen, NewPlanScreen } from "../count-plans/plan-screen.tsx";
import { PlansScreen } from "../count-plans/plans.tsx";
import type { LiveQuery } from "../realtime/use-live-query.ts";
import { OwnSignature } from "../stocktakes/close/addenda.tsx";
import { CloseScreen } from "../stocktakes/close/close.tsx";
import { ClosedFigures, ReportFiles } from "../stocktakes/close/closed.tsx";
import { ResultsScreen } from "../stocktakes/decide/results.tsx";
import { FrameCard } from "../stocktakes/frame/frame-card.tsx";
import { StocktakesScreen } from "../stocktakes/list.tsx";
import { NewScreen, PlanScreen } from "../stocktakes/prepare/plan.tsx";
import { Follow } from "../stocktakes/progress/follow.tsx";
import { OperationsScreen } from "../stocktakes/progress/operations.tsx";
import { SheetsScreen } from "../stocktakes/sheets/sheets.tsx";
import { Frame } from "../stocktakes/stocktake-page.tsx";
import { useStocktake } from "../stocktakes/use-stocktake-action.tsx";

/** `#/stocktakes/:id`: the frame of a stocktake; by its state its plan, the running count, or the results. */
function StocktakeScreen({ id = "" }: Readonly<Record<string, string>>) {
  const query = useStocktake(id);
  return (
    <Frame query={query} hasMoves hasSteps>
      {(inventory) => (
        <>
          {may("manage") && <FrameCard inventory={inventory} />}
          <Stage query={query} inventory={inventory} />
        </>
      )}
    </Frame>
  );
}

interface StageProps {
  readonly query: LiveQuery<InventoryDetail>;
  readonly inventory: InventoryDetail;
}

function Stage({ query, inventory }: StageProps) {
  const { inventoryStateId, oid } = inventory;
  if (inventoryStateId === State.Preparation) {
    return may("manage") ? (
      <PlanScreen query={query} />
    ) : (
      <p>{t(msg("This stocktake is in preparation. Counting begins when it is started."))}</p>
    );
  }
  if (inventoryStateId === State.Cancelled)
    return <p>{t(msg("This stocktake was cancelled. Stock is unchanged."))}</p>;
  if (inventoryStateId === State.Closed && may("manage")) return <ClosedFigures inventory={inventory} />;
  return (
    <>
      {REPORTED_IN.includes(inventoryStateId) && may("manage") && <ReportFiles inventory={inventory} />}
      <Follow inventory={inventory} />
      {inventoryStateId === State.Closed && <OwnSignature inventoryId={oid} />}
    </>
  );
}

/** A screen of one stocktake. Another stocktake starts with fresh state, so that it shows no error of the first one. */
const ofOne =
  (One: Screen["show"]): Screen["show"] =>
  ({ id = "" }) => <One key={id} id={id} />;

/** Stocktakes, from the first plan to the signed report. */
export const SCREENS: readonly Screen[] = [
  { path: "/stocktakes", show: StocktakesScreen },
  { path: "/stocktakes/new", may: "manage", show: NewScreen },
  { path: "/stocktakes/plans", may: "manage", show: PlansScreen },
  { path: "/stocktakes/plans/new", may: "manage", show: NewPlanScreen },
  { path: "/stocktakes/plans/:id", may: "manage", show: CountPlanScreen },
  { path: "/stocktakes/:id", show: ofOne(StocktakeScreen) },
  { path: "/stocktakes/:id/results", may: "manage", show: ofOne(ResultsScreen) },
  { path: "/stocktakes/:id/waiting", may: "manage", show: ofOne(OperationsScreen) },
  { path: "/stocktakes/:id/sheets", show: ofOne(SheetsScreen) },
  { path: "/stocktakes/:id/close", may: "manage", show: ofOne(CloseScreen) },
];
