import { expect, test } from "vitest";
import { openConsoleAs } from "../console/log-in.ts";

test("a file field is a button in the user's language, which shows when the keyboard is on it", async () => {
  const { page } = await openConsoleAs("admin", "/exchange", { language: "cs" });
  await page.getByText("Vybrat soubor", { exact: true }).waitFor();
  const outline = () =>
    page.evaluate("getComputedStyle(document.querySelector('input[type=file] ~ span')).outlineStyle");
  await expect.poll(() => outline()).toBe("none");
  await page.getByRole("button", { name: /CSV$/ }).focus();
  await page.keyboard.press("Tab");
  await expect.poll(() => page.evaluate("document.activeElement.type")).toBe("file");
  await expect.poll(() => outline()).toBe("solid");
  // The button is below the field, which takes the click.
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    page.getByLabel(/CSV, XLSX nebo/).click(),
  ]);
  expect(chooser.isMultiple()).toBe(false);
});
