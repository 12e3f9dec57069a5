import { msg } from "../../../../domain/message.ts";
import { Picture } from "../../../articles/picture.tsx";
import { ExpectedError, nullIfExpected } from "../../../errors/error-queue.ts";
import { reportError } from "../../../errors/report-error.ts";
import { t, when } from "../../../i18n/translate.ts";
import { may } from "../../../login/permissions.ts";
import { QueryBoundary } from "../../../query/query-boundary.tsx";
import { addressQuery, changeQuery } from "../../../router/address.ts";
import { insertFnc1, searchTextOf, withoutControls } from "../../../scanner/search-text.ts";
import { Button, ButtonLink } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/field.tsx";
import { EmptyState } from "../../../ui/surfaces.tsx";
import { type Column, DataTable } from "../../../ui/table/data-table.tsx";
import { Pagination, usePaging } from "../../../ui/table/pagination.tsx";
import { useSelection } from "../../../ui/table/selection.tsx";
import { Problem } from "../../../ui/use-action.tsx";
import { type Typed, useTyped } from "../../../ui/use-typed.ts";
import { TABLE_FORMATS, useDownload } from "../../batch/use-download.ts";
import { Screen } from "../../layout/screen.tsx";
import { ListFilters } from "../../list-screen/list-filters.tsx";
import { useLocations } from "../../locations/tree/location-tree.ts";
import { useBulkJobs } from "../bulk/bulk-jobs.ts";
import { BulkPanel } from "../bulk/bulk-panel.tsx";
import { SelectionActions } from "../bulk/selection-actions.tsx";
import { exportQuery, listQueryOf, PAGE_ROWS, pageQuery, totalsQuery } from "../list-query.ts";
import { movementsHref } from "../movements.tsx";
import { type Names, nameOf } from "../names.ts";
import type { ControlledField } from "../record/form.tsx";
import { currencyName, totalsText } from "../totals.ts";
import { useNames } from "../use-names.ts";
import { CellEditor, type CellEditorProps } from "./cell-editor.tsx";
import { useArticleFilters } from "./filters.ts";
import styles from "./list.module.css";
import "../../../articles/articles.css";
import "../articles.css";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { call, type Query } from "../../../api/call.ts";
import { requestAsUser } from "../../../api/tokens.ts";
import type { ArticlePage, ArticleRow, ArticleTotals } from "../../../api/types/endpoints.d.ts";
import { money, quantityText } from "../../../articles/amounts.ts";
import { batchText } from "../../../articles/batch-text.ts";
import { useRemembered } from "../../../db/use-remembered.ts";
import { go } from "../../../router/router.ts";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { Menu } from "../../../ui/menu.tsx";
import { showSuccess } from "../../../ui/toast.tsx";
import { LocationPath } from "../../locations/tree/location-path.tsx";
import { eventData } from "../../realtime/live.ts";
import { type LiveQuery, useLiveQuery, usePreviousBody } from "../../realtime/use-live-query.ts";

