import { digitKey, enterKey } from "./digit-keys.ts";
import { FNC1, isFnc1Key } from "./fnc1.ts";
import type { Target, Wedge } from "./wedge.ts";

const TEXT_TYPES = /^(?:text|search|email|number|tel|url|password|date|time|)$/;

/** Whether a node is a text field. */
export function isTextField(node: unknown): node is HTMLInputElement | HTMLTextAreaElement {
  if (node instanceof HTMLTextAreaElement) return true;
  return node instanceof HTMLInputElement && TEXT_TYPES.test(node.type);
}

/** Whether a node is a field of a login: what is typed there at any pace is no scan, and must not be shown. */
function isLoginField(node: unknown): boolean {
  return node instanceof HTMLInputElement && node.matches(LOGIN_FIELDS);
}

const LOGIN_FIELDS =
  "input[type=password], input[autocomplete=username], input[autocomplete*=password], input[autocomplete=one-time-code], input[data-secret]";

/** Whether the page asks for a secret. Keys may then go beside the field, into the scan field. */
export const isSecretWanted = (): boolean => document.querySelector(LOGIN_FIELDS) !== null;

/**
 * Passes key and input events to the wedge before other listeners see them. `isKeyEnough`: characters of keys are kept out of the
 * scan field, because a page that inserts a thousand a second does little else. Returns the function that stops it.
 */
export function listen(
  wedge: Wedge,
  scanField: HTMLInputElement,
  isKeyEnough: () => boolean = () => false,
): () => void {
  // The time of the key whose character is still to come. Key events have the system's time, input events the
  // page's.
  let keyAt: number | null = null;

  function onKeyDown(event: KeyboardEvent): void {
    if (isLoginField(event.target)) return;
    const target = targetOf(event.target, scanField);
    const end = endOf(event);
    if (end !== null) {
      if (wedge.end(target, end, event.timeStamp)) stop(event);
      // The scan field has nothing to submit.
      else if (target.field === scanField && end === "Enter" && !isOnControl(event)) {
        event.preventDefault();
        enterKey();
      }
      return;
    }
    if (target.field === scanField && event.key === "Backspace") digitKey(event.key);
    const character = characterOf(event);
    if (character === undefined || event.repeat || isForButton(event)) return;
    keyAt = event.timeStamp;
    // The character goes to the field that has the focus when it is typed.
    if (target.field === scanField && event.target !== scanField) focusScanField(scanField);
    wedge.key(target, character, event.timeStamp);
    if (target.field === scanField && character !== null && isKeyEnough()) event.preventDefault();
    if (target.field === scanField && character !== null) digitKey(character);
  }

  function onBeforeInput(event: InputEvent): void {
    if (!isTextField(event.target) || isLoginField(event.target)) return;
    const target = targetOf(event.target, scanField);
    const at = keyAt ?? event.timeStamp;
    if (event.inputType === "insertLineBreak") {
      if (wedge.end(target, "Enter", at)) event.preventDefault();
    } else if (isWholeScan(event, scanField)) {
      event.preventDefault();
      const rest = wedge.lines(target, event.data ?? "", at);
      if (event.target === scanField && rest !== "") scanField.value += rest;
    } else if (isTyped(event) || event.target === scanField) wedge.input(target, at);
  }

  function onInput(event: Event): void {
    if (!isTextField(event.target) || isLoginField(event.target) || !event.isTrusted) return;
    const target = targetOf(event.target, scanField);
    const at = keyAt ?? event.timeStamp;
    keyAt = null;
    if (event.target === scanField) stop(event);
    if (event.target === scanField || (event instanceof InputEvent && isTyped(event)))
      wedge.input(target, at);
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

/** The target of an event: the scan field, unless it goes to another text field or a select. */
function targetOf(node: unknown, scanField: HTMLInputElement): Target {
  if (node instanceof HTMLSelectElement) return { field: node, open: () => listContent(node) };
  if (node === scanField || !isTextField(node))
    return { field: scanField, open: () => scanFieldContent(scanField) };
  return { field: node, open: () => fieldContent(node) };
}

function scanFieldContent(scanField: HTMLInputElement) {
  const restore = () => {
    scanField.value = "";
  };
  return { isOwn: true, added: () => scanField.value, restore };
}

function listContent(list: HTMLSelectElement) {
  const before = list.value;
  const restore = () => {
    if (list.value === before) return;
    list.value = before;
    list.dispatchEvent(new Event("change", { bubbles: true }));
  };
  return { isOwn: false, added: () => null, restore };
}

function fieldContent(field: HTMLInputElement | HTMLTextAreaElement) {
  const before = field.value;
  // Number fields have no selection.
  const [start, end] = [field.selectionStart ?? before.length, field.selectionEnd ?? before.length];
  const [head, tail] = [before.slice(0, start), before.slice(end)];
  return {
    isOwn: false,
    added() {
      const { value } = field;
      const isAdded = value.length >= head.length + tail.length;
      if (!isAdded || !value.startsWith(head) || !value.endsWith(tail)) return null;
      return value.slice(head.length, value.length - tail.length);
    },
    restore() {
      field.value = before;
      if (field.selectionStart !== null) field.setSelectionRange(start, end);
      // Listeners of the field must see the restored value.
      field.dispatchEvent(new Event("input", { bubbles: true }));
    },
  };
}

function endOf(event: KeyboardEvent): "Enter" | "Tab" | null {
  if (event.altKey || event.metaKey) return null;
  // CR and LF may come as control characters.
  if (event.ctrlKey) return /^[jm]$/i.test(event.key) ? "Enter" : null;
  if (event.key === "Enter") return "Enter";
  return event.key === "Tab" && !event.shiftKey ? "Tab" : null;
}

/** The character of a key; null: unknown character; undefined: no character. */
function characterOf(event: KeyboardEvent): string | null | undefined {
  const { key, ctrlKey, altKey, metaKey } = event;
  if (key === "Unidentified" || key === "Process" || key === "Dead" || event.isComposing) return null;
  if (isFnc1Key(event)) return FNC1;
  if (key.length !== 1 || metaKey) return undefined;
  // Some systems report AltGr as Ctrl and Alt.
  return ctrlKey && !altKey ? undefined : key;
}

/** Enter on a button or link activates it. */
function isOnControl({ target }: KeyboardEvent): boolean {
  return target instanceof HTMLElement && target.matches("button, a, summary, [role=button], select");
}

/** A space on a button activates it. */
function isForButton({ key, target }: KeyboardEvent): boolean {
  if (key !== " " || isTextField(target)) return false;
  return target instanceof HTMLElement && target.matches("button, a, summary, [role=button], input");
}

/** Whether a code came at once with its line end. Typing never does, and a paste has another input type. */
function isWholeScan(event: InputEvent, scanField: HTMLInputElement): boolean {
  if (!isTyped(event) || event.isComposing || event.target instanceof HTMLTextAreaElement) return false;
  const data = event.data ?? "";
  return event.target === scanField ? /[\r\n\t]/.test(data) : /^[^\r\n\t]{4,}[\r\n\t]+$/.test(data);
}

function isTyped({ inputType }: InputEvent): boolean {
  return /^insert(?:Text|CompositionText|FromComposition)$/.test(inputType);
}

function stop(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** Focuses the scan field. */
export function focusScanField(scanField: HTMLInputElement): void {
  scanField.focus({ preventScroll: true });
}
