import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { LabelLayout } from "../../../../../domain/label-layout.ts";
import type { LabelSubject } from "../../../../../domain/placeholder-names.ts";
import { isSame } from "../../../forms/is-same.ts";
import type { Edited } from "./commands.ts";
import { existing, NOTHING, type Selection } from "./selection.ts";

/** What the designer edits: a layout, and what it labels. */
export interface Drawing {
  readonly subject: LabelSubject;
  readonly layout: LabelLayout;
}

/** The state of the designer: a layout with its history, and what is selected. */
export interface Designer {
  readonly layout: LabelLayout;
  readonly selection: Selection;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  select(selection: Selection): void;
  /** Makes a change. Changes of one `gesture`, such as typing into a field, are one step until it ends. */
  apply(next: LabelLayout, gesture?: string): void;
  /** Makes a change of the newest layout that selects other elements. */
  applyEdited(make: (layout: LabelLayout) => Edited): void;
  endGesture(): void;
  undo(): void;
  redo(): void;
}

/**
 * Edits `given`, the drawing of a form. One that comes from elsewhere, such as another user's or a ready-made label, is a step as
 * well.
 */
export function useDesigner(given: Drawing, onDrawing: (drawing: Drawing) => void): Designer {
  const [history, setHistory] = useState(() => historyOf(given));
  const [selection, setSelection] = useState<Selection>(NOTHING);
  const latest = useRef(history);
  const known = useRef(given);

  const keep = (next: History<Drawing>) => {
    latest.current = next;
    setHistory(next);
  };
  const set = (next: History<Drawing>) => {
    if (next === latest.current) return;
    const isChanged = next.present !== latest.current.present;
    keep(next);
    if (!isChanged) return;
    known.current = next.present;
    setSelection((before) => existing(before, next.present.layout));
    onDrawing(next.present);
  };
  /** The newest drawing with another layout. */
  const withLayout = (layout: LabelLayout) => {
    const { present } = latest.current;
    return present.layout === layout ? present : { ...present, layout };
  };
  // Before the next key: a later effect would take the designer's own former drawing for one from elsewhere.
  useLayoutEffect(() => {
    if (known.current.layout === given.layout && known.current.subject === given.subject) return;
    known.current = given;
    const { present } = latest.current;
    keep(isSame(present, given) ? { ...latest.current, present: given } : commit(latest.current, given));
    setSelection((before) => existing(before, given.layout));
  }, [given.layout, given.subject]);

  return {
    layout: history.present.layout,
    selection,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    select(next) {
      set(endGesture(latest.current));
      setSelection(next);
    },
    apply: (next, gesture) => set(commit(latest.current, withLayout(next), gesture ?? null)),
    applyEdited(make) {
      const { layout, selection: next } = make(latest.current.present.layout);
      set(commit(latest.current, withLayout(layout)));
      setSelection(next);
    },
    endGesture: () => set(endGesture(latest.current)),
    undo: () => set(undo(latest.current)),
    redo: () => set(redo(latest.current)),
  };
}

/** The steps of an edit that can be undone and redone. */
interface History<T> {
  readonly past: readonly T[];
  readonly present: T;
  readonly future: readonly T[];
  /** The gesture of the last step: a further change of the same gesture is the same step. Null: it has ended. */
  readonly gesture: string | null;
}

/** The most steps that are kept. */
export const MAX_STEPS = 200;

/** A history that begins with a value. */
export const historyOf = <T>(present: T): History<T> => ({ past: [], present, future: [], gesture: null });

/**
 * Adds a step. Changes of one gesture, such as typing into one field, are one step. The value that is there already is no
 * step.
 */
export function commit<T>(history: History<T>, next: T, gesture: string | null = null): History<T> {
  if (next === history.present) return history;
  const isSame = gesture !== null && gesture === history.gesture;
  const past = isSame ? history.past : [...history.past, history.present].slice(-MAX_STEPS);
  return { past, present: next, future: [], gesture };
}

/** Ends the gesture: the next change is a step of its own. */
export const endGesture = <T>(history: History<T>): History<T> =>
  history.gesture === null ? history : { ...history, gesture: null };

/** Goes back one step. */
export function undo<T>(history: History<T>): History<T> {
  const { past, present, future } = history;
  if (past.length === 0) return history;
  const before = past[past.length - 1] as T;
  return { past: past.slice(0, -1), present: before, future: [present, ...future], gesture: null };
}

/** Goes forward one step that was undone. */
export function redo<T>(history: History<T>): History<T> {
  const { past, present, future } = history;
  if (future.length === 0) return history;
  const [next, ...rest] = future as readonly [T, ...T[]];
  return { past: [...past, present], present: next, future: rest, gesture: null };
}
