import { useState } from "preact/hooks";
import { State } from "../../../../domain/inventory-states.ts";
import { type Message, msg } from "../../../../domain/message.ts";
import { call, type Query } from "../../../api/call.ts";
import { requestAsUser } from "../../../api/tokens.ts";
import type { ClosePreview, InventoryDetail, InventoryReport } from "../../../api/types/endpoints.d.ts";
import { sumText } from "../../../articles/amounts.ts";
import { t } from "../../../i18n/translate.ts";
import { QueryBoundary } from "../../../query/query-boundary.tsx";
import { go } from "../../../router/router.ts";
import { Banner } from "../../../ui/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { NoteField } from "../../../ui/field.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { FormDialog, useForm } from "../../forms/form.tsx";
import { type LiveQuery, useLiveQuery } from "../../realtime/use-live-query.ts";
import { ApproveAll } from "../decide/approve-all.tsx";
import { FrameWarnings } from "../frame/frame-card.tsx";
import { Frame } from "../stocktake-page.tsx";
import { ActionButton, ActionState, useStocktake, useStocktakeAction } from "../use-stocktake-action.tsx";
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
  const close = () => {
    // What is shown may not have the user's last change yet.
    let seen = "";
    return action.run({
      question: async () => {
        const now = await requestAsUser(previewOf(oid));
        seen = now.cursor;
        return {
          title: t(msg("Close {name}?"), { name }),
          text: [...effectsOf(now), t(msg("This can't be undone."))].join(" "),
          action: t(msg("Close stocktake")),
          isDangerous: true,
        };
      },
      job: () => call("PUT /api/inventories/{id}/close", { id: oid, seen }),
      onDone: () => go(`/stocktakes/${oid}`),
    });
  };
  return (
    <QueryBoundary query={preview}>
      {(shown) => (
        <>
          <QueryBoundary query={report}>
            {(known) => <CloseBlockers inventory={inventory} report={known} />}
          </QueryBoundary>
          <FrameWarnings inventoryId={oid} />
          <h2>{t(msg("Changes to stock"))}</h2>
          <ul>
            {effectsOf(shown).map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          <p>
            <b>{t(msg("This can't be undone."))}</b>
          </p>
          <ActionState action={action} />
          <ActionButton kind="danger" action={action} onClick={close}>
            {t(msg("Close stocktake"))}
          </ActionButton>
          <QueryBoundary query={report}>{(known) => <ReportTotals report={known} />}</QueryBoundary>
          {!action.isBusy && <ReportFiles inventory={inventory} />}
        </>
      )}
    </QueryBoundary>
  );
}

/** What closing a stocktake would do now. */
const previewOf = (inventoryId: number): Query<ClosePreview> =>
  call("GET /api/inventories/{id}/close-preview", { id: inventoryId });

const usePreview = (inventoryId: number): LiveQuery<ClosePreview> =>
  useLiveQuery(previewOf(inventoryId), { follows: ["stocktakes", "articles"] });

type Kind = Exclude<keyof ClosePreview, "cursor" | "disposals" | "notCounted">;

