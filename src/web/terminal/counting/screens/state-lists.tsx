import { msg } from "../../../../domain/message.ts";
import type { InventoryProgressDetails } from "../../../api/types/endpoints.d.ts";
import { number, t, when } from "../../../i18n/translate.ts";
import { walkingOrder } from "../../../offline/sync/locations.ts";
import { Icon } from "../../../ui/icon.tsx";

interface StillToCountProps {
  readonly inventoryId: number;
  readonly progress: InventoryProgressDetails;
}

/** The locations with open items, in the walking order. */
export function StillToCount({ inventoryId, progress }: StillToCountProps) {
  const positionOf = (oid: number) => walkingOrder.value.get(oid) ?? Number.MAX_SAFE_INTEGER;
  const open = progress.locations
    .map(({ location, total, counted }) => ({ location, missing: total - counted }))
    .filter(({ missing }) => missing > 0)
    .sort((a, b) => positionOf(a.location.oid) - positionOf(b.location.oid));
  if (open.length === 0) return <p>{t(msg("Everything that is expected is counted."))}</p>;
  return (
    <>
      <h2>{t(msg("Still to count, by location"))}</h2>
      <ul class="list">
        {open.map(({ location, missing }) => (
          <li key={location.oid}>
            <a href={`#/count/${inventoryId}/${location.oid}`}>
              <span class="mark is-open">
                <Icon name="location" size={22} />
              </span>
              <span class="main">
                <b>{location.name}</b>
                <small>{location.code}</small>
              </span>
              <span class="amount">{number(missing)}</span>
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The terminals with unsent counts, as last reported. */
export function PendingTerminals({ progress }: { readonly progress: InventoryProgressDetails }) {
  const pendingTerminals = progress.terminals.filter(({ pending }) => pending > 0);
  if (pendingTerminals.length === 0) return null;
  return (
    <>
      <h2>{t(msg("Terminals with counts not sent or not answered"))}</h2>
      <ul class="list">
        {pendingTerminals.map(({ device, user, pending, at }) => (
          <li key={`${device?.id ?? ""} ${user.id}`} class="row">
            <span class="main">
              <b>{device?.name ?? user.fullName}</b>
              <small>
                {device === null ? "" : `${user.fullName} · `}
                {t(msg("Last reported {at}"), { at: when(at) })}
              </small>
            </span>
            <span class="amount">
              {t(msg("{n, plural, one {# count} other {# counts}}"), { n: pending })}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
