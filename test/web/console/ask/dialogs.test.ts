import { expect, test } from "vitest";
import { aBox } from "../../../harness/box.ts";
import { aDesk } from "../../../harness/desk.ts";
import { atDesk } from "../at-desk.ts";

test("a question and a dialog close as cancelled when Back, a link or a typed address leads elsewhere", async () => {
  const box = await aBox();
  const { oid } = (await (await box.as("manager")).post("/api/locations", { name: "Annexe" })).body;
  const desk = await aDesk();
  const { page } = desk;
  await atDesk(desk, box, "manager", "/requests");
  const ways = [
    () => page.goBack(),
    // A modal dialog keeps the mouse from it, but not a script, nor the browser's own keys.
    () => page.evaluate(`document.querySelector("#console-nav a[href='#/articles']").click()`),
    () => page.evaluate("void (location.hash = '#/printers')"),
  ];
  for (const deed of ["Delete…", "Move to…"]) {
    for (const leave of ways) {
      await page.evaluate(`void (location.hash = "#/locations/${oid}")`);
      await page.getByRole("button", { name: deed }).click();
      await page.getByRole("dialog").waitFor();
      await leave();
      await page.getByRole("dialog").waitFor({ state: "detached" });
      expect(page.url()).not.toContain("locations");
    }
  }
  expect((await (await box.as("manager")).get(`/api/locations/${oid}`)).status).toBe(200);
});
