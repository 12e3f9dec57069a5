import type { Db } from "./statement.ts";
import { selectFrom } from "./table-statements.ts";

const counter = selectFrom("changeCounter", ["id"], ["change", "at"]);

/** The number of the last transaction with changes, and its time (ISO 8601). */
export function lastChange(db: Db): { readonly change: number; readonly at: string } {
  const last = counter.first(db, { id: 1 });
  if (last === null) throw new Error("the change counter is missing");
  return last;
}
