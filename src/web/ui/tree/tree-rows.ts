/** What a tree shows: people find it by its name. */
export interface TreeItem {
  readonly oid: number;
  readonly name: string;
}

/** A line of a tree as it is expanded now. */
export interface TreeRow<Item extends TreeItem> {
  readonly item: Item;
  /** 1 at the top. */
  readonly level: number;
  /** Those at the same level below the same parent, in their order, it among them. */
  readonly siblings: readonly Item[];
  /** Its place among them, from 1. */
  readonly at: number;
  /** Null: nothing is below it. */
  readonly isOpen: boolean | null;
}

/** The visible lines when these are expanded, from the top down; `childrenOf(null)`: those at the top. */
export function treeRows<Item extends TreeItem>(
  childrenOf: (oid: number | null) => readonly Item[],
  open: ReadonlySet<number>,
): readonly TreeRow<Item>[] {
  const rows: TreeRow<Item>[] = [];
  const coming: TreeRow<Item>[] = [];
  const push = (oid: number | null, level: number) => {
    const siblings = childrenOf(oid);
    for (let at = siblings.length - 1; at >= 0; at--) {
      const item = siblings[at] as Item;
      const isOpen = childrenOf(item.oid).length === 0 ? null : open.has(item.oid);
      coming.push({ item, level, siblings, at: at + 1, isOpen });
    }
  };
  push(null, 1);
  for (let row = coming.pop(); row !== undefined; row = coming.pop()) {
    rows.push(row);
    if (row.isOpen === true) push(row.item.oid, row.level + 1);
  }
  return rows;
}
