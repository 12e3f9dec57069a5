import { msg } from "../../../domain/message.ts";
import { articlePhoto } from "../../api/articles.ts";
import { call, postOf } from "../../api/call.ts";
import { claimsOf } from "../../api/claims.ts";
import { custodyPhoto } from "../../api/custodies.ts";
import { ApiError } from "../../api/errors.ts";
import { moved } from "../../api/https-address.ts";
import { sendRequest } from "../../api/send-request.ts";
import { correctedMoment } from "../../api/server-time.ts";
import {
  device,
  hasLogin,
  isUnconfirmed,
  session,
  terminalToken,
  userToken,
  withToken,
} from "../../api/tokens.ts";
import { localDb } from "../../db/database.ts";
import type { CommandTask, QueuedCommand } from "../../db/outbox-shapes.ts";
import { t } from "../../i18n/translate.ts";
import {
  answered,
  done,
  isAuthorLoggedIn,
  isDeliveryOver,
  postAs,
  problemOf,
  type Result,
  rejected,
  type Sender,
  senderOf,
  stored,
} from "./answers.ts";
import { changeCommand, LATER, type Post, requestOf, withoutDelivery } from "./commands.ts";
import { signWaiting } from "./sign-waiting.ts";
import { isPhotoOfCount } from "./unsent.ts";
import { acceptCode } from "./waiting-codes.ts";

/**
 * Sends the waiting commands, oldest first. Throws NotLoggedIn, ServerUnreachable, or ApiError where a retry
 * is needed. `guard`: of `guardHistory`.
 */
export async function sendCommands(countsFirst: () => Promise<void>, guard: () => void): Promise<void> {
  if (moved.value === null) await signWaiting();
  const db = await localDb();
  for (const { seq } of await db.getAllFromIndex("errands", "state", "waiting")) {
    // New counts are sent first.
    await countsFirst();
    // It may have been cancelled while the earlier ones were sent.
    const command = await db.get("errands", seq);
    if (command?.state !== "waiting") continue;
    if (moved.value === null || (await isPhotoOfCount(command))) await sendOne(command, guard);
  }
}

/** The device is paired with the tenant of the command. */
async function isOfDevice({ tenantId }: QueuedCommand): Promise<boolean> {
  return device.value !== null && claimsOf(await terminalToken(false)).tenantId === tenantId;
}

/**
 * Photos, hand-overs and returns of users who, as the server says, never logged in on this device, for example after it
 * was paired again.
 */
const waitingForAuthor = new Set<string>();

/**
 * Who sends a command; null: it waits for its author. The server recognizes a repeated request by its sender and fields. So the device
 * sends all photos of counts, with their author, or on a device that is not paired the author or an Admin.
 */
async function senderFor(command: QueuedCommand): Promise<Sender | null> {
  const { id, tenantId, task } = command;
  // The server answers to the device alone over plain HTTP.
  if (moved.value !== null) return (await isOfDevice(command)) ? "device" : null;
  const own = senderOf(command, task.kind === "photo" ? "photoSignature" : "signature");
  if (!(await isPhotoOfCount(command))) return own;
  if (waitingForAuthor.has(id)) return own === "user" ? own : null;
  if (await isOfDevice(command)) return "device";
  if (own === "user") return own;
  if (device.value !== null) return null;
  return session.value?.tenantId === tenantId && session.value.roles.includes("Admin") ? "user" : null;
}

async function sendOne(command: QueuedCommand, guard: () => void): Promise<void> {
  const { seq, id, task } = command;
  if (task.kind === "custody") return sendOneCustody(command, task, guard);
  const sender = await senderFor(command);
  if (sender === null) return;
  const isOwn = isAuthorLoggedIn(command) && sender === "user";
  try {
    const request = await requestOf(task, isOwn ? null : command.userId);
    if (request === LATER) return;
    // The result of a proposal is already stored if only its photo failed.
    const result = command.result ?? (await postAs(sender, request, id, guard));
    if (task.kind === "proposal" && task.photo !== null) {
      await changeCommand(seq, (now) => ({ ...now, result }));
      const articleId = Number(result?.["oid"]);
      const photo = articlePhoto(articleId, task.photo, `article-${articleId}.jpg`);
      const photoSender = senderOf(command, "photoSignature");
      if (photoSender === null) return;
      await postAs(photoSender, postOf(photo), `${id}-photo`, guard);
    }
    if (task.kind === "code") acceptCode(task);
    await changeCommand(seq, (now) => ({ ...done(now), result }));
  } catch (error) {
    if (isDeliveryOver(sender, error)) return changeCommand(seq, withoutDelivery);
    if (!isOwn && waitsForAuthor(command, error)) {
      waitingForAuthor.add(id);
      return;
    }
    await reject(command, error);
  }
}