/** What a close does to the stock of articles, by kind. */
const EFFECTS: readonly (readonly [Kind, Message<{ n: number; pieces: string }>])[] = [
  [
    "moved",
    msg(
      "{n, plural, one {# article moves to where it was} other {# articles move to where they were}} found ({pieces}).",
    ),
  ],
  ["more", msg("{n, plural, one {# article has} other {# articles have}} more than recorded (+{pieces}).")],
  ["fewer", msg("{n, plural, one {# article has} other {# articles have}} less than recorded (−{pieces}).")],
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
    t(message, { n: preview[kind].articles, pieces: sumText(preview[kind]) }),
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

interface BlockersProps {
  readonly inventory: InventoryDetail;
  readonly report: InventoryReport;
}

/** What prevents closing, and what should be reviewed before, with links to the items. */
function CloseBlockers({ inventory, report }: BlockersProps) {
  const { oid, mustBeApproved, isApproved } = inventory;
  const { decisions, unknownCodes, late, totals, approvals } = report;
  const own = `#/stocktakes/${oid}`;
  const open: readonly (readonly [Message<{ n: number }>, number, string])[] = [
    [
      msg(
        "{n, plural, one {# item with changed stock is undecided: movements after its} other {# items with changed stock are undecided: movements after their}} count are applied",
      ),
      decisions.undecided,
      `${own}/results?tab=moved`,
    ],
    [
      msg("{n, plural, one {# item} other {# items}} to recount"),
      decisions.toRecount,
      `${own}/results?tab=toRecount`,
    ],
    [
      msg("{n, plural, one {# item} other {# items}} not counted"),
      totals.notCounted.items,
      `${own}/results?tab=notCounted`,
    ],
    [
      msg("{n, plural, one {# scan of an unknown code} other {# scans of unknown codes}}"),
      unknownCodes.length,
      `${own}/waiting?state=unknown`,
    ],
    [msg("{n, plural, one {# late count} other {# late counts}}"), late.length, `${own}/waiting`],
  ];
  const lines = open.filter(([, count]) => count > 0);
  return (
    <>
      {mustBeApproved && !isApproved && (
        <Banner tone="danger">
          <p>
            <Icon name="warning" size={18} /> {t(msg("The stocktake must be approved before it is closed."))}{" "}
            <a href={`${own}/results?tab=notApproved`}>
              {t(msg("{n, plural, one {# item} other {# items}} not approved"), {
                n: approvals.items - approvals.approvedItems,
              })}
            </a>
          </p>
          <ApproveAll inventory={inventory} />
        </Banner>
      )}
      <OpenSecondCounts inventory={inventory} />
      {lines.length > 0 && (
        <>
          <h2>{t(msg("Unresolved"))}</h2>
          <ul>
            {lines.map(([message, count, to]) => (
              <li key={to}>
                <a href={to}>{t(message, { n: count })}</a>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

/** The open second counts, which prevent the close, and the way to close without them. Renders nothing without any. */
function OpenSecondCounts({ inventory }: { readonly inventory: InventoryDetail }) {
  const { oid, secondCount, secondCountsWaived } = inventory;
  const isDemanded = secondCount !== null && secondCountsWaived === null;
  const request = call("GET /api/inventories/{id}/items/totals", { id: oid });
  const { body } = useLiveQuery(isDemanded ? request : null, { follows: ["stocktakes"] });
  const [isAsking, setAsking] = useState(false);
  const open = body?.views.secondCount.items ?? 0;
  if (secondCountsWaived !== null) {
    const { by, reason } = secondCountsWaived;
    return (
      <p class="muted">
        {t(msg("{name} has allowed the close without second counts: {reason}"), {
          name: by.fullName,
          reason,
        })}
      </p>
    );
  }
  if (!isDemanded || open === 0) return null;
  return (
    <Banner tone="danger">
      <p>
        <Icon name="warning" size={18} />{" "}
        <a href={`#/stocktakes/${oid}/results?tab=secondCount`}>
          {t(msg("{n, plural, one {# item needs} other {# items need}} a second count by another person"), {
            n: open,
          })}
        </a>
      </p>
      <Button onClick={() => setAsking(true)}>{t(msg("Close without second counts…"))}</Button>
      {isAsking && <WaiveDialog oid={oid} onClose={() => setAsking(false)} />}
    </Banner>
  );
}

function WaiveDialog({ oid: id, onClose }: { readonly oid: number; readonly onClose: () => void }) {
  const form = useForm({
    start: { reason: "" },
    labels: { reason: msg("Reason") },
    save: (body) => requestAsUser(call("PUT /api/inventories/{id}/waive-second-counts", { id, body })),
    onSaved: onClose,
  });
  return (
    <FormDialog
      form={form}
      title={t(msg("Close without second counts"))}
      action={t(msg("Allow the close"))}
      isReady={form.values.reason.trim() !== ""}
      onClose={onClose}
    >
      <NoteField {...form.field("reason")} isRequired />
    </FormDialog>
  );
}
