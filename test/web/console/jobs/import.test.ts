import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { type ConsolePage, openConsole } from "../../../harness/console.ts";
import { startServer, type TestServer } from "../../../harness/server.ts";
import { articleList } from "../../../import/running.ts";
import { article, check } from "../../../import/uploads.ts";
import { holdSlices } from "../../../jobs/slices.ts";
import { logInConsole } from "../log-in.ts";

// An import as a job: progress, another computer, cancelling, undoing, a restart of the server.

/** Opens the page of a checked import with held slices, and starts it. */
async function startImport(consolePage: ConsolePage) {
  const server = await startServer({ sliceMs: 0 });
  const { body } = await check(await server.as("admin"), "articles", articleList(20));
  const slices = holdSlices(server);
  const { page } = consolePage;
  await logInConsole(consolePage, server, "admin", `/exchange/${body.id}`);
  await page.getByRole("button", { name: /^Import all/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Import", exact: true }).click();
  await slices.run(5);
  await page.getByRole("progressbar", { name: "Importing rows" }).waitFor();
  return { server, slices, page, id: body.id as number };
}

async function renameArticle(server: TestServer, code: string): Promise<void> {
  const manager = await server.as("manager");
  const { oid } = await article(manager, code);
  await manager.put(`/api/articles/${oid}`, { oid, name: "Changed since" });
}

const undo = async (page: Page) => {
  await page.getByRole("button", { name: "Undo" }).click();
  const dialog = page.getByRole("dialog", { name: /^Undo Import .+\.csv\?$/ });
  await dialog.getByText(/Records that were changed since/).waitFor();
  await dialog.getByRole("button", { name: "Undo job" }).click();
};

test("an import shows its progress here and on another computer, and its result; an undo names the rows that it leaves", async () => {
  const consolePage = await openConsole();
  const { server, slices, page } = await startImport(consolePage);
  await page.getByText(/You can close this page; the page Jobs shows the result\./).waitFor();
  await expect.poll(() => consolePage.axe()).toEqual([]);
  const other = await openConsole();
  await logInConsole(other, server, "manager", "/jobs");
  const running = other.page.getByRole("region", { name: "Running and waiting" });
  await running.getByText("5 / 21").waitFor();
  await running.getByText("Import table.csv").waitFor();
  await running.getByText("Started by admin").waitFor();
  await slices.run(5);
  await running.getByText("10 / 21").waitFor();
  await page.getByText("10 / 21").waitFor();
  await other.page.getByRole("banner").getByText("1 job 48%").waitFor();
  slices.release();
  await page.getByText("Import completed.").waitFor();
  const row = other.page.getByRole("row", { name: /Import/ });
  await row.getByText("Import table.csv").waitFor();
  await row.getByText("21 rows imported").waitFor();
  // Only whoever began it, or an administrator, undoes it.
  await expect.poll(() => other.page.getByRole("button", { name: "Undo" }).count()).toBe(0);

  await renameArticle(server, "RUN-1");
  await undo(page);
  await page
    .getByText("The import was undone, except for records that were changed or used since.")
    .waitFor();
  const left = page.getByRole("listitem").filter({ hasText: "RUN-1 Changed since" }).first();
  await expect.poll(() => left.textContent()).toBe("Article RUN-1 Changed since (changed since)");
  await expect.poll(() => consolePage.axe()).toEqual([]);
  expect(await article(await server.as("admin"), "RUN-2")).toBe(null);
  await row.getByText("Undone").waitFor();
  await row.getByText("RUN-1 Changed since").first().waitFor();
  await expect.poll(() => other.axe()).toEqual([]);
});

test("a restart of the server during an import is no error: it goes on, its result is shown, and it can be undone", async () => {
  const { server, slices, page } = await startImport(await openConsole({ allowErrors: true }));
  const { port } = new URL(server.url);
  const stopping = server.halt();
  await slices.run(1);
  await stopping;
  await page
    .getByText(/^No connection/)
    .first()
    .waitFor();
  await server.restart({ PORT: port });
  await page.getByText(/This import was completed at/).waitFor();
  await expect.poll(() => page.locator("[data-tone=danger]").count()).toBe(0);
  expect(await article(await server.as("admin"), "RUN-2")).not.toBe(null);
  await undo(page);
  await page.getByText("The import was undone. Everything is as it was before.").waitFor();
  expect(await article(await server.as("admin"), "RUN-2")).toBe(null);
});