async function sendOneCustody(
  command: QueuedCommand,
  task: Extract<CommandTask, { kind: "custody" }>,
  guard: () => void,
): Promise<void> {
  const { id, seq } = command;
  const isByUser = isSentByUser(command);
  if (!isByUser && (waitingForAuthor.has(id) || !(await isOfDevice(command)))) return;
  try {
    await sendCustody(command, task, guard);
  } catch (error) {
    if (!waitsForAuthor(command, error)) return reject(command, error);
    waitingForAuthor.add(id);
    await noteWaiting(seq, problemOf(error));
  }
}

/** Marks a command as rejected. Throws an error that says nothing about it. */
async function reject({ seq }: QueuedCommand, error: unknown): Promise<void> {
  const problem = problemOf(error);
  if (problem === null) throw error;
  // Another tab, or the user, may have changed it in the meantime.
  await changeCommand(seq, (now) => (now.state === "waiting" ? rejected(now, problem) : null));
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

type CustodyTask = Extract<CommandTask, { kind: "custody" }>;

/** A user who may send it is logged in: its author, or an Admin. Else the device sends it. */
function isSentByUser({ tenantId, userId }: Pick<QueuedCommand, "tenantId" | "userId">): boolean {
  const login = session.value;
  if (!hasLogin() || isUnconfirmed.value) return false;
  return login?.tenantId === tenantId && (login.user.id === userId || login.roles.includes("Admin"));
}

/** Sends a hand-over or return, then the photo of the condition, for which somebody must be logged in. */
async function sendCustody(command: QueuedCommand, task: CustodyTask, guard: () => void): Promise<void> {
  const { seq } = command;
  const result = command.result ?? (await submit(command, task, guard)) ?? {};
  const isRejected = result["result"] === "rejected";
  const endRejected = (photoProblem: string | null) => {
    const problem = [result["message"], photoProblem].filter(Boolean).join(" ");
    return changeCommand(seq, (now) =>
      now.state === "waiting" ? { ...rejected(now, problem), ...answered(), result } : null,
    );
  };
  // Of what was recorded already the photo is one of the article.
  if (isRejected && (task.photo === null || result["reason"] !== "recorded")) return endRejected(null);
  let problem: string | null = null;
  if (task.photo !== null) {
    // Each write starts a round, so only the first one writes.
    if (command.result === null) {
      // The photo may have to wait for a login: the server's reason is shown until then.
      const reason = isRejected ? String(result["message"]) : null;
      await changeCommand(seq, (now) => ({ ...now, ...answered(), result, problem: reason }));
    }
    const sender = photoSender(command);
    if (sender === null) return;
    try {
      problem = await sendPhoto(sender, command, photoRequest(task, task.photo, result), guard);
    } catch (error) {
      if (isDeliveryOver(sender, error)) return changeCommand(seq, withoutDelivery);
      throw error;
    }
  }
  if (isRejected) return endRejected(problem);
  await changeCommand(seq, (now) => ({ ...done(now), result, problem }));
}

const submit = (
  command: QueuedCommand,
  { operation, era }: CustodyTask,
  guard: () => void,
): Promise<Result> =>
  withToken(isSentByUser(command) ? userToken : terminalToken, (token) => {
    guard();
    // The server compares it with what other terminals have recorded.
    const body = { ...operation, at: correctedMoment(operation.at, era) };
    return sendRequest(stored(call("POST /api/custodies/operations", { body })), { token });
  });

/** Its author, or where the login of the author has left nothing, as at the kiosk, any user of the tenant. */
function photoSender(command: QueuedCommand): Sender | null {
  const own = senderOf(command, "photoSignature");
  if (own !== null || command.delivery !== undefined) return own;
  return session.value?.tenantId === command.tenantId && hasLogin() ? "user" : null;
}

/** Where nothing was handed out or taken back, the photo is one of the article alone. */
function photoRequest({ operation }: CustodyTask, photo: Blob, result: NonNullable<Result>): Post {
  const { kind, articleId } = operation;
  return postOf(
    result["result"] === "applied"
      ? custodyPhoto(Number(result["custodyId"]), kind, photo)
      : articlePhoto(articleId, photo, `article-${articleId}.jpg`),
  );
}

/** Returns why the server has rejected it; null: it was stored. The hand-over itself is recorded. */
async function sendPhoto(
  sender: Sender,
  { id }: QueuedCommand,
  request: Post,
  guard: () => void,
): Promise<string | null> {
  try {
    await postAs(sender, request, `${id}-photo`, guard);
    return null;
  } catch (error) {
    const problem = problemOf(error);
    if (problem === null || isDeliveryOver(sender, error)) throw error;
    return t(msg("It is recorded, but without the photo: {problem}"), { problem });
  }
}
