import type { ComponentChildren } from "preact";
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";

/** Lists up to this length are drawn whole. */
const MAX_WHOLE = 100;
/** Rows of this height above and below the window are drawn, so that scrolling shows no gap. */
const MARGIN_PX = 800;
/** The height of a row that was not drawn yet. */
const ESTIMATED_PX = 65;

interface LongListProps<T> {
  /** Names the list, so that Back returns to the same position. */
  readonly name: string;
  readonly rows: readonly T[];
  readonly keyOf: (row: T) => number;
  /** The content of a row. */
  readonly children: (row: T) => ComponentChildren;
}

interface DrawnRows {
  readonly from: number;
  readonly to: number;
}

/**
 * A list that scrolls with the window. Of a long one only the rows near the window are in the page: thousands of rows take a handheld
 * seconds. Rows may have any height; those that were drawn keep theirs.
 */
export function LongList<T>({ name, rows, keyOf, children }: LongListProps<T>) {
  const list = useRef<HTMLUListElement>(null);
  const heights = useMemo(() => heightsOf(name), [name]);
  const [drawn, setDrawn] = useState<DrawnRows>({ from: 0, to: MAX_WHOLE });
  const isLong = rows.length > MAX_WHOLE;
  const { from, to } = isLong ? drawn : { from: 0, to: rows.length };
  const heightOf = (row: T) => heights.get(keyOf(row)) ?? ESTIMATED_PX;
  const heightOfAll = (some: readonly T[]) => some.reduce((sum, row) => sum + heightOf(row), 0);

  const look = useRef(() => {});
  look.current = () => {
    const { current } = list;
    if (current === null || !isLong) return;
    const seenFrom = -current.getBoundingClientRect().top;
    const next = rowsWithin(rows.map(heightOf), seenFrom - MARGIN_PX, seenFrom + innerHeight + MARGIN_PX);
    setDrawn((now) => (now.from === next.from && now.to === next.to ? now : next));
  };
  useLayoutEffect(() => {
    if (!isLong) return;
    for (const [index, row] of rows.slice(from, to).entries()) {
      const element = list.current?.children[index + 1];
      if (element instanceof HTMLElement) heights.set(keyOf(row), element.getBoundingClientRect().height);
    }
    look.current();
  }, [rows, from, to]);
  useLayoutEffect(() => {
    const onMove = () => look.current();
    window.addEventListener("scroll", onMove, { passive: true });
    window.addEventListener("resize", onMove);
    return () => {
      window.removeEventListener("scroll", onMove);
      window.removeEventListener("resize", onMove);
    };
  }, []);

  return (
    <ul ref={list} class="list">
      {isLong && <Gap key="above" px={heightOfAll(rows.slice(0, from))} />}
      {rows.slice(from, to).map((row, index) => (
        <li
          key={keyOf(row)}
          {...(isLong && { "aria-setsize": rows.length, "aria-posinset": from + index + 1 })}
        >
          {children(row)}
        </li>
      ))}
      {isLong && <Gap key="below" px={heightOfAll(rows.slice(to))} />}
    </ul>
  );
}

/** The heights of the rows of the last list, kept for the return to it. */
let kept = { name: "", heights: new Map<number, number>() };

function heightsOf(name: string): Map<number, number> {
  if (kept.name !== name) kept = { name, heights: new Map() };
  return kept.heights;
}

/** The rows that are not drawn. */
function Gap({ px }: { readonly px: number }) {
  return <li class="list-gap" aria-hidden="true" style={{ height: `${px}px` }} />;
}

/** The rows between two heights of the list. */
function rowsWithin(heights: readonly number[], top: number, bottom: number): DrawnRows {
  let [end, from] = [0, 0];
  for (const [index, height] of heights.entries()) {
    end += height;
    if (end < top) from = index + 1;
    if (end > bottom) return { from, to: index + 1 };
  }
  return { from: Math.min(from, Math.max(0, heights.length - 1)), to: heights.length };
}
