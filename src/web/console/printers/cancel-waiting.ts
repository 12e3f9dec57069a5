import { msg } from "../../../domain/message.ts";
import { askAsUser } from "../../api/tokens.ts";
import { plural, t } from "../../i18n/translate.ts";
import { confirm } from "../dialogs/confirm.tsx";
import { showError, showSuccess } from "../dialogs/notes.tsx";
import { problemText } from "../forms/problem.ts";
import { eventData } from "../realtime/live.ts";

/** Cancels all that waits for a printer, after one question with the number; says how many it were. */
export async function cancelWaiting(printerId: number, name: string): Promise<void> {
  const waiting = eventData.printers.peek()?.find(({ oid }) => oid === printerId)?.waiting ?? 0;
  const isSure = await confirm({
    title: t(TEXTS.title, { name }),
    text: `${plural(waiting, TEXTS.text)} ${t(TEXTS.rest)}`,
    deed: plural(waiting, TEXTS.deed),
    isDangerous: true,
  });
  if (!isSure) return;
  try {
    const path = `/api/printingprinters/${printerId}/cancel-waiting`;
    const { cancelled } = await askAsUser<{ readonly cancelled: number }>(path, { method: "POST" });
    showSuccess(plural(cancelled, TEXTS.done, { name }));
  } catch (error) {
    showError(problemText(error));
  }
}

const TEXTS = {
  title: msg("Cancel all waiting labels for {name}?", "Zrušit všechny štítky čekající na tiskárnu {name}?"),
  text: msg(
    "{n} request will not be printed.|{n} requests will not be printed.",
    "{n} požadavek se nevytiskne.|{n} požadavky se nevytisknou.|{n} požadavků se nevytiskne.",
  ),
  rest: msg(
    "The label being printed now is not affected. You can print each request again from the queue.",
    "Právě tištěný štítek se dotiskne. Každý požadavek lze z fronty vytisknout znovu.",
  ),
  deed: msg(
    "Cancel {n} request|Cancel {n} requests",
    "Zrušit {n} požadavek|Zrušit {n} požadavky|Zrušit {n} požadavků",
  ),
  done: msg(
    "{name}: {n} request cancelled.|{name}: {n} requests cancelled.",
    "{name}: zrušen {n} požadavek.|{name}: zrušeny {n} požadavky.|{name}: zrušeno {n} požadavků.",
  ),
};
