import { msg } from "../../../domain/message.ts";
import { t } from "../../i18n/translate.ts";
import { findLocations } from "../../offline/sync/find-locations.ts";
import { addressOf } from "../../router/address.ts";
import { type LocationTree, pathAbove } from "./tree/location-tree.ts";

const MOST = 100;

interface HitsProps {
  readonly tree: LocationTree;
  readonly text: string;
  readonly chosen: number | null;
}

/** The locations that a search found, each with its path. */
export function Hits({ tree, text, chosen }: HitsProps) {
  const { hits, total } = findLocations(tree.all, text, MOST);
  return (
    <>
      <p class="muted" role="status">
        {t(msg("{n, plural, one {# location} other {# locations}} found."), { n: total })}
        {total > hits.length &&
          ` ${t(msg("Showing the first {n}. Type more to narrow it down."), { n: hits.length })}`}
      </p>
      <ul class="location-results">
        {hits.map(({ oid, name, code }) => (
          <li key={oid}>
            <a
              href={`#${addressOf(`/locations/${oid}`, { q: text })}`}
              aria-current={oid === chosen ? "page" : undefined}
            >
              <b>{name}</b> <span class="muted">{code}</span>
              <small class="muted">{pathAbove(tree, oid)}</small>
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}
