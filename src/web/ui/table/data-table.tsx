import type { ComponentChildren, RefObject, VNode } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { number, t } from "../../i18n/translate.ts";
import { BareCheckbox } from "../checkbox.tsx";
import { useVirtualRows } from "../virtual-rows.ts";
import type { Paging } from "./pagination.tsx";
import styles from "./table.module.css";

/** A column of a table. */
export interface Column<Row> {
  /** Its name among the columns. Default: the title. */
  readonly key?: string;
  readonly title: string;
  readonly cell?: (row: Row) => ComponentChildren;
  /** In place of `cell`: a number, which is written as the language does, or a text of one. */
  readonly number?: (row: Row) => ComponentChildren;
  /** The server's name of the sort order; absent: not sortable. */
  readonly sort?: string;
  /** Codes never wrap. */
  readonly isCode?: boolean;
  /** On a narrow screen the value is in a line of its own, without the title of the column: the name of the row. */
  readonly isTitle?: boolean;
  /** The cell is the header of the row. */
  readonly isRowHead?: boolean;
  /** A class of its cells and its head. */
  readonly class?: string;
  /** Changes the value in its cell, after a double click or F2 in the row. */
  readonly editor?: (row: Row, onEnd: EndEditing) => ComponentChildren;
}

/** Shows the value of a cell again. 1, -1: and edits the next or the previous cell; 0: and focuses the row; null: the focus is elsewhere. */
export type EndEditing = (then: 1 | -1 | 0 | null) => void;

/** The sort order: `name` or `-name`. */
interface Sorting {
  readonly by: string;
  readonly onSort: (by: string) => void;
}

/** Rows that can be selected (`useSelection`). */
export interface Selectable {
  readonly ids: ReadonlySet<number>;
  readonly select: (ids: ReadonlySet<number>) => void;
}

/** The properties of a table. */
interface TableProps<Row> {
  /** The caption: announced, or also shown above the table. */
  readonly caption: string;
  readonly isCaptionShown?: boolean;
  readonly columns: readonly Column<Row>[];
  /** Null: loading. */
  readonly rows: readonly Row[] | null;
  /** The key of a row. Default: the `oid` of a record; of another row its index. */
  readonly idOf?: ((row: Row, index: number) => number) | undefined;
  /** The address of a row: its first cell is the link, and Enter opens it. */
  readonly hrefOf?: ((row: Row) => string) | undefined;
  /** The row that is open beside the table. */
  readonly openId?: number | null;
  readonly sort?: Sorting | undefined;
  readonly selection?: Selectable | undefined;
  /** PageDown and PageUp turn these pages. */
  readonly paging?: Paging | undefined;
  /** The rows belong to the previous request. */
  readonly isOutdated?: boolean;
  /** Shown in place of an empty table. */
  readonly empty?: string | VNode;
  /** On a narrow screen the table scrolls, instead of showing each row as a block. */
  readonly isGrid?: boolean;
  /** The maximum height in px: the table scrolls, and with many rows only the visible ones are drawn. */
  readonly height?: number;
  readonly class?: string;
  readonly classOf?: (row: Row) => string;
}

/** With more rows, only the visible ones are drawn, each in one line. */
const MAX_DRAWN = 200;
/** The height of the rows of a virtual table, in px. */
const ROW_HEIGHT = 32;

/** A table. Arrows move through its rows, Enter opens one, Space selects it. On a narrow screen each row is a block. */
export function DataTable<Row>(props: TableProps<Row>) {
  const { caption, columns, rows, idOf = ownId, sort, selection, empty, isGrid = false } = props;
  const frame = useRef<HTMLElement>(null);
  const isVirtual = props.height !== undefined && rows !== null && rows.length > MAX_DRAWN;
  const visible = useVirtualRows(frame, isVirtual ? rows.length : 0, ROW_HEIGHT);
  if (rows?.length === 0 && empty !== undefined)
    return typeof empty === "string" ? <p class="muted">{empty}</p> : empty;
  const all = rows ?? [];
  const { from, to } = isVirtual ? visible : { from: 0, to: all.length };
  const looks = [
    styles["table"],
    isGrid ? "" : styles["blocks"],
    isVirtual ? styles["oneLine"] : "",
    props.isOutdated ? styles["isOutdated"] : "",
  ];
  return (
    <ScrollArea name={caption} height={props.height} class={props.class} frame={frame}>
      <table
        class={looks.join(" ")}
        aria-rowcount={isVirtual ? all.length + 1 : undefined}
        aria-busy={rows === null || props.isOutdated === true}
      >
        <caption class={props.isCaptionShown ? "" : "sr-only"}>{caption}</caption>
        <TableHead columns={columns} ids={all.map(idOf)} sort={sort} selection={selection} />
        {rows === null ? (
          <SkeletonRows columns={columns.length + (selection === undefined ? 0 : 1)} />
        ) : (
          <TableBody {...props} rows={all} from={from} to={to} idOf={idOf} />
        )}
      </table>
    </ScrollArea>
  );
}

