import { useState } from "preact/hooks";
import { msg } from "../../../../domain/message.ts";
import { useStored } from "../../../db/use-stored.ts";
import { number, t } from "../../../i18n/translate.ts";
import { Icon } from "../../../ui/icon.tsx";
import type { ItemNow } from "../current-count.ts";
import { isCounted, isOpen, itemsAt } from "../items.ts";
import type { Spot } from "../scan.ts";

/** So many rows are drawn at first. */
const STEP = 60;

/** How many rows of each list were drawn when it was left: it can be shown there again. */
const drawn = new Map<string, number>();

/** What is expected at the place; `isOpenOnly`: what is not counted yet. A blind count shows no expected quantity. */
export function ExpectedList({ spot, isOpenOnly }: { readonly spot: Spot; readonly isOpenOnly: boolean }) {
  const { inventoryId, placeId } = spot;
  const listKey = `${inventoryId}/${placeId}/${isOpenOnly}`;
  const [most, setMost] = useState(drawn.get(listKey) ?? STEP);
  const all = useStored(() => itemsAt(inventoryId, placeId), ["outbox", "items"], [inventoryId, placeId]);
  if (all === null) return null;
  const wanted = isOpenOnly ? all.filter((item) => item.expectedAt === placeId && isOpen(item)) : all;
  if (wanted.length === 0) return <p class="quiet">{t(isOpenOnly ? TEXTS.done : TEXTS.none)}</p>;
  return (
    <>
      <ul class="list">
        {wanted.slice(0, most).map((item) => (
          <Row key={item.key} item={item} spot={spot} />
        ))}
      </ul>
      {wanted.length > most && (
        <button
          type="button"
          class="second"
          onClick={() => {
            drawn.set(listKey, most + STEP);
            setMost(most + STEP);
          }}
        >
          {t(TEXTS.more, { n: wanted.length - most })}
        </button>
      )}
    </>
  );
}

function Row({ item, spot }: { readonly item: ItemNow; readonly spot: Spot }) {
  const isDone = isCounted(item) && !item.isToRecount;
  return (
    <li>
      <a href={itemWay(spot, item)}>
        <span class={isDone ? "mark is-counted" : "mark is-open"}>
          {isDone && <Icon name="there" size={22} />}
          <span class="unseen">{t(isDone ? TEXTS.counted : TEXTS.open)}</span>
        </span>
        <span class="main">
          <b>{item.name}</b>
          <small>
            {item.code ?? t(TEXTS.noCode)}
            {item.isUnexpected && ` · ${t(TEXTS.unexpected)}`}
            {item.isToRecount && ` · ${t(TEXTS.recount)}`}
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

/** Where the sheet of an item is. */
export function itemWay(
  { inventoryId, placeId }: Spot,
  { articleId, key }: Pick<ItemNow, "articleId" | "key">,
): string {
  return `#/count/${inventoryId}/${placeId}/item/${articleId}/${encodeURIComponent(key)}`;
}

const TEXTS = {
  done: msg("Everything that is expected here is counted."),
  none: msg("Nothing is expected here."),
  more: msg("Show {n} more"),
  counted: msg("counted"),
  open: msg("not counted", "scan"),
  noCode: msg("no code"),
  unexpected: msg("found here"),
  recount: msg("count again"),
};
