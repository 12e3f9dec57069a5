import { useLayoutEffect, useRef } from "preact/hooks";
import { onNavigation } from "../router/router.ts";

/** The button of a menu. */
export const buttonOf = (id: string) =>
  document.querySelector<HTMLElement>(`[aria-controls="${CSS.escape(id)}"]`);

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
