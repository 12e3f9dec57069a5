import { fold } from "../../../domain/text-folding.ts";
import type { TreeItem, TreeRow } from "./tree-rows.ts";

/** The action of a key in a tree: focus a line, expand or collapse one or its siblings, open it or move it. */
export type TreeAction =
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
export function actionOf(event: KeyboardEvent, { rows, at, page, isChecked }: KeyOptions): TreeAction | null {
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
