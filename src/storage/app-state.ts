import type { Db, Tx } from "./database/statement.ts";
import { replaceInto, selectFrom } from "./database/table-statements.ts";

// State of the server as a whole, one row a name in `appState`. Its content is JSON.

const find = selectFrom("appState", ["name"], ["at", "content"]);
const replace = replaceInto("appState", ["name", "at", "content"]);

/**
 * The last backup, the last self-check, the jumps of the system clock, the name in the network, the last restore, the checksum of
 * the main file (storage/generations/main-file-checksum.ts), positions of the change feed by day (change-feed/removal.ts), the
 * id of the site in the head office (head-office/head-office.ts), the conditions that need attention (ops/conditions/), the
 * failed upgrade that an Admin has seen (ops/upgrade/failure.ts), and the histories of the data (data-history.ts).
 */
type AppStateName =
  | "backup"
  | "selfCheck"
  | "clockJumps"
  | "network"
  | "restore"
  | "mainFile"
  | "changeFeed"
  | "headOffice"
  | "conditions"
  | "upgrade"
  | "dataHistory";

/** The saved state of a name and the time when it was saved (ISO 8601). Null where there is none. The caller validates the content. */
export function findAppState(db: Db, name: AppStateName): { at: string; content: unknown } | null {
  const found = find.first(db, { name });
  return found && { at: found.at, content: JSON.parse(found.content) };
}

/** Saves the state of a name. It replaces the earlier state. */
export function saveAppState(tx: Tx, name: AppStateName, content: object): void {
  replace.run(tx, { name, at: tx.now, content: JSON.stringify(content) });
}
