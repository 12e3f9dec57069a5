import { useLayoutEffect, useRef } from "preact/hooks";
import { msg } from "../../domain/message.ts";
import { t } from "../i18n/translate.ts";
import { focusScanField, isTextField, listen } from "./key-events.ts";
import { isReadingTags, pageWedge } from "./source.ts";
import "./scanner.css";

/** The hidden field into which a scanner types. It shows no on-screen keyboard and keeps the focus. */
export function ScanField() {
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    const element = field.current;
    if (element === null) return undefined;
    const ends = [listen(pageWedge(), element, isReadingTags), keepFocus(element)];
    return () => {
      for (const end of ends) end();
    };
  }, []);
  return (
    <section aria-label={t(msg("Scanner"))}>
      <input
        ref={field}
        class="scan-field"
        aria-label={t(msg("Scanner"))}
        inputMode="none"
        autocomplete="off"
        autocapitalize="off"
        autocorrect="off"
        spellcheck={false}
        tabIndex={-1}
      />
    </section>
  );
}

// Removing the focused element fires no event.
const POLL_MS = 500;

/**
 * Keeps the focus in the scan field: after a tap, when the page becomes visible, and when the focused element
 * is removed. Text fields keep it, and elements that were reached by the Tab key or focused by the screen.
 * Returns the function that stops it.
 */
function keepFocus(scanField: HTMLInputElement): () => void {
  const isFree = () => document.activeElement === null || document.activeElement === document.body;

  function takeIfFree(): void {
    if (isFree() && document.hasFocus()) focusScanField(scanField);
  }
  function afterTap(event: MouseEvent): void {
    // A key press on a button fires a click without a pointer. Keyboard users keep their focus.
    const focused = document.activeElement;
    if (event.detail === 0 || isTextField(focused) || focused instanceof HTMLSelectElement || hasSelection())
      return;
    focusScanField(scanField);
  }
  const onReturn = () => {
    if (!document.hidden) takeIfFree();
  };

  document.addEventListener("click", afterTap);
  document.addEventListener("visibilitychange", onReturn);
  window.addEventListener("focus", onReturn);
  window.addEventListener("pageshow", onReturn);
  const timer = setInterval(takeIfFree, POLL_MS);
  takeIfFree();
  return () => {
    document.removeEventListener("click", afterTap);
    document.removeEventListener("visibilitychange", onReturn);
    window.removeEventListener("focus", onReturn);
    window.removeEventListener("pageshow", onReturn);
    clearInterval(timer);
  };
}

/** True while text is selected. Moving the focus would clear the selection. */
function hasSelection(): boolean {
  const selection = getSelection();
  return selection !== null && !selection.isCollapsed;
}
