import type { ComponentChildren } from "preact";
import { msg } from "../../../domain/message.ts";
import { t } from "../../i18n/translate.ts";
import { Button } from "../button.tsx";
import type { Selection } from "./selection.ts";
import styles from "./table-tools.module.css";

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
