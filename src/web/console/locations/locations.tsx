import { useEffect, useMemo, useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { reportError } from "../../errors/report-error.ts";
import { number, t } from "../../i18n/translate.ts";
import { may } from "../../login/permissions.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import { addressQuery, changeQuery } from "../../router/address.ts";
import { go } from "../../router/router.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/surfaces.tsx";
import { Tree } from "../../ui/tree/tree.tsx";
import { treeRows } from "../../ui/tree/tree-rows.ts";
import { Screen } from "../layout/screen.tsx";
import { AddLocation } from "./add-location.tsx";
import { moveLocation } from "./change-location.ts";
import { expand, expanded } from "./expanded.ts";
import { Hits } from "./hits.tsx";
import { NameSearch } from "./name-search.tsx";
import { LocationPanel } from "./panel.tsx";
import { type LocationTree, siblingIndex } from "./tree/location-tree.ts";
import { useLocations } from "./tree/use-locations.ts";
import { type Drop, useDragging } from "./use-dragging.ts";
import { useSiblingOrder } from "./use-sibling-order.ts";
import "./locations.css";

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
      actions={
        may("manage") && (
          <Button kind="secondary" onClick={() => setAdding(true)}>
            {t(msg("Add location"))}
          </Button>
        )
      }
    >
      <QueryBoundary
        query={query}
        empty={
          <EmptyState
            icon="location"
            title={t(msg("No locations yet"))}
            text={may("manage") ? t(msg("Add the first one, or import them with your articles.")) : undefined}
          >
            {may("manage") && (
              <Button kind="secondary" onClick={() => setAdding(true)}>
                {t(msg("Add location"))}
              </Button>
            )}
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
  const seek = (next: string) => {
    setText(next);
    changeQuery({ q: next }, { replace: true });
  };
  const isSought = text.trim() !== "";
  return (
    <section class="locations-search" aria-label={t(msg("All locations"))}>
      <NameSearch label={t(msg("Search by name or code"))} text={text} onText={seek} />
      {isSought ? (
        <Hits tree={tree} text={text} chosen={chosen} />
      ) : (
        <>
          <p class={dragging.over === 0 ? "locations-root is-target" : "locations-root"} {...dragging.top}>
            {t(msg("All locations"))} · {number(tree.all.length)}
            {onMove !== null && <span class="muted"> {t(msg("– drag to move or reorder"))}</span>}
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
            {({ item: { code } }) => code !== null && <span class="tree-code muted">{code}</span>}
          </Tree>
        </>
      )}
    </section>
  );
}
