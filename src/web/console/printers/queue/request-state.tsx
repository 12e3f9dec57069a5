import { msg } from "../../../../domain/message.ts";
import { RequestState } from "../../../../domain/print-states.ts";
import type { PrintRequest } from "../../../api/types/endpoints.d.ts";
import { t, when } from "../../../i18n/translate.ts";

/** How a request stands: the server's own words, and its marks. */
export function PrintRequestState({ request }: { readonly request: PrintRequest }) {
  const { stateId, state, lastError, nextTryDT, isInterrupted, isConfirmed } = request;
  const isBad = stateId === RequestState.Error;
  return (
    <>
      <b class={isBad ? "fault" : ""}>{state}</b>
      {isInterrupted && <span class="mark is-bright">{t(TEXTS.mayBeOut)}</span>}
      {stateId === RequestState.Done && !isConfirmed && (
        <span class="mark is-bright">{t(TEXTS.notConfirmed)}</span>
      )}
      {lastError !== null && <div class="reason">{lastError}</div>}
      {stateId === RequestState.Waiting && nextTryDT !== null && (
        <div class="quiet">{t(TEXTS.next, { at: when(nextTryDT) })}</div>
      )}
    </>
  );
}

const TEXTS = {
  mayBeOut: msg("May have been printed"),
  notConfirmed: msg("Sent, not confirmed"),
  next: msg("Next attempt at {at}"),
};
