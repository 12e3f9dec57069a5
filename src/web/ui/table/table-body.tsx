import type { ComponentChildren, RefObject } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { t } from "../../i18n/translate.ts";
import { BareCheckbox } from "../checkbox.tsx";
import { type Column, ROW_HEIGHT, type Selectable, type TableProps } from "./data-table.tsx";
import type { Paging } from "./pagination.tsx";
import styles from "./table.module.css";

const SKELETON_ROWS = 5;

interface BodyProps<Row> extends TableProps<Row> {
  readonly rows: readonly Row[];
  readonly idOf: (row: Row, index: number) => number;
  readonly from: number;
  readonly to: number;
}

/** The rows from `from` to `to`, with gaps for the others. */
export function TableBody<Row>(props: BodyProps<Row>) {
  const { columns, rows, from, to, idOf, hrefOf, openId, selection, paging, classOf } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  const [current, setCurrent] = useState(0);
  const at = Math.min(current, Math.max(0, rows.length - 1));
  const onKeyDown = useRowKeys({
    body,
    at,
    goTo: setCurrent,
    paging,
    rows,
    isOutdated: props.isOutdated ?? false,
  });
  const hasKeys = hrefOf !== undefined || paging !== undefined;
  const isVirtual = to - from < rows.length;
  return (
    <tbody ref={body} {...(hasKeys && { onKeyDown })}>
      <Gap rows={from} />
      {rows.slice(from, to).map((row, place) => {
        const index = from + place;
        const id = idOf(row, index);
        const isSelected = selection?.ids.has(id) ?? false;
        return (
          <tr
            key={id}
            class={`${classOf?.(row) ?? ""} ${isSelected || id === openId ? styles["isSelected"] : ""}`}
            aria-rowindex={isVirtual ? index + 2 : undefined}
            {...(hasKeys && { onFocusIn: () => setCurrent(index) })}
            {...(hasKeys && hrefOf === undefined && { tabIndex: index === at ? 0 : -1, "data-row": true })}
          >
            {selection !== undefined && <SelectCell id={id} selection={selection} />}
            {columns.map((column, nth) => (
              <Cell key={column.key} column={column} isFirst={nth === 0}>
                {nth === 0 && hrefOf !== undefined ? (
                  <a href={hrefOf(row)} tabIndex={index === at ? 0 : -1} data-row>
                    {column.cell(row)}
                  </a>
                ) : (
                  column.cell(row)
                )}
              </Cell>
            ))}
          </tr>
        );
      })}
      <Gap rows={rows.length - to} />
    </tbody>
  );
}

interface CellProps<Row> {
  readonly column: Column<Row>;
  readonly isFirst: boolean;
  readonly children: ComponentChildren;
}

function Cell<Row>({ column, isFirst, children }: CellProps<Row>) {
  const look = column.isNumber ? styles["number"] : column.isCode ? styles["code"] : "";
  const own = `${look} ${column.isTitle ? styles["title"] : ""} ${column.class ?? ""}`;
  if (column.isRowHead) {
    return (
      <th scope="row" class={own}>
        {children}
      </th>
    );
  }
  return (
    <td class={own} data-title={isFirst || column.isTitle ? undefined : column.title}>
      {children}
    </td>
  );
}

function SelectCell({
  id,
  selection: { ids, select },
}: {
  readonly id: number;
  readonly selection: Selectable;
}) {
  const toggle = () => {
    const next = new Set(ids);
    if (!next.delete(id)) next.add(id);
    select(next);
  };
  return (
    <td class={styles["select"]}>
      <BareCheckbox
        tabIndex={-1}
        checked={ids.has(id)}
        aria-label={t(msg("Select row {row}"), { row: id })}
        onChange={toggle}
      />
    </td>
  );
}

/** The height of rows that are not drawn. */
function Gap({ rows }: { readonly rows: number }) {
  return rows === 0 ? null : <tr class={styles["gap"]} style={{ height: `${rows * ROW_HEIGHT}px` }} />;
}

/** Placeholders for rows that are loading. */
export function SkeletonRows({ columns }: { readonly columns: number }) {
  return (
    <tbody class={styles["skeleton"]} aria-hidden="true">
      {Array.from({ length: SKELETON_ROWS }, (_, row) => (
        <tr key={row}>
          {Array.from({ length: columns }, (__, column) => (
            <td key={column}>
              <span />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}

const STEPS: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at, last) => Math.min(at + 1, last),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_, last) => last,
};

interface KeyOptions {
  readonly body: RefObject<HTMLTableSectionElement>;
  /** The row with the keyboard focus. */
  readonly at: number;
  readonly goTo: (at: number) => void;
  readonly paging: Paging | undefined;
  readonly rows: readonly unknown[];
  /** They belong to the page before. */
  readonly isOutdated: boolean;
}

/**
 * Keys of a table whose rows are links, or that has pages: arrows, Home and End move between rows, Space selects the row, PageDown and
 * PageUp turn pages and focus the first row of the new one. Other keys, and those in fields, are not handled.
 */
function useRowKeys({
  body,
  at,
  goTo,
  paging,
  rows,
  isOutdated,
}: KeyOptions): (event: KeyboardEvent) => void {
  const turnedFrom = useRef<readonly unknown[] | null>(null);
  const focusRow = (index: number) => {
    goTo(index);
    const row = body.current?.rows[index];
    (row?.matches("[data-row]") ? row : row?.querySelector<HTMLElement>("[data-row]"))?.focus();
  };
  // A layout effect, so that no key comes before it.
  useLayoutEffect(() => {
    if (turnedFrom.current === null || turnedFrom.current === rows || isOutdated) return;
    turnedFrom.current = null;
    focusRow(0);
  }, [rows, isOutdated]);
  return (event) => {
    const { target, key } = event;
    if (body.current === null || event.ctrlKey || event.metaKey || event.altKey) return;
    if (target instanceof Element && target.matches("input:not([type=checkbox]), select, textarea")) return;
    const step = STEPS[key];
    const turn = key === "PageDown" ? paging?.next : key === "PageUp" ? paging?.previous : null;
    if (turn) {
      turnedFrom.current = rows;
      turn();
    } else if (key === " " && target instanceof HTMLAnchorElement) {
      body.current.rows[at]?.querySelector<HTMLInputElement>("input[type=checkbox]")?.click();
    } else if (step !== undefined) {
      focusRow(step(at, body.current.rows.length - 1));
    } else return;
    event.preventDefault();
  };
}
