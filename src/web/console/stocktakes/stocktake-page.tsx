import type { ComponentChildren } from "preact";
import { State } from "../../../domain/inventory-states.ts";
import { type Message, msg } from "../../../domain/message.ts";
import type { InventoryDetail, InventoryProgressDetails, Job } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";
import { may } from "../../login/permissions.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { Screen } from "../layout/screen.tsx";
import type { LiveQuery } from "../realtime/use-live-query.ts";
import { showPrepared } from "./prepared.ts";
import { StateBadge } from "./state-badge.tsx";
import {
  ActionButton,
  ActionState,
  type StocktakeAction,
  useStocktakeAction,
} from "./use-stocktake-action.tsx";
import { StocktakeWork } from "./work-banner.tsx";
import "../overview/overview.css";
import "./stocktakes.css";
import "./stepper.css";
import { canBegin, TRANSITIONS, type TransitionName } from "../../../domain/transitions.ts";
import { call } from "../../api/call.ts";
import { getProgressDetails } from "../../api/inventories.ts";
import { requestAsUser } from "../../api/tokens.ts";
import { go, path } from "../../router/router.ts";
import { ButtonLink } from "../../ui/button.tsx";
import type { Question } from "../../ui/confirm.tsx";

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
  const { inventoryStateId, isBlind, mustBeApproved, isApproved, person } = inventory;
  return (
    <>
      <StateBadge state={inventoryStateId} />
      {person !== null && <Badge>{t(msg("Articles of {name}"), { name: person.fullName })}</Badge>}
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

/** Preparation, count, results, approval, close: which of them are done, which one is current. The tabs open them. */
function Stepper({ inventory }: { readonly inventory: InventoryDetail }) {
  const { oid, inventoryStateId, mustBeApproved, isApproved } = inventory;
  if (inventoryStateId === State.Cancelled) return null;
  const isToApprove = inventoryStateId === State.Processing && !isApproved && may("manage");
  const at = currentStep(inventory);
  return (
    <ol class="stepper no-print" aria-label={t(msg("Steps"))}>
      {STEPS.map((label, step) => {
        const isOptional = step === APPROVE && !mustBeApproved;
        const progress: Progress = step < at ? "done" : step === at ? "current" : "next";
        const isSkipped = isOptional && !isApproved;
        const shown = isSkipped ? "next" : progress;
        return (
          <li
            key={label.source}
            class={`step is-${shown}`}
            aria-current={shown === "current" ? "step" : undefined}
          >
            {step === APPROVE && isToApprove ? (
              <a href={`#/stocktakes/${oid}/results?tab=notApproved`}>{t(label)}</a>
            ) : (
              t(label)
            )}
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
  msg("Preparation"),
  msg("Count"),
  msg("Results"),
  msg("Approval"),
  msg("Close", "step"),
];

/** The number of the current step; after the last one the stocktake is closed. */
function currentStep({ inventoryStateId, isApproved }: InventoryDetail): number {
  if (inventoryStateId === State.Closed) return STEPS.length;
  if (inventoryStateId === State.Processing && isApproved) return STEPS.length - 1;
  if (inventoryStateId === State.Processing || inventoryStateId === State.Finished) return 2;
  return inventoryStateId === State.InProgress || inventoryStateId === State.Paused ? 1 : 0;
}

interface BarProps {
  readonly inventory: InventoryDetail;
  readonly action: StocktakeAction;
}

/** The transitions that the state and the role permit. The main one is the primary button. */
function TransitionBar({ inventory, action }: BarProps) {
  const { oid, inventoryStateId } = inventory;
  const make = (move: TransitionName) => {
    const question = () => questionOf(move, inventory);
    if (move === "prepare" || move === "reopen")
      return action.run({
        question,
        job: call(`PUT /api/inventories/{id}/${move}`, { id: oid }),
        onDone: (job: Job) => showPrepared(oid, job),
      });
    const onDone = () => move === "process" && go(`/stocktakes/${oid}/results?tab=needsDecision`);
    return action.run({ question, send: call(`PUT /api/inventories/{id}/${move}`, { id: oid }), onDone });
  };
  return (
    <>
      {movesIn(inventoryStateId).map((move) => (
        <ActionButton
          key={move}
          kind={MAIN.includes(move) ? "primary" : "secondary"}
          action={action}
          onClick={() => make(move)}
        >
          {t(move === "start" && inventoryStateId === State.Paused ? msg("Resume") : LABELS[move])}
        </ActionButton>
      ))}
      {inventoryStateId === State.Processing && may("manage") && <NextStep inventory={inventory} />}
    </>
  );
}

/** Results that need an approval are reviewed next; others can be closed. */
function NextStep({ inventory: { oid, mustBeApproved, isApproved } }: Pick<BarProps, "inventory">) {
  const own = `/stocktakes/${oid}`;
  const isReviewNext = mustBeApproved && !isApproved;
  const isHere = path.value.split("?")[0] === `${own}/results`;
  return (
    <>
      {isReviewNext && !isHere && (
        <ButtonLink kind="primary" href={`#${own}/results?tab=needsDecision`}>
          {t(LABELS.process)}
        </ButtonLink>
      )}
      <ButtonLink kind={isReviewNext ? "secondary" : "primary"} href={`#${own}/close`}>
        {t(msg("Close…"))}
      </ButtonLink>
    </>
  );
}

// The next step is the last button.
const ORDER: readonly TransitionName[] = [
  "cancel",
  "reopen",
  "prepare",
  "postpone",
  "process",
  "start",
  "finish",
];
const MAIN: readonly TransitionName[] = ["start", "finish", "process"];

function movesIn(state: number): readonly TransitionName[] {
  // The first preparation starts from the form of the plan.
  const isFirst = (move: TransitionName) => move === "prepare" && state === State.Preparation;
  return ORDER.filter((move) => canBegin(move, state) && !isFirst(move) && may(TRANSITIONS[move].permission));
}

const LABELS: Readonly<Record<TransitionName, Message>> = {
  prepare: msg("Prepare again"),
  start: msg("Start"),
  postpone: msg("Pause"),
  finish: msg("Finish"),
  process: msg("Review results"),
  reopen: msg("Reopen"),
  close: msg("Close", "stocktake"),
  cancel: msg("Cancel stocktake"),
};
/** The confirmation of a transition, with current numbers; null: none needed. Throws the errors of requestAsUser. */
async function questionOf(move: TransitionName, { oid, name }: InventoryDetail): Promise<Question | null> {
  if (move !== "finish" && move !== "prepare" && move !== "reopen" && move !== "cancel") return null;
  const progress = await requestAsUser(getProgressDetails({ id: oid }));
  const { total, counted, late } = progress;
  const questions: Readonly<Record<typeof move, Question>> = {
    finish: {
      title: t(msg("Finish {name}?"), { name }),
      text: finishText(progress),
      action: t(msg("Finish")),
    },
    reopen: {
      title: t(msg("Reopen {name}?"), { name }),
      text: t(
        msg(
          "All approvals are withdrawn. {n, plural, one {# late count is} other {# late counts are}} applied.",
        ),
        { n: late },
      ),
      action: t(msg("Reopen")),
    },
    prepare: {
      title: t(msg("Prepare {name} again?"), { name }),
      text: t(
        msg("Its {n, plural, one {# item is} other {# items are}} created again from the current stock."),
        {
          n: total,
        },
      ),
      action: t(msg("Prepare again")),
      isDangerous: true,
    },
    cancel: {
      title: t(msg("Cancel {name}?"), { name }),
      text: t(
        msg(
          "{n, plural, one {# counted item is} other {# counted items are}} discarded; stock is unchanged. This can't be undone.",
        ),
        { n: counted },
      ),
      action: t(msg("Cancel stocktake")),
      isDangerous: true,
    },
  };
  return questions[move];
}

function finishText({ total, counted, toRecount, terminals }: InventoryProgressDetails): string {
  const holding = terminals.filter(({ pending }) => pending > 0);
  const unsent = holding.reduce((sum, { pending }) => sum + pending, 0);
  return [
    t(msg("{n, plural, one {# item} other {# items}} not counted."), { n: total - counted }),
    toRecount > 0 && t(msg("{n, plural, one {# item} other {# items}} to recount."), { n: toRecount }),
    unsent > 0 &&
      t(
        msg(
          "{n, plural, one {# terminal has} other {# terminals have}} counts that are not sent or not answered:",
        ),
        { n: holding.length },
      ),
    unsent > 0 &&
      t(
        msg(
          "{n, plural, one {# count. It} other {# counts. They}} will arrive late and must then be accepted.",
        ),
        { n: unsent },
      ),
  ]
    .filter(Boolean)
    .join(" ");
}
