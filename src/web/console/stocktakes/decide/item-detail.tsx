import { useLayoutEffect, useRef } from "preact/hooks";
import { REPORTED_IN, State } from "../../../../domain/inventory-states.ts";
import {
  DECIDED_IN,
  DECISION_NAMES,
  type Decision,
  decisionsFor,
} from "../../../../domain/item-decisions.ts";
import { piecesFound } from "../../../../domain/item-views.ts";
import { type Message, msg } from "../../../../domain/message.ts";
import { METHOD_NAMES } from "../../../../domain/stocktakes/frame.ts";
import { INVENTORY } from "../../../../records/stocktake.ts";
import { type ApiRequest, call, type Unguarded, withTag } from "../../../api/call.ts";
import type {
  InventoryDetail,
  InventoryItem,
  InventoryItemHistoryEntry,
  ItemChanges,
} from "../../../api/types/endpoints.d.ts";
import { quantityText } from "../../../articles/amounts.ts";
import { day, t, when } from "../../../i18n/translate.ts";
import { locationName, locationPath } from "../../../offline/sync/locations.ts";
import { QueryBoundary } from "../../../query/query-boundary.tsx";
import { changeQuery } from "../../../router/address.ts";
import { IconButton } from "../../../ui/button.tsx";
import { Facts } from "../../../ui/surfaces.tsx";
import { Toolbar } from "../../../ui/toolbar.tsx";
import { type Named, nameOf, useCatalogue } from "../../articles/names.ts";
import { useLiveQuery } from "../../realtime/use-live-query.ts";
import { PhotoButtons } from "../photo-buttons.tsx";
import { sentBy } from "../sent-by.ts";
import {
  ActionButton,
  ActionState,
  type StocktakeAction,
  useStocktakeAction,
} from "../use-stocktake-action.tsx";
import { DECISION_EFFECTS, flagsOf, foundElsewhere, signed } from "./item-figures.ts";
import { KEY_OF_DECISION } from "./result-keys.ts";
import { Settlement } from "./settlement.tsx";

interface DetailProps {
  readonly itemId: number;
  readonly inventory: InventoryDetail;
  /** After a decision or an approval. */
  readonly onDecided: () => void;
}

/** An item beside the table: its facts, photos, counts and possible decisions. */
export function ItemDetail({ itemId, inventory, onDecided }: DetailProps) {
  const query = useLiveQuery(call("GET /api/inventories/items/{id}", { id: itemId }), {
    follows: ["stocktakes", "articles"],
  });
  const action = useStocktakeAction(query.refetch, inventory.oid);
  const heading = useRef<HTMLHeadingElement>(null);
  const isKnown = query.body !== null;
  useLayoutEffect(() => heading.current?.focus(), [isKnown]);
  const close = () => {
    changeQuery({ item: null });
    // The focus returns to the row of the item.
    document.querySelector<HTMLElement>("main [data-row][tabindex='0']")?.focus();
  };
  return (
    <aside
      class="item-detail"
      aria-labelledby="item-title"
      onKeyDown={(event) => {
        if (event.key === "Escape" && document.querySelector("dialog[open]") === null) close();
      }}
    >
      <QueryBoundary query={query}>
        {(item) => (
          <>
            <Toolbar>
              <h2 id="item-title" ref={heading} tabIndex={-1}>
                {[item.article.code, item.article.name].filter(Boolean).join(" ")}
              </h2>
              <IconButton icon="cross" label={t(msg("Close details"))} onClick={close} />
            </Toolbar>
            <KnownFacts item={item} />
            {REPORTED_IN.includes(inventory.inventoryStateId) && <AsOfFacts item={item} />}
            <ActionState action={action} />
            {inventory.inventoryStateId !== State.Closed && (
              <Decide
                item={item}
                tag={query.tag}
                inventory={inventory}
                action={action}
                onDecided={onDecided}
              />
            )}
            <Settlement item={item} inventory={inventory} action={action} after={query.refetch} />
            <ItemPhotos itemId={itemId} name={item.article.name} />
            <ItemHistory itemId={itemId} unit={item.unit} />
            <p>
              <a href={`#/articles/${item.articleId}`}>{t(msg("Article"))}</a>
            </p>
          </>
        )}
      </QueryBoundary>
    </aside>
  );
}

