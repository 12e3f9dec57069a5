import { msg } from "../../../domain/message.ts";
import { MOVEMENT_KIND_NAMES, MOVEMENT_KINDS } from "../../../domain/stock-movements.ts";
import { call } from "../../api/call.ts";
import type { StockMovement } from "../../api/types/endpoints.d.ts";
import { quantityText } from "../../articles/amounts.ts";
import { causeText } from "../../articles/history-list.tsx";
import { t, when } from "../../i18n/translate.ts";
import { may } from "../../login/permissions.ts";
import { addressOf, addressQuery } from "../../router/address.ts";
import { optionsOf } from "../../ui/select.tsx";
import type { Column } from "../../ui/table/data-table.tsx";
import { ListScreen } from "../list-screen/list-screen.tsx";
import { useList } from "../list-screen/use-list.ts";
import { useLiveQuery } from "../realtime/use-live-query.ts";

const HERE = "/articles/movements";

/** The address of the stock movements of an article, or at a location. */
export const movementsHref = (of: { readonly articleId?: number; readonly locationId?: number }) =>
  `#${addressOf(HERE, of)}`;

/** `#/articles/movements`: the changes of stock, newest first. */
export function MovementsScreen() {
  const id = Number(addressQuery().get("articleId")) || null;
  const { body: article } = useLiveQuery(id === null ? null : call("GET /api/articles/{id}", { id }), {
    follows: ["articles"],
  });
  const list = useList({
    filters: {
      articleId: {
        kind: "link",
        label: t(msg("Article")),
        text: (oid) => article?.name ?? t(msg("No. {oid}"), { oid }),
      },
      locationId: { kind: "location", label: t(msg("Location")) },
      kind: {
        kind: "choice",
        label: t(msg("Kind")),
        items: optionsOf(MOVEMENT_KIND_NAMES, MOVEMENT_KINDS),
      },
      from: { kind: "from" },
      to: { kind: "to" },
    },
    pages: { by: "before", rows: 100 },
    request: (filters, page) => call("GET /api/stock-movements", { ...wanted(filters), ...page }),
    follows: ["articles", "locations", "users"],
  });
  const table = {
    label: t(msg("Export to Excel")),
    request: call("GET /api/export/stock-movements", { ...wanted(list.values), format: "xlsx" }),
  };
  return (
    <ListScreen
      title={t(msg("Stock movements"))}
      above={<a href="#/articles">{t(msg("Articles"))}</a>}
      exports={may("manage") ? [table] : []}
      list={list}
      columns={columns()}
      hrefOf={({ article }) => `#/articles/${article.oid}`}
      empty={{
        icon: "find",
        title: t(msg("No stock movements yet")),
        text: t(msg("Each change of the stock is listed here.")),
      }}
    />
  );
}

/** The filters of the list, as the server has them. */
const wanted = <Others extends object>({
  articleId,
  ...others
}: Others & { readonly articleId: string | undefined }) => ({
  ...others,
  articleId: Number(articleId) || undefined,
});

const columns = (): readonly Column<StockMovement>[] => [
  { title: t(msg("Article")), cell: ({ article }) => nameOf(article) },
  { title: t(msg("Code")), isCode: true, cell: ({ article }) => article.code ?? "–" },
  {
    title: t(msg("Location")),
    cell: ({ location }) => <a href={`#/locations/${location.oid}`}>{nameOf(location)}</a>,
  },
  { title: t(msg("Before", "pieces")), number: ({ before, article }) => quantityText(before, article.unit) },
  { title: t(msg("After", "pieces")), number: ({ after, article }) => quantityText(after, article.unit) },
  { title: t(msg("Cause")), cell: (row) => <Cause row={row} /> },
  { title: t(msg("When")), cell: ({ at }) => when(at) },
  { title: t(msg("User")), cell: ({ user }) => user?.fullName ?? t(msg("Server")) },
];

/** The name of a record; of one that the undoing of a job has removed the number. */
const nameOf = ({ name, oid }: StockMovement["location"]) =>
  name ?? t(msg("No. {oid}"), { oid: String(oid) });

function Cause({ row: { kind, cause, inventory } }: { readonly row: StockMovement }) {
  if (inventory === null) return <>{causeText(cause) ?? t(MOVEMENT_KIND_NAMES[kind])}</>;
  return (
    <>
      {t(MOVEMENT_KIND_NAMES[kind])}: <a href={`#/stocktakes/${inventory.oid}`}>{inventory.name}</a>
    </>
  );
}
