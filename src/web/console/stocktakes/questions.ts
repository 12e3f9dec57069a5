import type { Move } from "../../../inventories/moves.ts";
import type { DetailedProgress, InventoryDetail } from "../../../inventories/shapes.ts";
import { say } from "../../../words.ts";
import { plural, t } from "../../app/words.ts";
import { askAsUser } from "../../box/tokens.ts";
import type { Question } from "../ask/confirm.tsx";

/** What is asked before a move, in numbers of this moment; null: nothing. Throws as askAsUser. */
export async function questionOf(move: Move, { oid, name }: InventoryDetail): Promise<Question | null> {
  if (move !== "finish" && move !== "prepare" && move !== "reopen" && move !== "cancel") return null;
  const progress = await askAsUser<DetailedProgress>(`/api/inventories/${oid}/progress?details=true`);
  const { total, counted } = progress;
  if (move === "finish") {
    return { title: t(TEXTS.finish, { name }), text: finishText(progress), deed: t(TEXTS.finishIt) };
  }
  if (move === "reopen") {
    return {
      title: t(TEXTS.reopen, { name }),
      text: plural(progress.late, TEXTS.reopenText),
      deed: t(TEXTS.reopenIt),
    };
  }
  const isAgain = move === "prepare";
  return {
    title: t(isAgain ? TEXTS.again : TEXTS.cancel, { name }),
    text: isAgain ? plural(total, TEXTS.againText) : plural(counted, TEXTS.cancelText),
    deed: t(isAgain ? TEXTS.againIt : TEXTS.cancelIt),
    isDangerous: true,
  };
}

function finishText({ total, counted, toRecount, terminals }: DetailedProgress): string {
  const holding = terminals.filter(({ pending }) => pending > 0);
  const unsent = holding.reduce((sum, { pending }) => sum + pending, 0);
  return [
    plural(total - counted, TEXTS.open),
    ...(toRecount > 0 ? [plural(toRecount, TEXTS.recount)] : []),
    ...(unsent > 0 ? [plural(holding.length, TEXTS.holding), plural(unsent, TEXTS.unsent)] : []),
  ].join(" ");
}

const TEXTS = {
  finish: say("Finish the count of {name}?", "Dokončit počítání {name}?"),
  finishIt: say("Finish the count", "Dokončit počítání"),
  open: say(
    "{n} item is not counted.|{n} items are not counted.",
    "Nespočítána je {n} položka.|Nespočítány jsou {n} položky.|Nespočítáno je {n} položek.",
  ),
  recount: say(
    "{n} item is to be counted again.|{n} items are to be counted again.",
    "{n} položka čeká na přepočítání.|{n} položky čekají na přepočítání.|{n} položek čeká na přepočítání.",
  ),
  holding: say(
    "{n} terminal still holds counts that it has not sent:|{n} terminals still hold counts that they have not sent:",
    "{n} terminál má ještě neodeslané počty:|{n} terminály mají ještě neodeslané počty:|{n} terminálů má ještě neodeslané počty:",
  ),
  unsent: say(
    "{n} count, which will come late and waits then until somebody lets it in.|{n} counts, which will come late and wait then until somebody lets them in.",
    "{n} počet, který dorazí pozdě a bude čekat, než ho někdo přijme.|{n} počty, které dorazí pozdě a budou čekat, než je někdo přijme.|{n} počtů, které dorazí pozdě a budou čekat, než je někdo přijme.",
  ),
  reopen: say("Go back to counting {name}?", "Vrátit {name} k počítání?"),
  reopenIt: say("Go back to counting", "Vrátit k počítání"),
  reopenText: say(
    "All approvals fall. {n} count that came late is applied.|All approvals fall. {n} counts that came late are applied.",
    "Všechna schválení padnou. Započítá se {n} opožděný počet.|Všechna schválení padnou. Započítají se {n} opožděné počty.|Všechna schválení padnou. Započítá se {n} opožděných počtů.",
  ),
  again: say("Prepare {name} again?", "Připravit {name} znovu?"),
  againIt: say("Prepare again", "Připravit znovu"),
  againText: say(
    "Its {n} item is made anew from what is recorded now.|Its {n} items are made anew from what is recorded now.",
    "{n} položka se vytvoří znovu podle dnešní evidence.|{n} položky se vytvoří znovu podle dnešní evidence.|{n} položek se vytvoří znovu podle dnešní evidence.",
  ),
  cancel: say("Cancel {name}?", "Zrušit {name}?"),
  cancelIt: say("Cancel the stocktake", "Zrušit inventuru"),
  cancelText: say(
    "{n} counted item will change nothing in the stock. A cancelled stocktake can't be taken up again.|{n} counted items will change nothing in the stock. A cancelled stocktake can't be taken up again.",
    "{n} spočítaná položka stav zásob nezmění. Zrušenou inventuru už nelze obnovit.|{n} spočítané položky stav zásob nezmění. Zrušenou inventuru už nelze obnovit.|{n} spočítaných položek stav zásob nezmění. Zrušenou inventuru už nelze obnovit.",
  ),
};
