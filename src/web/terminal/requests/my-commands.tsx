import { msg } from "../../../domain/message.ts";
import { t } from "../../i18n/translate.ts";
import { useCommands } from "../../offline/outbox/use-commands.ts";
import { CommandNote } from "../unsent/command-note.tsx";

/** What the user has asked for here and the server has not taken yet. */
export function MyCommands() {
  const errands = useCommands(
    ({ state, task }) => (state === "waiting" || state === "refused") && task.kind !== "photo",
    "mine",
  );
  if (errands.length === 0) return null;
  return (
    <section>
      <h2>{t(TITLE)}</h2>
      {errands.map((errand) => (
        <CommandNote key={errand.id} errand={errand} />
      ))}
    </section>
  );
}

const TITLE = msg("Not sent yet");
