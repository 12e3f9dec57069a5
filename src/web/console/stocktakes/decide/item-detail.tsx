import { useEffect, useRef, useState } from "preact/hooks";
import { State } from "../../../../domain/inventory-states.ts";
import { piecesFound } from "../../../../domain/item-views.ts";
import { msg } from "../../../../domain/message.ts";
import { call } from "../../../api/call.ts";
import type { InventoryDetail, InventoryItem, Photo } from "../../../api/types/endpoints.d.ts";
import { Picture } from "../../../articles/picture.tsx";
import { number, t, when } from "../../../i18n/translate.ts";
import { locationPath } from "../../../offline/sync/locations.ts";
import { QueryBoundary } from "../../../query/query-boundary.tsx";
import { changeQuery } from "../../../router/address.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Facts } from "../../../ui/surfaces.tsx";
import { Toolbar } from "../../../ui/toolbar.tsx";
import { useLiveQuery } from "../../realtime/use-live-query.ts";
import { ActionState, useStocktakeAction } from "../use-stocktake-action.tsx";
import { Decide } from "./decide.tsx";
import { foundElsewhere, signed } from "./item-figures.ts";
import { ItemHistory } from "./item-history.tsx";

interface DetailProps {
  readonly itemId: number;
  readonly inventory: InventoryDetail;
  /** After a decision or an approval. */
  readonly onDecided: () => void;
}

/** An item beside the table: its facts, photos, counts and possible decisions. */
export function ItemDetail({ itemId, inventory, onDecided }: DetailProps) {
  const query = useLiveQuery(call("GET /api/inventories/items/{id}", { id: itemId }), {
    follows: ["stocktakes", "articles"],
  });
  const action = useStocktakeAction(query.refetch, inventory.oid);
  const heading = useRef<HTMLHeadingElement>(null);
  const isKnown = query.body !== null;
  useEffect(() => heading.current?.focus(), [isKnown]);
  const close = () => {
    changeQuery({ item: null });
    // The focus returns to the row of the item.
    document.querySelector<HTMLElement>("main [data-row][tabindex='0']")?.focus();
  };
  return (
    <aside
      class="item-detail"
      aria-labelledby="item-title"
      onKeyDown={(event) => {
        if (event.key === "Escape" && document.querySelector("dialog[open]") === null) close();
      }}
    >
      <QueryBoundary query={query}>
        {(item) => (
          <>
            <Toolbar>
              <h2 id="item-title" ref={heading} tabIndex={-1}>
                {[item.article.code, item.article.name].filter(Boolean).join(" ")}
              </h2>
              <IconButton icon="cross" label={t(msg("Close details"))} onClick={close} />
            </Toolbar>
            <KnownFacts item={item} />
            <ActionState action={action} />
            {inventory.inventoryStateId !== State.Closed && (
              <Decide
                item={item}
                tag={query.tag}
                inventory={inventory}
                action={action}
                onDecided={onDecided}
              />
            )}
            <ItemPhotos itemId={itemId} name={item.article.name} />
            <ItemHistory itemId={itemId} />
            <p>
              <a href={`#/articles/${item.articleId}`}>{t(msg("Article"))}</a>
            </p>
          </>
        )}
      </QueryBoundary>
    </aside>
  );
}

function KnownFacts({ item }: { readonly item: InventoryItem }) {
  const {
    locationId,
    quantity = 0,
    movedDT,
    movedQuantity = 0,
    counted,
    note,
    isApproved,
    isToRecount,
    needsSecondCount,
  } = item;
  const elsewhere = foundElsewhere(item);
  const found = piecesFound(item);
  const facts: readonly (readonly [string, string | null])[] = [
    [t(msg("Expected at")), locationId === null ? null : locationPath(locationId)],
    [t(msg("Found at")), elsewhere === null ? null : locationPath(elsewhere)],
    [t(msg("Expected")), number(quantity)],
    [t(msg("Counted")), found === null ? t(msg("not counted")) : number(found)],
    [t(msg("Last counted by")), counted === null ? null : `${counted.user.fullName}, ${when(counted.at)}`],
    [t(msg("Stock changed since")), movedDT === null ? null : `${signed(movedQuantity)}, ${when(movedDT)}`],
    [t(msg("Note")), note],
    [
      t(msg("State")),
      [
        isApproved && t(msg("approved")),
        isToRecount && t(msg("recount")),
        needsSecondCount && t(msg("second count")),
      ]
        .filter(Boolean)
        .join(", "),
    ],
  ];
  return <Facts facts={facts} />;
}

/** Photos have no events, so they are polled. */
const EVERY_S = 20;

/** The photos of an item; a press enlarges one. */
function ItemPhotos({ itemId, name }: { readonly itemId: number; readonly name: string }) {
  const { body } = useLiveQuery(
    call("GET /api/photoarticleinventory/{inventoryItemId}", { inventoryItemId: itemId }),
    {
      everySeconds: EVERY_S,
    },
  );
  const [large, setLarge] = useState<Photo | null>(null);
  if (body === null || body.length === 0) return null;
  const nameOf = ({ createdBy, createdDT }: Photo) =>
    t(msg("{name}, {createdBy}, {at}"), { name, createdBy, at: when(createdDT) });
  return (
    <section aria-labelledby="item-photos">
      <h3 id="item-photos">{t(msg("Photos"))}</h3>
      <Toolbar class="item-photos">
        {body.map((photo) => (
          <Button key={photo.oid} kind="plain" onClick={() => setLarge(photo)}>
            <Picture
              photo={call("GET /api/photos/{oid}/thumbnail", { oid: photo.oid })}
              alt={nameOf(photo)}
            />
          </Button>
        ))}
      </Toolbar>
      {large !== null && (
        <Dialog title={nameOf(large)} onClose={() => setLarge(null)} leave={t(msg("Close"))}>
          <div class="item-photo-large">
            <Picture photo={call("GET /api/photos/{oid}", { oid: large.oid })} alt={nameOf(large)} />
          </div>
        </Dialog>
      )}
    </section>
  );
}
