import { expect, test } from "vitest";
import { startServer } from "../../../harness/server.ts";
import { openConsoleAs } from "../log-in.ts";

test("a dialog closes as cancelled when Back, a link or a typed address opens another screen", async () => {
  const server = await startServer();
  const { oid } = (await server.manager.post("/api/locations", { name: "Annexe" })).body;
  const { page } = await openConsoleAs("manager", "/requests", { server });
  const navigations = [
    () => page.goBack(),
    // A modal dialog blocks the mouse, but neither scripts nor the browser's own keys.
    () => page.evaluate(`document.querySelector("#console-nav a[href='#/articles']").click()`),
    () => page.evaluate("void (location.hash = '#/printers')"),
  ];
  for (const button of ["Delete…", "Move to…"]) {
    for (const navigate of navigations) {
      await page.evaluate(`void (location.hash = "#/locations/${oid}")`);
      await page.getByRole("button", { name: "More", exact: true }).click();
      await page.getByRole("button", { name: button }).click();
      await page.getByRole("dialog").waitFor();
      await navigate();
      await page.getByRole("dialog").waitFor({ state: "detached" });
      await expect.poll(() => page.url()).not.toContain("locations");
    }
  }
  expect((await server.manager.get(`/api/locations/${oid}`)).status).toBe(200);
});

test("a dialog with input stays, and asks each time, however often Escape is pressed", async () => {
  const { page } = await openConsoleAs("manager", "/articles/72");
  await page.getByRole("button", { name: "Add code" }).click();
  const dialog = page.getByRole("dialog", { name: "Add code" });
  const code = dialog.getByLabel("Code", { exact: true });
  await code.fill("BOX-1");
  const keep = page.getByRole("button", { name: "Keep editing" });
  for (let i = 0; i < 6; i++) {
    await page.keyboard.press("Escape");
    await keep.waitFor();
    await page.keyboard.press("Escape");
    await keep.waitFor({ state: "detached" });
  }
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByRole("button", { name: "Remove BOX-1" }).waitFor();
});

test("a dialog that was opened from a menu gives the focus back to the menu's button", async () => {
  const { page } = await openConsoleAs("manager", "/locations/3");
  const more = page.getByRole("button", { name: "More", exact: true });
  await more.press("Enter");
  await page.getByRole("button", { name: "Move to…" }).press("Enter");
  await page.getByRole("dialog").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel", exact: true }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await more.and(page.locator(":focus")).waitFor();
});
