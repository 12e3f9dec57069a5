import { msg } from "../../../domain/message.ts";
import { call } from "../../api/call.ts";
import type { ArticleLocation } from "../../api/types/endpoints.d.ts";
import { pieces } from "../../articles/amounts.ts";
import { useArticleFields } from "../../articles/known-article.ts";
import { t } from "../../i18n/translate.ts";
import { locationPath } from "../../offline/sync/locations.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import type { QueryResult } from "../../query/query-state.ts";
import { useQuery } from "../../query/use-query.ts";
import { Icon } from "../../ui/icon.tsx";

/** The stock of an article, the largest quantity first. */
export const useLocationsOf = (articleId: number): QueryResult<readonly ArticleLocation[]> =>
  useQuery(call("GET /api/articles/{id}/locations", { id: articleId }), { follows: true });

/** The stock of an article by location. */
export function ArticleLocations({ articleId }: { readonly articleId: number }) {
  const query = useLocationsOf(articleId);
  const unit = useArticleFields(articleId).fields?.unit;
  return (
    <section>
      <h2>{t(msg("Location"))}</h2>
      <QueryBoundary query={query} empty={msg("No location yet.")}>
        {(places) => (
          <ul class="list">
            {places.map(({ oid, locationId, location, quantity }) => (
              <li key={oid}>
                <a href={`#/location/${locationId}`}>
                  <Icon name="location" />
                  <span class="main">
                    <b>{location.name}</b>
                    <span class="muted">{locationPath(locationId)}</span>
                  </span>
                  <span class="trailing">{pieces(quantity, unit)}</span>
                </a>
              </li>
            ))}
          </ul>
        )}
      </QueryBoundary>
    </section>
  );
}
