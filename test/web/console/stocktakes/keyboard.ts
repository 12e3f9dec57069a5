import type { Page } from "playwright-core";

const MOST = 150;

// The name of what has the focus: by its label, else by its text.
const FOCUSED = `(() => {
  const at = document.activeElement;
  const text = at.getAttribute("aria-label") ?? at.labels?.[0]?.textContent ?? at.textContent ?? "";
  return text.replace(/\\s+/g, " ").trim();
})()`;

/** Goes on by the Tab key until something of this name has the focus. */
export async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const seen: string[] = [];
  for (let presses = 0; presses < MOST; presses++) {
    const focused = (await page.evaluate(FOCUSED)) as string;
    if (typeof name === "string" ? focused === name : name.test(focused)) return;
    seen.push(focused);
    await page.keyboard.press("Tab");
  }
  throw new Error(`the Tab key does not lead to ${name}, only to ${seen.slice(0, 40).join(" | ")}`);
}

/** Goes there by the Tab key and presses Enter. */
export async function enter(page: Page, name: string | RegExp): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press("Enter");
}
