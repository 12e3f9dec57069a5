import { useEffect, useState } from "preact/hooks";
import { session } from "../../api/tokens.ts";
import type { QueuedCommand } from "../../db/outbox-shapes.ts";
import { written } from "../../db/tab-messages.ts";
import { reportError } from "../../errors/report-error.ts";
import { readCommands } from "./commands.ts";

/** What this user has asked for and this says yes to, the newest first; read again whenever one changes. */
export function useCommands(
  isWanted: (errand: QueuedCommand) => boolean,
  key: string,
): readonly QueuedCommand[] {
  const [all, setAll] = useState<readonly QueuedCommand[]>([]);
  const writes = written.value.errands;
  const userId = session.value?.user.id ?? null;
  useEffect(() => {
    let isHere = true;
    readCommands()
      .then((found) => {
        if (isHere) setAll(found);
      })
      .catch(reportError);
    return () => {
      isHere = false;
    };
  }, [writes, key]);
  return all.filter((errand) => errand.userId === userId && isWanted(errand));
}
