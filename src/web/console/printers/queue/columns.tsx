import { msg } from "../../../../domain/message.ts";
import { RequestState } from "../../../../domain/print-states.ts";
import type { PrintRequest } from "../../../api/types/endpoints.d.ts";
import { t, when } from "../../../i18n/translate.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { onFirstClick } from "../../../ui/first-click.ts";
import type { Column } from "../../../ui/table/data-table.tsx";
import { printedSubject } from "../printed-subject.ts";
import { type Decision, decisionFor } from "./decide.ts";

/** The columns of the queue; `onDecide`: the button of a row. */
export function queueColumns(
  onDecide: (request: PrintRequest, decision: Decision) => void,
): readonly Column<PrintRequest>[] {
  return [
    { title: t(msg("Label of")), cell: printedSubject },
    { title: t(msg("State")), cell: (request) => <PrintRequestState request={request} /> },
    { title: t(msg("Copies")), number: ({ copies }) => copies },
    { title: t(msg("Printer")), cell: ({ printer }) => printer },
    { title: t(msg("Label")), cell: ({ labelFormat }) => labelFormat ?? "–" },
    { title: t(msg("Requested", "label")), cell: ({ createdDT }) => when(createdDT) },
    { title: t(msg("Requested by", "label")), cell: ({ createdBy }) => createdBy },
    {
      title: t(msg("Action")),
      cell: (request) => {
        const decision = decisionFor(request);
        if (decision === null) return null;
        return (
          <Button class="small no-print" onClick={onFirstClick(() => onDecide(request, decision))}>
            {t(DECISIONS[decision])}
            <span class="sr-only"> {printedSubject(request)}</span>
          </Button>
        );
      },
    },
  ];
}

/** The names of decisions. */
export const DECISIONS = {
  retry: msg("Print again"),
  cancel: msg("Cancel"),
};

/** The state of a print request with its badges. */
export function PrintRequestState({ request }: { readonly request: PrintRequest }) {
  const { stateId, state, lastError, nextTryDT, isInterrupted, isConfirmed } = request;
  const isBad = stateId === RequestState.Error;
  return (
    <>
      <b class={isBad ? "error-text" : ""}>{state}</b>
      {isInterrupted && <Badge tone="warning">{t(msg("May have been printed"))}</Badge>}
      {stateId === RequestState.Done && !isConfirmed && (
        <Badge tone="warning">{t(msg("Sent, not confirmed"))}</Badge>
      )}
      {lastError !== null && <div class="reason">{lastError}</div>}
      {stateId === RequestState.Waiting && nextTryDT !== null && (
        <div class="muted">{t(msg("Next attempt at {at}"), { at: when(nextTryDT) })}</div>
      )}
    </>
  );
}
