import type { Page } from "playwright-core";
import { PATIENCE_MS } from "../../../harness/limits.ts";

// The name of the focused element: its label, else its text.
const FOCUSED = `(() => {
  const at = document.activeElement;
  const text = at.getAttribute("aria-label") ?? at.labels?.[0]?.textContent ?? at.textContent ?? "";
  return text.replace(/\\s+/g, " ").trim();
})()`;

/** Presses the Tab key until an element with this name has the focus. It may come only with the server's answer. */
export async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const seen = new Set<string>();
  for (const end = performance.now() + PATIENCE_MS; performance.now() < end; ) {
    const focused = (await page.evaluate(FOCUSED)) as string;
    if (typeof name === "string" ? focused === name : name.test(focused)) return;
    seen.add(focused);
    await page.keyboard.press("Tab");
  }
  throw new Error(`the Tab key does not lead to ${name}, only to ${[...seen].slice(0, 40).join(" | ")}`);
}

/** Moves to an element by the Tab key and presses Enter. */
export async function activate(page: Page, name: string | RegExp): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press("Enter");
}
