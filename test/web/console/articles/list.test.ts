import { expect, test } from "vitest";
import { startProxy } from "../../../harness/network-proxy.ts";
import { startServer } from "../../../harness/server.ts";
import { atArticles, codes, query, soon } from "./together.ts";

test("filters, sort and page stand in the address, and the way back leads through them", async () => {
  const { page } = await atArticles();
  await page.getByText("of 500").waitFor();
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByText("101–200 of 500").waitFor();
  expect(query(page)).toMatchObject({ page: "2" });
  const second = await codes(page);
  await page.getByRole("button", { name: "Code" }).click();
  await page.getByText("1–100 of 500").waitFor();
  await page.getByRole("link", { name: "A000001" }).waitFor();
  expect(query(page)).toEqual({ sort: "code" });
  await page.goBack();
  await page.getByText("101–200 of 500").waitFor();
  await soon(() => codes(page)).toEqual(second);
  await page.getByRole("button", { name: "Previous" }).click();
  await page.getByText("1–100 of 500").waitFor();
  await page.getByText("Filters", { exact: true }).click();
  await page.getByLabel("Location, including those below").fill("hala 2");
  await page.getByRole("button", { name: /^Skladová hala č. 2/ }).click();
  await page.getByLabel("Price from").fill("8000,5");
  await page.getByText("of 500").waitFor({ state: "detached" });
  await soon(() => query(page)).toMatchObject({ priceFrom: "8000.5" });
  await page.getByRole("button", { name: "Clear filters" }).click();
  await page.getByText("of 500").waitFor();
});

test("the keyboard alone turns pages, chooses rows, opens one and comes back", async () => {
  const { page } = await atArticles();
  await page.locator("tbody [data-row]").first().focus();
  const first = await codes(page);
  await page.keyboard.press("PageDown");
  await page.getByText("101–200").waitFor();
  await soon(() => page.evaluate("document.activeElement.closest('tr')?.rowIndex")).toBe(1);
  await page.keyboard.press("Space");
  await page.getByText("1 selected").waitFor();
  await page.keyboard.press("PageUp");
  await page.getByText("1–100").waitFor();
  await soon(() => page.evaluate("document.activeElement.textContent")).toBe(first[0]);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Space");
  await page.getByText("2 selected").waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("region", { name: "Article", exact: true }).getByText(`${first[1]}`).waitFor();
});

test("active filters stand above the table as chips, though the panel is closed, and each is removed by itself", async () => {
  const { consolePage, page } = await atArticles("/articles?priceFrom=100&isDisposal=true&userId=3");
  const chips = page.getByRole("list", { name: "Active filters" });
  await chips.getByRole("button", { name: "Assigned to: Uma Svoboda" }).waitFor();
  await chips.getByRole("button", { name: "Marked for disposal" }).waitFor();
  expect(await page.getByLabel("Price from").isVisible()).toBe(false);
  expect(await consolePage.axe()).toEqual([]);
  await chips.getByRole("button", { name: "Marked for disposal" }).click();
  await soon(() => query(page)).toEqual({ priceFrom: "100", userId: "3" });
  await page.getByRole("button", { name: "Clear filters" }).click();
  await soon(() => query(page)).toEqual({});
  await chips.waitFor({ state: "detached" });
});

test("whoever types fast asks once, and the old rows stand marked until the answer comes", async () => {
  const { page } = await atArticles();
  await page.getByText("of 500").waitFor();
  const asked: string[] = [];
  const held: (() => Promise<void>)[] = [];
  await page.route(/articles\/page\?q=/, (route) => {
    asked.push(new URL(route.request().url()).searchParams.get("q") ?? "");
    held.push(() => route.continue());
  });
  const typeAll = `for (const text of ["a", "ar", "armchair sw"]) {
    const field = document.querySelector(".text-filter input");
    field.value = text;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }`;
  await page.evaluate(typeAll);
  await page.getByText("The rows below are the previous result").waitFor();
  await soon(() => asked).toEqual(["armchair sw"]);
  expect(await codes(page)).toHaveLength(100);
  expect(await page.locator("[aria-busy=true]").count()).toBe(1);
  await page.locator(".text-filter input").fill("laptop");
  await soon(() => asked).toEqual(["armchair sw", "laptop"]);
  await held[1]?.();
  await page
    .getByRole("cell", { name: /laptop/i })
    .first()
    .waitFor();
  // The older one is not waited for any more; where it comes, nobody hears of it.
  await held[0]?.().catch(() => {});
  await soon(() => page.locator("[aria-busy=true]").count()).toBe(0);
  expect(await page.getByRole("cell", { name: /armchair/i }).count()).toBe(0);
  expect(query(page)).toEqual({ q: "laptop" });
});

