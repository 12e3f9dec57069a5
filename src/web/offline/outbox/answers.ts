import { msg } from "../../../domain/message.ts";
import type { ApiRequest } from "../../api/call.ts";
import { answering } from "../../api/data-history.ts";
import { ApiError } from "../../api/errors.ts";
import { moved } from "../../api/https-address.ts";
import { sendRequest } from "../../api/send-request.ts";
import { serverNow } from "../../api/server-time.ts";
import { terminalToken, userToken, withToken } from "../../api/tokens.ts";
import type { QueuedCommand } from "../../db/outbox-shapes.ts";
import { t } from "../../i18n/translate.ts";
import { PhotoSubjectMissing, type Post } from "./command-request.ts";

// Requests of queued commands, and what becomes of a command by the server's answer.

export type Result = Readonly<Record<string, unknown>> | null;

/** Sends a request as the user; where the server accepts HTTPS only, as the device. */
export function postAs(request: Post, key: string, guard: () => void): Promise<Result> {
  return withToken(moved.value === null ? userToken : terminalToken, (token) => {
    // The token may be new since the round began, of another server at this address.
    guard();
    return sendRequest(stored(request), { token, headers: { "Idempotency-Key": key } });
  });
}

/** A queued command has the path of an endpoint, but no type of its response. */
export const stored = (request: Post) => ({ ...request, method: "POST" }) as ApiRequest<Result, "POST">;

/** When, and by which installation, a command was answered. */
export const answered = () => ({ ...answering(), sentDT: new Date(serverNow()).toISOString() });

/**
 * A photo stays with its command, to be sent again after a restore of the server (prune.ts). A proposal is not
 * sent again.
 */
export function done(command: QueuedCommand): QueuedCommand {
  const { task } = command;
  return {
    ...{ ...command, ...answered(), state: "done", problem: null },
    task: task.kind === "proposal" ? { ...task, photo: null } : task,
  };
}

/** One of another installation (hold.ts) belongs to this one since. */
export function rejected({ installation: _, ...command }: QueuedCommand, problem: string): QueuedCommand {
  return { ...command, state: "refused", problem };
}

/** The reason of a permanent rejection; null: to be retried. */
export function problemOf(error: unknown): string | null {
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
