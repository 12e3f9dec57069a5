import { useState } from "preact/hooks";
import type { Selectable } from "./data-table.tsx";

/** The selected rows: some, on whichever page, or all that match. */
export interface Selection extends Selectable {
  /** Shown as selected; without `isAll` all that are selected, in the order in which they were. */
  readonly ids: ReadonlySet<number>;
  /** All that match are selected, also those that were never on a page. */
  readonly isAll: boolean;
  /** Some of them are not on this page. */
  readonly isPartlyHidden: boolean;
  selectAll(): void;
  clear(): void;
  /** Keeps these selected in their present version: their changes were shown. */
  keep(ids: readonly number[]): void;
  /** The version of a row, or of all that match, when it was selected. */
  versionOf(id?: number): string;
}

interface SelectionOptions {
  /** The rows of this page. */
  readonly shown: readonly number[];
  /** What matches: "all" never means what matches another filter. */
  readonly matching: string;
  /** Another scope begins with an empty selection; by default the selection outlives a change of the filter. */
  readonly scope?: string;
  /** The present version of the rows, where what is done with them depends on it. */
  readonly version?: string;
}

interface Held {
  readonly scope: string;
  /** The version of each row when it was selected; null: its present one. */
  readonly picked: ReadonlyMap<number, string | null>;
  readonly all: { readonly matching: string; readonly version: string } | null;
}

/** The selection of a table. */
export function useSelection({ shown, matching, scope = "", version = "" }: SelectionOptions): Selection {
  const none: Held = { scope, picked: new Map(), all: null };
  const [held, setHeld] = useState(none);
  const { picked, all } = held.scope === scope ? held : none;
  const isAll = all?.matching === matching;
  return {
    ids: new Set(isAll ? shown : picked.keys()),
    isAll,
    isPartlyHidden: !isAll && Array.from(picked.keys()).some((id) => shown.indexOf(id) === -1),
    select: (ids) =>
      setHeld((now) => {
        const before = now.scope === scope ? now.picked : none.picked;
        const versionOf = (id: number) => (before.has(id) ? (before.get(id) ?? null) : version);
        return { scope, picked: new Map(Array.from(ids, (id) => [id, versionOf(id)])), all: null };
      }),
    selectAll: () => setHeld({ scope, picked: none.picked, all: { matching, version } }),
    clear: () => setHeld(none),
    keep: (ids) => setHeld({ scope, picked: new Map(ids.map((id) => [id, null])), all: null }),
    versionOf: (id) => (id === undefined ? all?.version : picked.get(id)) ?? version,
  };
}
