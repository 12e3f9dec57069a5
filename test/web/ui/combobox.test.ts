import { expect, test } from "vitest";
import { openConsoleAs } from "../console/log-in.ts";

test("a combobox is used by keys alone: arrows, Home and End go through its options, Enter chooses, Escape closes it and not the dialog", async () => {
  const { consolePage, page } = await openConsoleAs("manager", "/articles/72");
  await page.getByRole("button", { name: /^Move…/ }).click();
  const dialog = page.getByRole("dialog");
  const field = dialog.getByRole("combobox", { name: "To" });
  await field.fill("skladová");
  const options = dialog.getByRole("option");
  await expect.poll(() => options.count()).toBeGreaterThan(2);
  await expect.poll(() => field.getAttribute("aria-expanded")).toBe("true");
  await expect.poll(() => field.getAttribute("aria-activedescendant")).toBe(null);
  const selected = async () => {
    const id = await field.getAttribute("aria-activedescendant");
    return dialog.locator(`[id="${id}"][aria-selected=true]`).textContent();
  };
  const texts = await options.allTextContents();
  await field.press("ArrowDown");
  await expect.poll(() => selected()).toBe(texts[0]);
  await field.press("ArrowDown");
  await expect.poll(() => selected()).toBe(texts[1]);
  await field.press("End");
  await expect.poll(() => selected()).toBe(texts.at(-1));
  await field.press("ArrowDown");
  await expect.poll(() => selected()).toBe(texts[0]);
  await expect.poll(() => consolePage.axe()).toEqual([]);
  await field.press("Escape");
  await expect.poll(() => options.count()).toBe(0);
  await expect.poll(() => dialog.isVisible()).toBe(true);
  await field.press("ArrowDown");
  await field.press("ArrowDown");
  await field.press("Enter");
  await dialog.getByRole("button", { name: /^Remove/ }).waitFor();
});
