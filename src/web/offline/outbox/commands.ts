import { articlePhoto } from "../../api/articles.ts";
import { type ApiRequest, call, postOf, type Unguarded } from "../../api/call.ts";
import { newId } from "../../api/ids.ts";
import { formBody } from "../../api/send-request.ts";
import { moment } from "../../api/server-time.ts";
import { session } from "../../api/tokens.ts";
import { localDb, STRICT } from "../../db/database.ts";
import type { CommandTask, OutboxEntry, QueuedCommand } from "../../db/outbox-shapes.ts";
import { notifyTabs } from "../../db/tab-messages.ts";
import { reportError } from "../../errors/report-error.ts";
import { entriesLike, entryById, sign } from "./entries.ts";
import { countUnsent } from "./unsent.ts";
import { undoneOperations } from "./write.ts";

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

/** Whether a rejected command can be sent again. The server keeps what it has said of a hand-over. */
export const mayRetry = ({ state, result }: QueuedCommand): boolean =>
  state === "refused" && result?.["result"] !== "rejected";

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

/** The request of a command. That of a queued command is read from the storage. */
export type Post = Pick<ApiRequest<unknown, "POST">, "path" | "body">;

/** The command must wait for an unsent operation. */
export const LATER = "later";

type PhotoTask = Extract<CommandTask, { kind: "photo" }>;

/** Thrown when the operation of a photo was rejected or discarded. */
export class PhotoSubjectMissing extends Error {}

/** A command that sends this request. */
export function taskOf(request: Unguarded<ApiRequest<unknown>, "key">): CommandTask {
  const { path, body } = postOf(request);
  return { kind: "request", path, body: { ...(body as object) } };
}

/**
 * Builds the request of a command. `userId`: the author of a photo, null: the sender. Throws
 * PhotoSubjectMissing.
 */
export async function requestOf(task: CommandTask, userId: number | null): Promise<Post | typeof LATER> {
  switch (task.kind) {
    case "photo":
      return photoRequest(task, userId === null ? {} : { userId });
    case "label": {
      const { kind: _, ...label } = task;
      if ("articleId" in label) return postOf(call("POST /api/pda/printing/print", { body: label }));
      const { locationId: id, ...body } = label;
      return postOf(call("POST /api/locations/{id}/print", { id, body }));
    }
    case "proposal":
      return postOf(call("POST /api/articles/pwa-request", { body: task.body }));
    case "custody":
      return call("POST /api/custodies/operations", { body: task.operation });
    case "code":
      return postOf(call("POST /api/articles/{id}/codes", { id: task.articleId, body: { code: task.code } }));
    case "request":
      return { path: task.path, body: task.body };
  }
}

interface Author {
  readonly userId?: number;
}

/** The entry that counts the pieces of an unknown code as an article; null: none. */
async function matchingEntry(entry: OutboxEntry): Promise<OutboxEntry | null> {
  const { articleId, inventoryId, operationId } = entry;
  if (articleId !== null || !undoneOperations(await entriesLike(entry)).has(operationId)) return null;
  const db = await localDb();
  const all = await db.getAllFromIndex("outbox", "inventory", inventoryId);
  const undone = undoneOperations(all);
  const isMatch = ({ matched, state, operationId: id }: OutboxEntry) =>
    matched?.includes(operationId) === true && state !== "given-up" && !undone.has(id);
  return all.find(isMatch) ?? null;
}

async function photoRequest({ of, file, fileName }: PhotoTask, author: Author): Promise<Post | typeof LATER> {
  if ("articleId" in of) return postOf(articlePhoto(of.articleId, file, fileName));
  const itemPhoto = (inventoryItemId: number) =>
    postOf(
      call("POST /api/photoarticleinventory", {
        body: formBody({ inventoryItemId, ...author, photo: file }, fileName),
      }),
    );
  if ("itemId" in of) return itemPhoto(of.itemId);
  const taken = await entryById(of.operationId);
  if (taken === null) throw new PhotoSubjectMissing();
  const entry = (await matchingEntry(taken)) ?? taken;
  const { receipt, state, articleId, operationId, again } = entry;
  // The server keeps an unknown code that came too late or that a user has dismissed.
  const isKept = articleId === null && receipt !== null && receipt.result !== "refused";
  if (state === "given-up" && !isKept) throw new PhotoSubjectMissing();
  // The item may get another id.
  if (again !== undefined) return LATER;
  if (receipt?.itemId != null) return itemPhoto(receipt.itemId);
  if (state === "unknown" || isKept)
    return postOf(
      call("POST /api/photounknowncode", {
        body: formBody({ operationId, ...author, photo: file }, fileName),
      }),
    );
  if (state === "late" && articleId !== null) return postOf(articlePhoto(articleId, file, fileName));
  return LATER;
}
