import type { Database } from "better-sqlite3";
import { fold } from "../../domain/text-folding.ts";

/** The SQL function that folds a text for searching, as `fold` does. For columns without a folded copy. */
export const FOLD = "fold_text";

/** Registers the SQL functions of queries on a connection. The schema uses none of them. */
export function createFunctions(db: Database): void {
  db.function(FOLD, { deterministic: true }, (text: unknown) => (text === null ? null : fold(String(text))));
}