function KnownFacts({ item }: { readonly item: InventoryItem }) {
  const { unit, locationId, quantity = 0, movedDT, movedQuantity = 0, counted, note, method = null } = item;
  const { movedBeforeCount = 0, takenFrom = null } = item;
  const methods = useCatalogue("articleDisposalMethod");
  const reasons = useCatalogue("articleDisposalReason");
  const elsewhere = foundElsewhere(item);
  const found = piecesFound(item);
  const facts: readonly (readonly [string, string | null])[] = [
    [t(msg("Expected at")), locationId === null ? null : locationPath(locationId)],
    [t(msg("Found at")), elsewhere === null ? null : locationPath(elsewhere)],
    [t(msg("Expected")), quantityText(quantity, unit)],
    [
      t(item.isUnexpected ? msg("Recorded where it was found") : msg("Moved before the count")),
      movedBeforeCount === 0 ? null : signed(movedBeforeCount, unit),
    ],
    [
      t(msg("Taken from")),
      takenFrom && `${locationPath(takenFrom.locationId)}: ${quantityText(takenFrom.quantity, unit)}`,
    ],
    [t(msg("Counted")), found === null ? t(msg("not counted")) : quantityText(found, unit)],
    [t(msg("Last counted by")), counted === null ? null : `${counted.user.fullName}, ${when(counted.at)}`],
    [
      t(msg("Stock changed since")),
      movedDT === null ? null : `${signed(movedQuantity, unit)}, ${when(movedDT)}`,
    ],
    [t(INVENTORY.fields.method.label), method && t(METHOD_NAMES[method])],
    [
      t(msg("Disposal method")),
      item.disposalMethodId === null ? null : nameOf(methods, item.disposalMethodId),
    ],
    [
      t(msg("Disposal reason")),
      item.disposalReasonId === null ? null : nameOf(reasons, item.disposalReasonId),
    ],
    [t(msg("Note")), note],
    [t(msg("State")), flagsOf(item)],
  ];
  return <Facts facts={facts} />;
}

/** The figures as of the decisive day. Nothing where the stocktake has none. */
function AsOfFacts({ item: { oid, unit } }: { readonly item: InventoryItem }) {
  const { body } = useLiveQuery(call("GET /api/inventories/items/{id}/as-of", { id: oid }), {
    follows: ["stocktakes", "articles"],
  });
  if (body === null || body.asOf === null) return null;
  const { day: asOf, quantity, found, difference, moved, notOfDay } = body.asOf;
  const pieces = (count: number | null) => (count === null ? null : signed(count, unit));
  const facts = [
    [t(msg("Decisive day")), day(asOf)],
    [t(msg("Decisive day: expected")), quantityText(quantity, unit)],
    [t(msg("Decisive day: found")), found === null ? null : quantityText(found, unit)],
    [t(msg("Decisive day: difference")), pieces(difference)],
    [t(msg("Decisive day: moved")), pieces(moved)],
    [t(msg("Decisive day: not of it")), notOfDay === 0 ? null : pieces(notOfDay)],
  ] as const;
  return <Facts facts={facts} />;
}

/** The photos of an item. Renders nothing without any. */
function ItemPhotos({ itemId, name }: { readonly itemId: number; readonly name: string }) {
  const { body } = useLiveQuery(
    call("GET /api/photoarticleinventory/{inventoryItemId}", { inventoryItemId: itemId }),
    { follows: ["photos"] },
  );
  if (body === null || body.length === 0) return null;
  const photos = body.map(({ oid, createdBy, createdDT }) => ({
    oid,
    label: t(msg("{name}, {createdBy}, {at}"), { name, createdBy, at: when(createdDT) }),
  }));
  return (
    <section aria-labelledby="item-photos">
      <h3 id="item-photos">{t(msg("Photos"))}</h3>
      <PhotoButtons photos={photos} />
    </section>
  );
}

