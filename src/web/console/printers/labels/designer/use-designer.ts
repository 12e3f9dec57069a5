import { useEffect, useRef, useState } from "preact/hooks";
import type { LabelLayout } from "../../../../../domain/label-layout.ts";
import { isSame } from "../../../forms/is-same.ts";
import type { Edited } from "./commands.ts";
import { commit, endGesture, type History, historyOf, redo, undo } from "./history.ts";
import { existing, NOTHING, type Selection } from "./selection.ts";

/** The state of the designer: a layout with its history, and what is selected. */
export interface Designer {
  readonly layout: LabelLayout;
  readonly selection: Selection;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  select(selection: Selection): void;
  /** Makes a change. Changes of one `gesture`, such as typing into a field, are one step until it ends. */
  apply(next: LabelLayout, gesture?: string): void;
  /** Makes a change that selects other elements. */
  applyEdited(next: Edited): void;
  endGesture(): void;
  undo(): void;
  redo(): void;
}

/** Edits `given`, the layout of a form. A layout that comes from elsewhere, such as another user's, is a step as well. */
export function useDesigner(given: LabelLayout, onLayout: (layout: LabelLayout) => void): Designer {
  const [history, setHistory] = useState(() => historyOf(given));
  const [selection, setSelection] = useState<Selection>(NOTHING);
  const latest = useRef(history);
  const known = useRef(given);

  const keep = (next: History<LabelLayout>) => {
    latest.current = next;
    setHistory(next);
  };
  const set = (next: History<LabelLayout>) => {
    if (next === latest.current) return;
    const isChanged = next.present !== latest.current.present;
    keep(next);
    if (!isChanged) return;
    known.current = next.present;
    setSelection((before) => existing(before, next.present));
    onLayout(next.present);
  };
  useEffect(() => {
    if (known.current === given) return;
    known.current = given;
    const { present } = latest.current;
    keep(isSame(present, given) ? { ...latest.current, present: given } : commit(latest.current, given));
    setSelection((before) => existing(before, given));
  }, [given]);

  return {
    layout: history.present,
    selection,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    select(next) {
      set(endGesture(latest.current));
      setSelection(next);
    },
    apply: (next, gesture) => set(commit(latest.current, next, gesture ?? null)),
    applyEdited({ layout, selection: next }) {
      set(commit(latest.current, layout));
      setSelection(next);
    },
    endGesture: () => set(endGesture(latest.current)),
    undo: () => set(undo(latest.current)),
    redo: () => set(redo(latest.current)),
  };
}
