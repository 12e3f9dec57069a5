import type { ComponentChildren } from "preact";
import { useRef, useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { t } from "../../i18n/translate.ts";
import { moveByKey } from "./row-keys.ts";
import { ScrollArea } from "./sideways.tsx";

/** A column of a table. */
export interface Column<Row> {
  readonly key: string;
  readonly title: string;
  readonly cell: (row: Row) => ComponentChildren;
  /** The word by which the server sorts by it; without it it can't. */
  readonly sort?: string;
  readonly isNumber?: boolean;
  /** Codes never wrap. */
  readonly isCode?: boolean;
}

interface TableProps<Row> {
  /** What the table shows, read out. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly idOf: (row: Row) => number;
  /** Where a row leads: its first cell is the link, and Enter opens it. */
  readonly hrefOf?: (row: Row) => string;
  /** The row that is shown beside the table. */
  readonly openId?: number | null;
  /** `name` or `-name`. */
  readonly sort?: { readonly by: string; readonly onSort: (by: string) => void };
  readonly chosen?: {
    readonly ids: ReadonlySet<number>;
    readonly onChosen: (ids: ReadonlySet<number>) => void;
  };
}

/** A table: arrows go through its rows, Enter opens one, Space chooses it. On a narrow screen each row is a block (table.css). */
export function DataTable<Row>({
  caption,
  columns,
  rows,
  idOf,
  hrefOf,
  openId,
  sort,
  chosen,
}: TableProps<Row>) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [current, setCurrent] = useState(0);
  const at = Math.min(current, Math.max(0, rows.length - 1));
  return (
    <ScrollArea name={caption}>
      <table class="data by-rows">
        <caption class="unseen">{caption}</caption>
        <thead>
          <tr>
            {chosen !== undefined && (
              <th scope="col" class="choose">
                <ChooseAll rows={rows.map(idOf)} {...chosen} />
              </th>
            )}
            {columns.map((column) => (
              <Head key={column.key} column={column} sort={sort} />
            ))}
          </tr>
        </thead>
        <tbody ref={body} onKeyDown={(event) => moveByKey(event, body.current, at, setCurrent)}>
          {rows.map((row, index) => {
            const id = idOf(row);
            const isChosen = chosen?.ids.has(id) ?? false;
            return (
              <tr
                key={id}
                class={isChosen || id === openId ? "is-chosen" : ""}
                onFocusIn={() => setCurrent(index)}
              >
                {chosen !== undefined && (
                  <td class="choose">
                    <input
                      type="checkbox"
                      tabIndex={-1}
                      checked={isChosen}
                      aria-label={t(TEXTS.choose, { row: id })}
                      onChange={() => chosen.onChosen(toggled(chosen.ids, id))}
                    />
                  </td>
                )}
                {columns.map((column, place) => (
                  <td
                    key={column.key}
                    class={column.isNumber ? "number" : column.isCode ? "is-code" : ""}
                    data-title={place === 0 ? undefined : column.title}
                  >
                    {place === 0 && hrefOf !== undefined ? (
                      <a href={hrefOf(row)} tabIndex={index === at ? 0 : -1} data-row>
                        {column.cell(row)}
                      </a>
                    ) : (
                      column.cell(row)
                    )}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </ScrollArea>
  );
}

function toggled(ids: ReadonlySet<number>, id: number): ReadonlySet<number> {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return next;
}

function ChooseAll(props: {
  readonly rows: readonly number[];
  readonly ids: ReadonlySet<number>;
  readonly onChosen: (ids: ReadonlySet<number>) => void;
}) {
  const { rows, ids, onChosen } = props;
  const isAll = rows.length > 0 && rows.every((id) => ids.has(id));
  const toggle = () => {
    const others = [...ids].filter((id) => rows.indexOf(id) === -1);
    onChosen(new Set(isAll ? others : [...others, ...rows]));
  };
  return <input type="checkbox" checked={isAll} aria-label={t(TEXTS.chooseAll)} onChange={toggle} />;
}

function Head<Row>({
  column,
  sort,
}: {
  readonly column: Column<Row>;
  readonly sort: TableProps<Row>["sort"];
}) {
  const { sort: word, title } = column;
  const kind = column.isNumber ? "number" : "";
  if (word === undefined || sort === undefined) {
    return (
      <th scope="col" class={`${kind} is-name`}>
        {title}
      </th>
    );
  }
  const way = sort.by === word ? "ascending" : sort.by === `-${word}` ? "descending" : "none";
  return (
    <th scope="col" class={kind} aria-sort={way}>
      <button type="button" class="sort" onClick={() => sort.onSort(way === "ascending" ? `-${word}` : word)}>
        {title}
        <span aria-hidden="true">
          {way === "ascending" ? "\u00a0▲" : way === "descending" ? "\u00a0▼" : ""}
        </span>
      </button>
    </th>
  );
}

const TEXTS = {
  choose: msg("Select row {row}"),
  chooseAll: msg("Select all rows on this page"),
};
