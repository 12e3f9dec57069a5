import { signal } from "@preact/signals";
import { may } from "../../login/permissions.ts";
import { go } from "../../router/router.ts";
import { SECTIONS } from "../navigation/sections.ts";

/** The list of keys is shown. */
export const isHelpOpen = signal(false);

const WRITES = "input, textarea, select, [contenteditable=true], .cm-editor";
const TOGETHER_MS = 1500;

// Not 0, the time at which the page was loaded.
let pressedG = Number.NEGATIVE_INFINITY;

/** Keys that hold everywhere: `/` and Ctrl+K search, `?` help, `g` and a letter to go somewhere. What is typed into a field stays text. */
export function startKeys(): void {
  addEventListener("keydown", (event) => {
    const { key } = event;
    const isSearch = key === "k" && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
    if (isSearch && document.querySelector("dialog[open]") === null) {
      event.preventDefault();
      focusSearch();
      return;
    }
    // Not what stands around the editor of templates, but the line inside of it.
    const [target] = event.composedPath();
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
  const section = isSecond ? SECTIONS.find((one) => one.key === key && may(one.may)) : undefined;
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
