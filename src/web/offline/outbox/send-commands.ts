import { articlePhoto } from "../../api/articles.ts";
import { postOf } from "../../api/call.ts";
import { claimsOf } from "../../api/claims.ts";
import { ApiError } from "../../api/errors.ts";
import { moved } from "../../api/https-address.ts";
import { device, session, terminalToken } from "../../api/tokens.ts";
import { localDb } from "../../db/database.ts";
import type { QueuedCommand } from "../../db/outbox-shapes.ts";
import { done, postAs, problemOf, rejected } from "./answers.ts";
import { LATER, type Post, requestOf } from "./command-request.ts";
import { changeCommand } from "./commands.ts";
import { isSentByUser, sendCustody } from "./send-custody.ts";
import { isPhotoOfCount } from "./unsent.ts";
import { acceptCode } from "./waiting-codes.ts";

/**
 * Sends the waiting commands, oldest first. Throws NotLoggedIn, ServerUnreachable, or ApiError where a retry
 * is needed. `guard`: of `guardHistory`.
 */
export async function sendCommands(countsFirst: () => Promise<void>, guard: () => void): Promise<void> {
  const db = await localDb();
  for (const command of await db.getAllFromIndex("errands", "state", "waiting")) {
    // New counts are sent first.
    await countsFirst();
    if (moved.value === null ? await maySend(command) : await maySendPhoto(command))
      await sendOne(command, guard);
  }
}

/** What the device sends where the server accepts HTTPS only. */
async function maySendPhoto(command: QueuedCommand): Promise<boolean> {
  return (await isPhotoOfCount(command)) && isOfDevice(command);
}

/** The device is paired with the tenant of the command. */
async function isOfDevice({ tenantId }: QueuedCommand): Promise<boolean> {
  return device.value !== null && claimsOf(await terminalToken(false)).tenantId === tenantId;
}

/**
 * A request is sent by its own user, and the server recognizes a repeated request by the sender. A photo may
 * be sent by another user, with its author.
 */
async function maySend(command: QueuedCommand): Promise<boolean> {
  const { id, tenantId, userId, task } = command;
  const login = session.value;
  // The request names its author.
  if (task.kind === "custody")
    return isSentByUser(command) || (!waitingForAuthor.has(id) && (await isOfDevice(command)));
  if (login === null || login.tenantId !== tenantId) return false;
  return login.user.id === userId || (task.kind === "photo" && !waitingForAuthor.has(id));
}

/**
 * Photos, hand-overs and returns of users who, as the server says, never logged in on this device, for example after it
 * was paired again.
 */
const waitingForAuthor = new Set<string>();

/** The author to send with a photo; null: the sender, as on a device that is not paired. */
function authorOf({ userId }: QueuedCommand): number | null {
  // The device is the sender.
  if (moved.value !== null) return userId;
  const login = session.value;
  if (login === null || login.user.id === userId) return null;
  return device.value !== null || login.roles.includes("Admin") ? userId : null;
}

async function sendOne(command: QueuedCommand, guard: () => void): Promise<void> {
  const post = (request: Post, key: string) => postAs(request, key, guard);
  const { seq, id, task } = command;
  try {
    if (task.kind === "custody") return await sendCustody(command, task, guard);
    const request = await requestOf(task, authorOf(command));
    if (request === LATER) return;
    // The result of a proposal is already stored if only its photo failed.
    const result = command.result ?? (await post(request, id));
    if (task.kind === "proposal" && task.photo !== null) {
      await changeCommand(seq, (now) => ({ ...now, result }));
      const articleId = Number(result?.["oid"]);
      const photo = articlePhoto(articleId, task.photo, `article-${articleId}.jpg`);
      await post(postOf(photo), `${id}-photo`);
    }
    if (task.kind === "code") acceptCode(task);
    await changeCommand(seq, (now) => ({ ...done(now), result }));
  } catch (error) {
    const problem = problemOf(error);
    if (waitsForAuthor(command, error)) {
      waitingForAuthor.add(id);
      return task.kind === "custody" ? noteWaiting(seq, problem) : undefined;
    }
    if (problem === null) throw error;
    // Another tab, or the user, may have changed it in the meantime.
    await changeCommand(seq, (now) => (now.state === "waiting" ? rejected(now, problem) : null));
  }
}

/** Another sender may send it later: the author, or an Admin. */
function waitsForAuthor(command: QueuedCommand, error: unknown): boolean {
  const isCustody = command.task.kind === "custody";
  if (isCustody ? isSentByUser(command) : command.task.kind !== "photo") return false;
  const field = isCustody ? "authorId" : "userId";
  return error instanceof ApiError && error.errors.some(({ path }) => path === field);
}

const noteWaiting = (seq: number, problem: string | null) =>
  changeCommand(seq, (now) => (now.state === "waiting" ? { ...now, problem } : null));
