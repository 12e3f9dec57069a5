import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { msg } from "../../../../domain/message.ts";
import { t } from "../../../i18n/translate.ts";
import { may } from "../../../login/permissions.ts";
import { QueryBoundary } from "../../../query/query-boundary.tsx";
import { addressQuery, changeQuery } from "../../../router/address.ts";
import { Icon } from "../../../ui/icon.tsx";
import { Screen } from "../../layout/screen.tsx";
import { useLocations } from "../../locations/tree/use-locations.ts";
import { ColumnChooser, useColumns } from "../../table/columns.tsx";
import { DataTable } from "../../table/data-table.tsx";
import { Pager, type Paging, usePaging } from "../../table/pager.tsx";
import { useBulkJobs } from "../bulk/bulk-jobs.ts";
import { BulkPanel } from "../bulk/bulk-panel.tsx";
import { useChoice } from "../bulk/selected.ts";
import { SelectionBar } from "../bulk/selection-bar.tsx";
import { listQueryOf, PAGE_ROWS, pageQuery, totalQuery } from "../list-query.ts";
import { useNames } from "../names.ts";
import { AT_FIRST, columnsOf } from "./columns.tsx";
import { ActiveFilters, Filters, filterBy } from "./filters.tsx";
import { useDirectMatch } from "./straight.ts";
import { TextFilter } from "./text-filter.tsx";
import { useTyped } from "./typed.ts";
import { usePage, useTotal } from "./use-page.ts";
import "../../../articles/articles.css";
import "../articles.css";

/** `#/articles`: all articles in a table; what it shows stands in the address. */
export function ArticlesScreen() {
  const query = addressQuery();
  const asked = listQueryOf(query);
  const { q } = asked.filters;
  const typed = useTyped(q ?? "", (text) => filterBy({ q: text }, true));
  const { answer, page, isAsking } = usePage(pageQuery(asked));
  // Text that was typed a moment ago is not requested yet.
  const isWaiting = isAsking || typed.text.trim() !== (q ?? "");
  const counted = totalQuery(asked.filters);
  const total = useTotal(counted, answer.state === "fresh");
  useDirectMatch(q, query.has("straight"));
  const names = useNames();
  const { tree } = useLocations();
  const all = columnsOf(names);
  const { columns, keys, choose } = useColumns("articles", all, AT_FIRST);
  const paging = usePaging({ name: "cursor", query, next: isWaiting ? null : (page?.nextCursor ?? null) });
  const choice = useChoice(page?.items ?? [], counted.path);
  const bulk = useBulkJobs();
  const frame = useTurnKeys(paging, isWaiting);
  return (
    <Screen
      title={t(TEXTS.articles)}
      actions={
        may("manage") && (
          <a class="button" href="#/articles/new">
            <Icon name="plus" size={18} />
            {t(TEXTS.add)}
          </a>
        )
      }
    >
      <div class="article-tools">
        <TextFilter typed={typed} />
        <ColumnChooser all={all} keys={keys} choose={choose} />
      </div>
      <Filters asked={asked} names={names} />
      <ActiveFilters asked={asked} names={names} tree={tree} />
      <BulkPanel bulk={bulk} />
      <SelectionBar
        choice={choice}
        asked={asked}
        names={names}
        total={total}
        sampleId={page?.items[0]?.oid ?? null}
        bulk={bulk}
      />
      <p class="asking quiet" role="status">
        {isWaiting && page !== null ? t(TEXTS.asking) : ""}
      </p>
      <QueryBoundary
        answer={{ ...answer, body: page }}
        empty={TEXTS.nothing}
        isEmpty={({ items }) => items.length === 0}
      >
        {(shown) => (
          <div ref={frame} class={isWaiting ? "is-waiting" : ""} aria-busy={isWaiting}>
            <DataTable
              caption={t(TEXTS.articles)}
              columns={columns}
              rows={shown.items}
              idOf={({ oid }) => oid}
              hrefOf={({ oid }) => `#/articles/${oid}`}
              sort={{ by: asked.sort, onSort: (sort) => changeQuery({ sort, cursor: null, page: null }) }}
              chosen={{ ids: choice.ids, onChosen: choice.choose }}
            />
          </div>
        )}
      </QueryBoundary>
      {page !== null && (
        <Pager
          paging={paging}
          pageRows={PAGE_ROWS}
          shown={page.items.length}
          total={total}
          isWaiting={isWaiting}
        />
      )}
    </Screen>
  );
}

/** PageDown and PageUp turn pages where the focus is in the table; it is on the first row of the new page then. */
function useTurnKeys({ previous, next }: Paging, isWaiting: boolean) {
  const frame = useRef<HTMLDivElement>(null);
  const isTurned = useRef(false);
  useEffect(() => {
    const { current } = frame;
    if (current === null) return undefined;
    const press = (event: KeyboardEvent) => {
      const turn = event.key === "PageDown" ? next : event.key === "PageUp" ? previous : null;
      if (turn === null || event.ctrlKey || event.altKey || event.metaKey) return;
      event.preventDefault();
      isTurned.current = true;
      turn();
    };
    current.addEventListener("keydown", press);
    return () => current.removeEventListener("keydown", press);
  });
  // With the rows, not after them: a key pressed in between would go nowhere.
  useLayoutEffect(() => {
    if (isWaiting || !isTurned.current) return;
    isTurned.current = false;
    frame.current?.querySelector<HTMLElement>("[data-row]")?.focus();
  }, [isWaiting]);
  return frame;
}

const TEXTS = {
  articles: msg("Articles"),
  add: msg("New article"),
  asking: msg("Loading… The rows below are the previous result."),
  nothing: msg("No articles found. Clear filters, or create or import articles."),
};
