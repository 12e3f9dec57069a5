import { msg } from "../../../domain/message.ts";
import { isUnreachable } from "../../api/connection.ts";
import { session } from "../../api/tokens.ts";
import type { QueuedCommand } from "../../db/outbox-shapes.ts";
import { useStored } from "../../db/use-stored.ts";
import { reportAndUse, reportError } from "../../errors/report-error.ts";
import { t } from "../../i18n/translate.ts";
import { discardCommand, mayRetry, readCommands, retryCommand } from "../../offline/outbox/commands.ts";
import { goBack } from "../../router/router.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Page } from "../../ui/page.tsx";

interface NoteProps {
  readonly command: QueuedCommand;
  /** Its state. */
  readonly text?: string;
}

/** A command and its state. */
export function CommandNote({ command, text = stateText(command) }: NoteProps) {
  return (
    <Banner tone={command.state === "refused" ? "danger" : undefined} role="status">
      <p>
        <b>{command.title}</b>
      </p>
      <p>{text}</p>
      <CommandActions command={command} />
    </Banner>
  );
}

interface CommandPageProps {
  readonly title: string;
  readonly id: string;
  /** Shown when it is done. */
  readonly done: string;
}

/** Shown in place of a form after it was sent. */
export function CommandPage({ title, id, done }: CommandPageProps) {
  const [command] = useCommands((queued) => queued.id === id);
  return (
    <Page title={title}>
      {command === undefined ? null : command.state === "done" ? (
        <>
          <Banner tone="success" role="status">
            <Icon name="there" />
            {done}
          </Banner>
          {command.problem !== null && <Banner tone="danger" role="alert" children={command.problem} />}
        </>
      ) : (
        <CommandNote command={command} />
      )}
      <Button isWide onClick={() => goBack()}>
        {t(msg("Back"))}
      </Button>
    </Page>
  );
}

/** Actions of a waiting or rejected command. */
function CommandActions({ command }: { readonly command: QueuedCommand }) {
  const { seq, state } = command;
  if (state !== "waiting" && state !== "refused") return null;
  return (
    <div class="pair">
      {mayRetry(command) && (
        <Button onClick={() => retryCommand(seq).catch(reportError)}>{t(msg("Send again"))}</Button>
      )}
      <Button onClick={() => discardCommand(seq).catch(reportError)}>
        {t(state === "refused" ? msg("Discard") : msg("Cancel"))}
      </Button>
    </div>
  );
}

/** The state of a command as text. */
function stateText({ state, problem }: QueuedCommand): string {
  switch (state) {
    case "waiting":
      return isUnreachable.value
        ? t(msg("No connection. It is kept here and sent when the server is available."))
        : (problem ?? t(msg("Sending…")));
    case "refused":
      return problem ?? t(msg("The server rejected it."));
    case "done":
      return problem ?? t(msg("Sent."));
    case "given-up":
      return t(msg("Discarded."));
  }
}

const NONE: readonly QueuedCommand[] = [];
const readOrReport = () => readCommands().catch(reportAndUse(NONE));

/** The commands of this user that match, newest first. Updated on each change. */
export function useCommands(isWanted: (command: QueuedCommand) => boolean): readonly QueuedCommand[] {
  const all = useStored(readOrReport, ["errands"]) ?? NONE;
  const userId = session.value?.user.id ?? null;
  return all.filter((command) => command.userId === userId && isWanted(command));
}
