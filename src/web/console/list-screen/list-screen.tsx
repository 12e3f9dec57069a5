import type { ComponentChildren } from "preact";
import { msg } from "../../../domain/message.ts";
import type { Query } from "../../api/call.ts";
import { t } from "../../i18n/translate.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import { addressQuery, changeQuery } from "../../router/address.ts";
import { Button } from "../../ui/button.tsx";
import type { IconName } from "../../ui/icon.tsx";
import { EmptyState } from "../../ui/surfaces.tsx";
import { type Column, DataTable, type Selectable } from "../../ui/table/data-table.tsx";
import { Pagination } from "../../ui/table/pagination.tsx";
import { Problem } from "../../ui/use-action.tsx";
import { useDownload } from "../batch/use-download.ts";
import { Screen, type ScreenProps } from "../layout/screen.tsx";
import { isFiltered } from "./filters.ts";
import { ListFilters } from "./list-filters.tsx";
import type { List } from "./use-list.ts";

interface ListScreenProps<Row> extends Omit<ScreenProps, "children"> {
  /** The rows: `useList`, or `listOf` where they are here already. Rows made from those of the server: `{ ...list, rows }`. */
  readonly list: List<Row>;
  readonly columns: readonly Column<Row>[];
  /** The key of a row. Default: its `oid`. */
  readonly idOf?: ((row: Row) => number) | undefined;
  /** The address of a row: its first cell is the link. */
  readonly hrefOf?: ((row: Row) => string) | undefined;
  /** The caption of the table. Default: the title. */
  readonly caption?: string;
  /** Shown in place of the table while there are no rows at all. With filters, the screen says that nothing matches them. */
  readonly empty: {
    readonly icon: IconName;
    readonly title: string;
    readonly text?: string;
    /** The next step, where the user may take it. */
    readonly action?: ComponentChildren;
  };
  /** Files with the rows of all pages, as buttons beside the title. */
  readonly exports?: readonly { readonly label: string; readonly request: Query<unknown> }[];
  /** Undefined: rows can't be selected (now). */
  readonly selection?: Selectable | undefined;
  /** Above the filters: what needs attention. */
  readonly notices?: ComponentChildren;
  /** Between the filters and the table. */
  readonly summary?: ComponentChildren;
  /** Below the table: actions on selected rows, dialogs. */
  readonly children?: ComponentChildren;
}

/** The number of rows before *Show all*, where the response has all rows. */
const FIRST_ROWS = 300;

/**
 * A screen with one list: title and actions, filters, table, pages. Each list of the console uses it.
 *
 * ```tsx
 * const list = useList({
 *   filters: { state: { kind: "choice", label: t(msg("State")), items } },
 *   pages: { by: "before", rows: 50 },
 *   request: (filters, page) => call("GET /api/webhooks/{id}/deliveries", { id, ...filters, ...page }),
 *   everySeconds: 10,
 * });
 * return <ListScreen title={…} list={list} columns={…} empty={…} />;
 * ```
 *
 * By default: the rows before stay while others load, marked as outdated; PageUp and PageDown turn pages; filters are in the address,
 * and a change of one shows the first page; they are saved as views; an empty list says whether filters are the reason; errors can be tried
 * again; of more than 300 rows without pages the first are shown. What only one screen has is ordinary code in it: `notices`,
 * `summary` and `children` are its places. A list that needs more uses the same parts by itself, and stands in
 * `test/structure/client-rules.test.ts`.
 */
export function ListScreen<Row>(props: ListScreenProps<Row>) {
  const { list, columns, idOf, hrefOf, caption, empty, exports = [], selection, ...others } = props;
  const { notices, summary, children, actions, ...screen } = others;
  const { query, rows, isWaiting, filters, pages } = list;
  const download = useDownload();
  const isEmpty = rows?.length === 0;
  const shown = pages === null && !addressQuery().has("all") ? (rows?.slice(0, FIRST_ROWS) ?? null) : rows;
  const table = (
    <DataTable
      caption={caption ?? screen.title}
      columns={columns}
      rows={shown}
      idOf={idOf}
      hrefOf={hrefOf}
      selection={selection}
      paging={pages ?? undefined}
      isOutdated={isWaiting}
    />
  );
  return (
    <Screen
      {...screen}
      actions={
        <>
          {exports.map(({ label, request }) => (
            <Button
              key={label}
              disabled={download.coming !== null}
              onClick={() => void download.start(request)}
            >
              {label}
            </Button>
          ))}
          {actions}
        </>
      }
    >
      {notices}
      <Problem text={download.problem} />
      <ListFilters filters={filters} />
      {summary}
      <QueryBoundary
        query={query}
        isEmpty={() => isEmpty}
        empty={<Empty list={list} empty={empty} />}
        loading={table}
      >
        {() => table}
      </QueryBoundary>
      {shown !== null && rows !== null && shown.length < rows.length && (
        <Button onClick={() => changeQuery({ all: "yes" })}>
          {t(msg("Show all {n}"), { n: rows.length })}
        </Button>
      )}
      {pages !== null && (
        <Pagination
          paging={pages}
          pageRows={pages.pageRows}
          shown={pages.shown}
          total={pages.total}
          isWaiting={isWaiting}
        />
      )}
      {children}
    </Screen>
  );
}

function Empty<Row>({ list: { filters, pages }, empty }: Pick<ListScreenProps<Row>, "list" | "empty">) {
  if (isFiltered(filters)) {
    return (
      <EmptyState
        icon="find"
        title={t(msg("Nothing matches the filters"))}
        text={t(msg("Change or clear the filters."))}
      />
    );
  }
  if (pages !== null && pages.page > 1)
    return <EmptyState icon={empty.icon} title={t(msg("No more rows"))} />;
  return (
    <EmptyState icon={empty.icon} title={empty.title} text={empty.text}>
      {empty.action}
    </EmptyState>
  );
}
