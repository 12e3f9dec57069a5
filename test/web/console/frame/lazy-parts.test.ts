import { test } from "vitest";
import { openConsole } from "../../../harness/console.ts";
import { startServer } from "../../../harness/server.ts";
import { logInConsole } from "../log-in.ts";

// What the console loads when it is used. An upgraded server has these files no more.

test("help that can't be loaded says so, and opens after a reload", async () => {
  const server = await startServer();
  const consolePage = await openConsole();
  const { page } = consolePage;
  await logInConsole(consolePage, server, "manager", "/overview");
  await page.getByRole("heading", { name: "Overview", level: 1 }).waitFor();
  await page.route("**/assets/*.js", (route) => route.abort());
  await page.keyboard.press("?");
  await page.getByText("This could not be loaded").first().waitFor();
  await page.unroute("**/assets/*.js");
  await page.reload();
  await page.getByRole("heading", { name: "Overview", level: 1 }).waitFor();
  await page.keyboard.press("?");
  await page.getByRole("dialog").waitFor();
});
