import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { BULK_EDIT, readArticle } from "../../../articles/bulk-edit.ts";
import type { ConsolePage } from "../../../harness/console.ts";
import { startServer, type TestServer } from "../../../harness/server.ts";
import { holdSlices } from "../../../jobs/slices.ts";
import { startJob } from "../../../jobs/waiting.ts";
import { openConsoleAs } from "../log-in.ts";

// A bulk edit as a job: progress, a closed tab, another computer, cancelling, the queue, undoing.

const IDS = [70, 71, 72, 73, 74, 75, 76, 77, 78, 79];
const edits = (page: Page) => page.getByRole("region", { name: "Bulk edit" });
const readAll = async (server: TestServer) => {
  const manager = await server.as("manager");
  return Promise.all(IDS.map((oid) => readArticle(manager, oid)));
};

async function openTen(server: TestServer, userName = "manager"): Promise<ConsolePage> {
  const { consolePage } = await openConsoleAs(userName, "/articles?q=A00007&sort=code", { server });
  return consolePage;
}

/** Starts the edit of ten articles on the page. */
async function editTen(page: Page, state: string): Promise<void> {
  await page.getByLabel("Select all rows on this page").check();
  await page.getByRole("button", { name: "Edit…" }).click();
  await page.getByRole("dialog").getByLabel("State").selectOption(state);
  await page.getByRole("button", { name: "Update 10 articles" }).click();
}

/** A server with held slices whose console edits ten articles, after this many of them. */
async function startEdit(slicesRun: number) {
  const server = await startServer({ sliceMs: 0 });
  const before = await readAll(server);
  const slices = holdSlices(server);
  const consolePage = await openTen(server);
  const { page } = consolePage;
  await editTen(page, "Disposed");
  await slices.run(slicesRun);
  await edits(page).getByRole("progressbar", { name: "Updating articles…" }).waitFor();
  return { server, before, slices, consolePage, page };
}

test("closing the tab in the middle does not stop a bulk edit: every computer shows it, and the page of jobs its result with Undo", async () => {
  const { server, before, slices, consolePage, page } = await startEdit(4);
  await edits(page).getByText("4 / 10").waitFor();
  await expect.poll(() => consolePage.axe()).toEqual([]);
  await page.close();

  const other = (await openTen(server, "both")).page;
  await edits(other).getByText("4 / 10").waitFor();
  await edits(other).getByText("Started by manager").waitFor();
  await expect.poll(() => edits(other).getByRole("button", { name: "Cancel" }).count()).toBe(0);
  await other.getByRole("banner").getByRole("link", { name: "1 job 40%" }).waitFor();
  await slices.run(3);
  await edits(other).getByText("7 / 10").waitFor();

  const again = await consolePage.newTab();
  await again.goto(`${server.url}/console#/articles`);
  await edits(again).getByText("7 / 10").waitFor();
  slices.release();
  await edits(again).getByText("10 articles changed").waitFor();
  await edits(other).waitFor({ state: "detached" });

  await again.evaluate("void (location.hash = '/jobs')");
  await again
    .getByRole("row", { name: /Bulk edit/ })
    .getByText("10 articles changed")
    .waitFor();
  await again.getByRole("button", { name: "Undo" }).click();
  await again
    .getByRole("dialog", { name: "Undo Bulk edit?" })
    .getByRole("button", { name: "Undo job" })
    .click();
  await again.getByText("Everything is as it was before.").waitFor();
  expect(await readAll(server)).toEqual(before);
  await again.goBack();
  await edits(again).getByText("Undone").waitFor();
});

test("a bulk edit is cancelled after a question, and shows that it has changed nothing", async () => {
  const { slices, page } = await startEdit(4);
  await edits(page).getByRole("button", { name: "Cancel" }).click();
  const dialog = page.getByRole("dialog", { name: "Cancel Bulk edit?" });
  await dialog.getByText("Everything that it has changed so far is undone.").waitFor();
  await dialog.getByRole("button", { name: "Cancel job" }).click();
  await edits(page).getByText("Restoring previous values…").waitFor();
  slices.release();
  await edits(page).getByText("Nothing was changed.").waitFor();
  await expect.poll(() => edits(page).getByRole("button", { name: "Undo" }).count()).toBe(0);
});

test("a bulk edit waits while another job runs, and is edited after it", async () => {
  const server = await startServer({ sliceMs: 0 });
  const slices = holdSlices(server);
  const admin = await server.as("admin");
  await startJob(admin, BULK_EDIT, { ids: [1, 2, 3], changes: { responsibleUserId: 2 } });
  await slices.run(1);
  const { page } = await openTen(server);
  await edits(page).getByText("Started by admin").waitFor();
  await editTen(page, "Disposed");
  await edits(page).getByText("Waiting for other jobs").waitFor();
  await page.getByRole("link", { name: /^2 jobs/ }).waitFor();
  slices.release();
  await edits(page).getByText("10 articles changed").waitFor();
  await edits(page).getByText("Started by admin").waitFor({ state: "detached" });
  await expect.poll(() => edits(page).count()).toBe(1);
});

test("while a bulk edit runs, an article that it has changed can't be edited, and the message says so", async () => {
  const { server, slices, page } = await startEdit(4);
  const refused = await (await server.as("admin")).put("/api/articles/70", { name: "Throne" });
  expect(refused.status).toBe(409);
  await page.getByRole("link", { name: "A000070" }).click();
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await page.getByLabel("Name", { exact: true }).fill("Throne");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText(refused.body.message).first().waitFor();
  slices.release();
});
