/** An item of a tree. */
export interface TreeItem {
  readonly oid: number;
  readonly name: string;
}

/** A visible line of a tree. */
export interface TreeRow<Item extends TreeItem> {
  readonly item: Item;
  /** The level, from 1. */
  readonly level: number;
  /** The siblings in their order, including the item. */
  readonly siblings: readonly Item[];
  /** The position among the siblings, from 1. */
  readonly at: number;
  /** Null: no children. */
  readonly isOpen: boolean | null;
}

/** The visible lines with these items expanded, from the top. `childrenOf(null)`: the top level. */
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
