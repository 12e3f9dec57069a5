import { useState } from "preact/hooks";

/** The path of a write that applies to what was seen only: a later change makes it fail (412). */
export function ifUnchanged(path: string, seen: string): string {
  return `${path}${path.includes("?") ? "&" : "?"}seen=${encodeURIComponent(seen)}`;
}

/** The selected items: some, each as it was when it was selected, or all that match the filters. */
export interface Selection {
  readonly ids: ReadonlySet<number>;
  /** The version of the items when all matching ones were selected; null: only `ids` are selected. */
  readonly allSeen: string | null;
  select(ids: ReadonlySet<number>): void;
  selectAll(): void;
  clear(): void;
  /** Keeps these selected in their present state: their changes were shown. */
  keep(ids: readonly number[]): void;
  /** The version of an item when it was selected. */
  seenOf(oid: number): string;
}

interface Selected {
  readonly key: string;
  readonly versions: ReadonlyMap<number, string | null>;
  readonly allSeen: string | null;
}

/** A selection among the items of a view. `key`: another view or filter begins with an empty one. `seen`: their present version. */
export function useSelection(key: string, seen: string): Selection {
  const [held, setHeld] = useState<Selected>({ key, versions: new Map(), allSeen: null });
  const empty: Selected = { key, versions: new Map(), allSeen: null };
  const { versions, allSeen } = held.key === key ? held : empty;
  return {
    ids: new Set(versions.keys()),
    allSeen,
    select: (ids) =>
      setHeld((now) => {
        const before = now.key === key ? now.versions : empty.versions;
        const versionOf = (oid: number) => (before.has(oid) ? (before.get(oid) ?? null) : seen);
        return { key, versions: new Map(Array.from(ids, (oid) => [oid, versionOf(oid)])), allSeen: null };
      }),
    selectAll: () => setHeld({ key, versions, allSeen: seen }),
    clear: () => setHeld(empty),
    keep: (ids) => setHeld({ key, versions: new Map(ids.map((oid) => [oid, null])), allSeen: null }),
    seenOf: (oid) => versions.get(oid) ?? seen,
  };
}
