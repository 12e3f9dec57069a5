import { msg } from "../../../domain/message.ts";
import { deletePrinter as deleteRequest } from "../../api/console/printing.ts";
import { ApiError } from "../../api/errors.ts";
import { requestAsUser } from "../../api/tokens.ts";
import type { Printer } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";
import { confirm } from "../dialogs/confirm.tsx";
import { showError, showSuccess } from "../dialogs/notes.tsx";
import { problemText } from "../forms/problem.ts";
import { leaveWithoutAsking } from "../forms/unsaved-changes.ts";
import { eventData } from "../realtime/live.ts";

/** Deletes a printer as it was seen, after one question that says how many labels go with it; asks again where some came meanwhile. */
export async function deletePrinter({ oid, name }: Printer, tag: string | null): Promise<void> {
  let least = 0;
  for (;;) {
    const told = eventData.printers.peek()?.find((one) => one.oid === oid);
    const waiting = Math.max(told?.waiting ?? 0, least);
    const lost = waiting === 0 ? t(TEXTS.nothingLost) : t(TEXTS.lost, { n: waiting });
    const isSure = await confirm({
      title: t(TEXTS.title, { name }),
      text: `${lost} ${t(TEXTS.rest)}`,
      action: t(TEXTS.action),
      isDangerous: true,
    });
    if (!isSure) return;
    const outcome = await send(oid, tag, waiting > 0);
    if (outcome === "done") {
      showSuccess(t(TEXTS.done, { name }));
      leaveWithoutAsking("/printers");
    }
    if (outcome !== "waiting") return;
    least = 1;
  }
}

/** `waiting`: labels have come meanwhile of which nobody was asked. */
async function send(
  oid: number,
  tag: string | null,
  force: boolean,
): Promise<"done" | "waiting" | "refused"> {
  try {
    const headers = { ...(tag !== null && { "If-Match": tag }) };
    await requestAsUser(deleteRequest({ id: oid, force }), { headers });
    return "done";
  } catch (error) {
    if (error instanceof ApiError && error.status === 409) return "waiting";
    showError(problemText(error));
    return "refused";
  }
}

const TEXTS = {
  title: msg("Delete {name}?"),
  nothingLost: msg("No labels are waiting for it."),
  lost: msg("{n, plural, one {# waiting label} other {# waiting labels}} will be cancelled."),
  rest: msg("Its print history is kept."),
  action: msg("Delete printer"),
  done: msg("{name} deleted."),
};
