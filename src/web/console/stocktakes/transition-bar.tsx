import { State } from "../../../domain/inventory-states.ts";
import { type Message, msg } from "../../../domain/message.ts";
import { TRANSITIONS, type TransitionName } from "../../../domain/transitions.ts";
import { moveInventory } from "../../api/inventories.ts";
import type { InventoryDetail } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";
import { may } from "../../login/permissions.ts";
import { go, path } from "../../router/router.ts";
import { confirm } from "../dialogs/confirm.tsx";
import { showError } from "../dialogs/notes.tsx";
import { problemText } from "../forms/problem.ts";
import { questionOf } from "./questions.ts";
import type { Action } from "./use-transition.tsx";

interface BarProps {
  readonly inventory: InventoryDetail;
  readonly action: Action;
}

/** The transitions that its state permits, to whoever may make them. The one that leads on is the primary button. */
export function TransitionBar({ inventory, action }: BarProps) {
  const { oid, inventoryStateId } = inventory;
  async function make(move: TransitionName, words: Message): Promise<void> {
    try {
      const question = await questionOf(move, inventory);
      if (question !== null && !(await confirm(question))) return;
    } catch (error) {
      showError(problemText(error));
      return;
    }
    const run = LONG.indexOf(move) === -1 ? action.run<unknown> : action.runLong;
    const moved = await run(words, moveInventory(move, oid));
    if (moved !== null && move === "process") go(`/stocktakes/${oid}/results`);
  }
  return (
    <>
      {movesIn(inventoryStateId).map((move) => {
        const { words, going, isMain } = wordsOf(move, inventoryStateId);
        return (
          <button
            key={move}
            type="button"
            class={isMain ? "" : "second"}
            aria-disabled={action.isBusy}
            aria-describedby={action.reasonId}
            onClick={() => !action.isBusy && make(move, going)}
          >
            {t(words)}
          </button>
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
        <a class="button" href={`#${own}/results`}>
          {t(MOVE_WORDS.process)}
        </a>
      )}
      <a class={isReviewNext ? "button second" : "button"} href={`#${own}/close`}>
        {t(TEXTS.close)}
      </a>
    </>
  );
}

// What comes next stands last, where the hand is.
const ORDER: readonly TransitionName[] = [
  "cancel",
  "reopen",
  "prepare",
  "postpone",
  "process",
  "start",
  "finish",
];
/** Jobs. */
const LONG: readonly TransitionName[] = ["prepare", "reopen"];
const EVERYBODYS: readonly TransitionName[] = ["start", "postpone", "finish"];

function movesIn(state: number): readonly TransitionName[] {
  return ORDER.filter((move) => {
    const from: readonly number[] = TRANSITIONS[move].from;
    // The first time it is made of the form.
    if (move === "prepare" && state === State.Preparation) return false;
    return from.indexOf(state) !== -1 && (EVERYBODYS.indexOf(move) !== -1 || may("manage"));
  });
}

function wordsOf(move: TransitionName, state: number): { words: Message; going: Message; isMain: boolean } {
  const words = move === "start" && state === State.Paused ? TEXTS.goOn : MOVE_WORDS[move];
  return {
    words,
    going: GOING[move] ?? TEXTS.moving,
    isMain: ["start", "finish", "process"].indexOf(move) !== -1,
  };
}

const MOVE_WORDS: Readonly<Record<TransitionName, Message>> = {
  prepare: msg("Prepare again"),
  start: msg("Start"),
  postpone: msg("Pause"),
  finish: msg("Finish"),
  process: msg("Review results"),
  reopen: msg("Reopen"),
  close: msg("Close", "stocktake"),
  cancel: msg("Cancel stocktake"),
};
const GOING: Readonly<Partial<Record<TransitionName, Message>>> = {
  prepare: msg("Preparing…"),
  reopen: msg("Applying late counts…"),
};
const TEXTS = {
  goOn: msg("Resume"),
  moving: msg("Saving…"),
  close: msg("Close…"),
};
