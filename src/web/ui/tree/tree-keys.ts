import { fold } from "../../../domain/text-folding.ts";
import type { TreeItem, TreeRow } from "./tree-rows.ts";

/** What a key does in a tree: goes to a line, expands or collapses one or its siblings, opens or moves it. */
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
  /** The line that the keys are at. */
  readonly at: number;
  /** The number of visible lines. */
  readonly page: number;
  /** Its lines are checked, by the space bar too. */
  readonly isChecked: boolean;
}

/**
 * What a key does at a line (WAI-ARIA's tree: arrows, Home, End, `*`, Enter; letters go to the next name that begins so). Alt
 * with an arrow moves the item among its siblings. Null: it is no key of the tree.
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
  // `/` and `?` lead out of the tree, and a space begins no name.
  if (key.length !== 1 || key === "/" || key === "?" || (key === " " && !isGoingOn)) return null;
  typed = isGoingOn ? typed + fold(key) : fold(key);
  typedAt = timeStamp;
  // The same letter again goes from name to name; a longer beginning may still be the name one is at.
  const from = typed.length === 1 ? at + 1 : at;
  for (let step = 0; step < rows.length; step++) {
    const to = (from + step) % rows.length;
    if (fold(rows[to]?.item.name ?? "").startsWith(typed)) return { is: "go", to };
  }
  return { is: "go", to: at };
}
