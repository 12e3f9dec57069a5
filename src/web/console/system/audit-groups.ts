import type { AuditEntry } from "../../api/types/endpoints.d.ts";

/** A line of the audit log: one entry, or the entries of one change of many records, newest first. */
export interface AuditRow {
  /** Of its oldest entry: it stays while newer ones come. */
  readonly oid: number;
  readonly entries: readonly [AuditEntry, ...AuditEntry[]];
}

/** Fewer entries are shown one by one. */
const FEWEST = 3;
/** Entries of a bulk edit follow each other within this time. */
const WITHIN_MS = 60_000;

/**
 * Groups the entries of a bulk change: those with the same cause (an import, a closed stocktake), else updates of the same
 * fields by the same user within a minute.
 */
export function rowsOf(entries: readonly AuditEntry[]): readonly AuditRow[] {
  const groups: [AuditEntry, ...AuditEntry[]][] = [];
  const open = new Map<string, [AuditEntry, ...AuditEntry[]]>();
  for (const entry of entries) {
    const key = keyOf(entry);
    const group = key === null ? undefined : open.get(key);
    if (group !== undefined && isOfGroup(group, entry)) {
      group.push(entry);
      continue;
    }
    const begun: [AuditEntry, ...AuditEntry[]] = [entry];
    groups.push(begun);
    if (key !== null) open.set(key, begun);
  }
  return groups
    .flatMap((group) => (group.length < FEWEST ? group.map(rowOfOne) : [rowOf(group)]))
    .sort((a, b) => b.entries[0].oid - a.entries[0].oid);
}

/** A line of one entry. */
export function rowOfOne(entry: AuditEntry): AuditRow {
  return { oid: entry.oid, entries: [entry] };
}

function rowOf(entries: AuditRow["entries"]): AuditRow {
  return { oid: entries[entries.length - 1]?.oid ?? 0, entries };
}

/** What the entries of a group share; null: an entry that is never grouped. */
function keyOf({ entity, action, cause, user, device, changes }: AuditEntry): string | null {
  const common = [entity, action, cause ?? "", user?.id ?? "", device?.id ?? ""];
  if (cause !== null) return common.join(" ");
  if (action !== "update") return null;
  const fields = [...new Set(changes.map(({ field }) => field))].sort();
  return [...common, ...fields].join(" ");
}

function isOfGroup(group: readonly AuditEntry[], { cause, at }: AuditEntry): boolean {
  const last = group[group.length - 1];
  return cause !== null || (last !== undefined && Date.parse(last.at) - Date.parse(at) <= WITHIN_MS);
}
