import { msg } from "../../../domain/message.ts";
import { call } from "../../api/call.ts";
import type { OfficeArticle, OfficeSite, OfficeStocktake } from "../../api/types/endpoints.d.ts";
import { quantityText } from "../../articles/amounts.ts";
import { t, when } from "../../i18n/translate.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import { Badge } from "../../ui/badge.tsx";
import { EmptyState } from "../../ui/surfaces.tsx";
import { type Column, DataTable } from "../../ui/table/data-table.tsx";
import { Screen } from "../layout/screen.tsx";
import { filterValues } from "../list-screen/filters.ts";
import { ListFilters } from "../list-screen/list-filters.tsx";
import { useLiveQuery, usePreviousBody } from "../realtime/use-live-query.ts";
import { StateBadge } from "../stocktakes/state-badge.tsx";

const EVERY_S = 20;

/** `#/sites`: what the head office knows of all sites, and a search for an article in all of them. */
export function SitesScreen() {
  const filters = {
    q: {
      kind: "search",
      label: t(msg("Find an article in all sites")),
      hint: t(msg("Code, or words of the name")),
    },
  } as const;
  const { q } = filterValues(filters);
  return (
    <Screen title={t(msg("All sites"))}>
      <ListFilters filters={filters} />
      {q === undefined ? <Company /> : <Found text={q} />}
    </Screen>
  );
}

/** The articles of all sites that match a text. */
function Found({ text }: { readonly text: string }) {
  const { query, isWaiting } = usePreviousBody(useLiveQuery(call("GET /api/sites/articles", { text })));
  return (
    <QueryBoundary
      query={query}
      isEmpty={({ articles }) => articles.length === 0}
      empty={
        <EmptyState
          icon="find"
          title={t(msg("No site has such an article"))}
          text={t(msg("Search for the whole code, or for fewer words."))}
        />
      }
    >
      {({ articles, hasMore }) => (
        <>
          <DataTable
            caption={t(msg("Articles of all sites"))}
            columns={articleColumns()}
            rows={articles}
            idOf={byIndex}
            isOutdated={isWaiting}
          />
          {hasMore && (
            <p class="muted">
              {t(msg("The first {n, number} are shown. Add a word to find fewer."), { n: articles.length })}
            </p>
          )}
        </>
      )}
    </QueryBoundary>
  );
}

function Company() {
  const sites = useLiveQuery(call("GET /api/sites"), { everySeconds: EVERY_S });
  const stocktakes = useLiveQuery(call("GET /api/sites/stocktakes"), { everySeconds: EVERY_S });
  return (
    <>
      <section aria-labelledby="company-sites">
        <h2 id="company-sites">{t(msg("Sites"))}</h2>
        <QueryBoundary query={sites} empty={msg("No site has delivered its records yet.")}>
          {(all) => <DataTable caption={t(msg("Sites"))} columns={siteColumns()} rows={all} />}
        </QueryBoundary>
      </section>
      <section aria-labelledby="company-stocktakes">
        <h2 id="company-stocktakes">{t(STOCKTAKES)}</h2>
        <QueryBoundary query={stocktakes} empty={msg("No stocktake is open.")}>
          {(all) => (
            <DataTable caption={t(STOCKTAKES)} columns={stocktakeColumns()} rows={all} idOf={byIndex} />
          )}
        </QueryBoundary>
      </section>
    </>
  );
}

/** Records of several sites may have the same number. */
const byIndex = (_: unknown, index: number) => index;

const articleColumns = (): readonly Column<OfficeArticle>[] => [
  { title: t(msg("Code")), isCode: true, cell: ({ code }) => code },
  { title: t(msg("Name")), isRowHead: true, cell: ({ name }) => name },
  { title: t(msg("Category")), cell: ({ category }) => category },
  { title: t(SITE), cell: ({ siteName }) => siteName },
  { title: t(msg("Quantity")), number: ({ quantity, unit }) => quantityText(quantity, unit) },
];

const siteColumns = (): readonly Column<OfficeSite>[] => [
  {
    title: t(SITE),
    isRowHead: true,
    cell: ({ name, isOwn }) => (
      <>
        {name} {isOwn && <Badge tone="muted">{t(msg("this site"))}</Badge>}
      </>
    ),
  },
  { title: t(msg("Status")), cell: (site) => <Contact site={site} /> },
  { title: t(msg("Records as of")), cell: ({ currentAt }) => (currentAt === null ? "–" : when(currentAt)) },
  { title: t(msg("Last heard")), cell: ({ heardAt }) => when(heardAt) },
  { title: t(msg("Version")), cell: ({ version }) => version },
];

function Contact({ site: { isSilent, isLoading } }: { readonly site: OfficeSite }) {
  if (isSilent)
    return (
      <Badge tone="warning" icon="warning">
        {t(msg("No connection"))}
      </Badge>
    );
  if (isLoading) return <Badge tone="info">{t(msg("Loading records"))}</Badge>;
  return (
    <Badge tone="success" icon="there">
      {t(msg("Connected", "site"))}
    </Badge>
  );
}

const stocktakeColumns = (): readonly Column<OfficeStocktake>[] => [
  { title: t(SITE), cell: ({ siteName }) => siteName },
  { title: t(msg("Stocktake")), isRowHead: true, cell: ({ name }) => name },
  { title: t(msg("Status")), cell: ({ inventoryStateId }) => <StateBadge state={inventoryStateId} /> },
  {
    title: t(msg("Counted")),
    number: ({ counted, items }) => t(msg("{counted, number} of {items, number}"), { counted, items }),
  },
];

const STOCKTAKES = msg("Open stocktakes of all sites");
const SITE = msg("Site");
