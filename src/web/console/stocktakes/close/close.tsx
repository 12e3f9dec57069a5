import { State } from "../../../../domain/inventory-states.ts";
import { type Message, msg } from "../../../../domain/message.ts";
import { call } from "../../../api/call.ts";
import type { ClosePreview, InventoryDetail } from "../../../api/types/endpoints.d.ts";
import { number, t } from "../../../i18n/translate.ts";
import { QueryBoundary } from "../../../query/query-boundary.tsx";
import { go } from "../../../router/router.ts";
import { Button } from "../../../ui/button.tsx";
import { confirm } from "../../../ui/confirm.tsx";
import { type LiveQuery, useLiveQuery } from "../../realtime/use-live-query.ts";
import { Frame } from "../stocktake-page.tsx";
import { ActionState, useStocktake, useStocktakeAction } from "../use-stocktake-action.tsx";
import { CloseBlockers } from "./blockers.tsx";
import { ReportFiles, useReport } from "./closed.tsx";
import { ReportTotals } from "./report-totals.tsx";

/** `#/stocktakes/:id/close`: the effect of closing on the stock, what prevents it, and the button to close. */
export function CloseScreen({ id = "" }: Readonly<Record<string, string>>) {
  const query = useStocktake(id);
  return (
    <Frame query={query} hasSteps>
      {(inventory) =>
        inventory.inventoryStateId === State.Processing ? (
          <Closing inventory={inventory} refetch={query.refetch} />
        ) : (
          <p>
            {t(
              inventory.isClosed
                ? msg("This stocktake is closed.")
                : msg("Finish the count and review the results before you close."),
            )}{" "}
            <a href={`#/stocktakes/${inventory.oid}`}>{t(msg("Go to stocktake"))}</a>
          </p>
        )
      }
    </Frame>
  );
}

function Closing({
  inventory,
  refetch,
}: {
  readonly inventory: InventoryDetail;
  readonly refetch: () => void;
}) {
  const { oid, name } = inventory;
  const report = useReport(oid);
  const preview = usePreview(oid);
  const action = useStocktakeAction(refetch, oid);
  async function close(effects: readonly string[], cursor: string): Promise<void> {
    const text = `${effects.join(" ")} ${t(msg("This can't be undone."))}`;
    if (
      !(await confirm({
        title: t(msg("Close {name}?"), { name }),
        text,
        action: t(msg("Close stocktake")),
        isDangerous: true,
      }))
    )
      return;
    const closed = await action.runLong(
      msg("Applying the results to stock…"),
      call("PUT /api/inventories/{id}/close", { id: oid, seen: cursor }),
    );
    if (closed !== null) go(`/stocktakes/${oid}`);
  }
  return (
    <QueryBoundary query={preview}>
      {(seen) => {
        const effects = effectsOf(seen);
        return (
          <>
            <QueryBoundary query={report}>
              {(known) => <CloseBlockers inventory={inventory} report={known} />}
            </QueryBoundary>
            <h2>{t(msg("Changes to stock"))}</h2>
            <ul>
              {effects.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
            <p>
              <b>{t(msg("This can't be undone."))}</b>
            </p>
            <ActionState action={action} />
            <Button
              kind="danger"
              aria-disabled={action.isBusy}
              aria-describedby={action.reasonId}
              onClick={() => !action.isBusy && close(effects, seen.cursor)}
            >
              {t(msg("Close stocktake"))}
            </Button>
            <QueryBoundary query={report}>{(known) => <ReportTotals report={known} />}</QueryBoundary>
            {!action.isBusy && <ReportFiles inventory={inventory} />}
          </>
        );
      }}
    </QueryBoundary>
  );
}

/** What closing a stocktake would do now. */
function usePreview(inventoryId: number): LiveQuery<ClosePreview> {
  return useLiveQuery(call("GET /api/inventories/{id}/close-preview", { id: inventoryId }), {
    follows: ["stocktakes", "articles"],
  });
}

type Kind = Exclude<keyof ClosePreview, "cursor" | "disposals" | "notCounted">;

/** What a close does to the stock of articles, by kind. */
const EFFECTS: readonly (readonly [Kind, Message<{ n: number; pieces: string }>])[] = [
  [
    "moved",
    msg(
      "{n, plural, one {# article moves to where it was} other {# articles move to where they were}} found ({pieces}).",
    ),
  ],
  [
    "more",
    msg("{n, plural, one {# article has} other {# articles have}} more pieces than recorded (+{pieces})."),
  ],
  [
    "fewer",
    msg("{n, plural, one {# article has} other {# articles have}} fewer pieces than recorded (−{pieces})."),
  ],
  [
    "added",
    msg(
      "{n, plural, one {# article without recorded stock is added where it was} other {# articles without recorded stock are added where they were}} found (+{pieces}).",
    ),
  ],
  ["removed", msg("{n, plural, one {# article has} other {# articles have}} no stock left (−{pieces}).")],
];

/** The effects of closing, one sentence each. */
function effectsOf(preview: ClosePreview): readonly string[] {
  const lines = EFFECTS.filter(([kind]) => preview[kind].articles > 0).map(([kind, message]) =>
    t(message, { n: preview[kind].articles, pieces: number(preview[kind].pieces) }),
  );
  if (lines.length === 0) lines.push(t(msg("The stock does not change.")));
  if (preview.disposals > 0)
    lines.push(
      t(msg("{n, plural, one {# article is} other {# articles are}} proposed for disposal."), {
        n: preview.disposals,
      }),
    );
  if (preview.notCounted > 0)
    lines.push(
      t(
        msg(
          "{n, plural, one {# item that was not counted is} other {# items that were not counted are}} unchanged.",
        ),
        { n: preview.notCounted },
      ),
    );
  return lines;
}
