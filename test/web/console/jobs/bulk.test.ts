import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { readArticle } from "../../../articles/bulk-edit.ts";
import { startServer } from "../../../harness/server.ts";
import { holdSlices } from "../../../jobs/slices.ts";
import { openConsoleAs } from "../log-in.ts";

// Changes of many articles as jobs, in the list of articles: progress, a closed tab, another computer, cancelling, undoing.

const IDS = [70, 71, 72, 73, 74, 75, 76, 77, 78, 79];

/** The list of ten articles, all of them selected, on a server with held slices. */
async function openTen(userName: string) {
  const server = await startServer({ sliceMs: 0 });
  const open = (name: string) => openConsoleAs(name, "/articles?q=A00007&sort=code", { server });
  const { consolePage, page } = await open(userName);
  await page.getByLabel("Select all rows on this page").check();
  return { server, slices: holdSlices(server), consolePage, page, open };
}

test("closing the tab in the middle does not stop a bulk edit: every computer shows it, and the page of jobs its result with Undo", async () => {
  const { server, slices, consolePage, page, open } = await openTen("manager");
  const edits = (tab: Page) => tab.getByRole("region", { name: "Bulk edit" });
  const readAll = () => Promise.all(IDS.map((oid) => readArticle(server.manager, oid)));
  const before = await readAll();
  await page.getByRole("button", { name: "Edit…" }).click();
  await page.getByRole("dialog").getByLabel("State").selectOption("Disposed");
  await page.getByRole("button", { name: "Update 10 articles" }).click();
  await slices.run(4);
  await edits(page).getByRole("progressbar", { name: "Updating articles…" }).waitFor();
  await edits(page).getByText("4 / 10").waitFor();
  await expect.poll(() => consolePage.axe()).toEqual([]);
  await page.close();

  const { page: other } = await open("both");
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
  expect(await readAll()).toEqual(before);
  await again.goBack();
  await edits(again).getByText("Undone").waitFor();
});

test("a User finds the running labels again after a reload, cancels them, and sees which were printed", async () => {
  const { server, slices, consolePage, page } = await openTen("user");
  const labels = page.getByRole("region", { name: "Bulk labels" });
  await page.getByRole("button", { name: "Print labels…" }).click();
  await page.getByRole("button", { name: "Print 10 labels" }).click();
  await slices.run(3);
  await labels.getByText("3 / 10").waitFor();
  await labels.getByRole("progressbar", { name: "Adding labels to the print queue…" }).waitFor();
  await expect.poll(() => consolePage.axe()).toEqual([]);
  await page.reload();
  await labels.getByText("3 / 10").waitFor();
  await labels.getByRole("button", { name: "Cancel" }).click();
  const dialog = page.getByRole("dialog", { name: "Cancel Bulk labels?" });
  await dialog.getByText(/^Labels that wait are removed/).waitFor();
  await dialog.getByRole("button", { name: "Cancel job" }).click();
  slices.release();
  await labels.getByText("Cancelled").waitFor();
  await expect.poll(() => labels.getByRole("button", { name: "Undo" }).count()).toBe(0);
  const { body } = await server.admin.get("/api/printrequests");
  const ofUser = body.filter(({ createdBy }: { createdBy: string }) => createdBy === "user");
  await expect.poll(() => labels.getByRole("listitem").count()).toBe(ofUser.length);
  await labels.getByRole("button", { name: "Close" }).click();
  await labels.waitFor({ state: "detached" });
});
