import { useState } from "preact/hooks";
import { msg } from "../../../../domain/message.ts";
import { quantityText } from "../../../articles/amounts.ts";
import { useStored } from "../../../db/use-stored.ts";
import { number, t } from "../../../i18n/translate.ts";
import { isStored } from "../../../offline/sync/inventories.ts";
import { Button } from "../../../ui/button.tsx";
import { useTapGuard } from "../../../ui/double-tap.ts";
import { Icon } from "../../../ui/icon.tsx";
import type { ItemNow } from "../current-count.ts";
import { isOpen, itemsAt } from "../items.ts";
import type { Spot } from "../scan.ts";

/** The number of rows shown at first. */
const PAGE_SIZE = 60;

/** The number of shown rows per list, kept for the return to the screen. */
const shownCounts = new Map<string, number>();

/**
 * The items of a location; null: not read yet. `isFixed`: as they were when the screen was opened or their stocktake
 * loaded. A list to choose from must not move when other terminals count.
 */
export function useItemsAt({ inventoryId, placeId }: Spot, { isFixed }: { readonly isFixed: boolean }) {
  return useStored(() => itemsAt(inventoryId, placeId), isFixed ? [] : ["outbox", "items"], [
    inventoryId,
    placeId,
    isFixed && isStored(inventoryId),
  ]);
}

interface ExpectedListProps {
  readonly spot: Spot;
  /** Only those not counted yet. */
  readonly isOpenOnly: boolean;
  /** As for `useItemsAt`. */
  readonly isFixed?: boolean;
}

/** The expected items of a location. Blind counts show no expected quantity. */
export function ExpectedList({ spot, isOpenOnly, isFixed = false }: ExpectedListProps) {
  const { inventoryId, placeId } = spot;
  const listKey = `${inventoryId}/${placeId}/${isOpenOnly}`;
  const [limit, setLimit] = useState(shownCounts.get(listKey) ?? PAGE_SIZE);
  const all = useItemsAt(spot, { isFixed });
  const items = (all ?? []).filter((item) => !isOpenOnly || (item.expectedAt === placeId && isOpen(item)));
  const rows = items.slice(0, limit);
  useTapGuard(
    rows.map(({ key }) => key),
    ".count-lists .list *",
  );
  if (all === null) return null;
  if (items.length === 0)
    return (
      <p class="muted">
        {t(
          isOpenOnly ? msg("Everything that is expected here is counted.") : msg("Nothing is expected here."),
        )}
      </p>
    );
  return (
    <>
      <ul class="list">
        {rows.map((item) => (
          <Row key={item.key} item={item} spot={spot} />
        ))}
      </ul>
      {items.length > limit && (
        <Button
          onClick={() => {
            shownCounts.set(listKey, limit + PAGE_SIZE);
            setLimit(limit + PAGE_SIZE);
          }}
        >
          {t(msg("Show {n} more"), { n: items.length - limit })}
        </Button>
      )}
    </>
  );
}

function Row({ item, spot }: { readonly item: ItemNow; readonly spot: Spot }) {
  const isDone = !isOpen(item);
  return (
    <li>
      <a href={itemHref(spot, item)}>
        <span class={isDone ? "mark is-counted" : "mark is-open"}>
          {isDone && <Icon name="there" size={22} />}
          <span class="sr-only">{t(isDone ? msg("counted") : msg("not counted", "scan"))}</span>
        </span>
        <span class="main">
          <b>{item.name}</b>
          <small>
            {item.code ?? t(msg("no code"))}
            {item.isUnexpected && ` · ${t(msg("found here"))}`}
            {item.isToRecount && ` · ${t(msg("count again"))}`}
            {item.needsSecondCount && ` · ${t(msg("second count by another person"))}`}
          </small>
        </span>
        <span class="amount">{amountOf(item)}</span>
      </a>
    </li>
  );
}

function amountOf({ quantity, expected, isUnexpected, unit }: ItemNow): string {
  const isAlone = expected === null || isUnexpected;
  if (isAlone) return quantity === null ? "–" : quantityText(quantity, unit);
  return `${quantity === null ? "–" : number(quantity)} / ${quantityText(expected, unit)}`;
}

/** The address of an item's screen. */
export function itemHref(
  { inventoryId, placeId }: Spot,
  { articleId, key }: Pick<ItemNow, "articleId" | "key">,
): string {
  return `#/count/${inventoryId}/${placeId}/item/${articleId}/${encodeURIComponent(key)}`;
}
