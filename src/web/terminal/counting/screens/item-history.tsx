import { msg } from "../../../../domain/message.ts";
import { useStored } from "../../../db/use-stored.ts";
import { number, t, when } from "../../../i18n/translate.ts";
import type { ItemNow } from "../current-count.ts";
import { recent } from "../items.ts";
import type { Spot } from "../scan.ts";
import { entryWay, stateWords } from "./recent-list.tsx";

/** So far back this terminal's own operations are looked through. */
const MOST = 500;

/** What this terminal has said of an item, newest first. */
export function ItemHistory({ item, spot }: { readonly item: ItemNow; readonly spot: Spot }) {
  const { inventoryId } = spot;
  const list = useStored(() => recent(inventoryId, MOST), ["outbox"], [inventoryId]);
  const own = (list ?? []).filter(({ entry }) => entry.articleId === item.articleId);
  if (own.length === 0) return null;
  return (
    <>
      <h2>{t(TEXTS.title)}</h2>
      <ul class="list">
        {own.map(({ entry, isUndone }) => (
          <li key={entry.seq} class={isUndone ? "is-undone" : undefined}>
            <a href={entryWay(spot, entry)}>
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