interface DecideProps {
  readonly item: InventoryItem;
  /** The tag of the shown item. A decision on an item that has changed since is rejected. */
  readonly tag: string | null;
  readonly inventory: InventoryDetail;
  readonly action: StocktakeAction;
  readonly onDecided: () => void;
}

/** The decisions that are possible for an item, and its approval. */
function Decide({ item, tag, inventory: { inventoryStateId }, action, onDecided }: DecideProps) {
  if (DECIDED_IN.indexOf(inventoryStateId) === -1) return null;
  const id = item.oid;
  const put = (request: Unguarded<ApiRequest<InventoryItem>, "tag">) =>
    action.run({ send: withTag(request, tag), onDone: onDecided });
  const decide = (decision: Decision) =>
    put(call("PUT /api/inventories/items/{id}/decide", { id, body: { decision } }));
  const approve = () =>
    put(call("PUT /api/inventories/items/{id}/approve", { id, body: { isApproved: !item.isApproved } }));
  const isProcessed = inventoryStateId === State.Processing;
  return (
    <section aria-labelledby="decide-title">
      <h3 id="decide-title">{t(msg("Decision"))}</h3>
      <ul class="decisions">
        {decisionsFor(item).map((decision) => (
          <li key={decision}>
            <ActionButton
              data-key={KEY_OF_DECISION[decision].toUpperCase()}
              aria-pressed={item.decision === decision}
              action={action}
              onClick={() => decide(decision)}
            >
              {t(DECISION_NAMES[decision])}
            </ActionButton>{" "}
            <span class="muted">{t(DECISION_EFFECTS[decision])}</span>
          </li>
        ))}
      </ul>
      {isProcessed && item.isToRecount && <p>{t(msg("Reopen the stocktake to count it again."))}</p>}
      {isProcessed && (
        <ActionButton
          kind="primary"
          data-key={item.isApproved ? undefined : "A"}
          action={action}
          onClick={approve}
        >
          {t(item.isApproved ? msg("Withdraw approval") : msg("Approve"))}
        </ActionButton>
      )}
    </section>
  );
}

/** All counts of an item, newest first, with user, time, location and change. */
function ItemHistory({ itemId, unit }: { readonly itemId: number; readonly unit: string | null }) {
  const methods = useCatalogue("articleDisposalMethod");
  const reasons = useCatalogue("articleDisposalReason");
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
                {linesOf(entry, { unit, methods, reasons }).map((line) => (
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

/** What the values of counts are shown with. */
interface Shown {
  readonly unit: string | null;
  readonly methods: readonly Named[];
  readonly reasons: readonly Named[];
}

function linesOf({ before, after, operation }: InventoryItemHistoryEntry, of: Shown): readonly string[] {
  const decision =
    operation?.kind === "recount" || operation?.kind === "settle" ? [t(DECISION_NAMES[operation.kind])] : [];
  const changed = (Object.keys(FIELDS) as (keyof ItemChanges)[])
    .filter((name) => name in after)
    .map((name) =>
      t(msg("{field}: {before} → {after}"), {
        field: t(FIELDS[name] as Message),
        before: shown(name, before[name], of),
        after: shown(name, after[name], of),
      }),
    );
  const lines = [...decision, ...changed];
  return lines.length === 0 ? [t(msg("Unchanged"))] : lines;
}

function shown(
  name: keyof ItemChanges,
  value: ItemChanges[keyof ItemChanges],
  { unit, methods, reasons }: Shown,
): string {
  if (value === null || value === undefined) return "–";
  if (typeof value === "boolean") return t(value ? msg("yes") : msg("no"));
  if (typeof value === "string") return value;
  if (name === "disposalMethodId") return nameOf(methods, value);
  if (name === "disposalReasonId") return nameOf(reasons, value);
  return name === "inventoryLocationId" ? locationName(value) || `#${value}` : quantityText(value, unit);
}

const FIELDS: Readonly<Partial<Record<keyof ItemChanges, Message>>> = {
  inventoryQuantity: msg("Quantity"),
  inventoryLocationId: msg("Location"),
  isFound: msg("Found"),
  isDisposal: msg("Marked for disposal"),
  disposalMethodId: msg("Disposal method"),
  disposalReasonId: msg("Disposal reason"),
  note: msg("Note"),
};
