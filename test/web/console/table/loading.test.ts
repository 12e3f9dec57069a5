import { expect, test } from "vitest";
import { startProxy } from "../../../harness/network-proxy.ts";
import { startServer } from "../../../harness/server.ts";
import { openConsoleAs } from "../log-in.ts";

const REQUEST = /^GET \/api\/audit/;

test("a list shows the head of its table while rows load, and the rows before while others load", async () => {
  const server = await startServer();
  await server.manager.put("/api/articles/1", { name: "Renamed" });
  const proxy = await startProxy(server.url);
  const { consolePage, page } = await openConsoleAs("admin", "/me", { server: proxy });
  const isHeld = proxy.holdRequest(REQUEST);
  await page.evaluate("void (location.hash = '/system/audit')");
  await isHeld;
  const table = page.locator("main table");
  await expect.poll(() => table.getAttribute("aria-busy")).toBe("true");
  const top = async () => (await table.locator("thead").boundingBox())?.y;
  const before = await top();
  expect(before).toBeGreaterThan(0);
  await expect.poll(() => table.locator("tbody tr").count()).toBeGreaterThan(0);
  await expect.poll(() => consolePage.axe()).toEqual([]);
  await page.getByText("Loading…").waitFor();
  await expect.poll(() => top()).toBe(before);

  proxy.restore();
  await page.locator("main table[aria-busy=false]").waitFor();
  await expect.poll(() => top()).toBe(before);
  const rows = () => table.locator("tbody").innerText();
  const shown = await rows();

  const isHeldAgain = proxy.holdRequest(REQUEST);
  await page.evaluate("void (location.hash = '/system/audit?entity=article')");
  await isHeldAgain;
  await page.locator("main table[aria-busy=true]").waitFor();
  await expect.poll(() => rows()).toBe(shown);
  await expect.poll(() => consolePage.axe()).toEqual([]);
  proxy.restore();
  await page.locator("main table[aria-busy=true]").waitFor({ state: "detached" });
});

test("without a connection the rows stay, with their age", async () => {
  const server = await startServer();
  const proxy = await startProxy(server.url);
  const { page } = await openConsoleAs("manager", "/stocktakes", { server: proxy });
  const row = page.getByRole("row").filter({ hasText: "In progress" }).first();
  await row.waitFor();
  proxy.cut();
  await page.getByText(/Last updated/).waitFor();
  await row.waitFor();
  proxy.restore();
  await page.getByText(/Last updated/).waitFor({ state: "detached" });
});