function contentOf<Row>({ cell, number: numberOf }: Column<Row>, row: Row): ComponentChildren {
  const content = (numberOf ?? cell)?.(row);
  return typeof content === "number" ? number(content) : content;
}

const keyOf = <Row,>({ key, title }: Column<Row>) => key ?? title;

const ownId = (row: unknown, index: number) => (isRecord(row) ? row.oid : index);

const isRecord = (row: unknown): row is { readonly oid: number } =>
  typeof row === "object" && row !== null && "oid" in row;

const SKELETON_ROWS = 5;

interface BodyProps<Row> extends TableProps<Row> {
  readonly rows: readonly Row[];
  readonly idOf: (row: Row, index: number) => number;
  readonly from: number;
  readonly to: number;
}

/** The rows from `from` to `to`, with gaps for the others. */
function TableBody<Row>(props: BodyProps<Row>) {
  const { columns, rows, from, to, idOf, hrefOf, openId, selection, paging, classOf } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  const [current, setCurrent] = useState(0);
  const at = Math.min(current, Math.max(0, rows.length - 1));
  const [edited, setEdited] = useState<{ readonly id: number; readonly key: string } | null>(null);
  // A row that has left the page would be edited again when it is back.
  if (edited !== null && rows.every((row, index) => idOf(row, index) !== edited.id)) setEdited(null);
  const editable = columns.filter(({ editor }) => editor !== undefined);
  const edit = (id: number, nth: number) => {
    const column = editable[nth];
    setEdited(column === undefined ? null : { id, key: keyOf(column) });
    return column !== undefined;
  };
  const onKeyDown = useRowKeys({
    body,
    goTo: setCurrent,
    paging,
    rows,
    isOutdated: props.isOutdated ?? false,
    edit: (index) => {
      const row = rows[index];
      return row !== undefined && edit(idOf(row, index), 0);
    },
  });
  const hasKeys = hrefOf !== undefined || paging !== undefined;
  const isVirtual = to - from < rows.length;
  // The new value may have moved the row.
  const latest = useRef(rows);
  latest.current = rows;
  useKeptFocus(body);
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
            {columns.map((column, nth) => {
              const place = editable.indexOf(column);
              const onEnd: EndEditing = (then) => {
                const now = latest.current.findIndex((one, at) => idOf(one, at) === id);
                // Where the row has left the list, the focus goes to the one in its place.
                if (now !== -1 && (then === 1 || then === -1) && edit(id, place + then)) return;
                setEdited(null);
                const next = now === -1 ? Math.min(index, latest.current.length - 1) : now;
                if (then !== null) focusRow(body.current?.rows[next]);
              };
              return (
                <Cell
                  key={keyOf(column)}
                  column={column}
                  isFirst={nth === 0}
                  onEdit={place === -1 ? undefined : () => edit(id, place)}
                >
                  {edited?.id === id && edited.key === keyOf(column) ? (
                    column.editor?.(row, onEnd)
                  ) : nth === 0 && hrefOf !== undefined ? (
                    <a href={hrefOf(row)} tabIndex={index === at ? 0 : -1} data-row>
                      {contentOf(column, row)}
                    </a>
                  ) : (
                    contentOf(column, row)
                  )}
                </Cell>
              );
            })}
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
  /** Undefined: the value can't be changed here. */
  readonly onEdit: (() => void) | undefined;
  readonly children: ComponentChildren;
}

