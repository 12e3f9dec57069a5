import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { startProxy } from "../../../harness/network-proxy.ts";
import { startServer } from "../../../harness/server.ts";
import { logInConsole, openConsoleAs } from "../log-in.ts";

test("a Manager exports tables under the names that the server gives them, and cannot import; a User has no access", async () => {
  const { server, consolePage, page } = await openConsoleAs("manager", "/exchange");
  await page.getByRole("button", { name: "Articles" }).waitFor();
  await expect.poll(() => page.getByRole("button", { name: "Users" }).count()).toBe(0);
  await expect.poll(() => page.getByRole("heading", { name: "Import", exact: true }).count()).toBe(0);
  await page.getByRole("combobox", { name: "Format" }).selectOption("semicolon");
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Articles" }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^articles-\d{4}-\d\d-\d\d\.csv$/);
  await page.getByText(`Saved: ${file.suggestedFilename()}`).waitFor();
  const { text } = await server.manager.get("/api/export/articles?separator=semicolon");
  expect(await readFile(await file.path(), "utf8")).toBe(text);

  await logInConsole(consolePage, server, "user", "/exchange");
  await page.getByText("You don't have access to this").waitFor();
  await expect.poll(() => page.getByRole("link", { name: "Import and export" }).count()).toBe(0);
});

test("a running download can be stopped, and an interrupted one is not saved", async () => {
  const server = await startServer();
  const proxy = await startProxy(server.url);
  const { page } = await openConsoleAs("admin", "/exchange", { server: proxy });
  await page.getByRole("button", { name: "Stock by location" }).waitFor();
  proxy.stall();
  await page.getByRole("button", { name: "Stock by location" }).click();
  await page.getByText("Downloading:").waitFor();
  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByText("Stopped. No file was saved.").waitFor();
  await page.getByRole("button", { name: "Stock by location" }).click();
  await page.getByText("Downloading:").waitFor();
  proxy.cut();
  await page.getByText("The connection was lost, so the file was not saved").waitFor();
  proxy.restore();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Stock by location" }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^stock-.*\.xlsx$/);
});
