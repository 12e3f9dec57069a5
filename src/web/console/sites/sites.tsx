import { msg } from "../../../domain/message.ts";
import { listOpenStocktakesOfSites, listSites, searchSites } from "../../api/console/sites.ts";
import type { OfficeArticle, OfficeSite, OfficeStocktake } from "../../api/types/endpoints.d.ts";
import { number, t, when } from "../../i18n/translate.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import { addressQuery, changeQuery } from "../../router/address.ts";
import { Badge } from "../../ui/badge.tsx";
import { TextField } from "../../ui/field.tsx";
import { EmptyState } from "../../ui/surfaces.tsx";
import { type Column, DataTable } from "../../ui/table/data-table.tsx";
import { useTyped } from "../../ui/use-typed.ts";
import { Screen } from "../layout/screen.tsx";
import { useLiveQuery } from "../realtime/use-live-query.ts";
import { StateBadge } from "../stocktakes/state-badge.tsx";

const EVERY_S = 20;
/** A site gives a sign of life each 10 seconds. */
const SILENT_MS = 60_000;

/** `#/sites`: what the head office knows of all sites, and a search for an article in all of them. */
export function SitesScreen() {
  const q = addressQuery().get("q") ?? "";
  const typed = useTyped(q, (value) => changeQuery({ q: value || null }, { replace: true }));
  return (
    <Screen title={t(TEXTS.title)}>
      <form onSubmit={(event) => event.preventDefault()}>
        <TextField
          type="search"
          label={t(TEXTS.find)}
          hint={t(TEXTS.findHint)}
          value={typed.text}
          onValue={typed.type}
        />
      </form>
      {q === "" ? <Company /> : <Found text={q} />}
    </Screen>
  );
}

/** The articles of all sites that match a text. */
function Found({ text }: { readonly text: string }) {
  const query = useLiveQuery(searchSites({ text }));
  return (
    <QueryBoundary
      query={query}
      isEmpty={({ articles }) => articles.length === 0}
      empty={<EmptyState icon="find" title={t(TEXTS.nothing)} text={t(TEXTS.nothingHint)} />}
    >
      {({ articles, hasMore }) => (
        <>
          <DataTable caption={t(TEXTS.articles)} columns={articleColumns()} rows={articles} />
          {hasMore && <p class="muted">{t(TEXTS.more, { n: articles.length })}</p>}
        </>
      )}
    </QueryBoundary>
  );
}

function Company() {
  const sites = useLiveQuery(listSites(), { everySeconds: EVERY_S });
  const stocktakes = useLiveQuery(listOpenStocktakesOfSites(), { everySeconds: EVERY_S });
  return (
    <>
      <section aria-labelledby="company-sites">
        <h2 id="company-sites">{t(TEXTS.sites)}</h2>
        <QueryBoundary query={sites} empty={TEXTS.noSites}>
          {(all) => <DataTable caption={t(TEXTS.sites)} columns={siteColumns()} rows={all} />}
        </QueryBoundary>
      </section>
      <section aria-labelledby="company-stocktakes">
        <h2 id="company-stocktakes">{t(TEXTS.stocktakes)}</h2>
        <QueryBoundary query={stocktakes} empty={TEXTS.noStocktakes}>
          {(all) => <DataTable caption={t(TEXTS.stocktakes)} columns={stocktakeColumns()} rows={all} />}
        </QueryBoundary>
      </section>
    </>
  );
}

const articleColumns = (): readonly Column<OfficeArticle>[] => [
  { key: "code", title: t(TEXTS.code), isCode: true, cell: ({ code }) => code },
  { key: "name", title: t(TEXTS.name), isRowHead: true, cell: ({ name }) => name },
  { key: "category", title: t(TEXTS.category), cell: ({ category }) => category },
  { key: "site", title: t(TEXTS.site), cell: ({ siteName }) => siteName },
  { key: "pieces", title: t(TEXTS.pieces), isNumber: true, cell: ({ quantity }) => number(quantity) },
];

const siteColumns = (): readonly Column<OfficeSite>[] => [
  {
    key: "name",
    title: t(TEXTS.site),
    isRowHead: true,
    cell: ({ name, isOwn }) => (
      <>
        {name} {isOwn && <Badge tone="muted">{t(TEXTS.own)}</Badge>}
      </>
    ),
  },
  { key: "state", title: t(TEXTS.state), cell: (site) => <Contact site={site} /> },
  {
    key: "current",
    title: t(TEXTS.current),
    cell: ({ currentAt }) => (currentAt === null ? "–" : when(currentAt)),
  },
  { key: "heard", title: t(TEXTS.heard), cell: ({ heardAt }) => when(heardAt) },
  { key: "version", title: t(TEXTS.version), cell: ({ version }) => version },
];

function Contact({ site: { heardAt, isLoading } }: { readonly site: OfficeSite }) {
  if (Date.now() - Date.parse(heardAt) > SILENT_MS)
    return (
      <Badge tone="warning" icon="warning">
        {t(TEXTS.silent)}
      </Badge>
    );
  if (isLoading) return <Badge tone="info">{t(TEXTS.loading)}</Badge>;
  return (
    <Badge tone="success" icon="there">
      {t(TEXTS.connected)}
    </Badge>
  );
}

const stocktakeColumns = (): readonly Column<OfficeStocktake>[] => [
  { key: "site", title: t(TEXTS.site), cell: ({ siteName }) => siteName },
  { key: "name", title: t(TEXTS.stocktake), isRowHead: true, cell: ({ name }) => name },
  {
    key: "state",
    title: t(TEXTS.state),
    cell: ({ inventoryStateId }) => <StateBadge state={inventoryStateId} />,
  },
  {
    key: "counted",
    title: t(TEXTS.counted),
    isNumber: true,
    cell: ({ counted, items }) => t(TEXTS.of, { counted, items }),
  },
];

const TEXTS = {
  title: msg("All sites"),
  find: msg("Find an article in all sites"),
  findHint: msg("Code, or words of the name"),
  nothing: msg("No site has such an article"),
  nothingHint: msg("Search for the whole code, or for fewer words."),
  articles: msg("Articles of all sites"),
  more: msg("The first {n, number} are shown. Add a word to find fewer."),
  sites: msg("Sites"),
  noSites: msg("No site has delivered its records yet."),
  stocktakes: msg("Open stocktakes of all sites"),
  noStocktakes: msg("No stocktake is open."),
  code: msg("Code"),
  name: msg("Name"),
  category: msg("Category"),
  site: msg("Site"),
  pieces: msg("Pieces"),
  own: msg("this site"),
  state: msg("Status"),
  current: msg("Records as of"),
  heard: msg("Last heard"),
  version: msg("Version"),
  silent: msg("No connection"),
  loading: msg("Loading records"),
  connected: msg("Connected", "site"),
  stocktake: msg("Stocktake"),
  counted: msg("Counted"),
  of: msg("{counted, number} of {items, number}"),
};
