import { MOVES, type Move } from "../../../inventories/moves.ts";
import type { InventoryDetail } from "../../../inventories/shapes.ts";
import { State } from "../../../inventories/states.ts";
import { say, type Words } from "../../../words.ts";
import { may } from "../../app/may.ts";
import { t } from "../../app/words.ts";
import { confirm } from "../ask/confirm.tsx";
import { noteProblem } from "../ask/notes.tsx";
import { problemText } from "../save/problem.ts";
import { questionOf } from "./questions.ts";
import type { Deed } from "./use-deed.ts";

interface BarProps {
  readonly inventory: InventoryDetail;
  readonly deed: Deed;
}

/** What may be made of a stocktake in its state, by whoever may; closing has a screen of its own. */
export function MoveBar({ inventory, deed }: BarProps) {
  const { oid, inventoryStateId } = inventory;
  async function make(move: Move, words: Words): Promise<void> {
    try {
      const question = await questionOf(move, inventory);
      if (question !== null && !(await confirm(question))) return;
    } catch (error) {
      noteProblem(problemText(error));
      return;
    }
    await deed.run(words, `/api/inventories/${oid}/${move}`, { method: "PUT" });
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
            aria-disabled={deed.doing !== null}
            onClick={() => make(move, going)}
          >
            {t(words)}
          </button>
        );
      })}
      {inventoryStateId === State.Processing && may("manage") && (
        <a class="button" href={`#/stocktakes/${oid}/close`}>
          {t(TEXTS.close)}
        </a>
      )}
    </>
  );
}

// What comes next stands last, where the hand is.
const ORDER: readonly Move[] = ["cancel", "reopen", "prepare", "postpone", "process", "start", "finish"];
const EVERYBODYS: readonly Move[] = ["start", "postpone", "finish"];

function movesIn(state: number): readonly Move[] {
  return ORDER.filter((move) => {
    const from: readonly number[] = MOVES[move].from;
    // The first time it is made of the form.
    if (move === "prepare" && state === State.Preparation) return false;
    return from.indexOf(state) !== -1 && (EVERYBODYS.indexOf(move) !== -1 || may("manage"));
  });
}

function wordsOf(move: Move, state: number): { words: Words; going: Words; isMain: boolean } {
  const words = move === "start" && state === State.Paused ? TEXTS.goOn : MOVE_WORDS[move];
  return {
    words,
    going: GOING[move] ?? TEXTS.moving,
    isMain: ["start", "finish", "process"].indexOf(move) !== -1,
  };
}

const MOVE_WORDS: Readonly<Record<Move, Words>> = {
  prepare: say("Prepare again", "Připravit znovu"),
  start: say("Start the count", "Spustit počítání"),
  postpone: say("Pause", "Pozastavit"),
  finish: say("Finish the count", "Dokončit počítání"),
  process: say("Process the results", "Zpracovat výsledky"),
  reopen: say("Go back to counting", "Vrátit k počítání"),
  close: say("Close", "Uzavřít"),
  cancel: say("Cancel the stocktake", "Zrušit inventuru"),
};
const GOING: Readonly<Partial<Record<Move, Words>>> = {
  prepare: say("The items are being made…", "Vytvářejí se položky…"),
  reopen: say("Late counts are being applied…", "Započítávají se opožděné počty…"),
};
const TEXTS = {
  goOn: say("Go on counting", "Pokračovat v počítání"),
  moving: say("One moment…", "Okamžik…"),
  close: say("Close…", "Uzavřít…"),
};
