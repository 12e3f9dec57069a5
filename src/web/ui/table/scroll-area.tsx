import type { ComponentChildren, RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import styles from "./table.module.css";

interface ScrollProps {
  /** The accessible name. */
  readonly name: string;
  /** The maximum height in px; undefined: that of the window. */
  readonly height?: number | undefined;
  readonly class?: string | undefined;
  readonly frame?: RefObject<HTMLElement>;
  readonly children: ComponentChildren;
}

/** Content that may be wider or longer than its frame. It scrolls there, also by the arrow keys. */
export function ScrollArea({ name, height, class: own = "", frame, children }: ScrollProps) {
  const inner = useRef<HTMLElement>(null);
  const element = frame ?? inner;
  const isWide = useIsWide(element) || height !== undefined;
  return (
    <section
      ref={element}
      class={`${styles["frame"]} ${isWide ? styles["isWide"] : ""} ${height === undefined ? "" : styles["isBounded"]} ${own}`}
      style={height === undefined ? undefined : { maxHeight: `${height}px` }}
      // A scrolling element must be reachable by keyboard (WCAG 2.1.1). Others are no tab stop and no landmark.
      {...(isWide && { "aria-label": name, tabIndex: 0 })}
    >
      {children}
    </section>
  );
}

/**
 * Whether the content is wider than its frame. Only then does the frame scroll, because the head of a table sticks to the
 * scrolling element.
 */
function useIsWide(frame: RefObject<HTMLElement>): boolean {
  const [isWide, setWide] = useState(false);
  useEffect(() => {
    const { current } = frame;
    if (current === null) return undefined;
    const observer = new ResizeObserver(() => setWide(current.scrollWidth > current.clientWidth));
    observer.observe(current);
    for (const child of current.children) observer.observe(child);
    return () => observer.disconnect();
  }, [frame]);
  return isWide;
}
