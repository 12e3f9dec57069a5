import { useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import type { RefillItem, RefillList } from "../../api/types/endpoints.d.ts";
import { pieces, quantityText } from "../../articles/amounts.ts";
import { t } from "../../i18n/translate.ts";
import { isAtOrBelow, locationPath } from "../../offline/sync/locations.ts";
import { firstRefillPage, wholeRefillList } from "../../offline/sync/refill-list.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import type { QueryResult } from "../../query/query-state.ts";
import { useQuery } from "../../query/use-query.ts";
import { addressOf } from "../../router/address.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Page } from "../../ui/page.tsx";
import { EmptyState } from "../../ui/surfaces.tsx";
import "../../articles/articles.css";

const INITIAL_COUNT = 500;

/** `#/location/:id/refill`: what must be refilled at a location and below it, and where to fetch it from. */
export function RefillScreen({ id = "" }: Readonly<Record<string, string>>) {
  const oid = Number(id);
  const query = useRefillList(oid);
  const [isExpanded, setExpanded] = useState(false);
  return (
    <Page title={t(msg("Refill list"))}>
      <p>
        <b>{locationPath(oid)}</b>
      </p>
      <QueryBoundary query={query}>
        {({ items, nextCursor }) => (
          <>
            {nextCursor !== null && (
              <p>{t(msg("This list is not complete. The console shows all lines."))}</p>
            )}
            {items.length === 0 && nextCursor === null && (
              <EmptyState icon="there" title={t(msg("Nothing needs a refill here."))} />
            )}
            {items.length > 0 && (
              <ul class="list">
                {(isExpanded ? items : items.slice(0, INITIAL_COUNT)).map((item) => (
                  <Line key={item.ruleId} item={item} />
                ))}
              </ul>
            )}
            {!isExpanded && items.length > INITIAL_COUNT && (
              <Button onClick={() => setExpanded(true)}>{t(msg("Show all"))}</Button>
            )}
          </>
        )}
      </QueryBoundary>
    </Page>
  );
}

/** The list of a location; without a connection from the list of all locations, which is loaded in advance. */
function useRefillList(locationId: number): QueryResult<RefillList> {
  const own = useQuery(firstRefillPage(locationId), {
    follows: true,
    pick: (first) => wholeRefillList(first, locationId),
  });
  const whole = useQuery(own.state === "away" ? firstRefillPage() : null, {
    pick: (first) => wholeRefillList(first),
  });
  if (whole.body === null || (own.at ?? 0) >= (whole.at ?? 0)) return own;
  const items = whole.body.items.filter(
    (item) => item.locationId !== null && isAtOrBelow(item.locationId, locationId),
  );
  return { ...whole, body: { items, total: items.length, nextCursor: whole.body.nextCursor } };
}

function Line({ item }: { readonly item: RefillItem }) {
  const { articleId, article, location, stock, minimum, missing, sources } = item;
  // Absent in a list that was loaded from an earlier version.
  const { unit = null } = article as Partial<typeof article>;
  return (
    <li>
      <a href={`#/article/${articleId}`}>
        <span class="main">
          <b>{article.name}</b>
          <span class="muted">
            {[
              article.code,
              location?.name,
              t(msg("{stock} there, minimum {minimum}"), {
                stock: quantityText(stock, unit),
                minimum: quantityText(minimum, unit),
              }),
            ]
              .filter(Boolean)
              .join(" · ")}
          </span>
        </span>
        <span class="trailing">{t(msg("{pieces} missing"), { pieces: pieces(missing, unit) })}</span>
      </a>
      {sources.map((source) => (
        <a key={source.locationId} href={moveAddress(item, source)}>
          <Icon name="elsewhere" />
          <span class="main">
            {t(msg("Fetch from {location} ({pieces})"), {
              location: source.location.name,
              pieces: pieces(source.quantity, unit),
            })}
          </span>
        </a>
      ))}
    </li>
  );
}

/** The screen that moves what is missing from another location. */
function moveAddress({ articleId, locationId, missing }: RefillItem, source: RefillItem["sources"][number]) {
  const available = source.quantity;
  return `#${addressOf(`/article/${articleId}/move`, {
    from: source.locationId,
    to: locationId,
    quantity: Math.min(missing, available),
    available,
  })}`;
}
