import type { TableName } from "./schema.ts";

/**
 * The last transaction that changed a table, per tenant, in memory. At the start every table counts as changed by the newest
 * transaction: an ETag from before the restart then names the same state, or none.
 */
export type Versions = ReturnType<typeof makeVersions>;

/** Tables of the whole server, which an Admin of any tenant may write. */
const OF_ALL: ReadonlySet<TableName> = new Set(["setting"]);

/** Makes the versions of all tables; `atStart` is the number of the newest transaction. */
export function makeVersions(atStart: number) {
  const global = new Map<TableName, number>();
  const byTenant = new Map<number, Map<TableName, number>>();
  return {
    /** The newest change of any of the tables that the tenant sees. */
    of(tenantId: number, tables: readonly TableName[]) {
      const own = byTenant.get(tenantId);
      let newest = atStart;
      for (const table of tables) {
        const change = Math.max(own?.get(table) ?? 0, global.get(table) ?? 0);
        if (change > newest) newest = change;
      }
      return newest;
    },
    /** Records a commit. `tenantId` null: every tenant sees the change, as always those of the whole server's tables. */
    changed(tenantId: number | null, tables: Iterable<TableName>, change: number) {
      let map = global;
      if (tenantId !== null) {
        map = byTenant.get(tenantId) ?? new Map();
        byTenant.set(tenantId, map);
      }
      for (const table of tables) (OF_ALL.has(table) ? global : map).set(table, change);
    },
  };
}
