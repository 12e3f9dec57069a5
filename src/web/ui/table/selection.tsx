import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { t } from "../../i18n/translate.ts";
import { Button } from "../button.tsx";
import type { Selectable } from "./data-table.tsx";
import styles from "./table-tools.module.css";

/** The selected rows: some, on any page, or all matching rows. */
export interface Selection extends Selectable {
  /** The selected rows of this page; without `isAll` all selected rows, in their former order. */
  readonly ids: ReadonlySet<number>;
  /** All matching rows are selected, also those that were never on a page. */
  readonly isAll: boolean;
  /** Some selected rows are not on this page. */
  readonly isPartlyHidden: boolean;
  selectAll(): void;
  clear(): void;
  /** Keeps these rows selected in their current version, after their changes were shown, and others in the version that was selected. */
  keep(ids: readonly number[], others?: readonly number[]): void;
  /** The version of a row, or of all matching rows, when it was selected. */
  versionOf(id?: number): string;
}

interface SelectionOptions {
  /** The rows of this page. */
  readonly shown: readonly number[];
  /** The filter. "All" is always limited to one filter. */
  readonly matching: string;
  /** A change of the scope clears the selection. By default the selection is kept when the filter changes. */
  readonly scope?: string;
  /** The current version of the rows, where actions depend on it. */
  readonly version?: string;
}

interface Held {
  readonly scope: string;
  /** The version of each row when it was selected; null: the current one. */
  readonly picked: ReadonlyMap<number, string | null>;
  readonly all: { readonly matching: string; readonly version: string } | null;
}

/** State of the selection of a table. */
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
    keep: (ids, others = []) => {
      const current = ids.map((id) => [id, null] as const);
      const same = others.map((id) => [id, picked.get(id) ?? null] as const);
      setHeld({ scope, picked: new Map([...current, ...same]), all: null });
    },
    versionOf: (id) => (id === undefined ? all?.version : picked.get(id)) ?? version,
  };
}

interface BarProps {
  readonly selection: Selection;
  /** The number of matching rows on all pages; null: not known (yet), or not selectable. */
  readonly total?: number | null;
  /** Buttons with actions on the selected rows. */
  readonly children: ComponentChildren;
}

/**
 * The number of selected rows, with actions, and buttons to select all matching rows or none. Renders nothing without
 * a selection.
 */
export function SelectionBar({ selection, total = null, children }: BarProps) {
  const { ids, isAll, isPartlyHidden, selectAll, clear } = selection;
  const count = isAll ? (total ?? 0) : ids.size;
  if (count === 0) return null;
  return (
    <section class={`${styles["bar"]} no-print`} aria-label={t(msg("Selection"))}>
      <b role="status">
        {t(
          isAll
            ? msg("{n, plural, one {The # match is} other {All # matches}} selected")
            : isPartlyHidden
              ? msg("{n, plural, one {# selected,} other {# selected, some}} not on this page")
              : msg("{n} selected"),
          { n: count },
        )}
      </b>
      {!isAll && total !== null && total > count && (
        <Button kind="plain" onClick={selectAll}>
          {t(msg("Select {n, plural, one {the # match} other {all # matches}}"), { n: total })}
        </Button>
      )}
      {children}
      <Button kind="plain" onClick={clear}>
        {t(msg("Clear selection"))}
      </Button>
    </section>
  );
}
