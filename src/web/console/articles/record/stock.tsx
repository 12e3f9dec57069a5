import { useState } from "preact/hooks";
import { msg } from "../../../../domain/message.ts";
import type { Pack } from "../../../../domain/packs.ts";
import { call } from "../../../api/call.ts";
import type { ArticleLocation, MoveArticleStockRequest } from "../../../api/types/endpoints.d.ts";
import { pieces } from "../../../articles/article-facts.tsx";
import { t } from "../../../i18n/translate.ts";
import { may } from "../../../login/permissions.ts";
import { QueryBoundary } from "../../../query/query-boundary.tsx";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { showError, showSuccess } from "../../../ui/toast.tsx";
import { useCreation } from "../../forms/creation.ts";
import { isEditExpired } from "../../forms/edit.tsx";
import { FormDialog, useForm } from "../../forms/form.tsx";
import { problemText } from "../../forms/problem.ts";
import { type LocationTree, pathAbove } from "../../locations/tree/location-tree.ts";
import type { LiveQuery } from "../../realtime/use-live-query.ts";
import { LocationField } from "../location-field.tsx";
import { EditStock } from "./edit-stock.tsx";
import { PiecesField } from "./pieces-field.tsx";

interface LocationsProps {
  readonly articleId: number;
  readonly packs: readonly Pack[];
  readonly query: LiveQuery<readonly ArticleLocation[]>;
  readonly tree: LocationTree | null;
}

/** The locations of an article, with the pieces at each. */
export function Places(props: LocationsProps) {
  const { articleId } = props;
  const [isEditing, setEditing] = useState(() =>
    isEditExpired(call("GET /api/articles/{id}/locations", { id: articleId })),
  );
  return (
    <Card title={t(msg("Locations"))}>
      {isEditing ? (
        <EditStock {...props} onEnd={() => setEditing(false)} />
      ) : (
        <LocationList {...props} onEdit={() => setEditing(true)} />
      )}
    </Card>
  );
}

interface ListProps extends LocationsProps {
  readonly onEdit: () => void;
}

function LocationList({ articleId, packs, query, tree, onEdit }: ListProps) {
  const [moving, setMoving] = useState<ArticleLocation | null>(null);
  return (
    <>
      <QueryBoundary query={query} empty={msg("No location yet")}>
        {(places) => (
          <>
            <ul class="location-list">
              {places.map((location) => (
                <li key={location.oid}>
                  <span class="main">
                    <b>{location.location.name}</b>{" "}
                    <span class="muted">{tree !== null && pathAbove(tree, location.locationId)}</span>
                  </span>
                  <span>{pieces(location.quantity)}</span>
                  {may("manage") && (
                    <Button kind="secondary" onClick={() => setMoving(location)}>
                      {t(msg("Move…"))}
                      <span class="sr-only"> {location.location.name}</span>
                    </Button>
                  )}
                </li>
              ))}
            </ul>
            {places.length > 1 && (
              <p>
                {t(msg("Total: {pieces} at {n, plural, one {# location} other {# locations}}"), {
                  n: places.length,
                  pieces: pieces(sumOf(places)),
                })}
              </p>
            )}
          </>
        )}
      </QueryBoundary>
      {may("manage") && query.body !== null && (
        <Button kind="secondary" onClick={onEdit}>
          {t(msg("Edit locations"))}
        </Button>
      )}
      {moving !== null && (
        <MoveDialog
          articleId={articleId}
          packs={packs}
          from={moving}
          onEnd={() => {
            setMoving(null);
            query.refetch();
          }}
        />
      )}
    </>
  );
}

const sumOf = (places: readonly ArticleLocation[]) => places.reduce((sum, { quantity }) => sum + quantity, 0);

interface MoveProps {
  readonly articleId: number;
  readonly packs: readonly Pack[];
  readonly from: ArticleLocation;
  readonly onEnd: () => void;
}

/** Moves pieces of an article from one location to another. */
function MoveDialog({ articleId, packs, from, onEnd }: MoveProps) {
  const { locationId, location, quantity } = from;
  const move = (body: MoveArticleStockRequest) =>
    call("POST /api/articles/{id}/locations/move", { id: articleId, body });
  const undo = useCreation();
  const form = useForm({
    start: { quantity: String(quantity), toLocationId: null as number | null },
    labels: { quantity: msg("Pieces", "number"), toLocationId: msg("To") },
    save: ({ toLocationId, quantity: count }, { create }) =>
      create(move({ fromLocationId: locationId, toLocationId, quantity: Number(count) })),
    onSaved: (_, { toLocationId, quantity: count }) => {
      const back = { fromLocationId: toLocationId, toLocationId: locationId, quantity: Number(count) };
      showSuccess(t(msg("Moved")), () =>
        undo(move(back)).then(
          () => {},
          (error: unknown) => showError(problemText(error)),
        ),
      );
      onEnd();
    },
  });
  return (
    <FormDialog
      form={form}
      title={t(msg("Move from {location}"), { location: location.name })}
      action={t(msg("Move"))}
      isReady={form.values.toLocationId !== null}
      onClose={onEnd}
    >
      <PiecesField {...form.field("quantity")} packs={packs} max={quantity} />
      <LocationField {...form.field("toLocationId")} />
    </FormDialog>
  );
}
