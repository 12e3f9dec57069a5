import { msg } from "../../../domain/message.ts";
import type { ApiRequest } from "../../api/call.ts";
import { answering } from "../../api/data-history.ts";
import { ApiError } from "../../api/errors.ts";
import { sendRequest } from "../../api/send-request.ts";
import { serverNow } from "../../api/server-time.ts";
import { hasLogin, isUnconfirmed, session, terminalToken, userToken, withToken } from "../../api/tokens.ts";
import type { QueuedCommand } from "../../db/outbox-shapes.ts";
import { t } from "../../i18n/translate.ts";
import { PhotoSubjectMissing, type Post } from "./commands.ts";

// Requests of queued commands, and what becomes of a command by the server's answer.

export type Result = Readonly<Record<string, unknown>> | null;

/** Who sends a request: the user who is logged in, the paired device, or the submission token of an earlier login. */
export type Sender = "user" | "device" | { readonly token: string; readonly signature: string };

/** Sends a request. */
export function postAs(sender: Sender, request: Post, key: string, guard: () => void): Promise<Result> {
  const send = (token: string, headers: Readonly<Record<string, string>> = {}) => {
    // The token may be new since the round began, of another server at this address.
    guard();
    return sendRequest(stored(request), { token, headers: { "Idempotency-Key": key, ...headers } });
  };
  if (typeof sender === "object") return send(sender.token, { "Operation-Signature": sender.signature });
  return withToken(sender === "user" ? userToken : terminalToken, (token) => send(token));
}

/** True while the author of a command is logged in. */
export function isAuthorLoggedIn({ tenantId, userId }: Pick<QueuedCommand, "tenantId" | "userId">): boolean {
  const login = session.value;
  return login?.tenantId === tenantId && login.user.id === userId && hasLogin() && !isUnconfirmed.value;
}

/** Who sends a command in its author's name; null: the author must log in. `part`: the command, or its photo. */
export function senderOf(command: QueuedCommand, part: "signature" | "photoSignature"): Sender | null {
  if (isAuthorLoggedIn(command)) return "user";
  const { delivery } = command;
  const signature = delivery?.[part] ?? null;
  return delivery === undefined || signature === null ? null : { token: delivery.token, signature };
}

/** True where a submission token delivers nothing any more, or not this: its author must log in. */
export const isDeliveryOver = (sender: Sender | null, error: unknown): boolean =>
  typeof sender === "object" && error instanceof ApiError && (error.status === 401 || error.isNotQueued);

/** A queued command has the path of an endpoint, but no type of its response. */
export const stored = (request: Post) => ({ ...request, method: "POST" }) as ApiRequest<Result, "POST">;

/** When, and by which installation, a command was answered. */
export const answered = () => ({ ...answering(), sentDT: new Date(serverNow()).toISOString() });

/**
 * A photo stays with its command, to be sent again after a restore of the server (prune.ts). A proposal is not
 * sent again.
 */
export function done({ delivery: _, ...command }: QueuedCommand): QueuedCommand {
  const { task } = command;
  return {
    ...command,
    ...answered(),
    state: "done",
    problem: null,
    task: task.kind === "proposal" ? { ...task, photo: null } : task,
  };
}

/** One of another installation (hold.ts) belongs to this one since. */
export function rejected({ installation: _, ...command }: QueuedCommand, problem: string): QueuedCommand {
  return { ...command, state: "refused", problem };
}

/** The reason of a permanent rejection; null: to be retried. */
export function problemOf(error: unknown): string | null {
  if (error instanceof PhotoSubjectMissing) return t(msg("What the photo was taken of was not counted."));
  if (
    !(error instanceof ApiError) ||
    error.needsHttps ||
    [401, 408, 429].includes(error.status) ||
    error.status >= 500
  )
    return null;
  return [error.message, ...error.errors.map(({ message }) => message)].join(" ");
}
