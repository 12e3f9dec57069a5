import { signal } from "@preact/signals";
import { go } from "../../router/router.ts";
import { lazyPart } from "../../ui/lazy-part.ts";
import { shownSections } from "../navigation/sections.ts";

/** The help, which few open. */
const HelpDialog = lazyPart(
  () => import("./help-dialog.tsx").then((part) => part.HelpDialog),
  ({ onClose }) => onClose(),
);

/** The help, while it is open. */
export function Help() {
  return isHelpOpen.value ? <HelpDialog onClose={() => (isHelpOpen.value = false)} /> : null;
}

/** Whether the list of shortcuts is shown. */
const isHelpOpen = signal(false);

const WRITES = "input, textarea, select, [contenteditable=true]";
const TOGETHER_MS = 1500;

// Not 0, the time at which the page was loaded.
let pressedG = Number.NEGATIVE_INFINITY;

/**
 * Global shortcuts: `/` and Ctrl+K search, `?` help, `g` and a letter to open a page. In fields they are plain text.
 */
export function startKeys(): void {
  addEventListener("keydown", (event) => {
    const { key } = event;
    const isSearch = key === "k" && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
    if (isSearch && document.querySelector("dialog[open]") === null) {
      event.preventDefault();
      focusSearch();
      return;
    }
    const { target } = event;
    const isWriting = target instanceof Element && target.closest(WRITES) !== null;
    if (isWriting || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (document.querySelector("dialog[open]") !== null) return;
    if (press(key, event.timeStamp)) event.preventDefault();
  });
}

function press(key: string, at: number): boolean {
  const isSecond = at - pressedG < TOGETHER_MS;
  pressedG = key === "g" ? at : Number.NEGATIVE_INFINITY;
  if (key === "/") {
    focusSearch();
    return true;
  }
  if (key === "?") {
    isHelpOpen.value = true;
    return true;
  }
  const section = isSecond ? shownSections().find((one) => one.key === key) : undefined;
  if (section === undefined) return false;
  go(`/${section.name}`);
  return true;
}

function focusSearch(): void {
  const field = document.getElementById("console-search");
  if (!(field instanceof HTMLInputElement)) return;
  field.focus();
  field.select();
}
