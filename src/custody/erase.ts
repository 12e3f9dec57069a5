import type { Tx } from "../storage/database/statement.ts";
import { deleteListed } from "../storage/database/table-statements.ts";

const steps = [deleteListed("custodyOperation", "articleId"), deleteListed("custody", "articleId")];

/** Removes the custodies of these articles, with the operations of terminals. */
export function eraseCustodies(tx: Tx, tenantId: number, articleIds: readonly number[]): void {
  for (const step of steps) step.run(tx, { tenantId, oids: JSON.stringify(articleIds) });
}
