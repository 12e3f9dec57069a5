import { digitKey, enterKey } from "./typed-digits.ts";
import type { Target, Wedge } from "./wedge.ts";

const TEXT_TYPES = /^(?:text|search|email|number|tel|url|password|date|time|)$/;

/** A field in which people write. */
export function isTextField(node: unknown): node is HTMLInputElement | HTMLTextAreaElement {
  if (node instanceof HTMLTextAreaElement) return true;
  return node instanceof HTMLInputElement && TEXT_TYPES.test(node.type);
}

/** Hands the page's keys and what comes into its fields to the wedge, before anybody else sees them. Returns its end. */
export function listen(wedge: Wedge, own: HTMLInputElement): () => void {
  // When the key went down whose character is on its way: keys are timed by the system, input when the page gets to it.
  let keyAt: number | null = null;

  function onKeyDown(event: KeyboardEvent): void {
    const target = targetOf(event.target, own);
    const end = endOf(event);
    if (end !== null) {
      if (wedge.end(target, end, event.timeStamp)) stop(event);
      // There is nothing to submit where scans are waited for.
      else if (target.field === own && end === "Enter" && !isOnControl(event)) {
        event.preventDefault();
        enterKey();
      }
      return;
    }
    if (target.field === own && event.key === "Backspace") digitKey(event.key);
    const character = characterOf(event);
    if (character === undefined || event.repeat || isForButton(event)) return;
    keyAt = event.timeStamp;
    // What the key types goes to the field that has the focus by the time it does.
    if (target.field === own && event.target !== own) focus(own);
    wedge.key(target, character, event.timeStamp);
    if (target.field === own && character !== null) digitKey(character);
  }

  function onBeforeInput(event: InputEvent): void {
    if (!isTextField(event.target)) return;
    const target = targetOf(event.target, own);
    const at = keyAt ?? event.timeStamp;
    if (event.inputType === "insertLineBreak") {
      if (wedge.end(target, "Enter", at)) event.preventDefault();
    } else if (isWhole(event, own)) {
      event.preventDefault();
      const rest = wedge.lines(target, event.data ?? "", at);
      if (event.target === own && rest !== "") own.value += rest;
    } else if (isTyped(event) || event.target === own) wedge.input(target, at);
  }

  function onInput(event: Event): void {
    if (!isTextField(event.target) || !event.isTrusted) return;
    const target = targetOf(event.target, own);
    const at = keyAt ?? event.timeStamp;
    keyAt = null;
    if (event.target === own) stop(event);
    if (event.target === own || (event instanceof InputEvent && isTyped(event))) wedge.input(target, at);
    else wedge.forget(target.field);
  }

  function onKeyUp(): void {
    keyAt = null;
  }

  const before = onBeforeInput as EventListener;
  document.addEventListener("keydown", onKeyDown, true);
  document.addEventListener("keyup", onKeyUp, true);
  document.addEventListener("beforeinput", before, true);
  document.addEventListener("input", onInput, true);
  return () => {
    document.removeEventListener("keydown", onKeyDown, true);
    document.removeEventListener("keyup", onKeyUp, true);
    document.removeEventListener("beforeinput", before, true);
    document.removeEventListener("input", onInput, true);
  };
}

/** Where the characters of an event go: everything is ours but another text field, and a list that letters choose from. */
function targetOf(node: unknown, own: HTMLInputElement): Target {
  if (node instanceof HTMLSelectElement) return { field: node, open: () => placeAt(node) };
  if (node === own || !isTextField(node)) return { field: own, open: () => ownPlace(own) };
  return { field: node, open: () => placeIn(node) };
}

function ownPlace(own: HTMLInputElement) {
  const putBack = () => {
    own.value = "";
  };
  return { isOwn: true, taken: () => own.value, putBack };
}

function placeAt(list: HTMLSelectElement) {
  const before = list.value;
  const putBack = () => {
    if (list.value === before) return;
    list.value = before;
    list.dispatchEvent(new Event("change", { bubbles: true }));
  };
  return { isOwn: false, taken: () => null, putBack };
}

function placeIn(field: HTMLInputElement | HTMLTextAreaElement) {
  const before = field.value;
  // Fields for numbers have no caret to be asked for.
  const [start, end] = [field.selectionStart ?? before.length, field.selectionEnd ?? before.length];
  const [head, tail] = [before.slice(0, start), before.slice(end)];
  return {
    isOwn: false,
    taken() {
      const { value } = field;
      const isAdded = value.length >= head.length + tail.length;
      if (!isAdded || !value.startsWith(head) || !value.endsWith(tail)) return null;
      return value.slice(head.length, value.length - tail.length);
    },
    putBack() {
      field.value = before;
      if (field.selectionStart !== null) field.setSelectionRange(start, end);
      // Whoever follows the field's value has to follow it back.
      field.dispatchEvent(new Event("input", { bubbles: true }));
    },
  };
}

function endOf(event: KeyboardEvent): "Enter" | "Tab" | null {
  if (event.altKey || event.metaKey) return null;
  // CR and LF may come as the control characters that they are.
  if (event.ctrlKey) return /^[jm]$/i.test(event.key) ? "Enter" : null;
  if (event.key === "Enter") return "Enter";
  return event.key === "Tab" && !event.shiftKey ? "Tab" : null;
}

/** What the key says that it types; null: something, but not what; undefined: nothing. */
function characterOf(event: KeyboardEvent): string | null | undefined {
  const { key, ctrlKey, altKey, metaKey } = event;
  if (key === "Unidentified" || key === "Process" || key === "Dead" || event.isComposing) return null;
  if (key.length !== 1 || metaKey) return undefined;
  // Ctrl with Alt is how some systems say AltGr.
  if (ctrlKey && !altKey) return key === "]" ? "\x1d" : undefined;
  return key;
}

/** Enter on a button or a link presses it. */
function isOnControl({ target }: KeyboardEvent): boolean {
  return target instanceof HTMLElement && target.matches("button, a, summary, [role=button], select");
}

/** A space on a button presses it. */
function isForButton({ key, target }: KeyboardEvent): boolean {
  if (key !== " " || isTextField(target)) return false;
  return target instanceof HTMLElement && target.matches("button, a, summary, [role=button], input");
}

/** A code that came at once, with the end of its line: nobody types that, and a paste is none. */
function isWhole(event: InputEvent, own: HTMLInputElement): boolean {
  if (!isTyped(event) || event.isComposing || event.target instanceof HTMLTextAreaElement) return false;
  const data = event.data ?? "";
  return event.target === own ? /[\r\n\t]/.test(data) : /^[^\r\n\t]{4,}[\r\n\t]+$/.test(data);
}

function isTyped({ inputType }: InputEvent): boolean {
  return /^insert(?:Text|CompositionText|FromComposition)$/.test(inputType);
}

function stop(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** Gives the focus to the field where scans are waited for. */
export function focus(own: HTMLInputElement): void {
  own.focus({ preventScroll: true });
}
