import type { ArticleLocation } from "../../articles/shapes.ts";
import { msg } from "../../domain/message.ts";
import { Shown } from "../answers/shown.tsx";
import { type Answer, useAnswer } from "../answers/use-answer.ts";
import { Icon } from "../app/icon.tsx";
import { t } from "../app/words.ts";
import { placePath } from "../sync/places.ts";
import { pieces } from "./pieces.ts";

/** Where an article is, most pieces first. */
export const usePlacesOf = (articleId: number): Answer<readonly ArticleLocation[]> =>
  useAnswer<readonly ArticleLocation[]>(`/api/articles/${articleId}/locations`, { follows: true });

/** The places of an article with its pieces. */
export function ArticlePlaces({ articleId }: { readonly articleId: number }) {
  const answer = usePlacesOf(articleId);
  return (
    <section>
      <h2>{t(TEXTS.where)}</h2>
      <Shown answer={answer} empty={TEXTS.nowhere}>
        {(places) => (
          <ul class="list">
            {places.map(({ oid, locationId, location, quantity }) => (
              <li key={oid}>
                <a href={`#/place/${locationId}`}>
                  <Icon name="place" />
                  <span class="main">
                    <b>{location.name}</b>
                    <span class="quiet">{placePath(locationId)}</span>
                  </span>
                  <span class="beside">{pieces(quantity)}</span>
                </a>
              </li>
            ))}
          </ul>
        )}
      </Shown>
    </section>
  );
}

const TEXTS = {
  where: msg("Location", "Umístění"),
  nowhere: msg("No location yet.", "Zatím bez umístění."),
};
