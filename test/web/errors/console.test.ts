import { expect, test } from "vitest";
import { openConsole } from "../../harness/console.ts";
import { startServer, type TestServer } from "../../harness/server.ts";
import { logInConsole } from "../console/log-in.ts";

const BROKEN = "This page could not be shown";
const BREAK_TIMES =
  "void Object.defineProperty(Intl.DateTimeFormat.prototype, 'format', { get() { throw new TypeError('list is undefined'); } })";

async function reports(server: TestServer) {
  return (await (await server.as("admin")).get("/api/client-errors")).body;
}

test("a page that fails is replaced by a message, the others work, and the server is told", async () => {
  const server = await startServer();
  const consolePage = await openConsole();
  const { page } = consolePage;
  await logInConsole(consolePage, server, "admin", "/articles");
  await page.getByRole("heading", { name: "Articles", level: 1 }).waitFor();
  await page.evaluate(BREAK_TIMES);
  await page.getByRole("link", { name: "System" }).click();
  await page.getByRole("heading", { name: BROKEN }).waitFor();
  expect(await page.getByRole("button", { name: "Save unsent counts to a file" }).count()).toBe(0);
  expect(await consolePage.axe()).toEqual([]);
  await consolePage.screenshot("screen-error");
  await page.getByRole("link", { name: "Articles" }).click();
  await page.getByRole("heading", { name: "Articles", level: 1 }).waitFor();
  expect(await page.getByText(BROKEN).count()).toBe(0);
  await expect
    .poll(() => reports(server))
    .toMatchObject([{ app: "console", screen: "/system", message: "TypeError: list is undefined" }]);
  await page.getByRole("link", { name: "System" }).click();
  await page.getByRole("button", { name: "Reload" }).click();
  await page.getByRole("heading", { name: "System", level: 1 }).waitFor();
});

test("unsent counts of the terminal in the same browser can be saved where a page of the console fails", async () => {
  const server = await startServer();
  const consolePage = await openConsole();
  const { page } = consolePage;
  await logInConsole(consolePage, server, "admin", "/articles");
  await page.getByRole("heading", { name: "Articles", level: 1 }).waitFor();
  // As the terminal notes them (offline/outbox/unsent-marker.ts).
  await page.evaluate(
    "localStorage.setItem('tallybox.unsent', JSON.stringify({ counts: 1, others: 0, places: [], tenantId: 1, databaseId: 'x' }))",
  );
  await page.evaluate(BREAK_TIMES);
  await page.getByRole("link", { name: "System" }).click();
  await page.getByRole("button", { name: "Save unsent counts to a file" }).click();
  await page.getByText("There are no unsent counts.").waitFor();
});
