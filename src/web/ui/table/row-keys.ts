import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Paging } from "./pagination.tsx";

const STEPS: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at, last) => Math.min(at + 1, last),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_, last) => last,
};

interface KeyOptions {
  readonly body: RefObject<HTMLTableSectionElement>;
  /** The row with the keyboard focus. */
  readonly at: number;
  readonly goTo: (at: number) => void;
  readonly paging: Paging | undefined;
  readonly rows: readonly unknown[];
}

/**
 * Keys of a table whose rows are links: arrows, Home and End move between rows, Space selects the row, PageDown and
 * PageUp turn pages and focus the first row of the new one. Other keys, and those in fields, are not handled.
 */
export function useRowKeys({ body, at, goTo, paging, rows }: KeyOptions): (event: KeyboardEvent) => void {
  const turnedFrom = useRef<readonly unknown[] | null>(null);
  const focusRow = (index: number) => {
    goTo(index);
    body.current?.rows[index]?.querySelector<HTMLElement>("[data-row]")?.focus();
  };
  // A layout effect, so that no key comes before it.
  useLayoutEffect(() => {
    if (turnedFrom.current === null || turnedFrom.current === rows) return;
    turnedFrom.current = null;
    focusRow(0);
  }, [rows]);
  return (event) => {
    const { target, key } = event;
    if (body.current === null || event.ctrlKey || event.metaKey || event.altKey) return;
    if (target instanceof Element && target.matches("input:not([type=checkbox]), select, textarea")) return;
    const step = STEPS[key];
    const turn = key === "PageDown" ? paging?.next : key === "PageUp" ? paging?.previous : null;
    if (turn) {
      turnedFrom.current = rows;
      turn();
    } else if (key === " " && target instanceof HTMLAnchorElement) {
      body.current.rows[at]?.querySelector<HTMLInputElement>("input[type=checkbox]")?.click();
    } else if (step !== undefined) {
      focusRow(step(at, body.current.rows.length - 1));
    } else return;
    event.preventDefault();
  };
}
