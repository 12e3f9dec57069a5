import { beforeAll, expect, test } from "vitest";
import { openConsole } from "../../../harness/console.ts";
import { sharedServer } from "../../../harness/server.ts";
import { createWarehouse, type Warehouse } from "../../../inventories/stocktake.ts";
import { logInConsole } from "../log-in.ts";
import { holdRequests } from "../save/held-requests.ts";

// Decisions on many results, by keyboard and over all pages.

const ARTICLES = 120;
const codeOf = (number: number) => `D-${String(number).padStart(3, "0")}`;

const server = sharedServer();
let warehouse: Warehouse;
let id: number;
beforeAll(async () => {
  warehouse = createWarehouse(server);
  await warehouse.addLocation("Hall");
  await warehouse.addLocation("Rack", "Hall");
  await warehouse.addLocation("Yard");
  for (let number = 1; number <= ARTICLES; number++) {
    await warehouse.article(codeOf(number), { Rack: 4 }, { price: number });
  }
  id = await warehouse.stocktake(["Hall"], { name: "Decide" });
  for (let number = 1; number <= ARTICLES; number++) {
    const elsewhere = number <= 2 ? { inventoryLocationId: warehouse.at("Yard") } : {};
    await warehouse.count(id, codeOf(number), { inventoryQuantity: 3, ...elsewhere });
  }
  await warehouse.move(id, "finish", "process");
});

const openResults = async (query = "") => {
  const consolePage = await openConsole();
  const { page } = consolePage;
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await logInConsole(consolePage, server, "manager", `/stocktakes/${id}/results${query}`);
  await page.locator("[data-row]").first().waitFor();
  return { consolePage, page, asked };
};

test("J and K go from item to item, R and A decide on the open one, and the next item follows", async () => {
  const { page, asked } = await openResults();
  const heading = page.locator("aside h2");
  await page.keyboard.press("j");
  await expect.poll(() => page.evaluate("document.activeElement.textContent")).toBe(codeOf(120));
  await page.keyboard.press("Enter");
  await heading.filter({ hasText: codeOf(120) }).waitFor();
  await page.keyboard.press("j");
  await heading.filter({ hasText: codeOf(119) }).waitFor();
  await page.keyboard.press("k");
  await heading.filter({ hasText: codeOf(120) }).waitFor();
  await page.keyboard.press("r");
  await heading.filter({ hasText: codeOf(119) }).waitFor();
  await page.keyboard.press("a");
  await heading.filter({ hasText: codeOf(118) }).waitFor();
  await page.getByRole("link", { name: "Needs decision (119)" }).waitFor();
  // Decisions are sent without waiting for the one before.
  await expect.poll(async () => (await warehouse.item(id, codeOf(120))).isToRecount).toBe(true);
  await expect.poll(async () => (await warehouse.item(id, codeOf(119))).isApproved).toBe(true);
  await page.getByRole("button", { name: "Approve", exact: true }).click();
  await heading.filter({ hasText: codeOf(117) }).waitFor();
  await page.keyboard.press("?");
  await page.getByRole("dialog").getByText("Next and previous item in results").waitFor();
  // The screen never reads all items.
  expect(asked.filter((path) => path === `/api/inventories/${id}/items`)).toEqual([]);
});

test("an approval by mouse that ends late leaves the item that is open by then", async () => {
  const { page } = await openResults(`?tab=all&sort=code&item=${(await warehouse.item(id, codeOf(40))).oid}`);
  const heading = page.locator("aside h2");
  const { body } = await warehouse.manager.get(`/api/inventories/${id}/items/totals`);
  const requests = await holdRequests(page, "PUT", "**/approve");
  await heading.filter({ hasText: codeOf(40) }).waitFor();
  await page.getByRole("button", { name: "Approve", exact: true }).click();
  await expect.poll(() => requests.sent.length).toBe(1);
  await page.getByRole("link", { name: codeOf(60) }).click();
  await heading.filter({ hasText: codeOf(60) }).waitFor();
  requests.release();
  await page.getByRole("link", { name: `Not approved (${body.views.notApproved.items - 1})` }).waitFor();
  await expect.poll(() => heading.innerText()).toContain(codeOf(60));
});

test("an approval by the keyboard that fails names its item", async () => {
  const { page } = await openResults("?tab=all&sort=code");
  await page.route("**/approve?*", (route) => route.abort());
  await page.getByRole("link", { name: codeOf(50) }).focus();
  await page.keyboard.press("a");
  await page
    .locator("#toasts [role=alert]")
    .filter({ hasText: codeOf(50) })
    .waitFor();
});

test("all items that match, also those of other pages, are selected and approved at once", async () => {
  const { page } = await openResults(`?tab=differences&location=${warehouse.at("Rack")}`);
  await page.getByText("1–100 of 120").waitFor();
  await page.getByRole("checkbox", { name: "Select all rows on this page" }).check();
  await page.getByText("100 selected", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Select all 120 matches" }).click();
  await page.getByRole("button", { name: "Approve (120)" }).click();
  await page.getByText("This approves 120 items.").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Approve" }).click();
  await page.getByRole("button", { name: /^Approve \(/ }).waitFor({ state: "detached" });
  await page.getByRole("link", { name: /^Not approved/ }).waitFor({ state: "detached" });
  const { body } = await warehouse.manager.get(`/api/inventories/${id}/items/totals`);
  expect(body.views.notApproved.items).toBe(0);
});

test("the totals of the locations add up, with pieces found elsewhere at both, and lead to their items", async () => {
  const { consolePage, page } = await openResults("?tab=differences");
  const sum = async () => (await page.locator(".result-sum dd").allTextContents()).slice(0, 5);
  await expect.poll(sum).toEqual(["120", "480", "0", "-120", "360 pcs"]);
  await page.getByRole("button", { name: "By location" }).click();
  const table = page.getByRole("table", { name: "Results by location" });
  await table.waitFor();
  const cells = async (name: RegExp) =>
    (await table.getByRole("row", { name }).locator("td").allTextContents()).slice(1, 7);
  await expect.poll(() => cells(/Rack/)).toEqual(["120", "480", "", "-120", "-6", "354"]);
  await expect.poll(() => cells(/Yard/)).toEqual(["2", "0", "", "", "+6", "6"]);
  await expect.poll(() => consolePage.axe()).toEqual([]);
  await table.getByRole("link", { name: /Yard/ }).click();
  await expect.poll(() => page.locator("[data-row]").allTextContents()).toEqual([codeOf(2), codeOf(1)]);
});
