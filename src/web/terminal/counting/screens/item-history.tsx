import { msg } from "../../../../domain/message.ts";
import { useStored } from "../../../db/use-stored.ts";
import { number, t, when } from "../../../i18n/translate.ts";
import type { ItemNow } from "../current-count.ts";
import { recent } from "../items.ts";
import type { Spot } from "../scan.ts";
import { entryHref, stateWords } from "./recent-list.tsx";

/** The number of local operations to search. */
const MAX_SEARCHED = 500;

/** The local operations on an item, newest first. */
export function ItemHistory({ item, spot }: { readonly item: ItemNow; readonly spot: Spot }) {
  const { inventoryId } = spot;
  const list = useStored(() => recent(inventoryId, MAX_SEARCHED), ["outbox"], [inventoryId]);
  const itemOperations = (list ?? []).filter(({ entry }) => entry.articleId === item.articleId);
  if (itemOperations.length === 0) return null;
  return (
    <>
      <h2>{t(TEXTS.title)}</h2>
      <ul class="list">
        {itemOperations.map(({ entry, isUndone }) => (
          <li key={entry.seq} class={isUndone ? "is-undone" : undefined}>
            <a href={entryHref(spot, entry)}>
              <span class="main">
                <b>{entry.shown.place ?? "–"}</b>
                <small>
                  {entry.shown.author}, {when(entry.operation.at)} · {stateWords(entry)}
                </small>
              </span>
              <span class="amount">{entry.shown.quantity === null ? "–" : number(entry.shown.quantity)}</span>
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}

const TEXTS = { title: msg("On this terminal") };
