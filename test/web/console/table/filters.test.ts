import { expect, test } from "vitest";
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
  await page.getByLabel("Person", { exact: true }).selectOption("Uma Svoboda");
  await page.waitForURL("**/console#/custody?userId=3");
  await page.getByText("Nothing matches the filters").waitFor();
  await page.getByRole("link", { name: "Taken back" }).click();
  await page.waitForURL("**/console#/custody?userId=3&show=ended");
  await expect.poll(() => page.getByLabel("Person", { exact: true }).inputValue()).toBe("3");
});
