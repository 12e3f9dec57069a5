import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { fold } from "../../../domain/text-folding.ts";
import { type Check, CheckMark } from "../checkbox.tsx";
import { scrollToRow, useVirtualRows } from "../virtual-rows.ts";
import styles from "./tree.module.css";

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
function TreeLine<Item extends TreeItem>(props: LineProps<Item>) {
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

/** The action of a key in a tree: focus a line, expand or collapse one or its siblings, open it or move it. */
type TreeAction =
  | { readonly is: "go"; readonly to: number }
  | { readonly is: "expand"; readonly isOpen: boolean }
  | { readonly is: "expand-siblings" }
  | { readonly is: "move"; readonly step: -1 | 1 }
  | { readonly is: "open" };

const TOGETHER_MS = 800;
let typed = "";
let typedAt = 0;

type Rows = readonly TreeRow<TreeItem>[];

interface KeyOptions {
  readonly rows: Rows;
  /** The focused line. */
  readonly at: number;
  /** The number of visible lines. */
  readonly page: number;
  /** Its lines have checkboxes, which Space toggles. */
  readonly isChecked: boolean;
}

/**
 * Returns the action of a key at a line (WAI-ARIA tree pattern: arrows, Home, End, `*`, Enter; letters focus the next
 * name that starts with them). Alt with an arrow moves the item among its siblings. Null: no key of the tree.
 */
function actionOf(event: KeyboardEvent, { rows, at, page, isChecked }: KeyOptions): TreeAction | null {
  if (event.ctrlKey || event.metaKey) return null;
  if (event.altKey) return movedBy(event.key);
  const last = rows.length - 1;
  const row = rows[at];
  if (row === undefined) return null;
  const go = (to: number): TreeAction => ({ is: "go", to: Math.max(0, Math.min(to, last)) });
  switch (event.key) {
    case "ArrowDown":
      return go(at + 1);
    case "ArrowUp":
      return go(at - 1);
    case "PageDown":
      return go(at + page);
    case "PageUp":
      return go(at - page);
    case "Home":
      return go(0);
    case "End":
      return go(last);
    case "ArrowRight":
      return row.isOpen === false ? { is: "expand", isOpen: true } : go(row.isOpen === true ? at + 1 : at);
    case "ArrowLeft":
      return row.isOpen === true ? { is: "expand", isOpen: false } : go(parentAt(rows, at));
    case "Enter":
      return { is: "open" };
    case " ":
      if (isChecked) return { is: "open" };
      break;
    case "*":
      return { is: "expand-siblings" };
  }
  return typedTo(event, rows, at);
}

function movedBy(key: string): TreeAction | null {
  if (key === "ArrowUp") return { is: "move", step: -1 };
  return key === "ArrowDown" ? { is: "move", step: 1 } : null;
}

function parentAt(rows: Rows, at: number): number {
  const level = rows[at]?.level ?? 1;
  for (let above = at - 1; above >= 0; above--) if ((rows[above]?.level ?? 0) < level) return above;
  return at;
}

function typedTo({ key, timeStamp }: KeyboardEvent, rows: Rows, at: number): TreeAction | null {
  const isGoingOn = timeStamp - typedAt < TOGETHER_MS && typed !== "";
  // `/` and `?` are global shortcuts, and no name starts with a space.
  if (key.length !== 1 || key === "/" || key === "?" || (key === " " && !isGoingOn)) return null;
  typed = isGoingOn ? typed + fold(key) : fold(key);
  typedAt = timeStamp;
  // The same letter again goes to the next name. A longer text may still match the current name.
  const from = typed.length === 1 ? at + 1 : at;
  for (let step = 0; step < rows.length; step++) {
    const to = (from + step) % rows.length;
    if (fold(rows[to]?.item.name ?? "").startsWith(typed)) return { is: "go", to };
  }
  return { is: "go", to: at };
}

/** An item of a tree. */
export interface TreeItem {
  readonly oid: number;
  readonly name: string;
}

/** A visible line of a tree. */
interface TreeRow<Item extends TreeItem> {
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
