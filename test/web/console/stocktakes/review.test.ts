import { beforeAll, expect, test } from "vitest";
import type { openConsole } from "../../../harness/console.ts";
import { sharedServer } from "../../../harness/server.ts";
import { createWarehouse, type Warehouse } from "../../../inventories/stocktake.ts";
import { addFilter } from "../filters.ts";
import { openConsoleAs } from "../log-in.ts";

// The review of results: items that need a decision, sorted by their worth, on one screen.

const ARTICLES = 24;
/** Prices grow with the number of the article; every third one is found as expected. */
const priceOf = (number: number) => number * 10;
const isAsExpected = (number: number) => number % 3 === 0;
const codeOf = (number: number) => `LONG-CODE-${String(number).padStart(4, "0")}-X`;

const server = sharedServer();
let warehouse: Warehouse;
let id: number;
beforeAll(async () => {
  warehouse = createWarehouse(server);
  await warehouse.addLocation("Warehouse hall number one");
  await warehouse.addLocation("Rack 14, upper shelf", "Warehouse hall number one");
  for (let number = 1; number <= ARTICLES; number++) {
    const name = `Adjustable office chair with armrests, model ${number}`;
    await warehouse.article(codeOf(number), { "Rack 14, upper shelf": 4 }, { name, price: priceOf(number) });
  }
  id = await warehouse.stocktake(["Warehouse hall number one"], { name: "Review", mustBeApproved: true });
  for (let number = 1; number <= ARTICLES; number++) {
    await warehouse.count(id, codeOf(number), isAsExpected(number) ? 4 : number % 2 === 0 ? 3 : 6);
  }
  await warehouse.move(id, "finish", "process");
});

const openStocktake = async (path: string, options: Parameters<typeof openConsole>[0] = {}) => {
  const { consolePage } = await openConsoleAs("manager", `/stocktakes/${id}${path}`, { server, ...options });
  return consolePage;
};
const codes = (numbers: readonly number[]) => numbers.map(codeOf);

test("the results open on items that need a decision, the most valuable first; tabs without items are hidden, and those without room are in a menu", async () => {
  const { page } = await openStocktake("/results");
  await page
    .getByRole("link", { name: "Needs decision (16)" })
    .and(page.locator("[aria-current=page]"))
    .waitFor();
  const shown = () => page.locator("[data-row]").allTextContents();
  const differing = Array.from({ length: ARTICLES }, (_, index) => index + 1).filter(
    (one) => !isAsExpected(one),
  );
  const worth = (number: number) => priceOf(number) * (number % 2 === 0 ? 1 : 2);
  await expect.poll(shown).toEqual(codes(differing.toSorted((a, b) => worth(b) - worth(a))));

  await addFilter(page, "Counted by");
  await page.getByLabel("Counted by").waitFor();
  await page.keyboard.press("Escape");
  await page.setViewportSize({ width: 700, height: 800 });
  const line = page.getByRole("navigation", { name: "Views" });
  await page.getByRole("button", { name: /^More/ }).click();
  await expect
    .poll(() => line.getByRole("link").allTextContents())
    .toEqual([
      "Needs decision (16)",
      "Differences (16)",
      "As expected (8)",
      "Quantity differs (16)",
      "Not approved (24)",
      "All (24)",
    ]);
  await expect.poll(async () => (await line.boundingBox())?.height).toBeLessThan(45);
  const rest = line.locator("[aria-expanded=true] + *");
  await rest.getByRole("link", { name: "Not approved (24)" }).click();
  // The selected tab is named in the line, although it has no room there.
  await page.getByRole("button", { name: "Not approved (24)" }).waitFor();
  await expect.poll(() => line.locator("[aria-expanded=true]").count()).toBe(0);
});

test("the key A approves the focused row and focuses the next one; approved rows need no decision", async () => {
  const { page } = await openStocktake("/results?sort=code");
  const first = page.getByRole("link", { name: codeOf(1) });
  await first.focus();
  await page.keyboard.press("a");
  await page.getByRole("link", { name: "Needs decision (15)" }).waitFor();
  await expect.poll(() => page.evaluate("document.activeElement.textContent")).toBe(codeOf(2));
  await page.keyboard.press("a");
  await page.getByRole("link", { name: "Needs decision (14)" }).waitFor();
  const approved = await Promise.all([1, 2, 4].map((number) => warehouse.item(id, codeOf(number))));
  expect(approved.map(({ isApproved }) => isApproved)).toEqual([true, true, false]);
});

test("the figures of the count and of the close are shown; the steps and the primary button lead from review to approval and close", async () => {
  const { page } = await openStocktake("");
  const sum = page.locator(".count-sum");
  await sum.locator("dd").first().waitFor();
  const [expected = 0, ...parts] = (await sum.locator("dd").allTextContents()).map((text) =>
    Number(text.replace(/\D/g, "")),
  );
  expect(expected).toBe(ARTICLES);
  expect(parts.reduce((all, one) => all + one, 0)).toBe(expected);
  // The bar of a location has the parts that its numbers name: found, of 24.
  const bar = page.getByRole("row", { name: /Rack 14, upper shelf.* 24 \/ 24$/ }).locator("[data-part]");
  await expect.poll(() => bar.evaluateAll((all) => all.map((one) => one.style.flexGrow))).toEqual(["24"]);

  await page.getByRole("link", { name: "Close…" }).click();
  const table = page.getByRole("table", { name: "Results in pieces" });
  await table.waitFor();
  // Items, quantity, not counted, difference, found: eight items have a piece less, eight two more.
  await expect
    .poll(() =>
      table
        .getByRole("row", { name: /^Expected items/ })
        .locator("td")
        .allTextContents(),
    )
    .toEqual(["24", "96", "0", "8", "104"]);

  await page.evaluate(`void (location.hash = "/stocktakes/${id}")`);
  const steps = page.getByRole("list", { name: "Steps" });
  const current = () => steps.locator("[aria-current=step]").textContent();
  const primary = page.locator(".screen-actions .button_primary");
  await steps.waitFor();
  await expect.poll(() => current()).toBe("Results");
  await expect.poll(() => primary.allTextContents()).toEqual(["Review results"]);
  await primary.click();
  await page.getByRole("button", { name: "Approve all" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Approve all" }).click();
  await page.getByRole("button", { name: "All approved" }).waitFor();
  await page.getByText("Nothing needs a decision.").waitFor();
  await page.getByRole("link", { name: "Count", exact: true }).click();
  await steps.waitFor();
  await expect.poll(() => current()).toBe("Close");
  await expect.poll(() => primary.allTextContents()).toEqual(["Close…"]);
});
