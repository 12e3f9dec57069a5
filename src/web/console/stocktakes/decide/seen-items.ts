import { useState } from "preact/hooks";
import type { InventoryItem } from "../../../api/types/endpoints.d.ts";

/** The items of a stocktake as somebody sees them, and the cursor by which the server knows what that was. */
export interface SeenItems {
  readonly items: readonly InventoryItem[];
  readonly cursor: string;
}

/** The address of a write that holds only for what was seen: what has changed since is refused (412). */
export function ifUnchanged(path: string, cursor: string): string {
  return `${path}?seen=${encodeURIComponent(cursor)}`;
}

/** The items that somebody has chosen, each as it was when they chose it. */
export interface Choice {
  readonly ids: ReadonlySet<number>;
  choose(ids: ReadonlySet<number>): void;
  /** These stay chosen as they are shown from now on: their changes were told. */
  keep(ids: readonly number[]): void;
  /** The cursor at which it was chosen. */
  seenOf(oid: number): string;
}

/** A choice among the items that are shown at this cursor. */
export function useChoice(cursor: string): Choice {
  const [seen, setSeen] = useState<ReadonlyMap<number, string | null>>(new Map());
  return {
    ids: new Set(seen.keys()),
    choose: (ids) =>
      setSeen((now) => {
        const cursorOf = (oid: number) => (now.has(oid) ? (now.get(oid) ?? null) : cursor);
        return new Map(Array.from(ids, (oid) => [oid, cursorOf(oid)]));
      }),
    keep: (ids) => setSeen(new Map(ids.map((oid) => [oid, null]))),
    seenOf: (oid) => seen.get(oid) ?? cursor,
  };
}
