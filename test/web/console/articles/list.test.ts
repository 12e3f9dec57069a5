import { expect, test } from "vitest";
import { startProxy } from "../../../harness/network-proxy.ts";
import { startServer } from "../../../harness/server.ts";
import { inStore } from "../../stored-records.ts";
import { openArticles, readCodes, readQuery } from "./open-articles.ts";

/** An expression: the stored columns of all tables. A reload aborts a write that is not complete. */
const STORED_COLUMNS = `${inStore("values", `store.getAll(IDBKeyRange.bound("columns ", "columns!"))`)}.then((all) => all.flat())`;

test("filters, sort order and page are in the address, and Back restores them; active filters are chips, each removable; errors of filters and empty results are shown", async () => {
  const { server, consolePage, page } = await openArticles();
  await page.getByText("of 500").waitFor();
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByText("101–200 of 500").waitFor();
  expect(readQuery(page)).toMatchObject({ page: "2" });
  const second = await readCodes(page);
  await page.getByRole("button", { name: "Code" }).click();
  await page.getByText("1–100 of 500").waitFor();
  await page.getByRole("link", { name: "A000001" }).waitFor();
  expect(readQuery(page)).toEqual({ sort: "code" });
  await page.goBack();
  await page.getByText("101–200 of 500").waitFor();
  await expect.poll(() => readCodes(page)).toEqual(second);
  await page.getByRole("button", { name: "Previous" }).click();
  await page.getByText("1–100 of 500").waitFor();
  await page.getByText("Filters", { exact: true }).click();
  await page.getByLabel("Location, including those below").fill("hala 2");
  await page.getByRole("option", { name: /^Skladová hala č. 2/ }).click();
  await page.getByLabel("Price from").fill("8000,5");
  await page.getByText("of 500").waitFor({ state: "detached" });
  await expect.poll(() => readQuery(page)).toMatchObject({ priceFrom: "8000.5" });
  await page.getByRole("button", { name: "Clear filters" }).click();
  await page.getByText("of 500").waitFor();

  await page.goto(`${server.url}/console#/articles?priceFrom=100&isDisposal=true&userId=3`);
  await page.reload();
  const chips = page.getByRole("list", { name: "Active filters" });
  await chips.getByRole("button", { name: "Assigned to: Uma Svoboda" }).waitFor();
  await chips.getByRole("button", { name: "Marked for disposal" }).waitFor();
  await expect.poll(() => page.getByLabel("Price from").isVisible()).toBe(false);
  await expect.poll(() => consolePage.axe()).toEqual([]);
  await chips.getByRole("button", { name: "Marked for disposal" }).click();
  await expect.poll(() => readQuery(page)).toEqual({ priceFrom: "100", userId: "3" });
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect.poll(() => readQuery(page)).toEqual({});
  await chips.waitFor({ state: "detached" });

  await page.evaluate("void (location.hash = '/articles?q=zzzzzz')");
  await page.getByText("No articles found").waitFor();
  await page.evaluate("void (location.hash = '/articles?priceFrom=much')");
  await page.getByText("The server could not answer.").waitFor();
  await page
    .getByText(/price, such as 1234.50|priceFrom/)
    .first()
    .waitFor();
});

test("the keyboard turns pages, selects rows and opens an article", async () => {
  const { page } = await openArticles();
  await page.locator("tbody [data-row]").first().focus();
  const first = await readCodes(page);
  await page.keyboard.press("PageDown");
  await page.getByText("101–200").waitFor();
  await expect.poll(() => page.evaluate("document.activeElement.closest('tr')?.rowIndex")).toBe(1);
  await page.keyboard.press("Space");
  await page.getByText("1 selected").waitFor();
  await page.keyboard.press("PageUp");
  await page.getByText("1–100").waitFor();
  await expect.poll(() => page.evaluate("document.activeElement.textContent")).toBe(first[0]);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Space");
  await page.getByText("2 selected").waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("region", { name: "Article", exact: true }).getByText(`${first[1]}`).waitFor();
});

test("fast typing sends one request, and the previous rows are marked as such until its response; a late earlier response is ignored", async () => {
  const { page } = await openArticles();
  await page.getByText("of 500").waitFor();
  const requested: string[] = [];
  const held: (() => Promise<void>)[] = [];
  await page.route(/articles\/page\?q=/, (route) => {
    requested.push(new URL(route.request().url()).searchParams.get("q") ?? "");
    held.push(() => route.continue());
  });
  const typeAll = `for (const text of ["a", "ar", "armchair sw"]) {
    const field = document.querySelector(".text-filter input");
    field.value = text;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }`;
  await page.evaluate(typeAll);
  await page.getByText("The rows below are the previous result").waitFor();
  await expect.poll(() => requested).toEqual(["armchair sw"]);
  await expect.poll(() => readCodes(page)).toHaveLength(100);
  await expect.poll(() => page.locator("[aria-busy=true]").count()).toBe(1);
  await page.locator(".text-filter input").fill("laptop");
  await expect.poll(() => requested).toEqual(["armchair sw", "laptop"]);
  await held[1]?.();
  await page
    .getByRole("cell", { name: /laptop/i })
    .first()
    .waitFor();
  // The page has aborted the earlier request, and ignores its response.
  await held[0]?.().catch(() => {});
  await expect.poll(() => page.locator("[aria-busy=true]").count()).toBe(0);
  await expect.poll(() => page.getByRole("cell", { name: /armchair/i }).count()).toBe(0);
  expect(readQuery(page)).toEqual({ q: "laptop" });
});

test("Enter after an exact code opens its article, also in the header; a serial number of two articles stays a list; another user's change appears; chosen columns are stored", async () => {
  const { server, page } = await openArticles();
  for (const oid of [73, 74])
    expect((await server.manager.put(`/api/articles/${oid}`, { serialNumber: "SN-TWICE" })).status).toBe(200);
  await page.keyboard.press("/");
  await page.keyboard.type("A000072");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Armchair swivel" }).waitFor();
  await expect.poll(() => page.url()).toMatch(/articles\/72$/);
  await page.goBack();
  await expect.poll(() => readQuery(page)).toEqual({ q: "A000072" });
  await page.locator(".text-filter input").fill("SN-TWICE");
  await Promise.all([page.waitForResponse(/articles\/scan/), page.keyboard.press("Enter")]);
  await expect.poll(() => page.evaluate("location.hash")).toBe("#/articles?q=SN-TWICE");
  await expect.poll(() => readCodes(page)).toEqual(["A000073", "A000074"]);
  await page.locator(".text-filter input").fill("SN-10570168");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/console#/articles/72");

  await page.evaluate("void (location.hash = '/articles?q=A00007&sort=code')");
  await page.getByRole("cell", { name: "Armchair swivel" }).first().waitFor();
  await (await server.as("admin")).put("/api/articles/72", { name: "Throne" });
  await page.getByRole("cell", { name: "Throne" }).waitFor();
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("checkbox", { name: "RFID tag" }).check();
  await expect.poll(() => page.evaluate(STORED_COLUMNS)).toContain("rfId");
  await page.reload();
  await page.getByRole("columnheader", { name: "RFID tag" }).waitFor();
});

test("without a connection the known rows are marked with their age, and the list continues once the server is back", async () => {
  const server = await startServer();
  const proxy = await startProxy(server.url);
  const { page } = await openArticles("/articles", { server: { ...server, url: proxy.url } });
  await page.getByText("of 500").waitFor();
  proxy.cut();
  await page.getByText(/Last updated/).waitFor();
  proxy.restore();
  await page.getByText(/Last updated/).waitFor({ state: "detached" });
});
