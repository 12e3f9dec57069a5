import { expect, test } from "vitest";
import { openConsoleAs } from "../log-in.ts";

/** Every screen with a form, and a field of it. */
const FORMS = [
  ["/articles/new", "Name"],
  ["/printers/new", "Name"],
  ["/printers/1", "Name"],
  ["/printers/labels/new", "Name"],
  ["/printers/labels/draw", "Name"],
  ["/printers/labels/1", "Name"],
  ["/locations/2", "Name"],
  ["/people/new", "New PIN"],
  ["/people/2", "Last name"],
  ["/people/2", "New PIN"],
  ["/me", "Current password"],
  ["/requests/transfers/1", "Pieces"],
  ["/system/settings", "Site name"],
  ["/stocktakes/new", "Name"],
  ["/stocktakes/1", "Name"],
] as const;

test("leaving a changed form asks on every screen, and discarded values are not stored", async () => {
  const { page } = await openConsoleAs("admin");
  for (const [path, field] of FORMS) {
    await page.evaluate(`void (location.hash = "${path}")`);
    const input = page.getByLabel(field, { exact: true });
    await input.fill("1234");
    await page.getByRole("navigation").getByRole("link", { name: "Overview" }).click();
    const dialog = page.getByRole("dialog", { name: "Unsaved changes" });
    await dialog.getByRole("button", { name: "Discard changes" }).click();
    await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
    await page.goBack();
    await expect.poll(() => input.inputValue(), { message: path }).not.toBe("1234");
    await page.getByRole("navigation").getByRole("link", { name: "Overview" }).click();
    await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
  }
});
