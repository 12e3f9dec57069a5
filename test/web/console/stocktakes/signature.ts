import type { Page } from "playwright-core";

/** Draws a stroke over the pad of the open dialog. */
export async function drawSignature(page: Page): Promise<void> {
  const field = page.locator("dialog svg[role=img]");
  await field.scrollIntoViewIfNeeded();
  const box = await field.boundingBox();
  if (box === null) throw new Error("no pad");
  await page.mouse.move(box.x + box.width * 0.1, box.y + box.height * 0.6);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.5, box.y + box.height * 0.2, { steps: 4 });
  await page.mouse.move(box.x + box.width * 0.9, box.y + box.height * 0.7, { steps: 4 });
  await page.mouse.up();
}
