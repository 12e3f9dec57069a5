import { test } from "vitest";
import type { ConsolePage } from "../../../harness/console.ts";
import { startServer } from "../../../harness/server.ts";
import { openConsoleAs } from "../log-in.ts";

// What the console loads when it is used. An upgraded server has these files no more.

const loadNoMore = (page: ConsolePage["page"]) => page.route("**/assets/*.js", (route) => route.abort());

test("help that can't be loaded says so, and opens after a reload", async () => {
  const { page } = await openConsoleAs("manager", "/overview");
  await page.getByRole("heading", { name: "Overview", level: 1 }).waitFor();
  await loadNoMore(page);
  await page.keyboard.press("?");
  await page.getByText("This could not be loaded").first().waitFor();
  await page.unroute("**/assets/*.js");
  await page.reload();
  await page.getByRole("heading", { name: "Overview", level: 1 }).waitFor();
  await page.keyboard.press("?");
  await page.getByRole("dialog").waitFor();
});

test("an action that needs the password ends where the question for it can't be loaded, and can be repeated", async () => {
  const server = await startServer();
  const { body: printers } = await server.admin.get("/api/printingprinters");
  const [{ oid, name }] = printers;
  const { page } = await openConsoleAs("admin", `/printers/${oid}`, { server });
  await page.getByRole("heading", { name, level: 1 }).waitFor();
  const refusal = { status: 403, json: { message: "Log in again.", reason: "recentLogin" } };
  await page.route("**/api/printingprinters/*force*", (route) => route.fulfill(refusal), { times: 1 });
  await loadNoMore(page);
  const deletePrinter = async () => {
    await page.getByRole("button", { name: "Delete…" }).click();
    await page.getByRole("button", { name: "Delete printer" }).click();
  };
  await deletePrinter();
  await page.getByText("This could not be loaded").first().waitFor();
  await deletePrinter();
  await page.getByText(`${name} deleted.`).waitFor();
});
