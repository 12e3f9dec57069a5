import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { reportError } from "../../errors/report-error.ts";
import { number, t } from "../../i18n/translate.ts";
import { may } from "../../login/permissions.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import { addressOf, addressQuery, changeQuery } from "../../router/address.ts";
import { go } from "../../router/router.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/surfaces.tsx";
import { type DropZone, Tree, type Dragging as TreeDragging, treeRows } from "../../ui/tree/tree.tsx";
import { useCurrencies, useLocationTotals, valueTexts } from "../articles/totals.ts";
import { Screen } from "../layout/screen.tsx";
import { AddLocation } from "./add-location.tsx";
import { moveErrorText, moveLocation, targetsOf } from "./change-location.ts";
import { expand, expanded } from "./expanded.ts";
import { NameSearch } from "./name-search.tsx";
import { LocationPanel } from "./panel.tsx";
import {
  countArticles,
  type LocationTree,
  pathAbove,
  siblingIndex,
  useLocations,
  valuesBelow,
} from "./tree/location-tree.ts";
import "./locations.css";
import { call, withoutTag } from "../../api/call.ts";
import type { OrderedLocation } from "../../api/locations.ts";
import { requestAsUser } from "../../api/tokens.ts";
import { findLocations } from "../../offline/sync/find-locations.ts";
import { showError } from "../../ui/toast.tsx";
import { movedText } from "../lists/use-reorder.ts";

/** `#/locations`, `#/locations/:id`: the tree of locations, and the selected one beside it. */
export function LocationsScreen({ id = "" }: Readonly<Record<string, string>>) {
  const chosen = id === "" ? null : Number(id);
  const { query, tree } = useLocations();
  const [isAdding, setAdding] = useState(false);
  const [goesIn, setGoesIn] = useState(false);
  const order = useSiblingOrder(tree, query.refetch);
  const move = ({ oid, to, position }: Drop) => {
    if (tree === null) return;
    if (position !== undefined && tree.get(oid)?.parentLocationId === to) {
      order.move(oid, position);
      return;
    }
    moveLocation(tree, oid, to, position)
      .then((isMoved) => {
        query.refetch();
        if (isMoved && to !== null) expand([to]);
      })
      .catch(reportError);
  };
  const step = (oid: number, by: -1 | 1) => {
    if (tree !== null && may("manage")) order.move(oid, siblingIndex(tree, oid) + by);
  };
  const open = (oid: number, isByKey: boolean) => {
    setGoesIn(isByKey);
    go(`/locations/${oid}`);
  };
  return (
    <Screen
      title={t(msg("Locations"))}
      actions={may("manage") && <Button onClick={() => setAdding(true)}>{t(msg("Add location"))}</Button>}
    >
      <QueryBoundary
        query={query}
        empty={
          <EmptyState
            icon="location"
            title={t(msg("No locations yet"))}
            text={may("manage") ? t(msg("Add the first one, or import them with your articles.")) : undefined}
          >
            {may("manage") && <Button onClick={() => setAdding(true)}>{t(msg("Add location"))}</Button>}
          </EmptyState>
        }
      >
        {() =>
          tree !== null && (
            <div class={chosen === null ? "locations" : "locations has-selection"}>
              <Finding
                tree={tree}
                chosen={chosen}
                onOpen={open}
                onMove={may("manage") ? move : null}
                onStep={step}
              />
              {chosen === null ? (
                <p class="muted locations-hint">
                  {t(msg("Select a location to see its content and edit it."))}
                </p>
              ) : (
                <LocationPanel
                  key={chosen}
                  oid={chosen}
                  tree={tree}
                  goesIn={goesIn}
                  onStep={step}
                  refetch={query.refetch}
                />
              )}
              <p class="sr-only" role="status">
                {order.announced}
              </p>
            </div>
          )
        }
      </QueryBoundary>
      {isAdding && <AddLocation parent={null} onClose={() => setAdding(false)} refetch={query.refetch} />}
    </Screen>
  );
}

interface FindingProps {
  readonly tree: LocationTree;
  readonly chosen: number | null;
  readonly onOpen: (oid: number, isByKey: boolean) => void;
  readonly onMove: ((drop: Drop) => void) | null;
  readonly onStep: (oid: number, step: -1 | 1) => void;
}

