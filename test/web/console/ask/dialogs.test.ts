import { expect, test } from "vitest";
import { openConsole } from "../../../harness/console.ts";
import { startServer } from "../../../harness/server.ts";
import { logInConsole } from "../log-in.ts";

test("a question and a dialog close as cancelled when Back, a link or a typed address leads elsewhere", async () => {
  const server = await startServer();
  const { oid } = (await (await server.as("manager")).post("/api/locations", { name: "Annexe" })).body;
  const consolePage = await openConsole();
  const { page } = consolePage;
  await logInConsole(consolePage, server, "manager", "/requests");
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
  expect((await (await server.as("manager")).get(`/api/locations/${oid}`)).status).toBe(200);
});