/** `#/articles`: all articles in a table. Filters, sort order and page are in the address. */
export function ArticlesScreen() {
  const query = addressQuery();
  const listQuery = listQueryOf(query);
  const { q } = listQuery.filters;
  const typed = useTyped(query.get("q") ?? "", (q) =>
    changeQuery({ q, cursor: null, page: null }, { replace: true }),
  );
  const request = pageQuery(listQuery);
  const { query: result, page: latest, isLoading } = usePage(request);
  // What is typed in a cell would be saved or lost with a row that others move or take away.
  const [isTyped, setTyped] = useState(false);
  const before = useRef({ path: request.path, page: latest });
  if (!isTyped) before.current = { path: request.path, page: latest };
  const page = before.current.path === request.path ? before.current.page : latest;
  // Text that was just typed is not requested yet.
  const isWaiting = isLoading || withoutControls(typed.text) !== (q ?? "");
  const counted = totalsQuery(listQuery.filters);
  const totals = useTotals(counted, result.state === "fresh");
  const total = totals?.articles ?? null;
  useDirectMatch(q, query.has("straight"));
  const names = useNames();
  const filters = useArticleFilters(listQuery, names);
  // The rows show paths of locations from what it loads.
  useLocations();
  const editing = { names, onTyped: setTyped, onSaved: result.refetched };
  const all = columnsOf(names).map((column) => withEditor(column, editing));
  const { columns, keys, choose } = useColumns(all);
  const paging = usePaging({ name: "cursor", query, next: isWaiting ? null : (page?.nextCursor ?? null) });
  const shown = (page?.items ?? []).map(({ oid }) => oid);
  const selection = useSelection({ shown, matching: counted.path });
  const bulk = useBulkJobs();
  const download = useDownload();
  return (
    <Screen
      title={t(msg("Articles"))}
      actions={
        <>
          <ButtonLink href={movementsHref({})}>{t(msg("Stock movements"))}</ButtonLink>
          {may("manage") && (
            <Menu label={t(msg("Export…"))}>
              {(close) =>
                TABLE_FORMATS.map(({ format, label }) => (
                  <Button
                    key={format}
                    kind="plain"
                    disabled={download.coming !== null}
                    onClick={() => {
                      close();
                      const shown = columns.map(({ key }) => EXPORTED[key] ?? key);
                      void download.start(exportQuery(listQuery, shown, format));
                    }}
                  >
                    {t(label)}
                  </Button>
                ))
              }
            </Menu>
          )}
          {may("manage") && (
            <ButtonLink kind="primary" icon="plus" href="#/articles/new">
              {t(msg("New article"))}
            </ButtonLink>
          )}
        </>
      }
    >
      <Problem text={download.problem} />
      <div class="article-tools">
        <TextFilter typed={typed} />
        <ListFilters filters={filters} columns={keys} />
        <ColumnChooser all={all} keys={keys} choose={choose} />
      </div>
      <BulkPanel bulk={bulk} />
      <p class="article-totals">{totals !== null && totalsText(totals, names.lists.currencyType)}</p>
      <p class="reload-state muted" role="status">
        {isWaiting && page !== null ? t(msg("Loading… The rows below are the previous result.")) : ""}
      </p>
      <QueryBoundary
        query={{ ...result, body: page }}
        empty={<NoArticles isFiltered={Object.values(listQuery.filters).some((value) => value !== null)} />}
        isEmpty={({ items }) => items.length === 0}
      >
        {({ items }) => (
          <DataTable
            class="article-table"
            caption={t(msg("Articles"))}
            columns={columns}
            rows={items}
            hrefOf={({ oid }) => `#/articles/${oid}`}
            sort={{ by: listQuery.sort, onSort: (sort) => changeQuery({ sort, cursor: null, page: null }) }}
            selection={selection}
            paging={paging}
            isOutdated={isWaiting || page !== latest}
          />
        )}
      </QueryBoundary>
      {page !== null && (
        <Pagination
          paging={paging}
          pageRows={PAGE_ROWS}
          shown={page.items.length}
          total={total}
          isWaiting={isWaiting}
        />
      )}
      <SelectionActions
        selection={selection}
        listQuery={listQuery}
        names={names}
        total={total}
        sampleId={shown[0] ?? null}
        bulk={bulk}
      />
    </Screen>
  );
}

function NoArticles({ isFiltered }: { readonly isFiltered: boolean }) {
  if (isFiltered)
    return (
      <EmptyState
        icon="find"
        title={t(msg("No articles found"))}
        text={t(msg("Change or clear the filters."))}
      />
    );
  return (
    <EmptyState
      icon="article"
      title={t(msg("No articles yet"))}
      text={may("manage") ? t(msg("Import your list, or create the first one.")) : undefined}
    >
      {may("administer") && (
        <ButtonLink href="#/exchange?kind=articles">{t(msg("Import articles"))}</ButtonLink>
      )}
    </EmptyState>
  );
}

/** A text that filters the table during typing. Enter opens the article if exactly one matches. */
function TextFilter({ typed: { text, type, drop } }: { readonly typed: Typed }) {
  const onSubmit = (event: Event) => {
    event.preventDefault();
    searchTextOf(text)
      .then((q) => {
        if (q === "") return;
        // Else the text as it was typed would follow, without the separators of GS1 data.
        drop();
        changeQuery({ q, straight: 1, cursor: null, page: null }, { replace: true });
      })
      .catch(reportError);
  };
  return (
    <form class="text-filter" onSubmit={onSubmit}>
      <TextField
        type="search"
        label={t(SEARCHED_FIELDS)}
        isLabelHidden
        placeholder={t(SEARCHED_FIELDS)}
        value={text}
        onKeyDown={insertFnc1}
        onValue={type}
      />
    </form>
  );
}

const SEARCHED_FIELDS = msg("Name, code, serial number or RFID tag");

/** A column that can be chosen, by its key. */
interface ArticleColumn extends Column<ArticleRow> {
  readonly key: string;
}

interface Chosen {
  readonly columns: readonly ArticleColumn[];
  /** The keys of the shown columns, in their order. */
  readonly keys: readonly string[];
  readonly choose: (keys: readonly string[]) => void;
}