/** The tree, or the results of a search. */
function Finding({ tree, chosen, onOpen, onMove, onStep }: FindingProps) {
  const [text, setText] = useState(addressQuery().get("q") ?? "");
  const dragging = useDragging(tree, onMove);
  useEffect(() => {
    const [only, another] = tree.childrenOf(null);
    if (expanded.peek().size === 0 && only !== undefined && another === undefined) expand([only.oid]);
  }, []);
  useEffect(() => {
    if (chosen !== null) expand(tree.above(chosen).map(({ oid }) => oid));
  }, [chosen]);
  const open = expanded.value;
  const rows = useMemo(() => treeRows(tree.childrenOf, open), [tree, open]);
  const { body: totals } = useLocationTotals();
  const counts = useMemo(() => totals && countArticles(tree, totals.articles), [tree, totals]);
  const values = useMemo(() => totals && valuesBelow(tree, totals.values), [tree, totals]);
  const currencies = useCurrencies();
  const seek = (next: string) => {
    setText(next);
    changeQuery({ q: next }, { replace: true });
  };
  const isSought = text.trim() !== "";
  return (
    <section class="locations-search" aria-label={t(msg("All locations"))}>
      <NameSearch text={text} onText={seek} />
      {isSought ? (
        <Hits tree={tree} text={text} chosen={chosen} />
      ) : (
        <>
          <p class={dragging.over === 0 ? "locations-root is-target" : "locations-root"} {...dragging.top}>
            <span>
              {t(msg("All locations"))} · {number(tree.all.length)}
              {onMove !== null && <span class="muted"> {t(msg("– drag to move or reorder"))}</span>}
            </span>
            <span class="muted location-count">{t(msg("Articles"))}</span>
            <span class="muted location-value">{t(msg("Value"))}</span>
          </p>
          <Tree
            class="locations-tree"
            name={t(msg("Locations"))}
            rows={rows}
            onExpand={expand}
            selected={chosen}
            onOpen={({ oid }, isByKey) => onOpen(oid, isByKey)}
            dragging={dragging}
            onStep={onStep}
          >
            {({ item: { oid, code } }) => (
              <>
                <span class="tree-code muted">{code}</span>
                {counts && <ArticleCount n={counts.get(oid) ?? 0} />}
                {values && (
                  <span class="location-value">
                    {valueTexts(values.get(oid) ?? [], currencies).join(" + ")}
                  </span>
                )}
              </>
            )}
          </Tree>
        </>
      )}
    </section>
  );
}

/** A number of articles, in the column that is called so. */
const ArticleCount = ({ n }: { readonly n: number }) => (
  <span class="location-count">
    <span aria-hidden="true">{number(n)}</span>
    <span class="sr-only">{t(msg("{n, plural, one {# article} other {# articles}}"), { n })}</span>
  </span>
);

const MOST = 100;

interface HitsProps {
  readonly tree: LocationTree;
  readonly text: string;
  readonly chosen: number | null;
}

