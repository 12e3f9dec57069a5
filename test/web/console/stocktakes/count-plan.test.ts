import { expect, test } from "vitest";
import { startServer } from "../../../harness/server.ts";
import { createWarehouse } from "../../../inventories/stocktake.ts";
import { openConsoleAs } from "../log-in.ts";

test("a plan shows how many records it would choose, and is not saved where another number would be chosen", async () => {
  const server = await startServer();
  const warehouse = createWarehouse(server);
  await warehouse.addLocation("Shelf 7");
  for (const code of ["T1", "T2", "T3"]) await warehouse.article(code, { "Shelf 7": 2 });
  const { page } = await openConsoleAs("manager", "/stocktakes/plans/new", { server });
  await page.getByLabel("Name", { exact: true }).fill("Shelf check");
  await page.getByLabel("Find a location by name or code").fill("Shelf 7");
  await page.getByRole("treeitem", { name: /Shelf 7/ }).click();
  await page.getByText("3 records would be counted now.").waitFor();
  await page.getByLabel("Records at a time").fill("2");
  await page.getByText("2 records would be counted now.").waitFor();
  await page.getByLabel("Records at a time").fill("");
  await page.getByText("3 records would be counted now.").waitFor();

  // The error of a value goes with it, and the form's with its last one.
  const hour = page.getByLabel("Hour", { exact: true });
  await hour.fill("99");
  await page.getByRole("button", { name: "Create plan" }).click();
  await page.getByText("Check the marked fields.").waitFor();
  await expect.poll(() => hour.getAttribute("aria-invalid")).toBe("true");
  await hour.fill("6");
  await page.getByText("Check the marked fields.").waitFor({ state: "detached" });
  await expect.poll(() => hour.getAttribute("aria-invalid")).not.toBe("true");

  await warehouse.article("T4", { "Shelf 7": 2 });
  await page.getByRole("button", { name: "Create plan" }).click();
  await page.getByText("4 records are selected now, not 3, so nothing was done.").waitFor();
  await page.getByText("4 records would be counted now.").waitFor();
  const plans = async () => (await warehouse.manager.get("/api/count-plans")).body;
  expect(await plans()).toEqual([]);
  await page.getByRole("button", { name: "Create plan" }).click();
  await page.getByRole("link", { name: "Shelf check" }).first().click();
  await page.getByText("4 records would be counted now.").waitFor();

  await warehouse.article("T5", { "Shelf 7": 2 });
  await page.getByLabel("Hour", { exact: true }).fill("7");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("5 records are selected now, not 4, so nothing was done.").waitFor();
  expect(await plans()).toMatchObject([{ schedule: { atHour: 6 } }]);
});

test("a plan that was just saved opens with the saved values", async () => {
  const { server, page } = await openConsoleAs("manager", "/stocktakes/plans");
  const schedule = { every: "day", atHour: 6 };
  const plan = { name: "Shelves", fromDate: "2030-01-01", selection: { kind: "notCounted" }, schedule };
  expect((await server.manager.post("/api/count-plans", plan)).status).toBe(201);
  await page.reload();
  const hour = page.getByLabel("Hour", { exact: true });
  await page.getByRole("link", { name: "Shelves" }).first().click();
  await hour.fill("8");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("link", { name: "Shelves" }).first().click();
  await expect.poll(() => hour.inputValue()).toBe("8");
});
