import { msg } from "../../../domain/message.ts";
import { t } from "../../i18n/translate.ts";
import { useCommands } from "../../offline/outbox/use-commands.ts";
import { CommandNote } from "../unsent/command-note.tsx";

/** The user's commands that the server has not accepted yet. */
export function MyCommands() {
  const commands = useCommands(
    ({ state, task }) => (state === "waiting" || state === "refused") && task.kind !== "photo",
    "mine",
  );
  if (commands.length === 0) return null;
  return (
    <section>
      <h2>{t(TITLE)}</h2>
      {commands.map((command) => (
        <CommandNote key={command.id} command={command} />
      ))}
    </section>
  );
}

const TITLE = msg("Not sent yet");
