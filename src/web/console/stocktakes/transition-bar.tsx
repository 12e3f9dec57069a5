import { State } from "../../../domain/inventory-states.ts";
import { type Message, msg } from "../../../domain/message.ts";
import { TRANSITIONS, type TransitionName } from "../../../domain/transitions.ts";
import { getProgressDetails, moveInventory } from "../../api/inventories.ts";
import { requestAsUser } from "../../api/tokens.ts";
import type { InventoryDetail, InventoryProgressDetails } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";
import { may } from "../../login/permissions.ts";
import { go, path } from "../../router/router.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { confirm, type Question } from "../../ui/confirm.tsx";
import { showError } from "../../ui/toast.tsx";
import { problemText } from "../forms/problem.ts";
import type { StocktakeAction } from "./use-stocktake-action.tsx";

interface BarProps {
  readonly inventory: InventoryDetail;
  readonly action: StocktakeAction;
}

/** The transitions that the state and the role permit. The main one is the primary button. */
export function TransitionBar({ inventory, action }: BarProps) {
  const { oid, inventoryStateId } = inventory;
  async function make(move: TransitionName, label: Message): Promise<void> {
    try {
      const question = await questionOf(move, inventory);
      if (question !== null && !(await confirm(question))) return;
    } catch (error) {
      showError(problemText(error));
      return;
    }
    const run = LONG.indexOf(move) === -1 ? action.run<unknown> : action.runLong;
    const moved = await run(label, moveInventory(move, oid));
    if (moved !== null && move === "process") go(`/stocktakes/${oid}/results`);
  }
  return (
    <>
      {movesIn(inventoryStateId).map((move) => {
        const { label, going, isMain } = labelsOf(move, inventoryStateId);
        return (
          <Button
            key={move}
            kind={isMain ? "primary" : "secondary"}
            aria-disabled={action.isBusy}
            aria-describedby={action.reasonId}
            onClick={() => !action.isBusy && make(move, going)}
          >
            {t(label)}
          </Button>
        );
      })}
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
        <ButtonLink href={`#${own}/results`}>{t(TRANSITION_LABELS.process)}</ButtonLink>
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
/** The jobs of transitions. */
const LONG: readonly TransitionName[] = ["prepare", "reopen"];
const USER_TRANSITIONS: readonly TransitionName[] = ["start", "postpone", "finish"];

function movesIn(state: number): readonly TransitionName[] {
  return ORDER.filter((move) => {
    const from: readonly number[] = TRANSITIONS[move].from;
    // The first preparation starts from the form of the plan.
    if (move === "prepare" && state === State.Preparation) return false;
    return from.indexOf(state) !== -1 && (USER_TRANSITIONS.indexOf(move) !== -1 || may("manage"));
  });
}

function labelsOf(move: TransitionName, state: number): { label: Message; going: Message; isMain: boolean } {
  const label = move === "start" && state === State.Paused ? msg("Resume") : TRANSITION_LABELS[move];
  return {
    label,
    going: PROGRESS_TEXTS[move] ?? msg("Saving…"),
    isMain: ["start", "finish", "process"].indexOf(move) !== -1,
  };
}

const TRANSITION_LABELS: Readonly<Record<TransitionName, Message>> = {
  prepare: msg("Prepare again"),
  start: msg("Start"),
  postpone: msg("Pause"),
  finish: msg("Finish"),
  process: msg("Review results"),
  reopen: msg("Reopen"),
  close: msg("Close", "stocktake"),
  cancel: msg("Cancel stocktake"),
};
const PROGRESS_TEXTS: Readonly<Partial<Record<TransitionName, Message>>> = {
  prepare: msg("Preparing…"),
  reopen: msg("Applying late counts…"),
};

/** The confirmation of a transition, with current numbers; null: none needed. Throws the errors of requestAsUser. */
async function questionOf(move: TransitionName, { oid, name }: InventoryDetail): Promise<Question | null> {
  if (move !== "finish" && move !== "prepare" && move !== "reopen" && move !== "cancel") return null;
  const progress = await requestAsUser(getProgressDetails({ id: oid }));
  const { total, counted } = progress;
  if (move === "finish") {
    return {
      title: t(msg("Finish {name}?"), { name }),
      text: finishText(progress),
      action: t(msg("Finish")),
    };
  }
  if (move === "reopen") {
    return {
      title: t(msg("Reopen {name}?"), { name }),
      text: t(
        msg(
          "All approvals are withdrawn. {n, plural, one {# late count is} other {# late counts are}} applied.",
        ),
        { n: progress.late },
      ),
      action: t(msg("Reopen")),
    };
  }
  const isAgain = move === "prepare";
  return {
    title: t(isAgain ? msg("Prepare {name} again?") : msg("Cancel {name}?"), { name }),
    text: isAgain
      ? t(msg("Its {n, plural, one {# item is} other {# items are}} created again from the current stock."), {
          n: total,
        })
      : t(
          msg(
            "{n, plural, one {# counted item is} other {# counted items are}} discarded; stock is unchanged. This can't be undone.",
          ),
          { n: counted },
        ),
    action: t(isAgain ? msg("Prepare again") : msg("Cancel stocktake")),
    isDangerous: true,
  };
}

function finishText({ total, counted, toRecount, terminals }: InventoryProgressDetails): string {
  const holding = terminals.filter(({ pending }) => pending > 0);
  const unsent = holding.reduce((sum, { pending }) => sum + pending, 0);
  return [
    t(msg("{n, plural, one {# item} other {# items}} not counted."), { n: total - counted }),
    ...(toRecount > 0
      ? [t(msg("{n, plural, one {# item} other {# items}} to recount."), { n: toRecount })]
      : []),
    ...(unsent > 0
      ? [
          t(
            msg(
              "{n, plural, one {# terminal has} other {# terminals have}} counts that are not sent or not answered:",
            ),
            { n: holding.length },
          ),
          t(
            msg(
              "{n, plural, one {# count. It} other {# counts. They}} will arrive late and must then be accepted.",
            ),
            { n: unsent },
          ),
        ]
      : []),
  ].join(" ");
}
