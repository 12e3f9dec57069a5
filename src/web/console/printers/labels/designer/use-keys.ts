import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { LayoutElement } from "../../../../../domain/label-layout.ts";
import { reorder } from "./arrange.ts";
import { move, paste, remove, selected } from "./commands.ts";
import { commandOf, type KeyCommand, worksInFields } from "./keys.ts";
import { everything, NOTHING } from "./selection.ts";
import type { Designer } from "./use-designer.ts";

/** The copied elements. They can be pasted into another label, until the page is left. */
let clipboard: readonly LayoutElement[] = [];

/** The keys of the designer, wherever the focus is in it or nowhere. */
export function useKeys(designer: Designer, root: RefObject<HTMLElement>, cancelDrag: () => boolean): void {
  const latest = useRef({ designer, cancelDrag });
  latest.current = { designer, cancelDrag };
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const command = commandOf(event);
      if (command === null || event.defaultPrevented || !isMeant(event, command, root.current)) return;
      if (run(command, latest.current.designer, latest.current.cancelDrag)) event.preventDefault();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
}

/** Keys in text fields, dialogs and other parts of the page are not the designer's, and none is while the label is saved. */
function isMeant({ target }: KeyboardEvent, command: KeyCommand, root: HTMLElement | null): boolean {
  if (root === null || root.closest("[inert]") !== null) return false;
  if (document.querySelector("dialog[open]") !== null) return false;
  // Text that is marked on the page is copied.
  if (command.is === "copy" && document.getSelection()?.isCollapsed === false) return false;
  if (!(target instanceof HTMLElement) || target === document.body) return true;
  if (!root.contains(target)) return false;
  const isField = target.matches("input:not([type=checkbox]), textarea, select");
  // Fields of the panel show the drawing, so undo is the drawing's there.
  return !isField || (target.closest("[data-designer-panel]") !== null && worksInFields(command));
}

/** Returns whether the key did something. */
function run(command: KeyCommand, designer: Designer, cancelDrag: () => boolean): boolean {
  const { layout, selection, select, apply, applyEdited } = designer;
  switch (command.is) {
    case "undo":
      if (!cancelDrag()) designer.undo();
      return true;
    case "redo":
      designer.redo();
      return true;
    case "cancel":
      if (cancelDrag()) return true;
      if (selection.size === 0) return false;
      select(NOTHING);
      return true;
    case "selectAll":
      select(everything(layout));
      return true;
    case "paste":
      if (clipboard.length === 0) return false;
      applyEdited((now) => paste(now, clipboard));
      return true;
    default:
      break;
  }
  if (selection.size === 0) return false;
  switch (command.is) {
    case "move":
      apply(move(layout, selection, command.by), `move ${[...selection].join()}`);
      return true;
    case "delete":
      apply(remove(layout, selection));
      return true;
    case "copy":
    case "cut":
      clipboard = selected(layout, selection);
      if (command.is === "cut") apply(remove(layout, selection));
      return true;
    case "duplicate":
      applyEdited((now) => paste(now, selected(now, selection)));
      return true;
    case "forward":
    case "back":
      apply(reorder(layout, selection, command.is));
      return true;
  }
  return false;
}
