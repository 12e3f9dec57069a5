import { msg } from "../../../domain/message.ts";
import { call } from "../../api/call.ts";
import type { ArticleAtLocation } from "../../api/types/endpoints.d.ts";
import { number, t } from "../../i18n/translate.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import { addressOf } from "../../router/address.ts";
import { type Column, DataTable } from "../../ui/table/data-table.tsx";
import { useLiveQuery } from "../realtime/use-live-query.ts";

/** The number of articles that are listed; their table shows all. */
const MOST = 50;

/** The articles at exactly this location. */
export function ArticlesHere({ oid }: { readonly oid: number }) {
  const query = useLiveQuery(call("GET /api/locations/{id}/articles", { id: oid }), {
    follows: ["articles", "locations"],
  });
  const columns: Column<ArticleAtLocation>[] = [
    { key: "name", title: t(msg("Article")), cell: ({ article }) => article.name },
    { key: "code", title: t(msg("Code")), cell: ({ article }) => article.code, isCode: true },
    { key: "quantity", title: t(msg("Quantity")), cell: ({ quantity }) => number(quantity), isNumber: true },
  ];
  return (
    <>
      <h3>{t(msg("Articles here"))}</h3>
      <QueryBoundary query={query} empty={msg("No articles here.")}>
        {(things) => (
          <>
            <p class="muted">
              {t(msg("{n, plural, one {# article.} other {# articles.}}"), { n: things.length })}
              {things.length > MOST && ` ${t(msg("Showing the first {n}."), { n: MOST })}`}
            </p>
            <DataTable
              caption={t(msg("Articles here"))}
              columns={columns}
              rows={things.slice(0, MOST)}
              idOf={(thing) => thing.oid}
              hrefOf={({ articleId }) => `#/articles/${articleId}`}
            />
          </>
        )}
      </QueryBoundary>
      <p>
        <a href={`#${addressOf("/articles", { locationId: oid })}`}>
          {t(msg("All articles here and under it"))}
        </a>
      </p>
    </>
  );
}
