import type { RefObject } from "preact";
import { useEffect, useState } from "preact/hooks";

/** Lines drawn beyond what is in sight, so that a quick wheel finds no gap. */
const MARGIN = 12;

interface Sight {
  /** The first line that is drawn, and the one behind the last. */
  readonly from: number;
  readonly to: number;
  /** Whole lines in sight. */
  readonly page: number;
}

/** Which of `count` lines of the same height are in sight of their scrolling frame. */
export function useVirtualRows(frame: RefObject<HTMLElement>, count: number, height: number): Sight {
  const [{ top, size }, setSeen] = useState({ top: 0, size: 800 });
  useEffect(() => {
    const { current } = frame;
    if (current === null) return undefined;
    const look = () => setSeen({ top: current.scrollTop, size: current.clientHeight });
    const observer = new ResizeObserver(look);
    observer.observe(current);
    current.addEventListener("scroll", look, { passive: true });
    return () => {
      observer.disconnect();
      current.removeEventListener("scroll", look);
    };
  }, [frame]);
  const first = Math.floor(top / height);
  const page = Math.max(1, Math.floor(size / height));
  return { from: Math.max(0, first - MARGIN), to: Math.min(count, first + page + MARGIN), page };
}

/** Brings a line into sight with as little movement as it takes. */
export function scrollToRow(frame: HTMLElement, at: number, height: number): void {
  const top = at * height;
  if (top < frame.scrollTop) frame.scrollTop = top;
  else if (top + height > frame.scrollTop + frame.clientHeight)
    frame.scrollTop = top + height - frame.clientHeight;
}
