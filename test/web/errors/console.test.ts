import type { Request } from "playwright-core";
import { expect, test } from "vitest";
import type { TestServer } from "../../harness/server.ts";
import { openConsoleAs } from "../console/log-in.ts";

const BROKEN = "This page could not be shown";
const BREAK_TIMES =
  "void Object.defineProperty(Intl.DateTimeFormat.prototype, 'format', { get() { throw new TypeError('list is undefined'); } })";

const isOfErrors = (request: Request) => request.url().includes("/api/client-errors");

async function reports(server: TestServer) {
  return (await (await server.as("admin")).get("/api/client-errors")).body;
}

test("a page that fails is replaced by a message, the others work, and the server is told", async () => {
  const { server, consolePage, page } = await openConsoleAs("admin", "/articles");
  await page.getByRole("heading", { name: "Articles", level: 1 }).waitFor();
  await page.evaluate(BREAK_TIMES);
  await page.getByRole("link", { name: "System" }).click();
  await page.getByRole("heading", { name: BROKEN }).waitFor();
  await expect.poll(() => page.getByRole("button", { name: "Save unsent counts to a file" }).count()).toBe(0);
  await expect.poll(() => consolePage.axe()).toEqual([]);
  await consolePage.screenshot("screen-error");
  await page.getByRole("link", { name: "Articles" }).click();
  await page.getByRole("heading", { name: "Articles", level: 1 }).waitFor();
  await expect.poll(() => page.getByText(BROKEN).count()).toBe(0);
  await expect
    .poll(() => reports(server))
    .toMatchObject([{ app: "console", screen: "/system", message: "TypeError: list is undefined" }]);
  await page.getByRole("link", { name: "System" }).click();
  await page.getByRole("button", { name: "Reload" }).click();
  await page.getByRole("heading", { name: "System", level: 1 }).waitFor();
});

test("unsent counts of the terminal in the same browser can be saved where a page of the console fails", async () => {
  const { page } = await openConsoleAs("admin", "/articles");
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

test("an Admin sees the errors of terminals and consoles under System, with their places; without errors nothing is shown", async () => {
  const { server, consolePage, page } = await openConsoleAs("admin", "/system");
  await page.getByRole("heading", { name: "Status", level: 2 }).waitFor();
  await Promise.all([page.waitForEvent("requestfinished", isOfErrors), page.reload()]);
  await page.getByRole("heading", { name: "Status", level: 2 }).waitFor();
  const card = page.getByRole("region", { name: "App errors" });
  await expect.poll(() => card.count()).toBe(0);
  const report = {
    app: "terminal",
    version: "1.2.3",
    screen: "/count/3/41",
    message: "TypeError: list is undefined",
    stack: "at read (/assets/main-Bx1.js:1:2345)\nat draw (/assets/main-Bx1.js:1:99)",
    browser: "Mozilla/5.0 (Linux; Android 9; TC52) Chrome/77.0",
    count: 41,
    at: "2026-11-20T06:00:00Z",
  };
  await server.anonymous.post("/api/client-errors", report);
  await server.anonymous.post("/api/client-errors", { ...report, app: "console", screen: null, count: 1 });
  await page.reload();
  await card.getByText("Terminal · /count/3/41 · version 1.2.3 · 41 times, last").waitFor();
  await card.getByText("Console · at the start · version 1.2.3 · once").waitFor();
  await card.getByText("TypeError: list is undefined").last().click();
  await card.getByText("at draw (/assets/main-Bx1.js:1:99)").last().waitFor();
  await card.getByText("TC52").last().waitFor();
  await expect.poll(() => consolePage.axe()).toEqual([]);
  await card.scrollIntoViewIfNeeded();
  await consolePage.screenshot("app-errors");
});
