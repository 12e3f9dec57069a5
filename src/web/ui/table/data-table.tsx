import type { ComponentChildren, VNode } from "preact";
import { useRef } from "preact/hooks";
import { useVirtualRows } from "../virtual-rows.ts";
import type { Paging } from "./pagination.tsx";
import { ScrollArea } from "./scroll-area.tsx";
import styles from "./table.module.css";
import { SkeletonRows, TableBody } from "./table-body.tsx";
import { TableHead } from "./table-head.tsx";

/** A column of a table. */
export interface Column<Row> {
  readonly key: string;
  readonly title: string;
  readonly cell: (row: Row) => ComponentChildren;
  /** The server's name of the sort order; absent: not sortable. */
  readonly sort?: string;
  readonly isNumber?: boolean;
  /** Codes never wrap. */
  readonly isCode?: boolean;
  /** On a narrow screen the value is in a line of its own, without the title of the column: the name of the row. */
  readonly isTitle?: boolean;
  /** The cell is the header of the row. */
  readonly isRowHead?: boolean;
  readonly class?: string;
}

/** The sort order: `name` or `-name`. */
export interface Sorting {
  readonly by: string;
  readonly onSort: (by: string) => void;
}

/** Rows that can be selected (`useSelection`). */
export interface Selectable {
  readonly ids: ReadonlySet<number>;
  readonly select: (ids: ReadonlySet<number>) => void;
}

/** The properties of a table. */
export interface TableProps<Row> {
  /** The caption: announced, or also shown above the table. */
  readonly caption: string;
  readonly isCaptionShown?: boolean;
  readonly columns: readonly Column<Row>[];
  /** Null: loading. */
  readonly rows: readonly Row[] | null;
  /** The key of a row; absent: its index. */
  readonly idOf?: (row: Row, index: number) => number;
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
export const ROW_HEIGHT = 32;

/** A table. Arrows move through its rows, Enter opens one, Space selects it. On a narrow screen each row is a block. */
export function DataTable<Row>(props: TableProps<Row>) {
  const { caption, columns, rows, idOf = byIndex, sort, selection, empty, isGrid = false } = props;
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

const byIndex = (_: unknown, index: number) => index;
