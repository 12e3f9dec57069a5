import { expect, test } from "vitest";
import { startServer } from "../../../harness/server.ts";
import { addFilter, chip } from "../filters.ts";
import { openConsoleAs } from "../log-in.ts";

test("filters are in the address; changes show the values before and after, and appear without a reload; a row opens its record by the keyboard", async () => {
  const server = await startServer();
  const [admin, manager] = [server.admin, await server.as("manager")];
  const { body: article } = await manager.get("/api/articles/1");
  await manager.put("/api/articles/1", { name: "Renamed by the manager" });
  await admin.put("/api/articles/2", { name: "Renamed by the admin" });
  const { page } = await openConsoleAs("admin", "/system/audit", { server });
  const rows = page.locator("tbody tr");
  await page.getByText(`Name: ${article.name} → Renamed by the manager`).waitFor();
  await page.getByText("→ Renamed by the admin").waitFor();
  await admin.put("/api/inventories/3/finish");
  await page.getByText("Stocktake state: In progress → Finished").waitFor();

  const { body: people } = await admin.get("/api/users");
  const author = people.find(({ userName }: { userName: string }) => userName === "manager");
  await addFilter(page, "User");
  await page.getByLabel("User", { exact: true }).selectOption(author.fullName);
  await page.waitForURL(`**/console#/system/audit?userId=${author.oid}`);
  await expect.poll(() => rows.count()).toBe(1);
  await manager.put("/api/articles/3", { name: "Just now" });
  await page.getByText("→ Just now").waitFor();
  await addFilter(page, "Record type");
  await page.getByLabel("Record type").selectOption("Location");
  await page.getByText("Nothing matches the filters").waitFor();
  await page.reload();
  await page.getByText("Nothing matches the filters").waitFor();
  await chip(page, "Record type: Location").waitFor();

  await page.getByRole("button", { name: "Clear filters" }).click();
  await page.getByText("→ Renamed by the admin").waitFor();
  // End and Enter open the last row's record.
  await rows.first().getByRole("link").first().focus();
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/console#/system/audit?entity=article&entityId=1");
  await expect.poll(() => rows.count()).toBe(1);
  await expect
    .poll(() => page.getByRole("link", { name: "Open record" }).getAttribute("href"))
    .toBe("#/articles/1");
  await addFilter(page, "To");
  await page.getByLabel("To", { exact: true }).fill("2020-01-01");
  await page.getByText("Nothing matches the filters").waitFor();
});

test("records are named by code and name; a bulk edit is one row that expands to its records", async () => {
  const server = await startServer();
  const articles: { oid: number; code: string; name: string }[] = [];
  for (const oid of [1, 2, 3, 4]) articles.push((await server.manager.get(`/api/articles/${oid}`)).body);
  const [first] = articles;
  await server.manager.put("/api/articles/5", { serialNumber: "SN-NEW" });
  for (const { oid } of articles) await server.manager.put(`/api/articles/${oid}`, { price: 77.5 });
  const { consolePage, page } = await openConsoleAs("admin", "/system/audit", { server });
  const rows = page.locator("tbody tr");
  await page.getByRole("link", { name: "4 articles" }).waitFor();
  await expect.poll(() => rows.count()).toBe(2);
  const { body: fifth } = await server.manager.get("/api/articles/5");
  await rows.getByRole("link", { name: `${fifth.code} ${fifth.name}` }).waitFor();
  const group = rows.filter({ hasText: "4 articles" });
  await group.getByText("Price: 77.5").first().click();
  for (const { code, name } of articles) await group.getByRole("link", { name: `${code} ${name}` }).waitFor();
  await expect.poll(() => consolePage.axe()).toEqual([]);
  await group.getByRole("link", { name: `${first?.code} ${first?.name}` }).click();
  await page.waitForURL("**/console#/system/audit?entity=article&entityId=1");
  await page.goBack();
  await page.getByRole("link", { name: "4 articles" }).click();
  await expect.poll(() => rows.count()).toBe(4);
});
