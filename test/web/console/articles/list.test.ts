import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { LONGEST_MS, PAUSE_MS } from "../../../../src/web/ui/debounce.ts";
import { createJpeg, send } from "../../../photos/uploads.ts";
import { inStore } from "../../stored-records.ts";
import { addFilter, chip } from "../filters.ts";
import { holdRequests } from "../save/held-requests.ts";
import { openArticles, readCodes, readQuery } from "./open-articles.ts";

/** An expression: the stored columns of all tables. A reload aborts a write that is not complete. */
const STORED_COLUMNS = `${inStore("values", `store.getAll(IDBKeyRange.bound("columns ", "columns!"))`)}.then((all) => all.flat())`;

test("the list tells the number, pieces and value of the articles that its filters match", async () => {
  const { server, page } = await openArticles("/articles?q=A000001");
  await server.manager.put("/api/articles/1/full", { price: 2.5, currencyTypeId: 1 });
  const locations = [{ locationId: (await server.manager.get("/api/locations")).body[0].oid, quantity: 4 }];
  await server.manager.put("/api/articles/1/locations", { locations });
  await expect
    .poll(async () => (await page.locator(".article-totals").innerText()).replace(/\s/g, " "))
    .toBe("1 article · 4 pieces · CZK 10.00");
});

test("blanks and control characters around the text in the address wait for nothing", async () => {
  const { page } = await openArticles("/articles?q=%1dA000001%20");
  await expect.poll(() => readCodes(page)).toHaveLength(1);
  await expect.poll(() => page.getByText("Loading… The rows below").count()).toBe(0);
});

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
  await addFilter(page, "Location");
  await page.getByLabel("Location, including those below").fill("hala 2");
  await page.getByRole("option", { name: /^Skladová hala č. 2/ }).click();
  await addFilter(page, "Price from");
  await page.getByLabel("Price from").fill("8000,5");
  await page.getByText("of 500").waitFor({ state: "detached" });
  await expect.poll(() => readQuery(page)).toMatchObject({ priceFrom: "8000.5" });
  await page.getByRole("button", { name: "Clear filters" }).click();
  await page.getByText("of 500").waitFor();

  await page.goto(`${server.url}/console#/articles?priceFrom=100&isDisposal=true&userId=3`);
  await page.reload();
  const chips = page.getByRole("list", { name: "Active filters" });
  await chip(page, "Assigned to: Uma Svoboda").waitFor();
  await expect.poll(() => page.getByLabel("Price from", { exact: true }).isVisible()).toBe(false);
  await expect.poll(() => consolePage.axe()).toEqual([]);
  await chips.getByRole("button", { name: "Remove filter Marked for disposal" }).click();
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

test.each([
  ["fieldId=9999&fieldFrom=5", "Custom field: No. 9999"],
  ["fieldId=9999&fieldEmpty=true", "Custom field: No. 9999"],
  ["fieldId=odd", "Custom field: No. odd"],
  ["fieldTo=5", "Custom field to: 5"],
  ["categoryId=abc", "Category: No. abc"],
  ["locationId=abc", "Location: No. abc"],
])("the filter of the address %s is removed with its chip, also what depends on it", async (query, label) => {
  const { page } = await openArticles(`/articles?${query}`);
  await page.getByRole("button", { name: `Remove filter ${label}`, exact: true }).click();
  await expect.poll(() => readQuery(page)).toEqual({});
  await page.getByText("of 500").waitFor();
});

test("the export has the rows, the order and the columns that are shown, of all pages", async () => {
  const { page, consolePage } = await openArticles("/articles?sort=-code", { width: 390, height: 844 });
  await page.getByText("of 500").waitFor();
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByLabel("Category").uncheck();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Export…" }).click();
  await expect.poll(() => consolePage.axe()).toEqual([]);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export as CSV" }).click(),
  ]);
  const [titles, ...rows] = (await readFile(await download.path(), "utf8")).trim().split("\r\n");
  expect(titles).toBe("Code,Name,State,Location,Pieces in total,Unit,Price,Currency");
  expect(rows).toHaveLength(500);
  const codes = rows.map((row) => row.split(",")[0]);
  expect(codes).toEqual(codes.toSorted().reverse());
  expect(codes.slice(0, 100)).toEqual(await readCodes(page));
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

test.each(["A000001", "A000002"])(
  "the focus stays on a row that changes places with its neighbour: %s",
  async (code) => {
    const { server, page } = await openArticles("/articles?q=Swap&sort=name");
    await server.admin.put("/api/articles/1/full", { name: "Swap b" });
    await server.admin.put("/api/articles/2/full", { name: "Swap c" });
    await expect.poll(() => readCodes(page)).toEqual(["A000001", "A000002"]);
    await page.getByRole("link", { name: code }).focus();
    await server.admin.put("/api/articles/2/full", { name: "Swap a" });
    await expect.poll(() => readCodes(page)).toEqual(["A000002", "A000001"]);
    await expect.poll(() => page.evaluate("document.activeElement.textContent")).toBe(code);
  },
);

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

