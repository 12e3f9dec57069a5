import { WrongState } from "../../src/domain/errors.ts";
import { msg } from "../../src/domain/message.ts";
import { sqlite, statement, type Tx } from "../../src/storage/database/statement.ts";

/** The orders for the worker transaction of the tests: rename every article; then throw, or wait for the end. */
export interface RenameInput {
  readonly name: string;
  readonly end?: "refuse" | "wait" | "crash";
}

const rename = statement((p: { tenantId: number; name: string; change: number }) =>
  sqlite.updateTable("article").set({ name: p.name, change: p.change }).where("tenantId", "=", p.tenantId),
);

export function run(tx: Tx, { name, end }: RenameInput, reportProgress: (progress: string) => void): number {
  tx.setCause("trial 1");
  const { changes } = rename.run(tx, { tenantId: 1, name, change: tx.change });
  reportProgress("renamed");
  if (end === "refuse") throw new WrongState(msg("not now", "teď ne"));
  if (end === "crash") process.exit(1);
  while (end === "wait") reportProgress("waiting");
  return changes;
}
