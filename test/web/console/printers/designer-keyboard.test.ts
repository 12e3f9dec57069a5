import type { Page } from "playwright-core";
import sharp from "sharp";
import { expect, test } from "vitest";
import { openConsoleAs } from "../log-in.ts";

const press = (page: Page, name: string) =>
  page.getByRole("button", { name, exact: true }).first().press("Enter");

/** What a screen reader says of the selection. */
const said = async (page: Page) => page.locator("[data-selection]").textContent();

test("elements of each kind are moved, turned, aligned, duplicated and deleted by the keyboard, undone, and told to screen readers", async () => {
  const { page } = await openConsoleAs("admin", "/printers/labels/draw");
  await page.getByLabel("Start from a ready-made label").selectOption("An empty label");
  const picture = await sharp({ create: { width: 10, height: 10, channels: 3, background: "black" } })
    .png()
    .toBuffer();
  for (const item of ["Text", "Field", "Bar code", "Line", "Box", "Picture"]) {
    if (item === "Picture")
      await page
        .locator("label", { hasText: "Picture" })
        .locator("input")
        .setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: picture });
    else await press(page, item);
    await page.locator("[data-element]").waitFor();
    const element = page.locator("[data-element]");
    // The server finds problems later.
    const look = async () =>
      (await element.first().getAttribute("aria-label"))?.replace(", has a problem", "");
    const steps = [await look()];
    const step = async (make: () => Promise<void>) => {
      await make();
      await expect.poll(look, { message: `${item} ${steps.length}` }).not.toBe(steps.at(-1));
      steps.push(await look());
      await expect.poll(() => said(page)).toBe(await look());
    };
    await expect.poll(() => said(page)).toBe(await look());
    await step(() => page.keyboard.press("ArrowLeft"));
    await step(() => press(page, "Align left"));
    await step(() => page.keyboard.press("Shift+ArrowRight"));
    await step(() => press(page, "Align top"));
    await step(() => page.keyboard.press("Shift+ArrowDown"));
    await step(() => page.keyboard.press("ArrowUp"));
    await step(() => press(page, "Rotate by 90°"));
    await page.keyboard.press("Control+d");
    await expect.poll(() => element.count()).toBe(2);
    await page.keyboard.press("Delete");
    await expect.poll(() => element.count()).toBe(1);
    await expect.poll(() => said(page)).toBe("1 element deleted");
    await page.keyboard.press("Control+z");
    await expect.poll(() => element.count()).toBe(2);
    await page.keyboard.press("Control+z");
    await expect.poll(() => element.count()).toBe(1);
    // The arrow keys of one selection are one step.
    const undone = [6, 4, 3, 2, 1, 0].map((at) => steps[at]);
    for (const [n, before] of undone.entries()) {
      await page.keyboard.press("Control+z");
      await expect.poll(look, { message: `${item} undone ${n}` }).toBe(before);
    }
    await page.keyboard.press("Control+z");
    await expect.poll(() => element.count()).toBe(0);
  }
});

test("several elements are selected by the keyboard in the list, and aligned", async () => {
  const { page } = await openConsoleAs("admin", "/printers/labels/draw");
  await page.getByLabel("Start from a ready-made label").selectOption("An empty label");
  for (const item of ["Text", "Line", "Box"]) await press(page, item);
  const list = page.getByRole("list", { name: "Elements" }).getByRole("button");
  await list.nth(1).press("Shift+Enter");
  await list.nth(2).press("Shift+Enter");
  await expect.poll(() => said(page)).toBe("3 elements selected");
  await press(page, "Align top");
  const tops = async () => {
    const labels = await page
      .locator("[data-element]")
      .evaluateAll((all) => all.map((one) => one.getAttribute("aria-label") ?? ""));
    return new Set(labels.map((label) => /([\d.]+) mm from the top/.exec(label)?.[1]));
  };
  await expect.poll(async () => (await tops()).size).toBe(1);
  await page.keyboard.press("Control+z");
  await expect.poll(async () => (await tops()).size).toBe(3);
});
