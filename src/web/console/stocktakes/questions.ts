import { msg } from "../../../domain/message.ts";
import type { TransitionName } from "../../../domain/transitions.ts";
import { askAsUser } from "../../api/tokens.ts";
import type { InventoryDetail, InventoryProgressDetails } from "../../api/types/endpoints.d.ts";
import { plural, t } from "../../i18n/translate.ts";
import type { Question } from "../dialogs/confirm.tsx";

/** What is asked before a move, in numbers of this moment; null: nothing. Throws as askAsUser. */
export async function questionOf(
  move: TransitionName,
  { oid, name }: InventoryDetail,
): Promise<Question | null> {
  if (move !== "finish" && move !== "prepare" && move !== "reopen" && move !== "cancel") return null;
  const progress = await askAsUser<InventoryProgressDetails>(`/api/inventories/${oid}/progress?details=true`);
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

function finishText({ total, counted, toRecount, terminals }: InventoryProgressDetails): string {
  const holding = terminals.filter(({ pending }) => pending > 0);
  const unsent = holding.reduce((sum, { pending }) => sum + pending, 0);
  return [
    plural(total - counted, TEXTS.open),
    ...(toRecount > 0 ? [plural(toRecount, TEXTS.recount)] : []),
    ...(unsent > 0 ? [plural(holding.length, TEXTS.holding), plural(unsent, TEXTS.unsent)] : []),
  ].join(" ");
}

const TEXTS = {
  finish: msg("Finish {name}?", "Dokončit {name}?"),
  finishIt: msg("Finish", "Dokončit"),
  open: msg(
    "{n} item not counted.|{n} items not counted.",
    "Nespočítána je {n} položka.|Nespočítány jsou {n} položky.|Nespočítáno je {n} položek.",
  ),
  recount: msg(
    "{n} item to recount.|{n} items to recount.",
    "{n} položka k přepočítání.|{n} položky k přepočítání.|{n} položek k přepočítání.",
  ),
  holding: msg(
    "{n} terminal has unsent counts:|{n} terminals have unsent counts:",
    "{n} terminál má neodeslané záznamy:|{n} terminály mají neodeslané záznamy:|{n} terminálů má neodeslané záznamy:",
  ),
  unsent: msg(
    "{n} count. It will arrive late and must then be accepted.|{n} counts. They will arrive late and must then be accepted.",
    "{n} záznam. Dorazí pozdě a bude ho třeba přijmout.|{n} záznamy. Dorazí pozdě a bude je třeba přijmout.|{n} záznamů. Dorazí pozdě a bude je třeba přijmout.",
  ),
  reopen: msg("Reopen {name}?", "Vrátit {name} k počítání?"),
  reopenIt: msg("Reopen", "Vrátit k počítání"),
  reopenText: msg(
    "All approvals are withdrawn. {n} late count is applied.|All approvals are withdrawn. {n} late counts are applied.",
    "Všechna schválení se zruší. Započítá se {n} opožděný záznam.|Všechna schválení se zruší. Započítají se {n} opožděné záznamy.|Všechna schválení se zruší. Započítá se {n} opožděných záznamů.",
  ),
  again: msg("Prepare {name} again?", "Připravit {name} znovu?"),
  againIt: msg("Prepare again", "Připravit znovu"),
  againText: msg(
    "Its {n} item is created again from the current stock.|Its {n} items are created again from the current stock.",
    "{n} položka se vytvoří znovu podle aktuálního stavu.|{n} položky se vytvoří znovu podle aktuálního stavu.|{n} položek se vytvoří znovu podle aktuálního stavu.",
  ),
  cancel: msg("Cancel {name}?", "Zrušit {name}?"),
  cancelIt: msg("Cancel stocktake", "Zrušit inventuru"),
  cancelText: msg(
    "{n} counted item is discarded; stock is unchanged. This can't be undone.|{n} counted items are discarded; stock is unchanged. This can't be undone.",
    "{n} spočítaná položka se zahodí; stav se nezmění. Tuto akci nelze vrátit.|{n} spočítané položky se zahodí; stav se nezmění. Tuto akci nelze vrátit.|{n} spočítaných položek se zahodí; stav se nezmění. Tuto akci nelze vrátit.",
  ),
};
