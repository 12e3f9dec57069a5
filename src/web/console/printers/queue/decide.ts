import { msg } from "../../../../domain/message.ts";
import { RequestState } from "../../../../domain/print-states.ts";
import { call } from "../../../api/call.ts";
import { requestAsUser } from "../../../api/tokens.ts";
import type { PrintRequest } from "../../../api/types/endpoints.d.ts";
import { t } from "../../../i18n/translate.ts";
import { confirm } from "../../../ui/confirm.tsx";

/** An action on a print request. */
export type Decision = "retry" | "cancel";

/** The action that is possible in its state; null: none. */
export function decisionFor({ stateId }: Pick<PrintRequest, "stateId">): Decision | null {
  if (stateId === RequestState.Error) return "retry";
  return stateId === RequestState.Done ? null : "cancel";
}

/** Sends an action. Throws the server's error. */
export async function decide(oid: number, decision: Decision): Promise<void> {
  await requestAsUser(
    decision === "retry"
      ? call("POST /api/printrequests/{oid}/retry", { oid })
      : call("POST /api/printrequests/{oid}/cancel", { oid }),
  );
}

/** Asks for confirmation if labels may be printed already, or if there are many; true: confirmed. */
export async function confirmDecision(
  decision: Decision,
  requests: readonly PrintRequest[],
): Promise<boolean> {
  const n = requests.length;
  const doubtful = requests.filter(
    ({ isInterrupted, stateId }) => isInterrupted || stateId === RequestState.Printing,
  ).length;
  if (n === 1 && doubtful === 0) return true;
  const doubt =
    decision === "retry"
      ? msg("{n} of them may already be printed. Check the printer first.")
      : msg(
          "{n, plural, one {# of them is printing; part of it} other {# of them are printing; part of them}} may come out.",
        );
  const texts = [
    t(
      decision === "retry"
        ? msg("{n, plural, one {# request returns} other {# requests return}} to the queue.")
        : msg("{n, plural, one {# request} other {# requests}} will be cancelled."),
      { n },
    ),
    ...(doubtful > 0 ? [t(doubt, { n: doubtful })] : []),
  ];
  return confirm({
    title: t(decision === "retry" ? msg("Print again?") : msg("Cancel printing?")),
    text: texts.join(" "),
    action: t(
      decision === "retry"
        ? msg("Print {n} again")
        : msg("Cancel {n, plural, one {# request} other {# requests}}"),
      { n },
    ),
    isDangerous: decision === "cancel",
  });
}
