import { useState } from "preact/hooks";
import { msg } from "../../../../domain/message.ts";
import { useStored } from "../../../db/use-stored.ts";
import { number, t } from "../../../i18n/translate.ts";
import { Button } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import type { ItemNow } from "../current-count.ts";
import { isOpen, itemsAt } from "../items.ts";
import type { Spot } from "../scan.ts";

/** The number of rows shown at first. */
const PAGE_SIZE = 60;

/** The number of shown rows per list, kept for the return to the screen. */
const shownCounts = new Map<string, number>();

/**
 * The expected items of a location; `isOpenOnly`: only those not counted yet. Blind counts show no expected
 * quantity.
 */
export function ExpectedList({ spot, isOpenOnly }: { readonly spot: Spot; readonly isOpenOnly: boolean }) {
  const { inventoryId, placeId } = spot;
  const listKey = `${inventoryId}/${placeId}/${isOpenOnly}`;
  const [limit, setLimit] = useState(shownCounts.get(listKey) ?? PAGE_SIZE);
  const all = useStored(() => itemsAt(inventoryId, placeId), ["outbox", "items"], [inventoryId, placeId]);
  if (all === null) return null;
  const items = isOpenOnly ? all.filter((item) => item.expectedAt === placeId && isOpen(item)) : all;
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
        {items.slice(0, limit).map((item) => (
          <Row key={item.key} item={item} spot={spot} />
        ))}
      </ul>
      {items.length > limit && (
        <Button
          kind="secondary"
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

function amountOf({ quantity, expected, isUnexpected }: ItemNow): string {
  const counted = quantity === null ? "–" : number(quantity);
  return expected === null || isUnexpected ? counted : `${counted} / ${number(expected)}`;
}

/** The address of an item's screen. */
export function itemHref(
  { inventoryId, placeId }: Spot,
  { articleId, key }: Pick<ItemNow, "articleId" | "key">,
): string {
  return `#/count/${inventoryId}/${placeId}/item/${articleId}/${encodeURIComponent(key)}`;
}
