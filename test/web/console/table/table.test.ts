import { expect, test } from "vitest";
import { openArticles, readCodes } from "../articles/open-articles.ts";

test("a menu closes on Escape, which focuses its button, on a click elsewhere and on navigation; a long table's header stays visible", async () => {
  const { page, consolePage } = await openArticles();
  const button = page.getByRole("button", { name: "Columns" });
  const option = page.getByRole("checkbox", { name: "RFID tag" });
  await button.click();
  await option.waitFor();
  await expect.poll(() => button.getAttribute("aria-expanded")).toBe("true");
  await expect.poll(() => consolePage.axe()).toEqual([]);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Escape");
  await option.waitFor({ state: "hidden" });
  await expect.poll(() => page.evaluate("document.activeElement.textContent")).toBe("Columns");
  await button.click();
  await option.waitFor();
  await page.getByRole("heading", { name: "Articles" }).click();
  await option.waitFor({ state: "hidden" });
  await button.click();
  await option.waitFor();
  await page.evaluate("void (location.hash = '#/articles?sort=code')");
  await option.waitFor({ state: "hidden" });

  for (const width of [1280, 720]) {
    await page.setViewportSize({ width, height: 800 });
    await page.reload();
    await page.getByText("of 500").waitFor();
    await page.locator("tbody [data-row]").nth(80).scrollIntoViewIfNeeded();
    const isHeaderVisible = `(() => {
      const head = document.querySelector("thead th:nth-child(2)");
      const { left, top, height } = head.getBoundingClientRect();
      return head.contains(document.elementFromPoint(left + 4, top + height / 2));
    })()`;
    await expect.poll(() => page.evaluate(isHeaderVisible)).toBe(true);
  }
});

test("a menu closes on a navigation that comes before it is painted", async () => {
  const { page } = await openArticles();
  const option = page.getByRole("checkbox", { name: "RFID tag" });
  await page.getByRole("button", { name: "Columns" }).evaluate((button: HTMLElement) => {
    button.click();
    location.hash = "#/articles?sort=code";
  });
  await page.waitForURL("**/console#/articles?sort=code");
  await expect.poll(() => readCodes(page)).not.toEqual([]);
  await option.waitFor({ state: "hidden" });
});

test("a location in a table has its full path; a narrow column truncates the upper part, never the location's name", async () => {
  const { page, server } = await openArticles("/articles?q=A000072");
  const api = await server.as("admin");
  const { oid: building } = (await api.post("/api/locations", { name: "The old building by the river" }))
    .body;
  const parent = { parentLocationId: building };
  const { oid: floor } = (
    await api.post("/api/locations", { name: "The first floor above the yard", ...parent })
  ).body;
  const shelf = (await api.post("/api/locations", { name: "Shelf 9", parentLocationId: floor })).body.oid;
  const [{ locationId, quantity }] = (await api.get("/api/articles/72/locations")).body;
  const move = { fromLocationId: locationId, toLocationId: shelf, quantity };
  expect((await api.post("/api/articles/72/locations/move", move)).status).toBe(200);
  const path = page.locator("tbody [title]").first();
  const whole = "The old building by the river / The first floor above the yard / Shelf 9";
  await expect.poll(() => path.getAttribute("title")).toBe(whole);
  const isCut = (name: string) =>
    page.evaluate(`(([part]) => part.scrollWidth > part.clientWidth)(document.querySelectorAll("${name}"))`);
  await expect.poll(() => isCut("tbody [title] > :first-child")).toBe(true);
  await expect.poll(() => isCut("tbody [title] > :last-child")).toBe(false);
});