/** The locations that a search found, each with its path. */
function Hits({ tree, text, chosen }: HitsProps) {
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

/** A collapsed location expands when another is dragged over it for this time. */
const UNFOLD_MS = 700;
/** The part of a row, at its top and bottom, where a drop goes before or after it. */
const EDGE = 0.28;

type Handlers = Readonly<Record<string, unknown>>;

/**
 * A drop: below a parent (null: the top level), at a position among its children, from 0; undefined: that of a new
 * location.
 */
interface Drop {
  readonly oid: number;
  readonly to: number | null;
  readonly position?: number | undefined;
}

/** Drag and drop in the tree; over 0: over the top level. */
interface Dragging extends TreeDragging<OrderedLocation> {
  /** Sets the element that is the drop target for the top level. */
  readonly top: Handlers;
}

/**
 * Moves locations by drag and drop; `onMove` null: nothing can be moved. A location is never moved into itself or
 * below it.
 */
function useDragging(tree: LocationTree, onMove: ((drop: Drop) => void) | null): Dragging {
  const [dragged, setDragged] = useState<number | null>(null);
  const [over, setOver] = useState<{ readonly oid: number; readonly zone: DropZone } | null>(null);
  const { oid: overOid = null, zone = "into" } = over ?? {};
  useEffect(() => {
    if (overOid === null || overOid === 0 || zone !== "into") return undefined;
    const timer = setTimeout(() => expand([overOid]), UNFOLD_MS);
    return () => clearTimeout(timer);
  }, [overOid, zone]);
  const end = () => {
    setDragged(null);
    setOver(null);
  };
  const dropAt = (location: OrderedLocation | null, at: DropZone): Drop | null =>
    dragged === null ? null : dropOf(tree, dragged, location, at);
  const targetOf = (location: OrderedLocation | null): Handlers => ({
    onDragOver: (event: DragEvent) => {
      const now = location === null ? "into" : zoneOf(event);
      if (dropAt(location, now) === null) return setOver(null);
      event.preventDefault();
      const oid = location?.oid ?? 0;
      if (overOid !== oid || zone !== now) setOver({ oid, zone: now });
    },
    onDragLeave: () => setOver(null),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      const drop = dropAt(location, location === null ? "into" : zoneOf(event));
      if (drop !== null) onMove?.(drop);
      end();
    },
  });
  if (onMove === null) return { dragged: null, over: null, zone, handlersOf: () => ({}), top: {} };
  return {
    dragged,
    over: overOid,
    zone,
    handlersOf: (location) => ({
      draggable: true,
      onDragStart: (event: DragEvent) => {
        event.dataTransfer?.setData("text/plain", location.name);
        if (event.dataTransfer !== null) event.dataTransfer.effectAllowed = "move";
        setDragged(location.oid);
      },
      onDragEnd: end,
      ...targetOf(location),
    }),
    top: targetOf(null),
  };
}

function zoneOf(event: DragEvent): DropZone {
  const { top, height } = (event.currentTarget as HTMLElement).getBoundingClientRect();
  const part = (event.clientY - top) / height;
  if (part < EDGE) return "before";
  return part > 1 - EDGE ? "after" : "into";
}

/** The move of a drop; null: it is not possible, or changes nothing. */
function dropOf(
  tree: LocationTree,
  oid: number,
  target: OrderedLocation | null,
  zone: DropZone,
): Drop | null {
  if (target === null || zone === "into") {
    const to = target?.oid ?? null;
    return targetsOf(tree, oid)(to) ? { oid, to } : null;
  }
  const to = target.parentLocationId;
  const siblings = tree.childrenOf(to);
  const now = siblings.findIndex((one) => one.oid === oid);
  if (target.oid === oid || (now === -1 && !targetsOf(tree, oid)(to))) return null;
  const others = siblings.filter((one) => one.oid !== oid);
  const position = others.indexOf(target) + (zone === "after" ? 1 : 0);
  return position === now ? null : { oid, to, position };
}

/** Reordering of the locations below one parent. */
interface SiblingOrder {
  /** Moves a location to this position among its siblings, from 0. */
  move(oid: number, position: number): void;
  /** Result of the last move, for screen readers. */
  readonly announced: string;
}

/** Reorders siblings; `onChanged` loads the tree again. A move is ignored until the tree shows the previous one. */
function useSiblingOrder(tree: LocationTree | null, onChanged: () => void): SiblingOrder {
  const [announced, setAnnounced] = useState("");
  const isBusy = useRef(false);
  useEffect(() => {
    isBusy.current = false;
  }, [tree]);

  async function put(name: string, oid: number, position: number, of: number): Promise<void> {
    try {
      await requestAsUser(
        withoutTag(call("PUT /api/locations/{id}", { id: oid, body: { position } }), "position"),
      );
      setAnnounced(movedText(name, position, of));
    } catch (error) {
      isBusy.current = false;
      showError(moveErrorText(error, name));
    }
    onChanged();
  }

  return {
    announced,
    move(oid, position) {
      const location = tree?.get(oid) ?? null;
      if (tree === null || location === null || isBusy.current) return;
      const siblings = tree.childrenOf(location.parentLocationId);
      if (position < 0 || position >= siblings.length || siblings[position] === location) return;
      isBusy.current = true;
      put(location.name, oid, position, siblings.length).catch(reportError);
    },
  };
}
