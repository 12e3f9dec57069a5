import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import type { Check } from "../checkbox.tsx";
import { scrollToRow, useVirtualRows } from "../virtual-rows.ts";
import styles from "./tree.module.css";
import { actionOf, type TreeAction } from "./tree-keys.ts";
import { type Dragging, TreeLine } from "./tree-line.tsx";
import type { TreeItem, TreeRow } from "./tree-rows.ts";

/** The height of all lines in px, by which the visible ones are computed. */
const LINE = 34;

interface TreeProps<Item extends TreeItem> {
  /** The accessible name. */
  readonly name: string;
  readonly rows: readonly TreeRow<Item>[];
  readonly onExpand: (oids: readonly number[], isOpen: boolean) => void;
  /** Called on a click and Enter, and on Space if lines have checkboxes. */
  readonly onOpen: (item: Item, isByKey: boolean) => void;
  /** The item that is open beside the tree. The tree scrolls to it. */
  readonly selected?: number | null;
  /** The state of the checkbox of a line; absent: no checkboxes. */
  readonly checkOf?: (item: Item) => Check;
  readonly dragging?: Dragging<Item>;
  /** Moves an item up or down among its siblings. */
  readonly onStep?: (oid: number, step: -1 | 1) => void;
  readonly class?: string;
  /** Content after the name. */
  readonly children?: (row: TreeRow<Item>) => ComponentChildren;
}

/**
 * A tree by the WAI-ARIA pattern, of which only the visible lines are drawn. Arrows move through them; typing a name
 * focuses it.
 */
export function Tree<Item extends TreeItem>(props: TreeProps<Item>) {
  const { name, rows, onExpand, onOpen, selected = null, checkOf, dragging, onStep, children } = props;
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState<number | null>(selected);
  const at = Math.max(
    0,
    rows.findIndex(({ item }) => item.oid === active),
  );
  const { from, to, page } = useVirtualRows(frame, rows.length, LINE);
  const sought = useRef<number | null>(null);
  const goTo = (oid: number | undefined) => {
    if (oid === undefined) return;
    sought.current = oid;
    setActive(oid);
  };
  useEffect(() => goTo(selected ?? undefined), [selected]);
  useEffect(() => {
    const { current } = frame;
    if (current === null || sought.current === null || rows[at]?.item.oid !== sought.current) return;
    scrollToRow(current, at, LINE);
    sought.current = null;
  });

  function onKeyDown(event: KeyboardEvent): void {
    const action = actionOf(event, { rows, at, page, isChecked: checkOf !== undefined });
    const row = rows[at];
    if (action === null || row === undefined) return;
    event.preventDefault();
    goTo(row.item.oid);
    act(action, row);
  }
  function act(action: TreeAction, { item, siblings }: TreeRow<Item>): void {
    if (action.is === "go") goTo(rows[action.to]?.item.oid);
    else if (action.is === "expand") onExpand([item.oid], action.isOpen);
    else if (action.is === "open") onOpen(item, true);
    else if (action.is === "move") onStep?.(item.oid, action.step);
    else
      onExpand(
        siblings.map(({ oid }) => oid),
        true,
      );
  }

  const drawn = rows.map((_, index) => index).slice(from, to);
  // The focused and the dragged line are drawn even if they are not visible.
  const alwaysRendered = [at, rows.findIndex(({ item }) => item.oid === dragging?.dragged)];
  for (const index of alwaysRendered)
    if (rows[index] !== undefined && drawn.indexOf(index) === -1) drawn.push(index);
  return (
    <div
      ref={frame}
      class={`${styles["tree"]} ${props.class ?? ""}`}
      role="tree"
      aria-label={name}
      aria-multiselectable={checkOf === undefined ? undefined : true}
      aria-activedescendant={rows.length === 0 ? undefined : `${id}-${rows[at]?.item.oid}`}
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      <div role="none" style={{ height: `${rows.length * LINE}px` }}>
        {drawn.map((index) => {
          const row = rows[index] as TreeRow<Item>;
          const { item } = row;
          return (
            <TreeLine
              key={item.oid}
              id={`${id}-${item.oid}`}
              row={row}
              top={index * LINE}
              isActive={index === at}
              isSelected={item.oid === selected}
              check={checkOf?.(item) ?? null}
              dragging={dragging}
              onOpen={() => {
                setActive(item.oid);
                onOpen(item, false);
              }}
              onExpand={() => onExpand([item.oid], row.isOpen === false)}
            >
              {children?.(row)}
            </TreeLine>
          );
        })}
      </div>
    </div>
  );
}
