import { msg } from "../../../domain/message.ts";
import { call } from "../../api/call.ts";
import type { RefillItem } from "../../api/types/endpoints.d.ts";
import { number, t } from "../../i18n/translate.ts";
import { may } from "../../login/permissions.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import { addressQuery, changeQuery } from "../../router/address.ts";
import { Button } from "../../ui/button.tsx";
import { Fields } from "../../ui/field.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { RecordSelect } from "../../ui/select.tsx";
import { EmptyState } from "../../ui/surfaces.tsx";
import { type Column, DataTable } from "../../ui/table/data-table.tsx";
import { Pagination, usePaging } from "../../ui/table/pagination.tsx";
import { Problem } from "../../ui/use-action.tsx";
import { useCatalogue } from "../articles/names.ts";
import { useDownload } from "../batch/use-download.ts";
import { Screen } from "../layout/screen.tsx";
import { LocationField } from "../locations/tree/location-field.tsx";
import { useLiveQuery, usePreviousBody } from "../realtime/use-live-query.ts";
import { placeName } from "./minimum-card.tsx";

const PAGE = 100;
const FORMATS = [
  { format: "xlsx", label: msg("Export to Excel") },
  { format: "csv", label: msg("Export as CSV") },
] as const;

/** The filters in the address, as the server has them. */
function filterOf(query: URLSearchParams) {
  const id = (name: string) => (query.get(name) === null ? null : Number(query.get(name)));
  const [locationId, categoryId, supplier] = [
    id("locationId"),
    id("categoryId"),
    query.get("supplier") ?? "",
  ];
  const filter = {
    ...(locationId !== null && { locationId }),
    ...(categoryId !== null && { categoryId }),
    ...(supplier !== "" && { supplier }),
  };
  return { locationId, categoryId, supplier, filter };
}

/** `#/refill`: what has fewer pieces than its minimum, in the walking order of the locations. */
export function RefillScreen() {
  const query = addressQuery();
  const { filter } = filterOf(query);
  const cursor = query.get("cursor") ?? "";
  const { query: result, isWaiting } = usePreviousBody(
    useLiveQuery(call("GET /api/refill-list", { ...filter, cursor, limit: PAGE }), {
      follows: ["refill", "articles", "locations"],
    }),
  );
  const { body } = result;
  const download = useDownload();
  const paging = usePaging({ name: "cursor", query, next: isWaiting ? null : (body?.nextCursor ?? null) });
  return (
    <Screen
      title={t(msg("Refill list"))}
      actions={
        <>
          {may("manage") &&
            FORMATS.map(({ format, label }) => (
              <Button
                key={format}
                kind="secondary"
                onClick={() => download.start(call("GET /api/export/refill-list", { ...filter, format }))}
              >
                {t(label)}
              </Button>
            ))}
          <Button kind="secondary" icon="print" onClick={() => print()}>
            {t(msg("Print"))}
          </Button>
        </>
      }
    >
      <Problem text={download.problem} />
      <Filters query={query} />
      <QueryBoundary query={result}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState
              icon="there"
              title={t(msg("Nothing needs a refill."))}
              text={t(msg("Articles appear here when fewer pieces are left than their minimum stock."))}
            />
          ) : (
            <DataTable
              caption={t(msg("Refill list"))}
              columns={columns()}
              rows={items}
              idOf={({ ruleId }) => ruleId}
              hrefOf={({ articleId }) => `#/articles/${articleId}`}
              paging={paging}
              isOutdated={isWaiting}
            />
          )
        }
      </QueryBoundary>
      <Pagination
        paging={paging}
        pageRows={PAGE}
        shown={body?.items.length ?? 0}
        total={body?.total ?? null}
        isWaiting={isWaiting}
      />
    </Screen>
  );
}

function Filters({ query }: { readonly query: URLSearchParams }) {
  const categories = useCatalogue("articleCategory");
  const { locationId, categoryId, supplier } = filterOf(query);
  return (
    <Fields>
      <LocationField
        label={t(msg("Location"))}
        value={locationId}
        onValue={(oid) => changeQuery({ locationId: oid, cursor: null, page: null })}
      />
      <RecordSelect
        label={t(msg("Category"))}
        none={t(msg("All"))}
        items={categories}
        value={categoryId}
        onValue={(oid) => changeQuery({ categoryId: oid, cursor: null, page: null })}
      />
      <SearchField
        label={t(msg("Supplier"))}
        value={supplier}
        onValue={(text) => changeQuery({ supplier: text, cursor: null, page: null }, { replace: true })}
      />
    </Fields>
  );
}

const columns = (): readonly Column<RefillItem>[] => [
  // The first column is the link.
  { key: "name", title: t(msg("Article")), cell: ({ article }) => article.name },
  { key: "location", title: t(msg("Location")), cell: placeName },
  { key: "code", title: t(msg("Code")), isCode: true, cell: ({ article }) => article.code ?? "–" },
  { key: "stock", title: t(msg("Stock")), isNumber: true, cell: ({ stock }) => number(stock) },
  { key: "minimum", title: t(msg("Minimum")), isNumber: true, cell: ({ minimum }) => number(minimum) },
  {
    key: "missing",
    title: t(msg("Missing")),
    isNumber: true,
    cell: ({ missing }) => <b>{number(missing)}</b>,
  },
  {
    key: "sources",
    title: t(msg("Where else it is")),
    cell: ({ sources }) =>
      sources.map(({ location, quantity }) => `${location.name}: ${number(quantity)}`).join(", ") || "–",
  },
  { key: "supplier", title: t(msg("Supplier")), cell: ({ article }) => article.supplier ?? "–" },
];
