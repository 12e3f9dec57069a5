import { msg } from "../../../../domain/message.ts";
import { reportError } from "../../../errors/report-error.ts";
import { t } from "../../../i18n/translate.ts";
import { may } from "../../../login/permissions.ts";
import { QueryBoundary } from "../../../query/query-boundary.tsx";
import { addressQuery, changeQuery } from "../../../router/address.ts";
import { insertFnc1, searchTextOf } from "../../../scanner/search-text.ts";
import { ButtonLink } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/field.tsx";
import { EmptyState } from "../../../ui/surfaces.tsx";
import { DataTable } from "../../../ui/table/data-table.tsx";
import { Pagination, usePaging } from "../../../ui/table/pagination.tsx";
import { useSelection } from "../../../ui/table/selection.ts";
import { type Typed, useTyped } from "../../../ui/use-typed.ts";
import { Screen } from "../../layout/screen.tsx";
import { useLocations } from "../../locations/tree/use-locations.ts";
import { useBulkJobs } from "../bulk/bulk-jobs.ts";
import { BulkPanel } from "../bulk/bulk-panel.tsx";
import { SelectionActions } from "../bulk/selection-actions.tsx";
import { listQueryOf, PAGE_ROWS, pageQuery, totalQuery } from "../list-query.ts";
import { useNames } from "../names.ts";
import { ColumnChooser, useColumns } from "./column-chooser.tsx";
import { AT_FIRST, columnsOf } from "./columns.tsx";
import { filterBy } from "./filter-by.ts";
import { ActiveFilters, Filters } from "./filters.tsx";
import { useDirectMatch } from "./straight.ts";
import { usePage, useTotal } from "./use-page.ts";
import "../../../articles/articles.css";
import "../articles.css";

/** `#/articles`: all articles in a table. Filters, sort order and page are in the address. */
export function ArticlesScreen() {
  const query = addressQuery();
  const listQuery = listQueryOf(query);
  const { q } = listQuery.filters;
  const typed = useTyped(query.get("q") ?? "", (text) => filterBy({ q: text }, true));
  const { query: result, page, isLoading } = usePage(pageQuery(listQuery));
  // Text that was just typed is not requested yet.
  const isWaiting = isLoading || typed.text.trim() !== (query.get("q") ?? "");
  const counted = totalQuery(listQuery.filters);
  const total = useTotal(counted, result.state === "fresh");
  useDirectMatch(q, query.has("straight"));
  const names = useNames();
  const { tree } = useLocations();
  const all = columnsOf(names);
  const { columns, keys, choose } = useColumns("articles", all, AT_FIRST);
  const paging = usePaging({ name: "cursor", query, next: isWaiting ? null : (page?.nextCursor ?? null) });
  const shown = (page?.items ?? []).map(({ oid }) => oid);
  const selection = useSelection({ shown, matching: counted.path });
  const bulk = useBulkJobs();
  return (
    <Screen
      title={t(msg("Articles"))}
      actions={
        may("manage") && (
          <ButtonLink icon="plus" href="#/articles/new">
            {t(msg("New article"))}
          </ButtonLink>
        )
      }
    >
      <div class="article-tools">
        <TextFilter typed={typed} />
        <ColumnChooser all={all} keys={keys} choose={choose} />
      </div>
      <Filters listQuery={listQuery} names={names} />
      <ActiveFilters listQuery={listQuery} names={names} tree={tree} />
      <BulkPanel bulk={bulk} />
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
            idOf={({ oid }) => oid}
            hrefOf={({ oid }) => `#/articles/${oid}`}
            sort={{ by: listQuery.sort, onSort: (sort) => changeQuery({ sort, cursor: null, page: null }) }}
            selection={selection}
            paging={paging}
            isOutdated={isWaiting}
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
        <ButtonLink kind="secondary" href="#/exchange?kind=articles">
          {t(msg("Import articles"))}
        </ButtonLink>
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
