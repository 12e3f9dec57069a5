import { msg } from "../../../domain/message.ts";
import { t } from "../../i18n/translate.ts";
import { Button } from "../button.tsx";
import { Icon } from "../icon.tsx";
import styles from "./table-tools.module.css";

/** An active filter of a table. */
export interface ActiveFilter {
  readonly key: string;
  /** The name of the filter, and its value as text (empty for one without a value). */
  readonly name: string;
  readonly value?: string;
  readonly remove: () => void;
}

interface ChipsProps {
  readonly filters: readonly ActiveFilter[];
  readonly onClear: () => void;
}

/**
 * The active filters above a table, each removable, with a button that removes all. Renders nothing without filters.
 */
export function FilterChips({ filters, onClear }: ChipsProps) {
  if (filters.length === 0) return null;
  return (
    <ul class={`${styles["chips"]} no-print`} aria-label={t(msg("Active filters"))}>
      {filters.map(({ key, name, value = "", remove }) => {
        const label = value === "" ? name : `${name}: ${value}`;
        return (
          <li key={key}>
            <button
              type="button"
              class={styles["chip"]}
              title={t(msg("Remove filter {label}"), { label })}
              onClick={remove}
            >
              <span class={styles["chipText"]}>
                <span class="sr-only">{t(msg("Remove filter"))} </span>
                {label}
              </span>
              <Icon name="cross" size={14} />
            </button>
          </li>
        );
      })}
      <li>
        <Button kind="plain" class={styles["clear"]} onClick={onClear}>
          {t(msg("Clear filters"))}
        </Button>
      </li>
    </ul>
  );
}
