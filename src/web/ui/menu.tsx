import type { ComponentChildren } from "preact";
import { useId, useLayoutEffect, useState } from "preact/hooks";
import { Button } from "./button.tsx";
import { buttonOf, useDismiss } from "./dismiss.ts";
import styles from "./menu.module.css";

interface MenuProps {
  /** The label of the button that opens it. */
  readonly label: ComponentChildren;
  readonly class?: string;
  /** The content; `close` closes the menu after an action, and focuses its button: a dialog gives the focus back there. */
  readonly children: (close: () => void) => ComponentChildren;
}

/**
 * A button that opens a menu below it. Arrows, Home and End move through its buttons and links; Escape, a click outside and
 * navigation close it.
 */
export function Menu({ label, class: own = "", children }: MenuProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const close = () => setOpen(false);
  useDismiss(id, isOpen, close);
  useArrows(id, isOpen);
  useInWindow(id, isOpen);
  return (
    <div class={`${styles["menu"]} ${own}`}>
      <Button
        class={styles["button"]}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {label}
      </Button>
      <div id={id} class={styles["content"]} hidden={!isOpen}>
        {isOpen &&
          children(() => {
            close();
            buttonOf(id)?.focus();
          })}
      </div>
    </div>
  );
}

/** The space between an open menu and the edge of the window, in px. */
const EDGE = 16;

/** Moves an open menu sideways, so that it is in the window. `id`: its own. */
export function useInWindow(id: string, isOpen: boolean): void {
  useLayoutEffect(() => {
    const menu = document.getElementById(id);
    if (!isOpen || menu === null) return;
    menu.style.transform = "";
    const { left, right } = menu.getBoundingClientRect();
    const over = document.documentElement.clientWidth - EDGE - right;
    menu.style.transform = `translateX(${Math.max(EDGE - left, Math.min(0, over))}px)`;
  });
}

/** Arrows, Home and End move through the items of an open menu. */
function useArrows(id: string, isOpen: boolean): void {
  useLayoutEffect(() => {
    if (!isOpen) return undefined;
    const move = (event: KeyboardEvent) => {
      const items = [
        ...document.querySelectorAll<HTMLElement>(
          `#${CSS.escape(id)} :is(a, button:enabled, input[type="checkbox"])`,
        ),
      ];
      const at = items.findIndex((item) => item.matches(":focus"));
      const next = STEPS[event.key]?.(at, items.length);
      const isHere = at >= 0 || document.activeElement?.getAttribute("aria-controls") === id;
      if (next === undefined || !isHere) return;
      event.preventDefault();
      items[next]?.focus();
    };
    // Before the keys of what is below the menu, such as a drawing.
    document.addEventListener("keydown", move, { capture: true });
    return () => document.removeEventListener("keydown", move, { capture: true });
  }, [id, isOpen]);
}

/** The next item from `at` (-1: none) among `count`. */
const STEPS: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at <= 0 ? count : at) - 1,
  Home: () => 0,
  End: (_at, count) => count - 1,
};
