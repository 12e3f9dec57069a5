import { expect, test } from "vitest";
import { startServer } from "../../../harness/server.ts";
import { person } from "../../access/log-in.ts";
import { addFilter } from "../filters.ts";
import { openConsoleAs } from "../log-in.ts";

test("changes show the values before and after, and appear without a reload; a row opens its record by the keyboard", async () => {
  const server = await startServer();
  const { body: article } = await server.manager.get("/api/articles/1");
  await server.manager.put("/api/articles/1", { name: "Renamed" });
  const { page } = await openConsoleAs("admin", "/system/audit", { server });
  const rows = page.locator("tbody tr");
  await page.getByText(`Name: ${article.name} → Renamed`).waitFor();
  await server.admin.put("/api/inventories/3/finish");
  await page.getByText("Stocktake state: In progress → Finished").waitFor();
  // End and Enter open the last row's record.
  await rows.first().getByRole("link").first().focus();
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/console#/system/audit?entity=article&entityId=1");
  await expect.poll(() => rows.count()).toBe(1);
  await expect
    .poll(() => page.getByRole("link", { name: "Open record" }).getAttribute("href"))
    .toBe("#/articles/1");
  await addFilter(page, "User");
  await page.getByLabel("User", { exact: true }).selectOption(person("admin").fullName);
  await page.getByText("Nothing matches the filters").waitFor();
});

test("changes of a service account are found by its name", async () => {
  const server = await startServer();
  const account = { name: "Web shop", scopes: ["articles:read"] };
  const { status, body } = await server.admin.post("/api/service-accounts", account);
  expect(status).toBe(201);
  const { page } = await openConsoleAs("admin", "/system/audit", { server });
  await addFilter(page, "User");
  await page.getByLabel("User", { exact: true }).selectOption("Web shop");
  await page.waitForURL(`**/console#/system/audit?userId=${body.account.oid}`);
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
