import { storedKey } from "../../../domain/codes/stored-key.ts";
import { msg } from "../../../domain/message.ts";
import { call } from "../../api/call.ts";
import { ApiError, NeedsServer, ServerUnreachable } from "../../api/errors.ts";
import { requestAsUser } from "../../api/tokens.ts";
import { localDb } from "../../db/database.ts";
import type { QueuedCommand } from "../../db/outbox-shapes.ts";
import { t } from "../../i18n/translate.ts";
import { discardCommand, queueCommand } from "./commands.ts";
import { forgetCode } from "./waiting-codes.ts";

/** An article that gets a code. */
export interface CodeTarget {
  readonly oid: number;
  readonly name: string;
}

/**
 * Adds a scanned code to an article: stored on this device, and sent to the server when it is available. Scans find the article at
 * once. The server rejects a code that belongs to another article.
 */
export async function queueCode({ oid, name }: CodeTarget, text: string): Promise<QueuedCommand> {
  const { codeToAdd } = await import("../../../domain/codes/scan-steps.ts");
  const code = codeToAdd(text);
  return queueCommand(
    { kind: "code", articleId: oid, code },
    t(msg("Code {code} for {name}"), { code, name }),
  );
}

/**
 * Takes back a code that was added to an article on this device: before it was sent, or at the server. A code that was not added here
 * stays. Throws NeedsServer, ApiError or NotLoggedIn where the server has it and can't be asked; then nothing is changed.
 */
export async function takeBackCode(articleId: number, text: string): Promise<void> {
  const { codeToAdd } = await import("../../../domain/codes/scan-steps.ts");
  const key = storedKey(codeToAdd(text));
  const db = await localDb();
  const added = (await db.getAll("errands")).filter(
    ({ task, state }) =>
      task.kind === "code" &&
      task.articleId === articleId &&
      storedKey(task.code) === key &&
      state !== "given-up",
  );
  if (added.length === 0) return;
  if (added.some(({ state }) => state === "done")) await removeAtServer(articleId, key).catch(explain);
  for (const { seq, state } of added) if (state !== "done") await discardCommand(seq);
  forgetCode(key);
}

function explain(error: unknown): never {
  if (!(error instanceof ServerUnreachable)) throw error;
  throw new NeedsServer(
    t(msg("The server is not responding. It has this code already: taking it back needs the connection.")),
  );
}

async function removeAtServer(articleId: number, key: string): Promise<void> {
  const codes = await requestAsUser(call("GET /api/articles/{id}/codes", { id: articleId }));
  for (const { oid } of codes.filter(({ code }) => storedKey(code) === key)) {
    try {
      await requestAsUser(call("DELETE /api/articlecodes/{id}", { id: oid }));
    } catch (error) {
      // The office has removed it meanwhile.
      if (!(error instanceof ApiError && error.status === 404)) throw error;
    }
  }
}
