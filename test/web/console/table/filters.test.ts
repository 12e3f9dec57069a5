import { expect, test } from "vitest";
import { addFilter, chip } from "../filters.ts";
import { openConsoleAs } from "../log-in.ts";

// What every list with filters does, at the examples of the people and of the handed-out articles.

test("a filter that nothing matches is named as the reason, and is cleared there; it adds nothing to the history", async () => {
  const { page } = await openConsoleAs("admin", "/overview");
  await page.evaluate("void (location.hash = '/people')");
  const people = page.getByRole("link", { name: "Ina Mala" });
  await people.waitFor();
  await page.getByLabel("Name or user name").fill("nobody");
  await page.waitForURL("**/console#/people?q=nobody");
  await page.getByText("Nothing matches the filters").waitFor();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await people.waitFor();
  await page.waitForURL("**/console#/people");
  await expect.poll(() => page.getByLabel("Name or user name").inputValue()).toBe("");
  await page.goBack();
  await page.waitForURL("**/console#/overview");
});

test("a change of a filter shows the first page, and a view keeps the filters", async () => {
  const { page } = await openConsoleAs("manager", "/custody?before=9&page=2");
  await addFilter(page, "Person");
  await page.getByLabel("Person", { exact: true }).selectOption("Uma Svoboda");
  await page.waitForURL("**/console#/custody?userId=3");
  await page.getByText("Nothing matches the filters").waitFor();
  await page.getByRole("link", { name: "Taken back" }).click();
  await page.waitForURL("**/console#/custody?userId=3&show=ended");
  await chip(page, "Person: Uma Svoboda").waitFor();
});

test("by the keyboard a filter is added, changed and removed, and the focus stays with the filters", async () => {
  const { page } = await openConsoleAs("admin", "/system/audit");
  const add = page.getByRole("button", { name: "Add filter" });
  const active = () =>
    page.evaluate(`(({ tagName, textContent, title, labels }) =>
      tagName === "BUTTON" ? title || textContent : labels?.[0]?.textContent)(document.activeElement)`);
  await add.press("Enter");
  await page.keyboard.press("ArrowDown");
  await expect.poll(active).toBe("User");
  await page.keyboard.press("ArrowUp");
  await expect.poll(active).toBe("To");
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowDown");
  await expect.poll(active).toBe("Record type");
  await page.keyboard.press("Escape");
  await expect.poll(active).toBe("Add filter");
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect.poll(() => page.evaluate("document.activeElement.tagName")).toBe("SELECT");
  await expect.poll(active).toBe("Record type");
  // Without a value there is no filter.
  await page.keyboard.press("Escape");
  await expect.poll(active).toBe("Add filter");
  await expect.poll(() => page.getByRole("list", { name: "Active filters" }).count()).toBe(0);

  await addFilter(page, "Record type");
  await page.keyboard.type("Loc");
  // What has a meaning only with it is beside it.
  await page.getByLabel("Record number").waitFor();
  await page.waitForURL("**/console#/system/audit?entity=location");
  await page.keyboard.press("Tab");
  await expect.poll(active).toBe("Record number");
  await page.keyboard.type("12");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/console#/system/audit?entity=location&entityId=12");
  await expect.poll(active).toBe("Record type: Location");
  await chip(page, "Record number: 12").press("Enter");
  await expect.poll(active).toBe("Record number");
  await page.keyboard.press("Escape");
  await expect.poll(active).toBe("Record number: 12");
  await page.keyboard.press("Tab");
  await expect.poll(active).toBe("Remove filter Record number: 12");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/console#/system/audit?entity=location");
  await expect.poll(active).toBe("Add filter");
});

test.each(["Tab", "Escape", "Enter", "a click elsewhere", "a click on another button"])(
  "a value that was just typed is a filter after %s",
  async (leaving) => {
    const { page } = await openConsoleAs("manager", "/articles");
    await addFilter(page, "Price from");
    await page.keyboard.type("100");
    if (leaving === "a click elsewhere") await page.getByRole("heading", { name: "Articles" }).click();
    else if (leaving === "a click on another button")
      await page.getByRole("button", { name: "Columns" }).click();
    else await page.keyboard.press(leaving);
    await page.waitForURL("**/console#/articles?priceFrom=100");
  },
);

test("all filters are cleared at once, also those that only a link sets", async () => {
  const { page, consolePage } = await openConsoleAs("admin", "/system/audit?entity=article&field=name");
  await chip(page, "Record type: Article").waitFor();
  await page.getByText("Field: Name", { exact: true }).waitFor();
  await expect.poll(() => consolePage.axe()).toEqual([]);
  const clear = page.getByRole("button", { name: "Clear filters" });
  await clear.click();
  await page.waitForURL("**/console#/system/audit");
  await expect.poll(() => page.getByRole("list", { name: "Active filters" }).count()).toBe(0);
  await expect.poll(() => clear.count()).toBe(0);
});

test("on a phone chips wrap, and their fields stay within the window", async () => {
  const { page, consolePage } = await openConsoleAs(
    "admin",
    "/system/security-log?outcome=failure&userId=3&address=2001:db8:85a3:8d3:1319:8a2e:370:7348&from=2026-01-01&to=2026-12-31",
    { width: 390, height: 844 },
  );
  const chips = page.getByRole("list", { name: "Active filters" }).getByRole("listitem");
  await expect.poll(() => chips.count()).toBe(5);
  const overflow = () =>
    page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");
  await expect.poll(overflow).toBe(0);
  for (const label of ["Outcome: Failed", "To: December 31, 2026"]) {
    await chip(page, label).click();
    const panel = page.locator("fieldset:visible");
    await expect
      .poll(() => panel.evaluate((field) => field.getBoundingClientRect().right <= innerWidth))
      .toBe(true);
    await expect.poll(() => panel.evaluate((field) => field.getBoundingClientRect().left >= 0)).toBe(true);
    await expect.poll(overflow).toBe(0);
  }
  await expect.poll(() => consolePage.axe()).toEqual([]);
});
