import { expect, test } from "vitest";
import { openConsoleAs } from "../log-in.ts";

test("the form of a stocktake stores who counts and the limits of the second count", async () => {
  const { server, page } = await openConsoleAs("manager");
  const field = (name: string) => page.getByLabel(name, { exact: true });
  await page.evaluate(`void (location.hash = "/stocktakes/new")`);
  await page.getByRole("button", { name: "Create stocktake" }).click();
  await expect.poll(() => field("Name").getAttribute("aria-invalid")).toBe("true");
  await field("Name").fill("Checked hall");
  // An error of an earlier value is not shown under a new one.
  await expect.poll(() => page.locator("main [role=alert]:not(:empty)").count()).toBe(0);
  await field("Who counts").selectOption({ label: "Uma Svoboda" });
  await field("Pieces").fill("two");
  await field("Percent").fill("5");
  await page.getByRole("button", { name: "Create stocktake" }).click();
  // What is no number is not taken for no limit.
  await expect.poll(() => field("Pieces").getAttribute("aria-invalid")).toBe("true");
  await field("Pieces").fill("2");
  await page.getByRole("button", { name: "Create stocktake" }).click();
  await page.waitForURL(/stocktakes\/\d+$/);
  const oid = /\d+$/.exec(page.url())?.[0];
  const stored = async () => (await server.manager.get(`/api/inventories/${oid}`)).body;
  expect(await stored()).toMatchObject({
    counter: { id: 3 },
    secondCount: { pieces: 2, percent: 5, value: null },
  });
  await expect.poll(() => field("Percent").inputValue()).toBe("5");
  await field("Pieces").fill("");
  await field("Percent").fill("");
  await field("Who counts").selectOption({ label: "Anybody" });
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect.poll(stored).toMatchObject({ counter: null, secondCount: null, name: "Checked hall" });
});
