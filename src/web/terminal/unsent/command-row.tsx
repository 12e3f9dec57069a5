import { msg } from "../../../domain/message.ts";
import type { QueuedCommand } from "../../db/outbox-shapes.ts";
import { t, when } from "../../i18n/translate.ts";
import { discardCommand, retryCommand } from "../../offline/outbox/commands.ts";
import { Problem as ActionError, useAction } from "../../ui/use-action.tsx";

/** A waiting or rejected command. */
export function CommandRow({ command }: { readonly command: QueuedCommand }) {
  const { run, isBusy, problem } = useAction();
  const { seq, title, at, state } = command;
  return (
    <li>
      <p>
        <b>{title}</b>
      </p>
      <p class="quiet">
        {when(at)} · {t(state === "refused" ? TEXTS.refused : TEXTS.waits)}
      </p>
      {command.problem !== null && <p>{command.problem}</p>}
      <ActionError text={problem} />
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
