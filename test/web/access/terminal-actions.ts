import type { Terminal } from "../../harness/terminal.ts";

/**
 * Types after the text of a field. A tap puts the caret in the middle of the field, which may be in the middle of the text, as it
 * is for a default that another wording or font made longer.
 */
export async function typeAtEnd(terminal: Terminal, css: string, text: string): Promise<void> {
  await terminal.tap({ css });
  await terminal.until(`document.activeElement === document.querySelector(${JSON.stringify(css)})`);
  await terminal.evaluate(
    "document.activeElement.setSelectionRange(document.activeElement.value.length, document.activeElement.value.length)",
  );
  await terminal.type(text);
}

/** Adds `window.ahead` (ms) to the page's clock. Called before the page is opened. */
export async function makeClockMovable(terminal: Terminal): Promise<void> {
  await terminal.beforeLoad(
    "(() => { const now = Date.now; window.ahead = 0; Date.now = () => now() + window.ahead; })()",
  );
}

/** Makes the page's clock stand still, but for `window.ahead` (ms). Called before the page is opened. */
export async function stopClock(terminal: Terminal): Promise<void> {
  await terminal.beforeLoad(
    "(() => { const start = Date.now(); window.ahead = 0; Date.now = () => start + window.ahead; })()",
  );
}

/** Advances the page's clock and wakes the page, as after a sleep of the device. */
export async function wakeAfterMinutes(terminal: Terminal, minutes: number): Promise<void> {
  // At once: what the page stores in between would be a touch at the later time.
  await terminal.evaluate(
    `void (window.ahead += ${minutes} * 60000, window.dispatchEvent(new Event("focus")))`,
  );
}
