import { useEffect, useState } from "preact/hooks";
import { session } from "../../api/tokens.ts";
import type { QueuedCommand } from "../../db/outbox-shapes.ts";
import { written } from "../../db/tab-messages.ts";
import { reportError } from "../../errors/report-error.ts";
import { readCommands } from "./commands.ts";

/** The commands of this user that match, newest first. Updated on each change. */
export function useCommands(
  isWanted: (command: QueuedCommand) => boolean,
  key: string,
): readonly QueuedCommand[] {
  const [all, setAll] = useState<readonly QueuedCommand[]>([]);
  const writes = written.value.errands;
  const userId = session.value?.user.id ?? null;
  useEffect(() => {
    let isMounted = true;
    readCommands()
      .then((found) => {
        if (isMounted) setAll(found);
      })
      .catch(reportError);
    return () => {
      isMounted = false;
    };
  }, [writes, key]);
  return all.filter((command) => command.userId === userId && isWanted(command));
}
