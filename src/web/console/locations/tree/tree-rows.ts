import type { OrderedLocation } from "../../../api/locations.ts";
import type { LocationTree } from "./location-tree.ts";

/** A line of the tree as it is unfolded now. */
export interface TreeRow {
  readonly place: OrderedLocation;
  /** 1 at the top. */
  readonly level: number;
  /** Its place among its brothers, from 1, and how many they are. */
  readonly at: number;
  readonly of: number;
  /** Null: nothing is below it. */
  readonly isOpen: boolean | null;
}

/** The lines that are to be seen when these places are unfolded, from the top down. */
export function rowsOf(tree: LocationTree, open: ReadonlySet<number>): readonly TreeRow[] {
  const rows: TreeRow[] = [];
  const coming: TreeRow[] = [];
  const push = (oid: number | null, level: number) => {
    const children = tree.childrenOf(oid);
    for (let at = children.length - 1; at >= 0; at--) {
      const place = children[at] as OrderedLocation;
      const isOpen = tree.childrenOf(place.oid).length === 0 ? null : open.has(place.oid);
      coming.push({ place, level, at: at + 1, of: children.length, isOpen });
    }
  };
  push(null, 1);
  for (let row = coming.pop(); row !== undefined; row = coming.pop()) {
    rows.push(row);
    if (row.isOpen === true) push(row.place.oid, row.level + 1);
  }
  return rows;
}
