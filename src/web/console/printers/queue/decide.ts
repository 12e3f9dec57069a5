import { msg } from "../../../../domain/message.ts";
import { RequestState } from "../../../../domain/print-states.ts";
import { askAsUser } from "../../../api/tokens.ts";
import type { PrintRequest } from "../../../api/types/endpoints.d.ts";
import { plural, t } from "../../../i18n/translate.ts";
import { confirm } from "../../dialogs/confirm.tsx";

/** What a person may do with a print request. */
export type Decision = "retry" | "cancel";

/** What may be done with it as it stands; null: nothing. */
export function decisionFor({ stateId }: Pick<PrintRequest, "stateId">): Decision | null {
  if (stateId === RequestState.Error) return "retry";
  return stateId === RequestState.Done ? null : "cancel";
}

/** Does it. Throws what the server says against it. */
export async function decide(oid: number, decision: Decision): Promise<void> {
  await askAsUser(`/api/printrequests/${oid}/${decision}`, { method: "POST" });
}

/** Asks once where labels may have come out already, or many are meant at once; true: do it. */
export async function confirmDecision(
  decision: Decision,
  requests: readonly PrintRequest[],
): Promise<boolean> {
  const n = requests.length;
  const doubtful = requests.filter(
    ({ isInterrupted, stateId }) => isInterrupted || stateId === RequestState.Printing,
  ).length;
  if (n === 1 && doubtful === 0) return true;
  const doubt = decision === "retry" ? TEXTS.mayBeOut : TEXTS.isPrinting;
  const texts = [
    plural(n, decision === "retry" ? TEXTS.retryText : TEXTS.cancelText),
    ...(doubtful > 0 ? [plural(doubtful, doubt)] : []),
  ];
  return confirm({
    title: t(decision === "retry" ? TEXTS.retryTitle : TEXTS.cancelTitle),
    text: texts.join(" "),
    deed: plural(n, decision === "retry" ? TEXTS.retryDeed : TEXTS.cancelDeed),
    isDangerous: decision === "cancel",
  });
}

const TEXTS = {
  retryTitle: msg("Print again?", "Vytisknout znovu?"),
  retryText: msg(
    "{n} request returns to the queue.|{n} requests return to the queue.",
    "{n} požadavek se vrátí do fronty.|{n} požadavky se vrátí do fronty.|{n} požadavků se vrátí do fronty.",
  ),
  mayBeOut: msg(
    "{n} of them may already be printed. Check the printer first.",
    "{n} z nich se už mohl vytisknout: nejdřív se podívejte na tiskárnu.|{n} z nich se už mohly vytisknout: nejdřív se podívejte na tiskárnu.|{n} z nich se už mohlo vytisknout: nejdřív se podívejte na tiskárnu.",
  ),
  retryDeed: msg("Print {n} again", "Vytisknout {n} znovu"),
  cancelTitle: msg("Cancel printing?", "Zrušit tisk?"),
  cancelText: msg(
    "{n} request will be cancelled.|{n} requests will be cancelled.",
    "Zruší se {n} požadavek.|Zruší se {n} požadavky.|Zruší se {n} požadavků.",
  ),
  isPrinting: msg(
    "{n} of them is printing; part of it may come out.|{n} of them are printing; part of them may come out.",
    "{n} z nich se právě tiskne: část může vyjet.|{n} z nich se právě tisknou: část může vyjet.|{n} z nich se právě tiskne: část může vyjet.",
  ),
  cancelDeed: msg(
    "Cancel {n} request|Cancel {n} requests",
    "Zrušit {n} požadavek|Zrušit {n} požadavky|Zrušit {n} požadavků",
  ),
};
