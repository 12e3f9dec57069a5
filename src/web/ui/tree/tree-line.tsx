import type { ComponentChildren } from "preact";
import { type Check, CheckMark } from "../checkbox.tsx";
import styles from "./tree.module.css";
import type { TreeItem, TreeRow } from "./tree-rows.ts";

/** The maximum indentation in levels; a deeper line shows its level as a number. */
const MAX_INDENT = 10;
const INDENT_PX = 16;

/** Where an item is dropped: into the item of the line, or before or after it. */
export type DropZone = "before" | "into" | "after";

/** The dragged item, and the current drop target. */
export interface Dragging<Item> {
  readonly dragged: number | null;
  readonly over: number | null;
  readonly zone: DropZone;
  /** Event handlers for a line that can be dragged and dropped on. */
  handlersOf(item: Item): Readonly<Record<string, unknown>>;
}

const CHECKED = { checked: "true", fixed: "true", mixed: "mixed", unchecked: "false" } as const;

interface LineProps<Item extends TreeItem> {
  readonly id: string;
  readonly row: TreeRow<Item>;
  readonly top: number;
  /** The line has the keyboard focus. */
  readonly isActive: boolean;
  /** The item is open beside the tree. */
  readonly isSelected: boolean;
  /** Null: no checkbox. */
  readonly check: Check | null;
  readonly dragging: Dragging<Item> | undefined;
  readonly onOpen: () => void;
  readonly onExpand: () => void;
  readonly children: ComponentChildren;
}

/** A line of a tree. */
export function TreeLine<Item extends TreeItem>(props: LineProps<Item>) {
  const { id, row, top, isActive, isSelected, check, dragging, onOpen, onExpand, children } = props;
  const { item, level, at, siblings, isOpen } = row;
  const looks = [
    styles["line"],
    isActive && styles["isActive"],
    isSelected && styles["isSelected"],
    (check === "checked" || check === "fixed") && styles["isChecked"],
    dragging?.over === item.oid && styles[dragging.zone],
    dragging?.dragged === item.oid && styles["isDragged"],
  ];
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the tree has the focus and names the line (aria-activedescendant)
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the tree's
    <div
      id={id}
      class={looks.filter(Boolean).join(" ")}
      role="treeitem"
      aria-level={level}
      aria-posinset={at}
      aria-setsize={siblings.length}
      aria-expanded={isOpen ?? undefined}
      {...(check === null
        ? { "aria-selected": isSelected }
        : { "aria-checked": CHECKED[check], "aria-disabled": check === "fixed" })}
      style={{ top: `${top}px`, paddingLeft: `${Math.min(level - 1, MAX_INDENT) * INDENT_PX}px` }}
      onClick={onOpen}
      {...dragging?.handlersOf(item)}
    >
      <span
        class={styles["expander"]}
        data-expander
        aria-hidden="true"
        onClick={(event) => {
          if (isOpen === null) return;
          event.stopPropagation();
          onExpand();
        }}
      >
        {isOpen === null ? "" : isOpen ? "▾" : "▸"}
      </span>
      {check !== null && <CheckMark check={check} />}
      {level > MAX_INDENT + 1 && <small class="muted">{level}</small>}
      <span class={styles["name"]} data-name>
        {item.name}
      </span>
      {children}
    </div>
  );
}
