import { msg } from "../../../../domain/message.ts";
import { quantityText } from "../../../articles/amounts.ts";
import type { OutboxEntry } from "../../../db/outbox-shapes.ts";
import { useStored } from "../../../db/use-stored.ts";
import { ICONS, NAMES } from "../../../feedback/sounds.ts";
import { t, when } from "../../../i18n/translate.ts";
import { locationName } from "../../../offline/sync/locations.ts";
import { useTapGuard } from "../../../ui/double-tap.ts";
import { Icon } from "../../../ui/icon.tsx";
import type { ItemNow } from "../current-count.ts";
import { type Recent, recent } from "../items.ts";
import type { Spot } from "../scan.ts";

interface RecentListProps {
  /** Null: not read yet. */
  readonly list: readonly Recent[] | null;
  readonly spot: Spot;
}

/** The latest operations of this terminal, newest first. Each opens its screen. */
export function RecentList({ list, spot }: RecentListProps) {
  useTapGuard(list?.map(({ entry }) => entry.seq) ?? [], ".count-lists .list *");
  if (list === null) return null;
  if (list.length === 0) return <p class="muted">{t(msg("Nothing scanned yet."))}</p>;
  return (
    <ul class="list">
      {list.map((one) => (
        <Row key={one.entry.seq} one={one} spot={spot} />
      ))}
    </ul>
  );
}

function Row({ one, spot }: { readonly one: Recent; readonly spot: Spot }) {
  const { entry, isUndone, isCorrected } = one;
  const { shown, operation } = entry;
  const code = operation.code ?? shown.code ?? t(msg("no code"));
  return (
    <li class={isUndone ? "is-undone" : undefined}>
      <a href={entryHref(spot, entry)}>
        <span class={`mark is-${shown.verdict}`}>
          <Icon name={ICONS[shown.verdict]} size={22} />
          <span class="sr-only">{t(NAMES[shown.verdict])}</span>
        </span>
        <span class="main">
          <b class="one-line">{shown.name}</b>
          {code !== shown.name && <small class="one-line code">{code}</small>}
          <small>
            {placeOf(entry)} · {when(operation.at)} · {stateText(entry)}
            {isUndone && ` · ${t(msg("undone"))}`}
            {isCorrected && !isUndone && ` · ${t(msg("corrected"))}`}
          </small>
        </span>
        <span class="amount">{shown.quantity === null || isUndone ? "" : shownQuantity(shown)}</span>
      </a>
    </li>
  );
}

/** The quantity after an operation. */
export const shownQuantity = ({ quantity, unit = null }: OutboxEntry["shown"]) =>
  quantity === null ? "–" : quantityText(quantity, unit);

const placeOf = ({ placeId, shown }: OutboxEntry) =>
  (placeId === null ? "" : locationName(placeId)) || shown.place || "–";

/** The address of an operation's screen, or of its question. */
function entryHref({ inventoryId, placeId }: Spot, { state, seq, operationId }: OutboxEntry): string {
  const rest = state === "asked" ? `asked/${seq}` : `entry/${operationId}`;
  return `#/count/${inventoryId}/${placeId}/${rest}`;
}

/** Whether the server has the operation, as text. */
export function stateText({ state }: OutboxEntry): string {
  return t(STATES[state]);
}

const STATES = {
  waiting: msg("not sent yet"),
  asked: msg("needs your answer"),
  sent: msg("sent"),
  late: msg("too late"),
  unknown: msg("sent, unknown code"),
  refused: msg("rejected"),
  "given-up": msg("discarded"),
} as const;

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
      <h2>{t(msg("On this terminal"))}</h2>
      <ul class="list">
        {itemOperations.map(({ entry, isUndone }) => (
          <li key={entry.seq} class={isUndone ? "is-undone" : undefined}>
            <a href={entryHref(spot, entry)}>
              <span class="main">
                <b>{entry.shown.place ?? "–"}</b>
                <small>
                  {entry.shown.author}, {when(entry.operation.at)} · {stateText(entry)}
                </small>
              </span>
              <span class="amount">{shownQuantity(entry.shown)}</span>
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}
