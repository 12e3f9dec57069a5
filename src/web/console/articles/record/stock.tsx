import { useState } from "preact/hooks";
import { msg } from "../../../../domain/message.ts";
import { listArticleLocations } from "../../../api/articles.ts";
import type { ArticleLocation } from "../../../api/types/endpoints.d.ts";
import { pieces } from "../../../articles/article-facts.tsx";
import { t } from "../../../i18n/translate.ts";
import { may } from "../../../login/permissions.ts";
import { QueryBoundary } from "../../../query/query-boundary.tsx";
import { isEditExpired } from "../../forms/use-edit.ts";
import { type LocationTree, pathAbove } from "../../locations/tree/location-tree.ts";
import type { LiveQuery } from "../../realtime/use-live-query.ts";
import { EditStock } from "./edit-stock.tsx";
import { MoveDialog } from "./move.tsx";

interface PlacesProps {
  readonly articleId: number;
  readonly answer: LiveQuery<readonly ArticleLocation[]>;
  readonly tree: LocationTree | null;
}

/** The locations of an article, with the pieces at each. */
export function Places({ articleId, answer, tree }: PlacesProps) {
  const [isEditing, setEditing] = useState(() => isEditExpired(listArticleLocations({ id: articleId })));
  return (
    <section class="card">
      <h2>{t(TEXTS.places)}</h2>
      {isEditing ? (
        <EditStock articleId={articleId} answer={answer} tree={tree} onEnd={() => setEditing(false)} />
      ) : (
        <PlaceList articleId={articleId} answer={answer} tree={tree} onEdit={() => setEditing(true)} />
      )}
    </section>
  );
}

interface ListProps {
  readonly articleId: number;
  readonly answer: LiveQuery<readonly ArticleLocation[]>;
  readonly tree: LocationTree | null;
  readonly onEdit: () => void;
}

function PlaceList({ articleId, answer, tree, onEdit }: ListProps) {
  const [moving, setMoving] = useState<ArticleLocation | null>(null);
  return (
    <>
      <QueryBoundary answer={answer} empty={TEXTS.nowhere}>
        {(places) => (
          <>
            <ul class="place-list">
              {places.map((place) => (
                <li key={place.oid}>
                  <span class="main">
                    <b>{place.location.name}</b>{" "}
                    <span class="quiet">{tree !== null && pathAbove(tree, place.locationId)}</span>
                  </span>
                  <span>{pieces(place.quantity)}</span>
                  {may("manage") && (
                    <button type="button" class="second" onClick={() => setMoving(place)}>
                      {t(TEXTS.move)}
                      <span class="unseen"> {place.location.name}</span>
                    </button>
                  )}
                </li>
              ))}
            </ul>
            {places.length > 1 && <p>{t(TEXTS.sum, { n: places.length, pieces: pieces(sumOf(places)) })}</p>}
          </>
        )}
      </QueryBoundary>
      {may("manage") && answer.body !== null && (
        <button type="button" class="second" onClick={onEdit}>
          {t(TEXTS.edit)}
        </button>
      )}
      {moving !== null && (
        <MoveDialog
          articleId={articleId}
          from={moving}
          onEnd={() => {
            setMoving(null);
            answer.again();
          }}
        />
      )}
    </>
  );
}

const sumOf = (places: readonly ArticleLocation[]) => places.reduce((sum, { quantity }) => sum + quantity, 0);

const TEXTS = {
  places: msg("Locations"),
  nowhere: msg("No location yet"),
  move: msg("Move…"),
  edit: msg("Edit locations"),
  sum: msg("Total: {pieces} at {n, plural, one {# location} other {# locations}}"),
};
