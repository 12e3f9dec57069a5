import type { TableName } from "./schema.ts";

/**
 * Which transaction changed a table last, a tenant at a time, in memory. At start every table counts as changed by the
 * newest transaction: a tag from before the restart then still names the same state, or none.
 */
export interface Versions {
  /** The newest change in any of the tables, as the tenant sees it. */
  of(tenantId: number, tables: readonly TableName[]): number;
  /** Notes a commit; `tenantId` null is a change that every tenant sees. */
  changed(tenantId: number | null, tables: Iterable<TableName>, change: number): void;
}

export function makeVersions(atStart: number): Versions {
  const everyone = new Map<TableName, number>();
  const ofTenant = new Map<number, Map<TableName, number>>();
  return {
    of(tenantId, tables) {
      const own = ofTenant.get(tenantId);
      let newest = atStart;
      for (const table of tables) {
        const change = Math.max(own?.get(table) ?? 0, everyone.get(table) ?? 0);
        if (change > newest) newest = change;
      }
      return newest;
    },
    changed(tenantId, tables, change) {
      let map = everyone;
      if (tenantId !== null) {
        map = ofTenant.get(tenantId) ?? new Map();
        ofTenant.set(tenantId, map);
      }
      for (const table of tables) map.set(table, change);
    },
  };
}
