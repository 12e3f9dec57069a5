import { msg } from "../../../../domain/message.ts";
import { RequestState } from "../../../../domain/print-states.ts";
import type { PrintRequest } from "../../../api/types/endpoints.d.ts";
import { t, when } from "../../../i18n/translate.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import type { Column } from "../../../ui/table/data-table.tsx";
import { type Decision, decisionFor } from "./decide.ts";

/** What a request prints. */
export function printedSubject({ article, location, labelFormat }: PrintRequest): string {
  const subject = article ?? location;
  if (subject === null) return t(TEXTS.test);
  return [subject.code, subject.name].filter((one) => one !== null).join(" ") || (labelFormat ?? "");
}

/** The columns of the queue; `onDecide`: the button of a row. */
export function queueColumns(
  onDecide: (request: PrintRequest, decision: Decision) => void,
): readonly Column<PrintRequest>[] {
  return [
    { key: "what", title: t(TEXTS.what), cell: printedSubject },
    { key: "state", title: t(TEXTS.state), cell: (request) => <PrintRequestState request={request} /> },
    { key: "copies", title: t(TEXTS.copies), cell: ({ copies }) => copies, isNumber: true },
    { key: "printer", title: t(TEXTS.printer), cell: ({ printer }) => printer },
    { key: "format", title: t(TEXTS.format), cell: ({ labelFormat }) => labelFormat ?? "–" },
    { key: "when", title: t(TEXTS.when), cell: ({ createdDT }) => when(createdDT) },
    { key: "who", title: t(TEXTS.who), cell: ({ createdBy }) => createdBy },
    {
      key: "action",
      title: t(TEXTS.action),
      cell: (request) => {
        const decision = decisionFor(request);
        if (decision === null) return null;
        return (
          <Button kind="secondary" class="small no-print" onClick={() => onDecide(request, decision)}>
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
      {isInterrupted && <Badge tone="warning">{t(TEXTS.mayBeOut)}</Badge>}
      {stateId === RequestState.Done && !isConfirmed && <Badge tone="warning">{t(TEXTS.notConfirmed)}</Badge>}
      {lastError !== null && <div class="reason">{lastError}</div>}
      {stateId === RequestState.Waiting && nextTryDT !== null && (
        <div class="muted">{t(TEXTS.next, { at: when(nextTryDT) })}</div>
      )}
    </>
  );
}

const TEXTS = {
  test: msg("Test label"),
  what: msg("Label of"),
  state: msg("State"),
  copies: msg("Copies"),
  printer: msg("Printer"),
  format: msg("Label"),
  when: msg("Requested", "label"),
  who: msg("Requested by", "label"),
  action: msg("Action"),
  mayBeOut: msg("May have been printed"),
  notConfirmed: msg("Sent, not confirmed"),
  next: msg("Next attempt at {at}"),
};
