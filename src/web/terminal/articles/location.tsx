import { useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { call } from "../../api/call.ts";
import { pieces } from "../../articles/amounts.ts";
import { t } from "../../i18n/translate.ts";
import { childrenOf, locationName, locationPath } from "../../offline/sync/locations.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import { useQuery } from "../../query/use-query.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { LongList } from "../../ui/long-list.tsx";
import { Page } from "../../ui/page.tsx";
import { EmptyState } from "../../ui/surfaces.tsx";
import { useLookUps } from "./look-ups.tsx";
import "../../articles/articles.css";

const INITIAL_COUNT = 100;

/** `#/location/:id`: the articles at a location, and the locations below it. */
export function LocationScreen({ id = "" }: Readonly<Record<string, string>>) {
  const oid = Number(id);
  const lookUps = useLookUps();
  const query = useQuery(call("GET /api/locations/{id}/articles", { id: oid }));
  const [isExpanded, setExpanded] = useState(false);
  const children = childrenOf(oid);
  return (
    <Page title={locationName(oid) || t(msg("Location"))}>
      {lookUps}
      <p class="muted">{locationPath(oid)}</p>
      <div class="action-pair">
        <ButtonLink icon="count" href={`#/location/${oid}/refill`}>
          {t(msg("Refill list"))}
        </ButtonLink>
        <ButtonLink icon="print" href={`#/location/${oid}/print`}>
          {t(msg("Print label"))}
        </ButtonLink>
      </div>
      {children.length > 0 && (
        <LongList name={`location ${oid}`} rows={children} keyOf={(location) => location.oid}>
          {(location) => (
            <a href={`#/location/${location.oid}`}>
              <Icon name="location" />
              <span class="main">
                <b>{location.name}</b>
                <span class="muted">{location.code}</span>
              </span>
            </a>
          )}
        </LongList>
      )}
      <QueryBoundary
        query={query}
        empty={<EmptyState icon="article" title={t(msg("No articles here yet"))} />}
      >
        {(rows) => (
          <>
            <p class="muted">
              {t(msg("{n, plural, one {# article} other {# articles}}"), { n: rows.length })}
            </p>
            <ul class="list">
              {(isExpanded ? rows : rows.slice(0, INITIAL_COUNT)).map(({ oid: row, article, quantity }) => (
                <li key={row}>
                  <a href={`#/article/${article.oid}`}>
                    <span class="main">
                      <b>{article.name}</b>
                      <span class="muted">{article.code}</span>
                    </span>
                    <span class="trailing">{pieces(quantity, article.unit)}</span>
                  </a>
                </li>
              ))}
            </ul>
            {!isExpanded && rows.length > INITIAL_COUNT && (
              <Button onClick={() => setExpanded(true)}>{t(msg("Show all"))}</Button>
            )}
          </>
        )}
      </QueryBoundary>
    </Page>
  );
}
