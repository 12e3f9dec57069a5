import { expect, test } from "vitest";
import { startServer } from "../../../harness/server.ts";
import { articleList } from "../../../import/running.ts";
import { article, check } from "../../../import/uploads.ts";
import { holdSlices } from "../../../jobs/slices.ts";
import { importRows } from "../exchange/import-screens.ts";
import { openConsoleAs } from "../log-in.ts";

// An import as a job: progress, another computer, cancelling, undoing. Restarts of the server: exchange/connection-loss.test.ts.

/** Opens the page of a checked import with held slices, and starts it. */
async function startImport() {
  const server = await startServer({ sliceMs: 0 });
  const { body } = await check(server.admin, "articles", articleList(20));
  const slices = holdSlices(server);
  const { consolePage, page } = await openConsoleAs("admin", `/exchange/${body.id}`, { server });
  await importRows(page);
  await slices.run(5);
  await page.getByRole("progressbar", { name: "Importing rows" }).waitFor();
  return { server, slices, consolePage, page };
}

test("an import shows its progress here and on another computer, and its result; an undo names the rows that it leaves", async () => {
  const { server, slices, consolePage, page } = await startImport();
  await page.getByText(/You can close this page; the page Jobs shows the result\./).waitFor();
  await expect.poll(() => consolePage.axe()).toEqual([]);
  const { consolePage: other } = await openConsoleAs("manager", "/jobs", { server });
  const running = other.page.getByRole("region", { name: "Running and waiting" });
  await running.getByText("5 / 21").waitFor();
  await running.getByText("Import table.csv").waitFor();
  await slices.run(5);
  await page.getByText("10 / 21").waitFor();
  slices.release();
  await page.getByText("Import completed.").waitFor();
  const row = other.page.getByRole("row", { name: /Import/ });
  await row.getByText("Import table.csv").waitFor();
  await row.getByText("21 rows imported").waitFor();
  // Only whoever began it, or an administrator, undoes it.
  await expect.poll(() => other.page.getByRole("button", { name: "Undo" }).count()).toBe(0);

  const { oid } = await article(server.manager, "RUN-1");
  await server.manager.put(`/api/articles/${oid}`, { name: "Changed since" });
  await page.getByRole("button", { name: "Undo" }).click();
  const dialog = page.getByRole("dialog", { name: /^Undo Import .+\.csv\?$/ });
  await dialog.getByText(/Records that were changed since/).waitFor();
  await dialog.getByRole("button", { name: "Undo job" }).click();
  await page
    .getByText("The import was undone, except for records that were changed or used since.")
    .waitFor();
  const left = page.getByRole("listitem").filter({ hasText: "RUN-1 Changed since" }).first();
  await expect.poll(() => left.textContent()).toBe("Article RUN-1 Changed since (changed since)");
  await expect.poll(() => consolePage.axe()).toEqual([]);
  expect(await article(server.admin, "RUN-2")).toBe(null);
  await row.getByText("Undone").waitFor();
  await row.getByText("RUN-1 Changed since").first().waitFor();
  await expect.poll(() => other.axe()).toEqual([]);
});

test("an import in progress is cancelled after a question, and changes nothing", async () => {
  const { server, slices, page } = await startImport();
  await expect.poll(() => page.getByText("Columns").count()).toBe(0);
  await page.getByRole("button", { name: "Cancel" }).click();
  const dialog = page.getByRole("dialog", { name: "Cancel Import?" });
  await dialog.getByText("Everything that it has changed so far is undone.").waitFor();
  await dialog.getByRole("button", { name: "Cancel job" }).click();
  slices.release();
  await page.getByText("Import cancelled. Nothing was changed.").waitFor();
  expect(await article(server.admin, "RUN-1")).toBe(null);
});
