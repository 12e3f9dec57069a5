import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openConsole } from "../../../harness/console.ts";
import { startServer } from "../../../harness/server.ts";
import { holdSlices } from "../../../jobs/slices.ts";
import { logInConsole, openConsoleAs } from "../log-in.ts";

// Bulk labels as a job: progress, another computer, cancelling, articles without a label. Users see their own jobs only.

const labels = (page: Page) => page.getByRole("region", { name: "Bulk labels" });

/** A server with held slices whose console prints labels of ten articles, after this many of them. */
async function startLabels(userName: string, slicesRun: number) {
  const server = await startServer({ sliceMs: 0 });
  const slices = holdSlices(server);
  const { consolePage, page } = await openConsoleAs(userName, "/articles?q=A00007&sort=code", { server });
  await page.getByLabel("Select all rows on this page").check();
  await page.getByRole("button", { name: "Print labels…" }).click();
  await page.getByRole("button", { name: "Print 10 labels" }).click();
  await slices.run(slicesRun);
  await labels(page).getByText(`${slicesRun} / 10`).waitFor();
  return { server, slices, consolePage, page };
}

test("a User sees the progress of the labels, cancels them, and finds none of them in the queue", async () => {
  const { server, slices, consolePage, page } = await startLabels("user", 3);
  await labels(page).getByRole("progressbar", { name: "Adding labels to the print queue…" }).waitFor();
  await expect.poll(() => consolePage.axe()).toEqual([]);
  await slices.run(2);
  await labels(page).getByText("5 / 10").waitFor();
  await labels(page).getByRole("button", { name: "Cancel" }).click();
  const dialog = page.getByRole("dialog", { name: "Cancel Bulk labels?" });
  await dialog.getByText(/^Labels that wait are removed/).waitFor();
  await dialog.getByRole("button", { name: "Cancel job" }).click();
  slices.release();
  await labels(page).getByText("Cancelled").waitFor();
  await expect.poll(() => labels(page).getByRole("button", { name: "Undo" }).count()).toBe(0);
  const { body } = await (await server.as("admin")).get("/api/printrequests");
  const ofUser = body.filter(({ createdBy }: { createdBy: string }) => createdBy === "user");
  // Those that were printed are named.
  await expect.poll(() => labels(page).getByRole("listitem").count()).toBe(ofUser.length);
});

test("after a reload a User's page of articles finds the running labels again, and their result until it is closed", async () => {
  const { slices, page } = await startLabels("user", 3);
  await page.reload();
  await labels(page).getByText("3 / 10").waitFor();
  slices.release();
  await labels(page).getByText("Labels of 10 articles added to the print queue").waitFor();
  await labels(page).getByRole("button", { name: "Close" }).click();
  await labels(page).waitFor({ state: "detached" });
});

test("closing the tab does not stop the labels; another computer shows them, and an article that is deleted meanwhile is listed", async () => {
  const { server, slices, page } = await startLabels("manager", 3);
  await page.close();
  const other = await openConsole();
  await logInConsole(other, server, "both", "/jobs");
  await other.page.getByText("3 / 10").waitFor();
  await other.page.getByText("Started by manager").waitFor();
  const deleted = await (await server.as("admin")).delete("/api/articles/79");
  expect(deleted.status).toBe(204);
  slices.release();
  const row = other.page.getByRole("row", { name: /Bulk labels/ });
  await row.getByText("Labels of 9 articles added to the print queue").waitFor();
  await row.getByText("1 without a label").waitFor();
  await expect.poll(() => row.getByRole("listitem").textContent()).toContain("A000079");
  await expect.poll(() => other.axe()).toEqual([]);
});
