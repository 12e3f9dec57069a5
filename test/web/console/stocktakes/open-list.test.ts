import { test } from "vitest";
import { startProxy } from "../../../harness/network-proxy.ts";
import { startServer } from "../../../harness/server.ts";
import { openConsoleAs } from "../log-in.ts";

test("without a connection the open stocktakes stay, with their age", async () => {
  const server = await startServer();
  const proxy = await startProxy(server.url);
  const { page } = await openConsoleAs("manager", "/stocktakes", { server: proxy });
  const row = page.getByRole("row").filter({ hasText: "In progress" }).first();
  await row.waitFor();
  proxy.cut();
  await page.getByText(/No connection\. Last updated/).waitFor();
  await row.waitFor();
  proxy.restore();
  await page.getByText(/No connection\. Last updated/).waitFor({ state: "detached" });
});
