import { type Message, msg } from "../../../domain/message.ts";
import { isUnreachable } from "../../api/connection.ts";
import type { QueuedCommand } from "../../db/outbox-shapes.ts";
import { reportError } from "../../errors/report-error.ts";
import { t } from "../../i18n/translate.ts";
import { discardCommand, retryCommand } from "../../offline/outbox/commands.ts";
import { useCommands } from "../../offline/outbox/use-commands.ts";
import { goBack } from "../../router/router.ts";
import { Icon } from "../../ui/icon.tsx";
import { Page } from "../../ui/page.tsx";

/** What was asked for here, and what has become of it. */
export function CommandNote({ errand }: { readonly errand: QueuedCommand }) {
  return (
    <div class={errand.state === "refused" ? "note is-bad" : "note"} role="status">
      <p>
        <b>{errand.title}</b>
      </p>
      <p>{wordsOf(errand)}</p>
      <CommandActions errand={errand} />
    </div>
  );
}

interface ErrandPageProps {
  readonly title: string;
  readonly id: string;
  /** Said when it is done. */
  readonly done: Message;
}

/** What stands in the place of a form that has been sent. */
export function CommandPage({ title, id, done }: ErrandPageProps) {
  const [errand] = useCommands((one) => one.id === id, id);
  return (
    <Page title={title} back>
      {errand === undefined ? null : errand.state === "done" ? (
        <p class="note is-done" role="status">
          <Icon name="there" />
          {t(done)}
        </p>
      ) : (
        <CommandNote errand={errand} />
      )}
      <button type="button" class="second wide" onClick={goBack}>
        {t(TEXTS.back)}
      </button>
    </Page>
  );
}

/** The ways on of what is not done: a refused command stays until somebody says which. */
export function CommandActions({ errand: { seq, state } }: { readonly errand: QueuedCommand }) {
  if (state !== "waiting" && state !== "refused") return null;
  return (
    <div class="pair">
      {state === "refused" && (
        <button type="button" class="second" onClick={() => retryCommand(seq).catch(reportError)}>
          {t(TEXTS.again)}
        </button>
      )}
      <button type="button" class="second" onClick={() => discardCommand(seq).catch(reportError)}>
        {t(state === "refused" ? TEXTS.giveUp : TEXTS.cancel)}
      </button>
    </div>
  );
}

/** How far it is, in words. */
export function wordsOf({ state, problem }: QueuedCommand): string {
  switch (state) {
    case "waiting":
      return t(isUnreachable.value ? TEXTS.held : TEXTS.sending);
    case "refused":
      return problem ?? t(TEXTS.refused);
    case "done":
      return t(TEXTS.done);
    case "given-up":
      return t(TEXTS.givenUp);
  }
}

const TEXTS = {
  held: msg("No connection. It is kept here and sent when the server is available."),
  sending: msg("Sending…"),
  refused: msg("The server rejected it."),
  done: msg("Sent."),
  givenUp: msg("Discarded."),
  again: msg("Send again"),
  giveUp: msg("Discard"),
  cancel: msg("Cancel"),
  back: msg("Back"),
};
