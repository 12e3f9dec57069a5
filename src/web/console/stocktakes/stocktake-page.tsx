import type { ComponentChildren } from "preact";
import { State } from "../../../domain/inventory-states.ts";
import { type Message, msg } from "../../../domain/message.ts";
import type { InventoryDetail } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";
import { may } from "../../login/permissions.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import { LinkTabs } from "../layout/links.tsx";
import { Screen } from "../layout/screen.tsx";
import type { LiveQuery } from "../realtime/use-live-query.ts";
import { StateBadge } from "./state-badge.tsx";
import { Stepper } from "./stepper.tsx";
import { TransitionBar } from "./transition-bar.tsx";
import { TransitionState, useAction } from "./use-transition.tsx";
import { StocktakeWork } from "./work.tsx";
import "../overview/overview.css";
import "./stocktakes.css";

interface FrameProps {
  readonly answer: LiveQuery<InventoryDetail>;
  /** Its transitions are offered beside the title. */
  readonly hasMoves?: boolean;
  /** Its steps are shown below the title. */
  readonly hasSteps?: boolean;
  readonly children: (inventory: InventoryDetail) => ComponentChildren;
}

/** What all screens of one stocktake share: its name and state, links to the others, and the transitions of its state. */
export function Frame({ answer, hasMoves = false, hasSteps = false, children }: FrameProps) {
  const { body } = answer;
  const action = useAction(answer.again, body?.oid ?? 0, body);
  return (
    <Screen
      title={body?.name ?? t(TEXTS.stocktake)}
      badges={body !== null && <Marks inventory={body} />}
      above={<a href="#/stocktakes">{t(TEXTS.all)}</a>}
      actions={body !== null && hasMoves && <TransitionBar inventory={body} action={action} />}
      tabs={body !== null && <Parts inventory={body} />}
    >
      {body !== null && <StocktakeWork inventory={body} />}
      <TransitionState action={action} />
      <QueryBoundary answer={answer}>
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
      {isBlind && <span class="mark">{t(TEXTS.blind)}</span>}
      {isApproved && <span class="mark">{t(TEXTS.approved)}</span>}
      {mustBeApproved && !isApproved && <span class="mark">{t(TEXTS.toApprove)}</span>}
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
  const ways: readonly (readonly [Message, string, boolean])[] = [
    [TEXTS.count, own, true],
    [TEXTS.results, `${own}/results`, isCounted && may("manage")],
    [TEXTS.waiting, `${own}/waiting`, isCounted && may("manage")],
    [TEXTS.sheets, `${own}/sheets`, hasItems],
    [TEXTS.close, `${own}/close`, inventoryStateId === State.Processing && may("manage")],
  ];
  const shown = ways.filter(([, , isThere]) => isThere).map(([words, to]) => ({ to, words: t(words) }));
  return <LinkTabs name={t(TEXTS.stocktake)} ways={shown} />;
}

const TEXTS = {
  stocktake: msg("Stocktake"),
  all: msg("Stocktakes"),
  count: msg("Count"),
  results: msg("Results"),
  waiting: msg("Unresolved"),
  sheets: msg("Count sheets"),
  close: msg("Close", "step"),
  blind: msg("Blind count"),
  approved: msg("Approved", "stocktake"),
  toApprove: msg("Requires approval"),
};
