import { msg } from "../../../domain/message.ts";
import { articlePhoto } from "../../api/articles.ts";
import type { ApiRequest } from "../../api/call.ts";
import { claimsOf } from "../../api/claims.ts";
import { custodyPhoto, submitCustodyOperation } from "../../api/custodies.ts";
import { answering } from "../../api/data-history.ts";
import { ApiError } from "../../api/errors.ts";
import { moved } from "../../api/https-address.ts";
import { sendRequest } from "../../api/send-request.ts";
import { serverNow } from "../../api/server-time.ts";
import { device, session, terminalToken, userToken, withToken } from "../../api/tokens.ts";
import { localDb } from "../../db/database.ts";
import type { QueuedCommand } from "../../db/outbox-shapes.ts";
import { t } from "../../i18n/translate.ts";
import { LATER, PhotoSubjectMissing, type Post, requestOf } from "./command-request.ts";
import { changeCommand } from "./commands.ts";
import { isPhotoOfCount } from "./unsent.ts";
import { acceptCode } from "./waiting-codes.ts";

type Result = Readonly<Record<string, unknown>> | null;

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
  if (task.kind === "custody") return isOwn(command) || isOfDevice(command);
  if (login === null || login.tenantId !== tenantId) return false;
  return login.user.id === userId || (task.kind === "photo" && !photosWaitingForAuthor.has(id));
}

/** The user of the command is logged in. */
function isOwn({ tenantId, userId }: QueuedCommand): boolean {
  const login = session.value;
  return login?.tenantId === tenantId && login.user.id === userId;
}

/**
 * Photos of users who, as the server says, never logged in on this device, for example after it was paired
 * again.
 */
const photosWaitingForAuthor = new Set<string>();

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
      await post(articlePhoto(articleId, task.photo, `article-${articleId}.jpg`), `${id}-photo`);
    }
    if (task.kind === "code") acceptCode(task);
    await changeCommand(seq, (now) => ({ ...done(now), result }));
  } catch (error) {
    if (task.kind === "photo" && isAuthorRejected(error)) return void photosWaitingForAuthor.add(id);
    const problem = problemOf(error);
    if (problem === null) throw error;
    // Another tab, or the user, may have changed it in the meantime.
    await changeCommand(seq, (now) => (now.state === "waiting" ? rejected(now, problem) : null));
  }
}

type CustodyTask = Extract<QueuedCommand["task"], { kind: "custody" }>;

/** Sends a hand-over or return, then the photo of the condition, for which somebody must be logged in. */
async function sendCustody(command: QueuedCommand, task: CustodyTask, guard: () => void): Promise<void> {
  const { seq, id } = command;
  const request = submitCustodyOperation({ body: task.operation });
  const result =
    command.result ??
    (await withToken(isOwn(command) ? userToken : terminalToken, (token) => {
      guard();
      return sendRequest(stored(request), { token });
    })) ??
    {};
  if (result["result"] === "rejected") {
    const problem = String(result["message"]);
    return changeCommand(seq, (now) => (now.state === "waiting" ? rejected(now, problem) : null));
  }
  // Nobody had the article.
  const isNothing = result["custodyId"] == null;
  if (task.photo !== null && !isNothing) {
    await changeCommand(seq, (now) => ({ ...now, result }));
    if (session.value?.tenantId !== command.tenantId) return;
    await postAs(
      custodyPhoto(Number(result["custodyId"]), task.operation.kind, task.photo),
      `${id}-photo`,
      guard,
    );
  }
  await changeCommand(seq, (now) => ({ ...done(now), result }));
}

/** Sends a request as the user; where the server accepts HTTPS only, as the device. */
function postAs(request: Post, key: string, guard: () => void): Promise<Result> {
  return withToken(moved.value === null ? userToken : terminalToken, (token) => {
    // The token may be new since the round began, of another server at this address.
    guard();
    return sendRequest(stored(request), { token, headers: { "Idempotency-Key": key } });
  });
}

/** A queued command has the path of an endpoint, but no type of its response. */
const stored = (request: Post) => ({ ...request, method: "POST" }) as ApiRequest<Result, "POST">;

/**
 * A photo stays with its command, to be sent again after a restore of the server (prune.ts). A proposal is not
 * sent again.
 */
function done(command: QueuedCommand): QueuedCommand {
  const sentDT = new Date(serverNow()).toISOString();
  const { task } = command;
  return {
    ...{ ...command, ...answering(), state: "done", problem: null, sentDT },
    task: task.kind === "proposal" || task.kind === "custody" ? { ...task, photo: null } : task,
  };
}

/** One of another installation (hold.ts) belongs to this one since. */
function rejected({ installation: _, ...command }: QueuedCommand, problem: string): QueuedCommand {
  return { ...command, state: "refused", problem };
}

const isAuthorRejected = (error: unknown) =>
  error instanceof ApiError && error.errors.some(({ path }) => path === "userId");

/** The reason of a permanent rejection; null: to be retried. */
function problemOf(error: unknown): string | null {
  if (error instanceof PhotoSubjectMissing) return t(TEXTS.nothing);
  if (
    !(error instanceof ApiError) ||
    error.needsHttps ||
    [401, 408, 429].includes(error.status) ||
    error.status >= 500
  )
    return null;
  return [error.message, ...error.errors.map(({ message }) => message)].join(" ");
}

const TEXTS = {
  nothing: msg("What the photo was taken of was not counted."),
};
