import type { RefObject } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";

/** Additional rows above and below the visible ones, so that fast scrolling shows no gap. */
const MARGIN = 12;

interface VisibleRows {
  /** The first drawn row, and the one after the last. */
  readonly from: number;
  readonly to: number;
  /** The number of whole visible rows. */
  readonly page: number;
}

/** The visible rows of `count` rows of the same height in a scrolling frame. */
export function useVirtualRows(frame: RefObject<HTMLElement>, count: number, height: number): VisibleRows {
  const [{ top, size }, setSeen] = useState({ top: 0, size: 800 });
  const isUsed = count > 0;
  useLayoutEffect(() => {
    const { current } = frame;
    if (current === null || !isUsed) return undefined;
    const look = () => setSeen({ top: current.scrollTop, size: current.clientHeight });
    const observer = new ResizeObserver(look);
    observer.observe(current);
    current.addEventListener("scroll", look, { passive: true });
    return () => {
      observer.disconnect();
      current.removeEventListener("scroll", look);
    };
  }, [frame, isUsed]);
  const first = Math.min(Math.floor(top / height), count);
  const page = Math.max(1, Math.floor(size / height));
  return { from: Math.max(0, first - MARGIN), to: Math.min(count, first + page + MARGIN), page };
}

/** Scrolls a row into view by the shortest distance. */
export function scrollToRow(frame: HTMLElement, at: number, height: number): void {
  const top = at * height;
  if (top < frame.scrollTop) frame.scrollTop = top;
  else if (top + height > frame.scrollTop + frame.clientHeight)
    frame.scrollTop = top + height - frame.clientHeight;
}
