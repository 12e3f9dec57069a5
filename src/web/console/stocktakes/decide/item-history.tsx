import { type Message, msg } from "../../../../domain/message.ts";
import { call } from "../../../api/call.ts";
import type { InventoryItemHistoryEntry, ItemChanges } from "../../../api/types/endpoints.d.ts";
import { number, t, when } from "../../../i18n/translate.ts";
import { locationName } from "../../../offline/sync/locations.ts";
import { QueryBoundary } from "../../../query/query-boundary.tsx";
import { useLiveQuery } from "../../realtime/use-live-query.ts";
import { sentBy } from "../sent-by.ts";
import { DECISION_NAMES } from "./item-figures.ts";

/** All counts of an item, newest first, with user, time, location and change. */
export function ItemHistory({ itemId }: { readonly itemId: number }) {
  const query = useLiveQuery(call("GET /api/inventories/items/{id}/history", { id: itemId }), {
    follows: ["stocktakes"],
  });
  return (
    <section aria-labelledby="item-history">
      <h3 id="item-history">{t(msg("Count history"))}</h3>
      <QueryBoundary query={query} empty={msg("Not counted yet.")}>
        {(entries) => (
          <ol class="list item-history">
            {entries.map((entry) => (
              <li key={`${entry.at} ${entry.operation?.operationId ?? entry.user.id}`}>
                {linesOf(entry).map((line) => (
                  <p key={line}>{line}</p>
                ))}
                <p class="muted">{authorAndTime(entry)}</p>
              </li>
            ))}
          </ol>
        )}
      </QueryBoundary>
    </section>
  );
}

function authorAndTime({ user, device, at, operation }: InventoryItemHistoryEntry): string {
  const sender = sentBy(user, operation?.sender);
  return [user.fullName, device?.name, sender, when(at)].filter(Boolean).join(" · ");
}

function linesOf({ before, after, operation }: InventoryItemHistoryEntry): readonly string[] {
  const decision =
    operation?.kind === "recount" || operation?.kind === "settle" ? [t(DECISION_NAMES[operation.kind])] : [];
  const changed = (Object.keys(FIELDS) as (keyof ItemChanges)[])
    .filter((name) => name in after)
    .map((name) =>
      t(msg("{field}: {before} → {after}"), {
        field: t(FIELDS[name] as Message),
        before: shown(name, before[name]),
        after: shown(name, after[name]),
      }),
    );
  const lines = [...decision, ...changed];
  return lines.length === 0 ? [t(msg("Unchanged"))] : lines;
}

function shown(name: keyof ItemChanges, value: ItemChanges[keyof ItemChanges]): string {
  if (value === null || value === undefined) return "–";
  if (typeof value === "boolean") return t(value ? msg("yes") : msg("no"));
  if (typeof value === "string") return value;
  return name === "inventoryLocationId" ? locationName(value) || `#${value}` : number(value);
}

const FIELDS: Readonly<Partial<Record<keyof ItemChanges, Message>>> = {
  inventoryQuantity: msg("Quantity"),
  inventoryLocationId: msg("Location"),
  isFound: msg("Found"),
  isDisposal: msg("Marked for disposal"),
  note: msg("Note"),
};
