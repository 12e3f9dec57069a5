import { msg } from "../../../domain/message.ts";
import type { QueuedCommand } from "../../db/outbox-shapes.ts";
import { t, when } from "../../i18n/translate.ts";
import { discardCommand, retryCommand } from "../../offline/outbox/commands.ts";
import { Problem as Fault, useAction } from "../../ui/use-action.tsx";

/** Something beside the counts that waits, or was refused. */
export function CommandRow({ errand }: { readonly errand: QueuedCommand }) {
  const { run, isBusy, problem } = useAction();
  const { seq, title, at, state } = errand;
  return (
    <li>
      <p>
        <b>{title}</b>
      </p>
      <p class="quiet">
        {when(at)} · {t(state === "refused" ? TEXTS.refused : TEXTS.waits)}
      </p>
      {errand.problem !== null && <p>{errand.problem}</p>}
      <Fault text={problem} />
      <div class="ways">
        {state === "refused" && (
          <button type="button" class="second" disabled={isBusy} onClick={() => run(() => retryCommand(seq))}>
            {t(TEXTS.again)}
          </button>
        )}
        <button type="button" class="second" disabled={isBusy} onClick={() => run(() => discardCommand(seq))}>
          {t(TEXTS.giveUp)}
        </button>
      </div>
    </li>
  );
}

const TEXTS = {
  refused: msg("Rejected by the server"),
  waits: msg("Not sent yet"),
  again: msg("Send again"),
  giveUp: msg("Discard"),
};