test("a code typed exactly leads to the article on Enter, also in the header; what is not sure stays a list", async () => {
  const { server, page } = await atArticles();
  const manager = await server.as("manager");
  expect((await manager.put("/api/articles/73", { serialNumber: "A000074" })).status).toBe(200);
  await page.keyboard.press("/");
  await page.keyboard.type("A000072");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Armchair swivel" }).waitFor();
  expect(page.url()).toMatch(/articles\/72$/);
  await page.goBack();
  await soon(() => query(page)).toEqual({ q: "A000072" });
  await page.locator(".text-filter input").fill("A000074");
  await Promise.all([page.waitForResponse(/findByRFID/), page.keyboard.press("Enter")]);
  await soon(() => page.evaluate("location.hash")).toBe("#/articles?q=A000074");
  await soon(() => codes(page)).toEqual(["A000073", "A000074"]);
  await page.locator(".text-filter input").fill("SN-10570168");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/console#/articles/72");
});

test("what somebody else changes appears; the columns that are chosen are kept", async () => {
  const { server, page } = await atArticles("/articles?q=A00007&sort=code");
  await page.getByRole("cell", { name: "Armchair swivel" }).first().waitFor();
  await (await server.as("admin")).put("/api/articles/72", { name: "Throne" });
  await page.getByRole("cell", { name: "Throne" }).waitFor();
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("checkbox", { name: "RFID tag" }).check();
  await page.reload();
  await page.getByRole("columnheader", { name: "RFID tag" }).waitFor();
});

test("while the box is away what is known is shown as old, and it goes on when it is back", async () => {
  const server = await startServer();
  const proxy = await startProxy(server.url);
  const { page } = await atArticles("/articles", { server: { ...server, url: proxy.url } });
  await page.getByText("of 500").waitFor();
  proxy.cut();
  await page.getByText(/Last updated/).waitFor();
  proxy.restore();
  await page.getByText(/Last updated/).waitFor({ state: "detached" });
});

test("what can't be is said: nothing matches, a filter that is no price", async () => {
  const { page } = await atArticles("/articles?q=zzzzzz");
  await page.getByText("No articles found").waitFor();
  await page.evaluate("void (location.hash = '/articles?priceFrom=much')");
  await page.getByText("The server could not answer.").waitFor();
  await page
    .getByText(/price, such as 1234.50|priceFrom/)
    .first()
    .waitFor();
});

test.each([
  { theme: "light", language: "en", width: 1280, userName: "manager" },
  { theme: "dark", language: "cs", width: 360, userName: "user" },
] as const)(
  "the table in $theme, $language, $width wide, for $userName",
  async ({ userName, ...options }) => {
    const { consolePage, page } = await atArticles("/articles?q=A00007", {
      ...options,
      height: 740,
      userName,
    });
    await page.getByText("1–10").waitFor();
    await page.locator("tbody input[type=checkbox]").first().check();
    await page.locator(".chosen-bar").waitFor();
    const isManager = userName === "manager";
    expect(await page.getByRole("link", { name: /New article|Nový artikl/ }).count()).toBe(isManager ? 1 : 0);
    expect(await page.getByRole("button", { name: /^Edit|^Upravit/ }).count()).toBe(isManager ? 1 : 0);
    expect(await consolePage.axe()).toEqual([]);
    expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBeLessThanOrEqual(0);
    await consolePage.screenshot(`articles-${options.theme}`);
  },
);
