import type { DetailedProgress } from "../../../inventories/shapes.ts";
import { say } from "../../../words.ts";
import { Icon } from "../../app/icon.tsx";
import { number, plural, t, when } from "../../app/words.ts";

interface MissingProps {
  readonly inventoryId: number;
  readonly progress: DetailedProgress;
}

/** The places where something is not counted yet; the most first. */
export function Missing({ inventoryId, progress }: MissingProps) {
  const open = progress.locations
    .map(({ location, total, counted }) => ({ location, missing: total - counted }))
    .filter(({ missing }) => missing > 0)
    .sort((a, b) => b.missing - a.missing);
  if (open.length === 0) return <p>{t(TEXTS.nothing)}</p>;
  return (
    <>
      <h2>{t(TEXTS.missing)}</h2>
      <ul class="list">
        {open.map(({ location, missing }) => (
          <li key={location.oid}>
            <a href={`#/count/${inventoryId}/${location.oid}`}>
              <span class="mark is-open">
                <Icon name="place" size={22} />
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

/** The terminals that still hold counts, as they said last. */
export function Owing({ progress }: { readonly progress: DetailedProgress }) {
  const owing = progress.terminals.filter(({ pending }) => pending > 0);
  if (owing.length === 0) return null;
  return (
    <>
      <h2>{t(TEXTS.owing)}</h2>
      <ul class="list">
        {owing.map(({ device, user, pending, at }) => (
          <li key={`${device?.id ?? ""} ${user.id}`} class="row">
            <span class="main">
              <b>{device?.name ?? user.fullName}</b>
              <small>
                {device === null ? "" : `${user.fullName} · `}
                {t(TEXTS.since, { at: when(at) })}
              </small>
            </span>
            <span class="amount">{plural(pending, TEXTS.counts)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

const TEXTS = {
  nothing: say("Everything that is expected is counted.", "Vše očekávané je započítáno."),
  missing: say("Not counted yet, by place", "Zatím nezapočítáno podle míst"),
  owing: say("Terminals that still hold counts", "Terminály s neodeslanými počty"),
  since: say("said so {at}", "hlásil {at}"),
  counts: say("{n} count|{n} counts", "{n} počet|{n} počty|{n} počtů"),
};
