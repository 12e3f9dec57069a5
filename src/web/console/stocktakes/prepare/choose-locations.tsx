import { useState } from "preact/hooks";
import { msg } from "../../../../domain/message.ts";
import { t } from "../../../i18n/translate.ts";
import { findLocations } from "../../../offline/sync/find-locations.ts";
import { SearchField } from "../../../ui/search-field.tsx";
import { Tree } from "../../../ui/tree/tree.tsx";
import { treeRows } from "../../../ui/tree/tree-rows.ts";
import type { LocationTree } from "../../locations/tree/location-tree.ts";
import { checkOf, initiallyExpanded, toggleLocation } from "./location-choice.ts";

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
        <SearchField label={t(TEXTS.search)} value={text} onValue={setText} />
      </div>
      {rows.length === 0 ? (
        <p class="muted">{t(TEXTS.none)}</p>
      ) : (
        <Tree
          class="choose-tree"
          name={name}
          rows={rows}
          onExpand={expand}
          onOpen={(place) => onChosen(toggleLocation(tree, place, chosen))}
          checkOf={(place) => checkOf(tree, place, chosen)}
        >
          {({ item, isOpen }) => (
            <span class="muted">
              {item.code} {isOpen === false && `(${tree.childrenOf(item.oid).length})`}
            </span>
          )}
        </Tree>
      )}
      {total > MAX_HITS && <p class="muted">{t(TEXTS.more, { n: MAX_HITS })}</p>}
    </>
  );
}

const TEXTS = {
  search: msg("Find a location by name or code"),
  none: msg("No locations match."),
  more: msg("The first {n} are shown. Search by name to find others."),
};
