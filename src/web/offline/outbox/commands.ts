import { newId } from "../../api/ids.ts";
import { moment } from "../../api/server-time.ts";
import { session } from "../../api/tokens.ts";
import { localDb, STRICT } from "../../db/database.ts";
import type { CommandTask, QueuedCommand } from "../../db/outbox-shapes.ts";
import { notifyTabs } from "../../db/tab-messages.ts";
import { reportError } from "../../errors/report-error.ts";
import { sign } from "./sign.ts";
import { countUnsent } from "./unsent.ts";

/** In whose name a command is made. */
export type CommandAuthor = Pick<QueuedCommand, "tenantId" | "userId">;

/** The user who is logged in; null: nobody. */
function authorNow(): CommandAuthor | null {
  const login = session.value;
  return login && { tenantId: login.tenantId, userId: login.user.id };
}

/**
 * Stores a command. It is sent after the counts. Throws the error of the database; nothing is stored then.
 */
export async function queueCommand(
  task: CommandTask,
  title: string,
  author: CommandAuthor | null = authorNow(),
): Promise<QueuedCommand> {
  if (author === null) throw new Error("nobody is logged in");
  const { at } = moment();
  const id = newId(at);
  const delivery = await sign({ id, ...author, task });
  const command: Omit<QueuedCommand, "seq"> = {
    id,
    tenantId: author.tenantId,
    userId: author.userId,
    title,
    at: new Date(at).toISOString(),
    state: "waiting",
    task,
    ...(delivery !== undefined && { delivery }),
    problem: null,
    result: null,
  };
  const db = await localDb();
  const tx = db.transaction("errands", "readwrite", STRICT);
  // The database assigns the seq.
  const seq = await tx.store.add(command as QueuedCommand);
  await tx.done;
  announce();
  return { ...command, seq };
}

/** Reads all commands, newest first. */
export async function readCommands(): Promise<readonly QueuedCommand[]> {
  const db = await localDb();
  return (await db.getAll("errands")).reverse();
}

/** Changes a command; null: no change. */
export async function changeCommand(
  seq: number,
  change: (command: QueuedCommand) => QueuedCommand | null,
): Promise<void> {
  const db = await localDb();
  const tx = db.transaction("errands", "readwrite", STRICT);
  const command = await tx.store.get(seq);
  const changed = command === undefined ? null : change(command);
  if (changed !== null) void tx.store.put(changed);
  await tx.done;
  announce();
}

/** Sends a rejected command again. */
export function retryCommand(seq: number): Promise<void> {
  return changeCommand(seq, (command) =>
    command.state === "refused" ? { ...command, state: "waiting", problem: null, ...asked(command) } : null,
  );
}

/** The server knows a hand-over by its id, so it is asked again. */
const asked = ({ task }: QueuedCommand) => (task.kind === "custody" ? { result: null } : {});

/** Discards a command, but keeps it for display. */
export function discardCommand(seq: number): Promise<void> {
  return changeCommand(seq, (command) =>
    command.state === "done" ? null : { ...withoutDelivery(command), state: "given-up" },
  );
}

/** A command that nothing but its author's login sends. */
export function withoutDelivery({ delivery: _, ...command }: QueuedCommand): QueuedCommand {
  return command;
}

function announce(): void {
  notifyTabs("errands");
  countUnsent().catch(reportError);
}
