import { FNC1, isFnc1Key } from "./fnc1.ts";

// Scanners type and people paste codes into search fields too, with their symbology identifier and separators.

const CONTROLS = /\p{Cc}/gu;

/** A text that is still being typed, without control characters: no search finds them. */
export const withoutControls = (text: string): string => text.replace(CONTROLS, "").trim();

/** The text to search for: GS1 data in brackets; all else without control characters and symbology identifier. */
export async function searchTextOf(raw: string): Promise<string> {
  const text = raw.trim();
  if (!text.startsWith("]") && withoutControls(text) === text) return text;
  const [{ meaningOf }, { gs1Text }] = await Promise.all([
    import("./meaning.ts"),
    import("../../domain/codes/scan-steps.ts"),
  ]);
  const times = { startedAt: 0, endedAt: 0, longestGap: 0 };
  // Not by a keyboard layout, and not twice: as if a camera had read it.
  const captured = { raw: text, ending: "camera", isStray: false, ...times } as const;
  const context = { layout: null, isScannerDoubling: false, isAndroid: false, gs1Of: gs1Text };
  return meaningOf(captured, context)?.text ?? "";
}

/** Puts FNC1 into a field when a scanner sends its key, which browsers ignore. Returns whether it did. */
export function insertFnc1(event: KeyboardEvent): boolean {
  const { target } = event;
  if (!isFnc1Key(event) || !(target instanceof HTMLInputElement)) return false;
  event.preventDefault();
  const { selectionStart, selectionEnd, value } = target;
  target.setRangeText(FNC1, selectionStart ?? value.length, selectionEnd ?? value.length, "end");
  target.dispatchEvent(new Event("input", { bubbles: true }));
  return true;
}
