import { expect, test } from "vitest";
import { startServer } from "../../../harness/server.ts";
import { chip } from "../filters.ts";
import { openArticles, openEditForm } from "./open-articles.ts";

test("a new article without a code gets the code that the form shows, and its purchase data are stored", async () => {
  const { server, page } = await openArticles("/articles/new");
  const { code } = (await server.manager.get("/api/articles/next-code")).body;
  await page.getByText(`Leave empty to assign ${code}`).waitFor();
  await page.getByLabel("Name").fill("Ladder");
  await page.getByLabel("Category").selectOption("Furniture");
  await page.getByLabel("Type").selectOption("Chair");
  await page.getByLabel("State").selectOption("In stock");
  await page.getByLabel("Purchase date").fill("2026-02-28");
  await page.getByLabel("Invoice number").fill("2026/17");
  await page.getByLabel("Note").fill("for the window");
  await page.getByRole("button", { name: "Create article" }).click();
  await page.getByText("Ladder added").waitFor();
  const article = page.getByRole("region", { name: "Article", exact: true });
  await article.getByText(code, { exact: true }).waitFor();
  await article.getByText("for the window").waitFor();
  const { oid } = (await server.manager.get(`/api/articles/getbycode?code=${code}`)).body;
  expect((await server.manager.get(`/api/articles/${oid}/full`)).body).toMatchObject({
    dtBuy: "2026-02-28",
    invoiceNo: "2026/17",
    note: "for the window",
  });
});

test("an inactive user is shown by name, and can be selected only where already set", async () => {
  const server = await startServer();
  expect((await server.admin.put("/api/articles/72", { userId: 3, responsibleUserId: 2 })).status).toBe(200);
  expect((await server.admin.put("/api/users/3", { isActive: false })).status).toBe(200);
  const { page } = await openArticles("/articles/72", { server });
  const article = page.getByRole("region", { name: "Article", exact: true });
  await article.getByText("Uma Svoboda").waitFor();
  await page
    .locator(".history")
    .getByText(/Assigned to: .*Uma Svoboda/)
    .waitFor();
  await openEditForm(page);
  const choices = (label: string) => article.getByLabel(label).locator("option").allTextContents();
  await expect.poll(() => choices("Assigned to")).toContain("Uma Svoboda");
  await expect.poll(() => choices("Responsible person")).toContain("Max Dvorak");
  await expect.poll(() => choices("Responsible person")).not.toContain("Uma Svoboda");
  await page.goto(`${page.url().split("#")[0]}#/articles?responsibleUserId=2&userId=3`);
  await chip(page, "Assigned to: Uma Svoboda").waitFor();
});
