import { msg } from "../../../domain/message.ts";
import { newId } from "../../api/ids.ts";
import { moment } from "../../api/server-time.ts";
import type { QueuedCommand } from "../../db/outbox-shapes.ts";
import { t } from "../../i18n/translate.ts";
import { type CommandAuthor, queueCommand } from "../../offline/outbox/commands.ts";
import { custodyName } from "../../offline/sync/custody.ts";

/** A hand-over (`start`) or return (`end`). */
interface CustodyStep {
  readonly kind: "start" | "end";
  readonly article: { readonly oid: number; readonly name: string };
  readonly userId: number;
  readonly dueDate?: string | null;
  readonly note?: string | null;
  readonly signature?: string | null;
  readonly photo?: Blob | null;
}

/** Stores a hand-over or return, to be sent. Throws errors of the storage; nothing is stored then. */
export function recordCustody(step: CustodyStep, author: CommandAuthor): Promise<QueuedCommand> {
  const { kind, article, userId, dueDate = null, note = null, signature = null, photo = null } = step;
  const { at, era } = moment();
  const operation = {
    kind,
    userId,
    note,
    signature,
    articleId: article.oid,
    authorId: author.userId,
    ...(kind === "start" && { dueDate }),
    operationId: newId(at),
    at: new Date(at).toISOString(),
  };
  const names = { name: article.name, person: custodyName(userId) ?? String(userId) };
  const title = t(
    kind === "start" ? msg("{name} handed out to {person}") : msg("{name} taken back from {person}"),
    names,
  );
  return queueCommand({ kind: "custody", operation, era, photo }, title, author);
}