/** The columns in the address, which saved views have, else those that were chosen in this browser. The first one is always shown. */
function useColumns(all: readonly ArticleColumn[]): Chosen {
  const [own, remember] = useRemembered("columns articles", AT_FIRST);
  const given = addressQuery().get("columns");
  const keys = given?.split(",") ?? own ?? AT_FIRST;
  const choose = (next: readonly string[]) => {
    remember(next);
    if (given !== null) changeQuery({ columns: next.join() }, { replace: true });
  };
  const columns = all.filter(({ key }, index) => index === 0 || keys.indexOf(key) !== -1);
  return { columns, keys, choose };
}

interface ChooserProps extends Pick<Chosen, "keys" | "choose"> {
  readonly all: readonly ArticleColumn[];
}

/** Chooses the columns of the table. */
function ColumnChooser({ all, keys, choose }: ChooserProps) {
  return (
    <Menu label={t(msg("Columns"))}>
      {() => (
        <fieldset>
          <legend class="sr-only">{t(msg("Columns"))}</legend>
          {all.slice(1).map(({ key, title }) => {
            const isShown = keys.indexOf(key) !== -1;
            return (
              <Checkbox
                key={key}
                checked={isShown}
                onChange={() => choose(isShown ? keys.filter((one) => one !== key) : [...keys, key])}
              >
                {title}
              </Checkbox>
            );
          })}
        </fieldset>
      )}
    </Menu>
  );
}

/** The columns shown by default. */
const AT_FIRST: readonly string[] = ["code", "name", "category", "state", "place", "quantity", "price"];

/** The columns of the export with what a column shows, where they have other names. */
const EXPORTED: Readonly<Record<string, string>> = {
  serial: "serialNumber",
  place: "location",
  quantity: "pieces,unit",
  price: "price,currency",
  responsible: "responsibleUser",
  disposal: "isDisposal",
  modified: "modifiedDT",
  created: "createdDT",
};

/** All columns of the table of articles. */
function columnsOf(names: Names): readonly ArticleColumn[] {
  return [
    {
      key: "code",
      title: t(msg("Code")),
      sort: "code",
      cell: ({ code }) => code ?? t(msg("(no code)")),
      isCode: true,
    },
    {
      key: "name",
      title: t(msg("Name")),
      sort: "name",
      class: styles["name"] ?? "",
      cell: (row) => <NameWithPhoto row={row} />,
      isTitle: true,
    },
    { key: "serial", title: t(msg("Serial number")), cell: ({ serialNumber }) => serialNumber ?? "–" },
    { key: "rfId", title: t(msg("RFID tag")), cell: ({ rfId }) => rfId ?? "–" },
    {
      key: "category",
      title: t(msg("Category")),
      sort: "category",
      cell: ({ categoryId }) => nameOf(names.lists.articleCategory, categoryId),
    },
    {
      key: "type",
      title: t(msg("Type")),
      sort: "type",
      cell: ({ typeId }) => nameOf(names.lists.articleType, typeId),
    },
    {
      key: "state",
      title: t(msg("State")),
      sort: "state",
      cell: ({ stateId }) => nameOf(names.lists.articleState, stateId),
    },
    { key: "place", title: t(msg("Location")), cell: (row) => <Place row={row} /> },
    {
      key: "quantity",
      title: t(msg("Pieces")),
      number: ({ quantity, unit }) => quantityText(quantity, unit),
    },
    {
      key: "price",
      title: t(msg("Price")),
      sort: "price",
      number: ({ price, currencyId }) => money(price, currencyName(names.lists.currencyType, currencyId)),
    },
    {
      key: "responsible",
      title: t(msg("Responsible person")),
      sort: "responsibleUser",
      cell: (row) => nameOf(names.people, row.responsibleUserId),
    },
    { key: "heldBy", title: t(msg("With", "person")), cell: ({ heldBy }) => heldBy?.fullName ?? "–" },
    {
      key: "user",
      title: t(msg("Assigned to")),
      sort: "user",
      cell: ({ userId }) => nameOf(names.people, userId),
    },
    {
      key: "disposal",
      title: t(msg("Marked for disposal")),
      cell: ({ isDisposal }) => t(isDisposal ? msg("yes") : msg("no")),
    },
    {
      key: "modified",
      title: t(msg("Modified")),
      sort: "modifiedDT",
      cell: ({ modifiedDT }) => when(modifiedDT),
    },
    { key: "created", title: t(msg("Created")), sort: "createdDT", cell: ({ createdDT }) => when(createdDT) },
  ];
}

