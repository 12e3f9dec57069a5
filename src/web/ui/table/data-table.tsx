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
  /** The name by which the server sorts by it; without it it can't. */
  readonly sort?: string;
  readonly isNumber?: boolean;
  /** Codes never wrap. */
  readonly isCode?: boolean;
  /** Names the row. */
  readonly isRowHead?: boolean;
  readonly class?: string;
}

/** The order of the rows: `name` or `-name`. */
export interface Sorting {
  readonly by: string;
  readonly onSort: (by: string) => void;
}

/** Rows that can be selected (`useSelection`). */
export interface Selectable {
  readonly ids: ReadonlySet<number>;
  readonly select: (ids: ReadonlySet<number>) => void;
}

/** What a table shows. */
export interface TableProps<Row> {
  /** What the table shows; read out, or also shown above it. */
  readonly caption: string;
  readonly isCaptionShown?: boolean;
  readonly columns: readonly Column<Row>[];
  /** Null: they are loading. */
  readonly rows: readonly Row[] | null;
  /** Undefined: rows are told apart by their index. */
  readonly idOf?: (row: Row, index: number) => number;
  /** Where a row leads: its first cell is the link, and Enter opens it. */
  readonly hrefOf?: ((row: Row) => string) | undefined;
  /** The row that is shown beside the table. */
  readonly openId?: number | null;
  readonly sort?: Sorting | undefined;
  readonly selection?: Selectable | undefined;
  /** PageDown and PageUp turn these pages. */
  readonly paging?: Paging | undefined;
  /** The rows are still those of the former request. */
  readonly isOutdated?: boolean;
  /** Shown in place of a table without rows. */
  readonly empty?: string | VNode;
  /** On a narrow screen it stays a table that scrolls, instead of a block for each row. */
  readonly isGrid?: boolean;
  /** The greatest height in px: the table scrolls by itself, and of many rows only the visible ones are drawn. */
  readonly height?: number;
  readonly class?: string;
  readonly classOf?: (row: Row) => string;
}

/** More rows are drawn only as far as they are visible, each in one line. */
const MAX_DRAWN = 200;
/** Rows of a virtual table are as high as this, in px. */
export const ROW_HEIGHT = 32;

/** A table: arrows go through its rows, Enter opens one, Space selects it. On a narrow screen each row is a block. */
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
