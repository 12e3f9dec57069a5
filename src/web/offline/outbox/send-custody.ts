import { msg } from "../../../domain/message.ts";
import { articlePhoto } from "../../api/articles.ts";
import { call, postOf } from "../../api/call.ts";
import { custodyPhoto } from "../../api/custodies.ts";
import { sendRequest } from "../../api/send-request.ts";
import { hasLogin, isUnconfirmed, session, terminalToken, userToken, withToken } from "../../api/tokens.ts";
import type { CommandTask, QueuedCommand } from "../../db/outbox-shapes.ts";
import { t } from "../../i18n/translate.ts";
import {
  answered,
  done,
  isDeliveryOver,
  postAs,
  problemOf,
  type Result,
  rejected,
  type Sender,
  senderOf,
  stored,
} from "./answers.ts";
import type { Post } from "./command-request.ts";
import { changeCommand, withoutDelivery } from "./commands.ts";

type CustodyTask = Extract<CommandTask, { kind: "custody" }>;

/** A user who may send it is logged in: its author, or an Admin. Else the device sends it. */
export function isSentByUser({ tenantId, userId }: Pick<QueuedCommand, "tenantId" | "userId">): boolean {
  const login = session.value;
  if (!hasLogin() || isUnconfirmed.value) return false;
  return login?.tenantId === tenantId && (login.user.id === userId || login.roles.includes("Admin"));
}

/** Sends a hand-over or return, then the photo of the condition, for which somebody must be logged in. */
export async function sendCustody(
  command: QueuedCommand,
  task: CustodyTask,
  guard: () => void,
): Promise<void> {
  const { seq } = command;
  const result = command.result ?? (await submit(command, task, guard)) ?? {};
  if (result["result"] === "rejected") {
    const problem = String(result["message"]);
    return changeCommand(seq, (now) =>
      now.state === "waiting" ? { ...rejected(now, problem), ...answered(), result } : null,
    );
  }
  let problem: string | null = null;
  if (task.photo !== null) {
    // Each write starts a round, so only the first one writes.
    if (command.result === null)
      await changeCommand(seq, (now) => ({ ...now, ...answered(), result, problem: null }));
    const sender = photoSender(command);
    if (sender === null) return;
    try {
      problem = await sendPhoto(sender, command, photoRequest(task, task.photo, result), guard);
    } catch (error) {
      if (isDeliveryOver(sender, error)) return changeCommand(seq, withoutDelivery);
      throw error;
    }
  }
  await changeCommand(seq, (now) => ({ ...done(now), result, problem }));
}

const submit = (command: QueuedCommand, { operation }: CustodyTask, guard: () => void): Promise<Result> =>
  withToken(isSentByUser(command) ? userToken : terminalToken, (token) => {
    guard();
    return sendRequest(stored(call("POST /api/custodies/operations", { body: operation })), { token });
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
