import type { ComponentChildren } from "preact";
import { State } from "../../../domain/inventory-states.ts";
import { type Message, msg } from "../../../domain/message.ts";
import type { InventoryDetail } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";
import { may } from "../../login/permissions.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { Screen } from "../layout/screen.tsx";
import type { LiveQuery } from "../realtime/use-live-query.ts";
import { StateBadge } from "./state-badge.tsx";
import { TransitionBar } from "./transition-bar.tsx";
import { ActionState, useStocktakeAction } from "./use-stocktake-action.tsx";
import { StocktakeWork } from "./work.tsx";
import "../overview/overview.css";
import "./stocktakes.css";
import "./stepper.css";

interface FrameProps {
  readonly query: LiveQuery<InventoryDetail>;
  /** Its transitions are offered beside the title. */
  readonly hasMoves?: boolean;
  /** Its steps are shown below the title. */
  readonly hasSteps?: boolean;
  readonly children: (inventory: InventoryDetail) => ComponentChildren;
}

/**
 * The frame of all screens of one stocktake: name, state, links to the other screens, and the transitions of its
 * state.
 */
export function Frame({ query, hasMoves = false, hasSteps = false, children }: FrameProps) {
  const { body } = query;
  const action = useStocktakeAction(query.refetch, body?.oid ?? 0, body);
  return (
    <Screen
      title={body?.name ?? t(msg("Stocktake"))}
      badges={body !== null && <Marks inventory={body} />}
      above={<a href="#/stocktakes">{t(msg("Stocktakes"))}</a>}
      actions={body !== null && hasMoves && <TransitionBar inventory={body} action={action} />}
      tabs={body !== null && <Parts inventory={body} />}
    >
      {body !== null && <StocktakeWork inventory={body} />}
      <ActionState action={action} />
      <QueryBoundary query={query}>
        {(inventory) => (
          <>
            {hasSteps && <Stepper inventory={inventory} />}
            {children(inventory)}
          </>
        )}
      </QueryBoundary>
    </Screen>
  );
}

function Marks({ inventory }: { readonly inventory: InventoryDetail }) {
  const { inventoryStateId, isBlind, mustBeApproved, isApproved } = inventory;
  return (
    <>
      <StateBadge state={inventoryStateId} />
      {isBlind && <Badge>{t(msg("Blind count"))}</Badge>}
      {isApproved && <Badge>{t(msg("Approved", "stocktake"))}</Badge>}
      {mustBeApproved && !isApproved && <Badge>{t(msg("Requires approval"))}</Badge>}
    </>
  );
}

const COUNTED: readonly number[] = [
  State.InProgress,
  State.Paused,
  State.Finished,
  State.Processing,
  State.Closed,
];

function Parts({ inventory: { oid, inventoryStateId } }: { readonly inventory: InventoryDetail }) {
  const own = `/stocktakes/${oid}`;
  const isCounted = COUNTED.indexOf(inventoryStateId) !== -1;
  const hasItems = inventoryStateId !== State.Preparation && inventoryStateId !== State.Cancelled;
  const tabs: readonly (readonly [Message, string, boolean])[] = [
    [msg("Count"), own, true],
    [msg("Results"), `${own}/results`, isCounted && may("manage")],
    [msg("Unresolved"), `${own}/waiting`, isCounted && may("manage")],
    [msg("Count sheets"), `${own}/sheets`, hasItems],
    [msg("Close", "step"), `${own}/close`, inventoryStateId === State.Processing && may("manage")],
  ];
  const shown = tabs.filter(([, , isThere]) => isThere).map(([label, to]) => ({ to, label: t(label) }));
  return <Tabs label={t(msg("Stocktake"))} tabs={shown} />;
}

type Progress = "done" | "current" | "next";

/** Plan, count, review, approve, close: which of them are done, which one is current, and links to those that can be opened. */
function Stepper({ inventory }: { readonly inventory: InventoryDetail }) {
  const { oid, inventoryStateId, mustBeApproved, isApproved } = inventory;
  if (inventoryStateId === State.Cancelled) return null;
  const own = `#/stocktakes/${oid}`;
  const isReviewed = inventoryStateId === State.Processing && may("manage");
  const hrefs = [
    null,
    null,
    isReviewed ? `${own}/results` : null,
    isReviewed && !isApproved ? `${own}/results?tab=notApproved` : null,
    isReviewed ? `${own}/close` : null,
  ];
  const at = currentStep(inventory);
  return (
    <ol class="stepper no-print" aria-label={t(msg("Steps"))}>
      {STEPS.map((label, step) => {
        const isOptional = label === STEPS[APPROVE] && !mustBeApproved;
        const progress: Progress = step < at ? "done" : step === at ? "current" : "next";
        const isSkipped = isOptional && !isApproved;
        const shown = isSkipped ? "next" : progress;
        const href = hrefs[step] ?? null;
        return (
          <li
            key={label.source}
            class={`step is-${shown}`}
            aria-current={shown === "current" ? "step" : undefined}
          >
            {href === null ? t(label) : <a href={href}>{t(label)}</a>}
            {isOptional && <span class="muted"> {t(msg("(optional)"))}</span>}
            {shown === "done" && <span class="sr-only"> {t(msg("(done)"))}</span>}
          </li>
        );
      })}
    </ol>
  );
}

const APPROVE = 3;
const STEPS: readonly Message[] = [
  msg("Plan"),
  msg("Count"),
  msg("Review"),
  msg("Approve", "step"),
  msg("Close", "step"),
];

/** The number of the current step; after the last one the stocktake is closed. */
function currentStep({ inventoryStateId, isApproved }: InventoryDetail): number {
  if (inventoryStateId === State.Closed) return STEPS.length;
  if (inventoryStateId === State.Processing && isApproved) return STEPS.length - 1;
  if (inventoryStateId === State.Processing || inventoryStateId === State.Finished) return 2;
  return inventoryStateId === State.InProgress || inventoryStateId === State.Paused ? 1 : 0;
}
