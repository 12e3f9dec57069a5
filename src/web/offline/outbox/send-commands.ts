import { msg } from "../../../domain/message.ts";
import { ApiError } from "../../api/ask.ts";
import { claimsOf } from "../../api/claims.ts";
import { moved } from "../../api/https-address.ts";
import { askAsTerminal, askAsUser, device, session, terminalToken } from "../../api/tokens.ts";
import { localDb } from "../../db/database.ts";
import type { QueuedCommand } from "../../db/outbox-shapes.ts";
import { t } from "../../i18n/translate.ts";
import { LATER, NothingToHangOn, requestOf } from "./command-request.ts";
import { changeCommand } from "./commands.ts";
import { isPhotoOfCount } from "./delivery.ts";
import { articlePhoto, type Request } from "./photo-request.ts";

type Result = Readonly<Record<string, unknown>> | null;

/** Sends what waits beside the counts, oldest first. Throws ServerUnreachable, ApiError (where it must be tried later) or NotLoggedIn. */
export async function sendCommands(countsFirst: () => Promise<void>): Promise<void> {
  const db = await localDb();
  for (const errand of await db.getAllFromIndex("errands", "state", "waiting")) {
    // Counts that have come meanwhile go first.
    await countsFirst();
    if (moved.value === null ? maySend(errand) : await mayDeliver(errand)) await sendOne(errand);
  }
}

/** What the device itself sends where the server accepts HTTPS only. */
async function mayDeliver(errand: QueuedCommand): Promise<boolean> {
  if (device.value === null || !(await isPhotoOfCount(errand))) return false;
  return claimsOf(await terminalToken(false)).tenantId === errand.tenantId;
}

/**
 * What is asked in somebody's name is sent in it, and the server knows a repeated request by who sends it. A photo may be sent by
 * others, in the name of who took it.
 */
function maySend({ id, tenantId, userId, task }: QueuedCommand): boolean {
  const who = session.value;
  if (who === null || who.tenantId !== tenantId) return false;
  return who.user.id === userId || (task.kind === "photo" && !waitsForAuthor.has(id));
}

/** Photos by users of whom the server says that they never logged in on this device, as after it was paired anew. */
const waitsForAuthor = new Set<string>();

/** In whose name a photo is sent; null: the sender's, as from a phone that is not paired. */
function authorOf({ userId }: QueuedCommand): number | null {
  // The device sends it.
  if (moved.value !== null) return userId;
  const who = session.value;
  if (who === null || who.user.id === userId) return null;
  return device.value !== null || who.roles.includes("Admin") ? userId : null;
}

async function sendOne(errand: QueuedCommand): Promise<void> {
  const { seq, id, task } = errand;
  try {
    const request = await requestOf(task, authorOf(errand));
    if (request === LATER) return;
    // Of a proposal whose photo was not taken yet the answer is kept.
    const result = errand.result ?? (await (moved.value === null ? post(request, id) : deliver(request, id)));
    if (task.kind === "proposal" && task.photo !== null) {
      await changeCommand(seq, (now) => ({ ...now, result }));
      const articleId = Number(result?.["oid"]);
      await post(articlePhoto(articleId, task.photo, `article-${articleId}.jpg`), `${id}-photo`);
    }
    await changeCommand(seq, (now) => ({ ...done(now), result }));
  } catch (error) {
    if (task.kind === "photo" && isAuthorRefused(error)) return void waitsForAuthor.add(id);
    const problem = problemOf(error);
    if (problem === null) throw error;
    // Who gave it up while it was under way has decided already, and another tab may have done it.
    await changeCommand(seq, (now) =>
      now.state === "waiting" ? { ...now, state: "refused", problem } : null,
    );
  }
}

function post({ path, body }: Request, key: string): Promise<Result> {
  return askAsUser<Result>(path, { method: "POST", body, headers: { "Idempotency-Key": key } });
}

/** Sends the photo of a count as the device. */
function deliver({ path, body }: Request, key: string): Promise<Result> {
  return askAsTerminal<Result>(path, { method: "POST", body, headers: { "Idempotency-Key": key } });
}

/** A photo that the server has takes no more room here. */
function done(errand: QueuedCommand): QueuedCommand {
  const { task } = errand;
  const isPhoto = task.kind === "photo";
  return {
    ...errand,
    state: "done",
    problem: null,
    ...(isPhoto && { task: { ...task, file: new Blob([]) } }),
  };
}

const isAuthorRefused = (error: unknown) =>
  error instanceof ApiError && error.errors.some(({ path }) => path === "userId");

/** Why the server does not do it; null: it is to be tried again later. */
function problemOf(error: unknown): string | null {
  if (error instanceof NothingToHangOn) return t(TEXTS.nothing);
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
