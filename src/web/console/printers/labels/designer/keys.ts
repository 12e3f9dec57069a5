import type { Offset } from "./geometry.ts";

/** What a key does in the designer. */
export type KeyCommand =
  | { readonly is: "move"; readonly by: Offset }
  | { readonly is: (typeof SIMPLE)[keyof typeof SIMPLE] | "redo" | "delete" | "cancel" };

/** The steps of the arrow keys, without and with Shift, in millimetres. */
export const STEP_MM = 0.5;
export const LONG_STEP_MM = 5;

const SIMPLE = {
  z: "undo",
  y: "redo",
  a: "selectAll",
  c: "copy",
  x: "cut",
  v: "paste",
  d: "duplicate",
  "]": "forward",
  "[": "back",
} as const;

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

type Key = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "shiftKey" | "altKey">;

/** The command of a key; null: none. Cmd is Ctrl. */
export function commandOf({ key, ctrlKey, metaKey, shiftKey, altKey }: Key): KeyCommand | null {
  if (altKey) return null;
  const arrow = ARROWS[key];
  if (ctrlKey || metaKey) {
    const letter = key.toLowerCase();
    if (letter === "z" && shiftKey) return { is: "redo" };
    return letter in SIMPLE ? { is: SIMPLE[letter as keyof typeof SIMPLE] } : null;
  }
  if (arrow !== undefined) {
    const step = shiftKey ? LONG_STEP_MM : STEP_MM;
    return { is: "move", by: { dx: arrow[0] * step, dy: arrow[1] * step } };
  }
  if (key === "Delete" || key === "Backspace") return { is: "delete" };
  return key === "Escape" ? { is: "cancel" } : null;
}

/** Keys that also work in a text field of the designer: there the others belong to the text. */
export const worksInFields = ({ is }: KeyCommand) => is === "undo" || is === "redo";