/** Init script: while `window.isHeld`, the page is not told of changes of its address, as if it were busy. */
const HOLD_CHANGES = `addEventListener("hashchange", (event) => {
  if (window.isHeld) event.stopImmediatePropagation();
})`;
/** Tells it. */
const TELL_CHANGE = `{
  window.isHeld = false;
  dispatchEvent(new HashChangeEvent("hashchange"));
}`;

test("a busy page takes back nothing that was typed", async () => {
  const { page } = await openArticles();
  await page.addInitScript(HOLD_CHANGES);
  await page.reload();
  await page.getByText("of 500").waitFor();
  const field = page.locator(".text-filter input");
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(1000);
  await page.evaluate("void (window.isHeld = true)");
  await field.fill("a");
  await page.clock.runFor(PAUSE_MS);
  await expect.poll(() => readQuery(page)).toEqual({ q: "a" });
  await field.fill("ar");
  await page.clock.runFor(PAUSE_MS - 1);
  // The screen is drawn for the first letter, and its effects follow a frame later.
  await page.evaluate(TELL_CHANGE);
  await page.clock.runFor(1);
  await field.fill("arm");
  await page.clock.runFor(2 * LONGEST_MS);
  await expect.poll(() => readQuery(page)).toEqual({ q: "arm" });
  await page.clock.runFor(2 * LONGEST_MS);
  await expect.poll(() => field.inputValue()).toBe("arm");
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
  await server.admin.put("/api/articles/72", { name: "Throne" });
  await page.getByRole("cell", { name: "Throne" }).waitFor();
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("checkbox", { name: "RFID tag" }).check();
  await expect.poll(() => page.evaluate(STORED_COLUMNS)).toContain("rfId");
  await page.reload();
  await page.getByRole("columnheader", { name: "RFID tag" }).waitFor();
});

test.each([
  ["list", "searchbox", "Name, code, serial number or RFID tag"],
  ["header", "combobox", "Search"],
] as const)(
  "Enter opens no article where more was typed since, in the field of the %s",
  async (_, role, name) => {
    const { page } = await openArticles();
    await page.getByText("of 500").waitFor();
    const requests = await holdRequests(page, "GET", "**/api/articles/scan?*");
    const field = page.getByRole(role, { name });
    await field.fill("A000072");
    await field.press("Enter");
    await expect.poll(() => requests.sent.length).toBe(1);
    await field.fill("A000073");
    await expect.poll(() => readQuery(page)["straight"]).toBe(undefined);
    requests.release();
    await expect.poll(() => field.inputValue()).toBe("A000073");
    await expect.poll(() => page.url()).toMatch(/#\/articles\?q=A00007/);
  },
);

test("the photo of an article is in its row, as soon as it is added and until it is deleted elsewhere", async () => {
  const { server, page } = await openArticles("/articles?q=A000072");
  const form = [
    ["articleId", "72"],
    ["photo", { bytes: await createJpeg(), fileName: "a.jpg" }],
  ] as const;
  await page.getByRole("row", { name: /A000072/ }).waitFor();
  const { status, body } = await send(server.manager, form, {}, "/api/photoarticle");
  expect(status).toBe(201);
  await page.locator("tbody img").waitFor();
  expect((await server.manager.delete(`/api/photos/${body.oid}`)).status).toBe(204);
  await page.locator("tbody img").waitFor({ state: "detached" });
});

test("quantities of an article have its unit, in the list and on its page", async () => {
  const { server, page } = await openArticles("/articles?q=A000072");
  expect((await server.manager.put("/api/articles/72/full", { unit: "kg" })).status).toBe(200);
  await page.getByRole("cell", { name: "3 kg", exact: true }).waitFor();
  await page.goto(`${server.url}/console#/articles/72`);
  await page.getByText("(3 kg)").waitFor();
  const { body: stock } = await server.manager.get("/api/articles/72/locations");
  const [{ locationId }] = stock;
  await server.manager.put("/api/articles/72/locations", { locations: [{ locationId, quantity: 5 }] });
  await page.locator(".article-history").getByText("3 → 5 kg").waitFor();
  await page.goto(`${server.url}/console#/articles/movements?articleId=72`);
  await page.getByRole("cell", { name: "5 kg", exact: true }).waitFor();
  await page.goto(`${server.url}/console#/locations/${locationId}`);
  await page.getByRole("cell", { name: "5 kg", exact: true }).waitFor();
});
