import { msg } from "../../../domain/message.ts";
import type { TransitionName } from "../../../domain/transitions.ts";
import { getProgressDetails } from "../../api/inventories.ts";
import { requestAsUser } from "../../api/tokens.ts";
import type { InventoryDetail, InventoryProgressDetails } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";
import type { Question } from "../dialogs/confirm.tsx";

/** What is asked before a move, in numbers of this moment; null: nothing. Throws as requestAsUser. */
export async function questionOf(
  move: TransitionName,
  { oid, name }: InventoryDetail,
): Promise<Question | null> {
  if (move !== "finish" && move !== "prepare" && move !== "reopen" && move !== "cancel") return null;
  const progress = await requestAsUser(getProgressDetails({ id: oid }));
  const { total, counted } = progress;
  if (move === "finish") {
    return { title: t(TEXTS.finish, { name }), text: finishText(progress), action: t(TEXTS.finishIt) };
  }
  if (move === "reopen") {
    return {
      title: t(TEXTS.reopen, { name }),
      text: t(TEXTS.reopenText, { n: progress.late }),
      action: t(TEXTS.reopenIt),
    };
  }
  const isAgain = move === "prepare";
  return {
    title: t(isAgain ? TEXTS.again : TEXTS.cancel, { name }),
    text: isAgain ? t(TEXTS.againText, { n: total }) : t(TEXTS.cancelText, { n: counted }),
    action: t(isAgain ? TEXTS.againIt : TEXTS.cancelIt),
    isDangerous: true,
  };
}

function finishText({ total, counted, toRecount, terminals }: InventoryProgressDetails): string {
  const holding = terminals.filter(({ pending }) => pending > 0);
  const unsent = holding.reduce((sum, { pending }) => sum + pending, 0);
  return [
    t(TEXTS.open, { n: total - counted }),
    ...(toRecount > 0 ? [t(TEXTS.recount, { n: toRecount })] : []),
    ...(unsent > 0 ? [t(TEXTS.holding, { n: holding.length }), t(TEXTS.unsent, { n: unsent })] : []),
  ].join(" ");
}

const TEXTS = {
  finish: msg("Finish {name}?"),
  finishIt: msg("Finish"),
  open: msg("{n, plural, one {# item} other {# items}} not counted."),
  recount: msg("{n, plural, one {# item} other {# items}} to recount."),
  holding: msg("{n, plural, one {# terminal has} other {# terminals have}} unsent counts:"),
  unsent: msg(
    "{n, plural, one {# count. It} other {# counts. They}} will arrive late and must then be accepted.",
  ),
  reopen: msg("Reopen {name}?"),
  reopenIt: msg("Reopen"),
  reopenText: msg(
    "All approvals are withdrawn. {n, plural, one {# late count is} other {# late counts are}} applied.",
  ),
  again: msg("Prepare {name} again?"),
  againIt: msg("Prepare again"),
  againText: msg(
    "Its {n, plural, one {# item is} other {# items are}} created again from the current stock.",
  ),
  cancel: msg("Cancel {name}?"),
  cancelIt: msg("Cancel stocktake"),
  cancelText: msg(
    "{n, plural, one {# counted item is} other {# counted items are}} discarded; stock is unchanged. This can't be undone.",
  ),
};