/** The fields that can be changed in the list, by the keys of their columns. */
const EDITED: Readonly<Record<string, ControlledField>> = {
  name: "name",
  serial: "serialNumber",
  rfId: "rfId",
  category: "categoryId",
  type: "typeId",
  state: "stateId",
  price: "price",
  responsible: "responsibleUserId",
  user: "userId",
};

type Editing = Pick<CellEditorProps, "names" | "onTyped" | "onSaved">;

function withEditor(column: ArticleColumn, editing: Editing): ArticleColumn {
  const field = EDITED[column.key];
  if (field === undefined || !may("manage")) return column;
  return {
    ...column,
    editor: (row, onEnd) => <CellEditor row={row} field={field} onEnd={onEnd} {...editing} />,
  };
}

function NameWithPhoto({ row: { name, photoId } }: { readonly row: ArticleRow }) {
  if (photoId === null) return <>{name}</>;
  return (
    <>
      <Picture key={photoId} photo={call("GET /api/photos/{oid}/thumbnail", { oid: photoId })} alt="" />
      {name}
    </>
  );
}

function Place({ row: { location, places } }: { readonly row: ArticleRow }) {
  if (location === null) return <>–</>;
  return (
    <>
      <LocationPath location={location} />
      {places > 1 && <span class="muted"> {t(msg("+ {n} more"), { n: places - 1 })}</span>}
    </>
  );
}

/** The page that is shown. */
interface ShownPage {
  readonly query: LiveQuery<ArticlePage>;
  /** The response, or the previous one until it arrives. */
  readonly page: ArticlePage | null;
  /** The shown rows belong to the previous request. */
  readonly isLoading: boolean;
}

/** A page of articles. The previous page stays until the response arrives; older responses are ignored. */
function usePage(request: Query<ArticlePage>): ShownPage {
  const query = useLiveQuery(request, { follows: ["articles", "locations", "custodies", "photos"] });
  const { body } = usePreviousBody(query);
  return { query, page: body, isLoading: query.state === "loading" || query.state === "late" };
}

/** The page is shown before the number is known. */
const LATER_MS = 250;

/** The totals of the articles, requested after the page, and again when articles change; null: not known yet. */
function useTotals(request: Query<ArticleTotals>, isPageHere: boolean): ArticleTotals | null {
  const { path } = request;
  const [known, setKnown] = useState<{
    readonly key: string;
    readonly path: string;
    readonly totals: ArticleTotals;
  }>();
  const key = `${path} ${eventData.changes.value?.articles}`;
  const isKnown = known?.key === key;
  useEffect(() => {
    if (!isPageHere || isKnown) return undefined;
    const leaving = new AbortController();
    const { signal } = leaving;
    const timer = setTimeout(() => {
      requestAsUser(request, { signal })
        .then((totals) => {
          if (!signal.aborted) setKnown({ key, path, totals });
        })
        .catch((error: unknown) => {
          // The page shows the error.
          if (!(error instanceof ExpectedError)) reportError(error);
        });
    }, LATER_MS);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [key, isPageHere, isKnown]);
  return known?.path === path ? known.totals : null;
}

/**
 * The article with this text as one of its codes, its serial number or tag, with the lot and expiry of a GS1 code; null: none,
 * several, or the request failed.
 */
async function theArticleOf(
  text: string,
  signal: AbortSignal,
): Promise<{ oid: number; batch: string } | null> {
  // The table shows the error.
  const found = await requestAsUser(call("GET /api/articles/scan", { text }), { signal }).catch(
    nullIfExpected,
  );
  const [only, another] = found?.articles ?? [];
  if (found === null || only === undefined || another !== undefined) return null;
  return { oid: only.oid, batch: found.gs1 === null ? "" : batchText(found.gs1) };
}

/** Opens the article when Enter was pressed (`straight` in the address) and exactly one matches, unless more is typed before. */
function useDirectMatch(text: string | null, isWanted: boolean): void {
  useLayoutEffect(() => {
    if (!isWanted) return undefined;
    const leaving = new AbortController();
    const { signal } = leaving;
    const stop = () => {
      leaving.abort();
      changeQuery({ straight: null }, { replace: true });
    };
    addEventListener("input", stop, { once: true });
    theArticleOf(text ?? "", signal)
      .then((found) => {
        if (signal.aborted) return;
        // Back then leads to the search, not here again.
        changeQuery({ straight: null }, { replace: true });
        if (found === null) return;
        go(`/articles/${found.oid}`);
        if (found.batch !== "") showSuccess(found.batch);
      })
      .catch(reportError);
    return () => {
      removeEventListener("input", stop);
      leaving.abort();
    };
  }, [text, isWanted]);
}
