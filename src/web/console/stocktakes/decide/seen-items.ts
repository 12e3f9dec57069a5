import { useState } from "preact/hooks";
import type { Decision } from "../../../../domain/item-decisions.ts";
import type { ApiRequest } from "../../../api/call.ts";
import { approveInventoryItem, decideInventoryItem } from "../../../api/console/inventories.ts";
import type { InventoryItem } from "../../../api/types/endpoints.d.ts";

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

/** The request to approve or decide an item as it was seen: it fails with 412 after a change. */
export function requestFor(act: "approve" | Decision, id: number, seen: string): ApiRequest<InventoryItem> {
  return act === "approve"
    ? approveInventoryItem({ id, seen })
    : decideInventoryItem({ id, seen, body: { decision: act } });
}
