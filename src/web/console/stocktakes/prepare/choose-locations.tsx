import { useState } from "preact/hooks";
import { msg } from "../../../../domain/message.ts";
import type { Location } from "../../../api/types/endpoints.d.ts";
import { t } from "../../../i18n/translate.ts";
import { findLocations } from "../../../offline/sync/find-locations.ts";
import type { Check } from "../../../ui/checkbox.tsx";
import { SearchField } from "../../../ui/search-field.tsx";
import { Tree, treeRows } from "../../../ui/tree/tree.tsx";
import { isBelow, type LocationTree, withBelow } from "../../locations/tree/location-tree.ts";

/** The number of search results that are shown. */
const MAX_HITS = 500;

interface ChooseProps {
  readonly tree: LocationTree;
  readonly name: string;
  readonly chosen: readonly number[];
  readonly onChosen: (chosen: readonly number[]) => void;
}

/**
 * The tree of locations with a checkbox at each, which includes all locations below it; during a search the results.
 */
export function ChooseLocations({ tree, name, chosen, onChosen }: ChooseProps) {
  const [text, setText] = useState("");
  const [expanded, setExpanded] = useState<ReadonlySet<number> | null>(null);
  const open = expanded ?? initiallyExpanded(tree, chosen);
  const isSearch = text.trim() !== "";
  const { hits, total } = isSearch ? findLocations(tree.all, text, MAX_HITS) : { hits: [], total: 0 };
  const rows = isSearch
    ? hits.map((item, at) => ({ item, level: 1, siblings: hits, at: at + 1, isOpen: null }))
    : treeRows(tree.childrenOf, open);
  const expand = (oids: readonly number[], isOpen: boolean) => {
    const others = [...open].filter((oid) => oids.indexOf(oid) === -1);
    setExpanded(new Set(isOpen ? [...others, ...oids] : others));
  };
  return (
    <>
      <div class="tree-search">
        <SearchField label={t(msg("Find a location by name or code"))} value={text} onValue={setText} />
      </div>
      {rows.length === 0 ? (
        <p class="muted">{t(msg("No locations match."))}</p>
      ) : (
        <Tree
          class="choose-tree"
          name={name}
          rows={rows}
          onExpand={expand}
          onOpen={(location) => onChosen(toggleLocation(tree, location, chosen))}
          checkOf={(location) => checkOf(tree, location, chosen)}
        >
          {({ item, isOpen }) => (
            <span class="muted">
              {item.code} {isOpen === false && `(${tree.childrenOf(item.oid).length})`}
            </span>
          )}
        </Tree>
      )}
      {total > MAX_HITS && (
        <p class="muted">
          {t(msg("The first {n} are shown. Search by name to find others."), { n: MAX_HITS })}
        </p>
      )}
    </>
  );
}

/** The locations that are expanded at first: the ancestors of each selected one, and a single root. */
function initiallyExpanded(tree: LocationTree, chosen: readonly number[]): ReadonlySet<number> {
  const roots = tree.childrenOf(null);
  const above = chosen.flatMap((oid) => tree.above(oid));
  return new Set([...(roots.length === 1 ? roots : []), ...above].map(({ oid }) => oid));
}

/** Whether a location is selected. One below a selected location is selected with it. */
function checkOf(tree: LocationTree, { oid }: Location, chosen: readonly number[]): Check {
  if (chosen.indexOf(oid) !== -1) return "checked";
  if (chosen.some((one) => isBelow(tree, oid, one))) return "fixed";
  return chosen.some((one) => isBelow(tree, one, oid)) ? "mixed" : "unchecked";
}

/**
 * Selects a location with all below it, or clears its selection. A location that is selected through another one
 * stays selected.
 */
function toggleLocation(
  tree: LocationTree,
  location: Location,
  chosen: readonly number[],
): readonly number[] {
  const check = checkOf(tree, location, chosen);
  if (check === "fixed") return chosen;
  if (check === "checked") return chosen.filter((one) => one !== location.oid);
  return [...chosen.filter((one) => !isBelow(tree, one, location.oid)), location.oid];
}

/** The number of selected locations with all below them; without a selection all. */
export function countSelected(tree: LocationTree, chosen: readonly number[]): number {
  if (chosen.length === 0) return tree.all.length;
  const meant = new Set<Location>();
  for (const oid of chosen) {
    const location = tree.get(oid);
    if (location !== null) for (const one of withBelow(tree, location)) meant.add(one);
  }
  return meant.size;
}
