import { State } from "../../../../domain/inventory-states.ts";
import { msg } from "../../../../domain/message.ts";
import { closeInventory } from "../../../api/console/inventories.ts";
import type { InventoryDetail } from "../../../api/types/endpoints.d.ts";
import { t } from "../../../i18n/translate.ts";
import { QueryBoundary } from "../../../query/query-boundary.tsx";
import { go } from "../../../router/router.ts";
import { confirm } from "../../dialogs/confirm.tsx";
import { Frame } from "../stocktake-page.tsx";
import { TransitionState } from "../transition-state.tsx";
import { useStocktake } from "../use-stocktake.ts";
import { useAction } from "../use-transition.ts";
import { CloseBlockers } from "./blockers.tsx";
import { effectsOf } from "./effects.ts";
import { ReportFiles } from "./report-files.tsx";
import { ReportTotals } from "./report-totals.tsx";
import { usePreview } from "./use-preview.ts";
import { useReport } from "./use-report.ts";

/** `#/stocktakes/:id/close`: what closing will do to the stock, in numbers, what stands in its way, and the close itself. */
export function CloseScreen({ id = "" }: Readonly<Record<string, string>>) {
  const answer = useStocktake(id);
  return (
    <Frame answer={answer} hasSteps>
      {(inventory) =>
        inventory.inventoryStateId === State.Processing ? (
          <Closing inventory={inventory} again={answer.again} />
        ) : (
          <p>
            {t(inventory.isClosed ? TEXTS.isClosed : TEXTS.notYet)}{" "}
            <a href={`#/stocktakes/${inventory.oid}`}>{t(TEXTS.back)}</a>
          </p>
        )
      }
    </Frame>
  );
}

function Closing({ inventory, again }: { readonly inventory: InventoryDetail; readonly again: () => void }) {
  const { oid, name } = inventory;
  const report = useReport(oid);
  const preview = usePreview(oid);
  const action = useAction(again, oid);
  async function close(effects: readonly string[], cursor: string): Promise<void> {
    const text = `${effects.join(" ")} ${t(TEXTS.forEver)}`;
    if (
      !(await confirm({ title: t(TEXTS.title, { name }), text, action: t(TEXTS.close), isDangerous: true }))
    )
      return;
    const closed = await action.runLong(TEXTS.closing, closeInventory({ id: oid, seen: cursor }));
    if (closed !== null) go(`/stocktakes/${oid}`);
  }
  return (
    <QueryBoundary answer={preview}>
      {(seen) => {
        const effects = effectsOf(seen);
        return (
          <>
            <QueryBoundary answer={report}>
              {(known) => <CloseBlockers inventory={inventory} cursor={seen.cursor} report={known} />}
            </QueryBoundary>
            <h2>{t(TEXTS.will)}</h2>
            <ul>
              {effects.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
            <p>
              <b>{t(TEXTS.forEver)}</b>
            </p>
            <TransitionState action={action} />
            <button
              type="button"
              class="danger"
              aria-disabled={action.isBusy}
              aria-describedby={action.reasonId}
              onClick={() => !action.isBusy && close(effects, seen.cursor)}
            >
              {t(TEXTS.close)}
            </button>
            <QueryBoundary answer={report}>{(known) => <ReportTotals report={known} />}</QueryBoundary>
            {!action.isBusy && <ReportFiles inventory={inventory} />}
          </>
        );
      }}
    </QueryBoundary>
  );
}

const TEXTS = {
  will: msg("Changes to stock"),
  forEver: msg("This can't be undone."),
  title: msg("Close {name}?"),
  close: msg("Close stocktake"),
  closing: msg("Applying the results to stock…"),
  isClosed: msg("This stocktake is closed."),
  notYet: msg("Finish the count and review the results before you close."),
  back: msg("Go to stocktake"),
};
