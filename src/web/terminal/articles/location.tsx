import { useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import type { ArticleLocation } from "../../api/types/endpoints.d.ts";
import { pieces } from "../../articles/pieces.ts";
import { t } from "../../i18n/translate.ts";
import { childrenOf, locationName, locationPath } from "../../offline/sync/locations.ts";
import { Shown } from "../../query/query-boundary.tsx";
import { useQuery } from "../../query/use-query.ts";
import { Icon } from "../../ui/icon.tsx";
import { Page } from "../../ui/page.tsx";
import { useLookUps } from "./use-look-ups.tsx";
import "../../articles/articles.css";

interface Standing extends ArticleLocation {
  readonly article: { readonly oid: number; readonly code: string | null; readonly name: string };
}

const FEW = 100;

/** `#/place/:id`: what is at a place, and the places below it. */
export function LocationScreen({ id = "" }: Readonly<Record<string, string>>) {
  const oid = Number(id);
  const lookUps = useLookUps();
  const answer = useQuery<readonly Standing[]>(`/api/locations/${oid}/articles`);
  const [isWhole, setWhole] = useState(false);
  const below = childrenOf(oid);
  return (
    <Page title={locationName(oid) || t(TEXTS.place)} back>
      {lookUps}
      <p class="quiet">{locationPath(oid)}</p>
      {below.length > 0 && (
        <ul class="list">
          {below.map((place) => (
            <li key={place.oid}>
              <a href={`#/place/${place.oid}`}>
                <Icon name="place" />
                <span class="main">
                  <b>{place.name}</b>
                  <span class="quiet">{place.code}</span>
                </span>
              </a>
            </li>
          ))}
        </ul>
      )}
      <Shown answer={answer} empty={TEXTS.nothing}>
        {(rows) => (
          <>
            <p class="quiet">{t(TEXTS.articles, { n: rows.length })}</p>
            <ul class="list">
              {(isWhole ? rows : rows.slice(0, FEW)).map(({ oid: row, article, quantity }) => (
                <li key={row}>
                  <a href={`#/article/${article.oid}`}>
                    <span class="main">
                      <b>{article.name}</b>
                      <span class="quiet">{article.code}</span>
                    </span>
                    <span class="beside">{pieces(quantity)}</span>
                  </a>
                </li>
              ))}
            </ul>
            {!isWhole && rows.length > FEW && (
              <button type="button" class="second" onClick={() => setWhole(true)}>
                {t(TEXTS.all)}
              </button>
            )}
          </>
        )}
      </Shown>
    </Page>
  );
}

const TEXTS = {
  place: msg("Location"),
  nothing: msg("No articles here yet."),
  articles: msg("{n, plural, one {# article} other {# articles}}"),
  all: msg("Show all"),
};
