import { msg } from "../../../domain/message.ts";
import { t } from "../../i18n/translate.ts";
import { BareCheckbox } from "../checkbox.tsx";
import type { Column, Selectable, Sorting } from "./data-table.tsx";
import styles from "./table.module.css";

interface HeadProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly ids: readonly number[];
  readonly sort: Sorting | undefined;
  readonly selection: Selectable | undefined;
}

/** The head of a table: column titles, sort buttons, and the checkbox for all rows. */
export function TableHead<Row>({ columns, ids, sort, selection }: HeadProps<Row>) {
  return (
    <thead>
      <tr>
        {selection !== undefined && (
          <th scope="col" class={styles["select"]} data-title={t(SELECT_ALL)}>
            <SelectAll ids={ids} selection={selection} />
          </th>
        )}
        {columns.map((column) => (
          <ColumnHead key={column.key} column={column} sort={sort} />
        ))}
      </tr>
    </thead>
  );
}

interface SelectAllProps {
  readonly ids: readonly number[];
  readonly selection: Selectable;
}

function SelectAll({ ids, selection: { ids: selected, select } }: SelectAllProps) {
  const count = ids.filter((id) => selected.has(id)).length;
  const isAll = count > 0 && count === ids.length;
  const toggle = () => {
    const others = [...selected].filter((id) => ids.indexOf(id) === -1);
    select(new Set(isAll ? others : [...others, ...ids]));
  };
  return (
    <BareCheckbox
      checked={isAll}
      indeterminate={count > 0 && !isAll}
      aria-label={t(SELECT_ALL)}
      onChange={toggle}
    />
  );
}

interface ColumnHeadProps<Row> {
  readonly column: Column<Row>;
  readonly sort: Sorting | undefined;
}

function ColumnHead<Row>({ column: { sort: name, title, isNumber }, sort }: ColumnHeadProps<Row>) {
  const align = isNumber ? styles["number"] : "";
  if (name === undefined || sort === undefined) {
    return (
      <th scope="col" class={`${align} ${styles["isName"]}`}>
        {title}
      </th>
    );
  }
  const order = sort.by === name ? "ascending" : sort.by === `-${name}` ? "descending" : "none";
  return (
    <th scope="col" class={align} aria-sort={order}>
      <button
        type="button"
        class={styles["sort"]}
        onClick={() => sort.onSort(order === "ascending" ? `-${name}` : name)}
      >
        {title}
        <span aria-hidden="true">{ARROWS[order]}</span>
      </button>
    </th>
  );
}

const ARROWS = { ascending: "\u00a0▲", descending: "\u00a0▼", none: "" } as const;
const SELECT_ALL = msg("Select all rows on this page");
