import { msg } from "../../../domain/message.ts";
import type { QueuedCommand } from "../../db/outbox-shapes.ts";
import { t } from "../../i18n/translate.ts";
import { queueCommand } from "./commands.ts";

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