function Cell<Row>({ column, isFirst, onEdit, children }: CellProps<Row>) {
  const look = column.number ? styles["number"] : column.isCode ? styles["code"] : "";
  const editable = onEdit === undefined ? "" : styles["editable"];
  const own = `${look} ${column.isTitle ? styles["title"] : ""} ${editable} ${column.class ?? ""}`;
  if (column.isRowHead) {
    return (
      <th scope="row" class={own}>
        {children}
      </th>
    );
  }
  return (
    <td class={own} data-title={isFirst || column.isTitle ? undefined : column.title} onDblClick={onEdit}>
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
function SkeletonRows({ columns }: { readonly columns: number }) {
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
  readonly goTo: (at: number) => void;
  readonly paging: Paging | undefined;
  readonly rows: readonly unknown[];
  /** They belong to the page before. */
  readonly isOutdated: boolean;
  /** Edits a row. Returns false where it can't be edited. */
  readonly edit: (index: number) => boolean;
}

/** Focuses a row, or its link. */
function focusRow(row: HTMLTableRowElement | undefined): void {
  (row?.matches("[data-row]") ? row : row?.querySelector<HTMLElement>("[data-row]"))?.focus();
}

/** Keeps the focus on a row that others move: browsers take it from an element that is inserted elsewhere. */
function useKeptFocus(body: RefObject<HTMLTableSectionElement>): void {
  const { activeElement } = document;
  useLayoutEffect(() => {
    const isLost = document.activeElement === document.body;
    // An editor that lost the focus has ended.
    if (isLost && activeElement instanceof HTMLElement && activeElement.matches("[data-row]"))
      if (body.current?.contains(activeElement)) activeElement.focus({ preventScroll: true });
  });
}

/**
 * Keys of a table whose rows are links, or that has pages: arrows, Home and End move between rows, Space selects the row, F2 edits it,
 * PageDown and PageUp turn pages and focus the first row of the new one. Other keys, and those in fields, are not handled.
 */
function useRowKeys({
  body,
  goTo,
  paging,
  rows,
  isOutdated,
  edit,
}: KeyOptions): (event: KeyboardEvent) => void {
  const turnedFrom = useRef<readonly unknown[] | null>(null);
  const focusAt = (index: number) => {
    goTo(index);
    focusRow(body.current?.rows[index]);
  };
  // A layout effect, so that no key comes before it.
  useLayoutEffect(() => {
    if (turnedFrom.current === null || turnedFrom.current === rows || isOutdated) return;
    turnedFrom.current = null;
    focusAt(0);
  }, [rows, isOutdated]);
  return (event) => {
    const { target, key } = event;
    if (body.current === null || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!(target instanceof Element) || target.matches("input:not([type=checkbox]), select, textarea"))
      return;
    // Others may have moved the row since it got the focus.
    const at = [...body.current.rows].findIndex((row) => row.contains(target));
    const step = STEPS[key];
    const turn = key === "PageDown" ? paging?.next : key === "PageUp" ? paging?.previous : null;
    if (turn) {
      turnedFrom.current = rows;
      turn();
    } else if (key === " " && target instanceof HTMLAnchorElement) {
      body.current.rows[at]?.querySelector<HTMLInputElement>("input[type=checkbox]")?.click();
    } else if (step !== undefined) {
      focusAt(step(at, body.current.rows.length - 1));
    } else if (key !== "F2" || !edit(at)) return;
    event.preventDefault();
  };
}

interface HeadProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly ids: readonly number[];
  readonly sort: Sorting | undefined;
  readonly selection: Selectable | undefined;
}

/** The head of a table: column titles, sort buttons, and the checkbox for all rows. */
function TableHead<Row>({ columns, ids, sort, selection }: HeadProps<Row>) {
  return (
    <thead>
      <tr>
        {selection !== undefined && (
          <th scope="col" class={styles["select"]} data-title={t(SELECT_ALL)}>
            <SelectAll ids={ids} selection={selection} />
          </th>
        )}
        {columns.map((column) => (
          <ColumnHead key={keyOf(column)} column={column} sort={sort} />
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

function ColumnHead<Row>({ column, sort }: ColumnHeadProps<Row>) {
  const { sort: name, title, class: own = "" } = column;
  const look = `${column.number ? styles["number"] : ""} ${own}`;
  if (name === undefined || sort === undefined) {
    return (
      <th scope="col" class={`${look} ${styles["isName"]}`}>
        {title}
      </th>
    );
  }
  const order = sort.by === name ? "ascending" : sort.by === `-${name}` ? "descending" : "none";
  return (
    <th scope="col" class={look} aria-sort={order}>
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

interface ScrollProps {
  /** The accessible name. */
  readonly name: string;
  /** The maximum height in px; undefined: that of the window. */
  readonly height?: number | undefined;
  readonly class?: string | undefined;
  readonly frame?: RefObject<HTMLElement>;
  readonly children: ComponentChildren;
}

/** Content that may be wider or longer than its frame. It scrolls there, also by the arrow keys. */
export function ScrollArea({ name, height, class: own = "", frame, children }: ScrollProps) {
  const inner = useRef<HTMLElement>(null);
  const element = frame ?? inner;
  const isWide = useIsWide(element) || height !== undefined;
  return (
    <section
      ref={element}
      class={`${styles["frame"]} ${isWide ? styles["isWide"] : ""} ${height === undefined ? "" : styles["isBounded"]} ${own}`}
      style={height === undefined ? undefined : { maxHeight: `${height}px` }}
      // A scrolling element must be reachable by keyboard (WCAG 2.1.1). Others are no tab stop and no landmark.
      {...(isWide && { "aria-label": name, tabIndex: 0 })}
    >
      {children}
    </section>
  );
}

/**
 * Whether the content is wider than its frame. Only then does the frame scroll, because the head of a table sticks to the
 * scrolling element.
 */
function useIsWide(frame: RefObject<HTMLElement>): boolean {
  const [isWide, setWide] = useState(false);
  useEffect(() => {
    const { current } = frame;
    if (current === null) return undefined;
    const observer = new ResizeObserver(() => setWide(current.scrollWidth > current.clientWidth));
    observer.observe(current);
    for (const child of current.children) observer.observe(child);
    return () => observer.disconnect();
  }, [frame]);
  return isWide;
}
