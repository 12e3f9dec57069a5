import { msg } from "../../../domain/message.ts";
import { cancelWaitingPrintRequests } from "../../api/console/printing.ts";
import { requestAsUser } from "../../api/tokens.ts";
import { t } from "../../i18n/translate.ts";
import { confirm } from "../dialogs/confirm.tsx";
import { showError, showSuccess } from "../dialogs/notes.tsx";
import { problemText } from "../forms/problem.ts";
import { eventData } from "../realtime/live.ts";

/** Cancels all that waits for a printer, after one question with the number; says how many it were. */
export async function cancelWaiting(printerId: number, name: string): Promise<void> {
  const waiting = eventData.printers.peek()?.find(({ oid }) => oid === printerId)?.waiting ?? 0;
  const isSure = await confirm({
    title: t(TEXTS.title, { name }),
    text: `${t(TEXTS.text, { n: waiting })} ${t(TEXTS.rest)}`,
    action: t(TEXTS.action, { n: waiting }),
    isDangerous: true,
  });
  if (!isSure) return;
  try {
    const { cancelled } = await requestAsUser(cancelWaitingPrintRequests({ id: printerId }));
    showSuccess(t(TEXTS.done, { n: cancelled, name }));
  } catch (error) {
    showError(problemText(error));
  }
}

const TEXTS = {
  title: msg("Cancel all waiting labels for {name}?"),
  text: msg("{n, plural, one {# request} other {# requests}} will not be printed."),
  rest: msg("The label being printed now is not affected. You can print each request again from the queue."),
  action: msg("Cancel {n, plural, one {# request} other {# requests}}"),
  done: msg("{name}: {n, plural, one {# request} other {# requests}} cancelled."),
};
