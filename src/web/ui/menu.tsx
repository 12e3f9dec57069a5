import type { ComponentChildren } from "preact";
import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { onNavigation } from "../router/router.ts";
import { Button } from "./button.tsx";
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

/** The button of a menu. */
const buttonOf = (id: string) => document.querySelector<HTMLElement>(`[aria-controls="${CSS.escape(id)}"]`);

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

/**
 * Closes a menu on Escape, on a click or focus outside of it, and on navigation. `id`: that of the menu, which its
 * button has in `aria-controls`; the button gets the focus after Escape.
 */
export function useDismiss(id: string, isOpen: boolean, onClose: () => void): void {
  const close = useRef(onClose);
  close.current = onClose;
  useLayoutEffect(() => {
    if (!isOpen) return undefined;
    const menu = document.getElementById(id);
    const button = buttonOf(id);
    const isOutside = ({ target }: Event) =>
      target instanceof Node && !menu?.contains(target) && !button?.contains(target);
    const closeOutside = (event: Event) => {
      if (!isOutside(event)) return;
      // A field hears that it is left only while it is here.
      menu?.querySelector<HTMLElement>(":focus")?.blur();
      close.current();
    };
    const closeOnEscape = (event: KeyboardEvent) => {
      // A dialog above the menu closes first.
      if (event.key !== "Escape" || document.querySelector("dialog[open]")?.contains(menu) === false) return;
      event.preventDefault();
      close.current();
      button?.focus();
    };
    document.addEventListener("pointerdown", closeOutside);
    document.addEventListener("focusin", closeOutside);
    document.addEventListener("keydown", closeOnEscape, { capture: true });
    const stopListening = onNavigation(() => close.current());
    return () => {
      document.removeEventListener("pointerdown", closeOutside);
      document.removeEventListener("focusin", closeOutside);
      document.removeEventListener("keydown", closeOnEscape, { capture: true });
      stopListening();
    };
  }, [id, isOpen]);
}
