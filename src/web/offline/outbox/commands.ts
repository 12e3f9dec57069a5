import { newId } from "../../api/ids.ts";
import { moment } from "../../api/server-time.ts";
import { session } from "../../api/tokens.ts";
import { localDb, STRICT } from "../../db/database.ts";
import type { CommandTask, QueuedCommand } from "../../db/outbox-shapes.ts";
import { notifyTabs } from "../../db/tab-messages.ts";
import { reportError } from "../../errors/report-error.ts";
import { countUnsent } from "./unsent.ts";

/** Keeps an command for good; it is sent after the counts. Throws what the database throws: then nothing is kept. */
export async function queueCommand(task: CommandTask, title: string): Promise<QueuedCommand> {
  const who = session.value;
  if (who === null) throw new Error("nobody is logged in");
  const { at } = moment();
  const errand: Omit<QueuedCommand, "seq"> = {
    id: newId(at),
    tenantId: who.tenantId,
    userId: who.user.id,
    title,
    at: new Date(at).toISOString(),
    state: "waiting",
    task,
    problem: null,
    result: null,
  };
  const db = await localDb();
  const tx = db.transaction("errands", "readwrite", STRICT);
  // The database gives the seq.
  const seq = await tx.store.add(errand as QueuedCommand);
  await tx.done;
  told();
  return { ...errand, seq };
}

/** All commands, newest first. */
export async function readCommands(): Promise<readonly QueuedCommand[]> {
  const db = await localDb();
  return (await db.getAll("errands")).reverse();
}

/** Changes one command (null: it stays). */
export async function changeCommand(
  seq: number,
  change: (errand: QueuedCommand) => QueuedCommand | null,
): Promise<void> {
  const db = await localDb();
  const tx = db.transaction("errands", "readwrite", STRICT);
  const errand = await tx.store.get(seq);
  const changed = errand === undefined ? null : change(errand);
  if (changed !== null) void tx.store.put(changed);
  await tx.done;
  told();
}

/** Sends a refused command again. */
export function retryCommand(seq: number): Promise<void> {
  return changeCommand(seq, (errand) =>
    errand.state === "refused" ? { ...errand, state: "waiting", problem: null } : null,
  );
}

/** Keeps an command to look at only. */
export function discardCommand(seq: number): Promise<void> {
  return changeCommand(seq, (errand) => (errand.state === "done" ? null : { ...errand, state: "given-up" }));
}

/** Takes away those that are done or given up. */
export async function clearCommands(): Promise<void> {
  const db = await localDb();
  const tx = db.transaction("errands", "readwrite");
  for (const state of ["done", "given-up"]) {
    for (const seq of await tx.store.index("state").getAllKeys(state)) void tx.store.delete(seq);
  }
  await tx.done;
  told();
}

function told(): void {
  notifyTabs("errands");
  countUnsent().catch(reportError);
}
