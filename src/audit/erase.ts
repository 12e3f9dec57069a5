import { numbersIn } from "../storage/database/json.ts";
import { sqlite, statement, type Tx } from "../storage/database/statement.ts";

const removeOf = statement((p: { tenantId: number; entity: string; entityIds: string }) =>
  sqlite
    .deleteFrom("auditEntry")
    .where("tenantId", "=", p.tenantId)
    .where("entity", "=", p.entity)
    .where("entityId", "in", numbersIn(p.entityIds)),
);

/** Removes the audit of records whose rows are removed, including that of their removal. */
export function eraseAudit(tx: Tx, tenantId: number, entity: string, entityIds: readonly number[]): void {
  removeOf.run(tx, { tenantId, entity, entityIds: JSON.stringify(entityIds) });
}
