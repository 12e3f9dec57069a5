import { expect, test } from "vitest";
import { addedField, setValues, valuesOf } from "../../../custom-fields/samples.ts";
import { expectAccessibleLayout } from "../appearance.ts";
import { addFilter } from "../filters.ts";
import { openArticles, readQuery } from "./open-articles.ts";

const PHONE = { width: 390, height: 844 };

test("a bulk edit sets supplier, warranty and several custom fields at once", async () => {
  const { server, consolePage, page } = await openArticles("/articles?q=A00007&sort=code", PHONE);
  const weight = await addedField(server.manager, "Weight", { type: "number", unit: "kg" });
  const colour = await addedField(server.manager, "Colour", { type: "choice", choices: ["red", "blue"] });
  await addedField(server.manager, "Manual", { type: "link" });
  await setValues(server.manager, 72, { [colour]: "red", [weight]: "5" });
  await page.getByLabel("Select row 72").check();
  await page.getByLabel("Select row 74").check();
  await page.getByRole("button", { name: "Edit…" }).click();
  const dialog = page.getByRole("dialog");
  const add = dialog.getByLabel("Set another field");
  await add.selectOption("Supplier");
  await dialog.getByLabel("Supplier", { exact: true }).fill("Möbel AG");
  await add.selectOption("Warranty until");
  await dialog.getByLabel("Warranty until", { exact: true }).fill("2028-03-31");
  await add.selectOption("Weight");
  await add.selectOption("Colour");
  await add.selectOption("Manual");
  await dialog.getByRole("button", { name: "Remove Manual" }).click();
  await dialog.getByLabel("Weight (kg)").fill("heavy");
  await dialog.getByText(/must be a number/).waitFor();
  const update = dialog.getByRole("button", { name: "Update 2 articles" });
  await expect.poll(() => update.isDisabled()).toBe(true);
  await dialog.getByLabel("Weight (kg)").fill("12,5");
  // A field that was just chosen or has half a date is not sent; it is cleared by a choice of its own.
  await dialog.getByText("Enter a value or choose to clear: Colour").waitFor();
  await expect.poll(() => update.isDisabled()).toBe(true);
  await dialog.getByLabel("Clear Colour").check();
  await dialog.getByText("Colour: no value").waitFor();
  await expect.poll(() => update.isDisabled()).toBe(false);
  await dialog.getByLabel("Warranty until", { exact: true }).press("Backspace");
  await dialog.getByText("Enter a value or choose to clear: Warranty until").waitFor();
  await expect.poll(() => update.isDisabled()).toBe(true);
  await dialog.getByLabel("Warranty until", { exact: true }).fill("2028-03-31");
  await dialog.getByText("Enter a value or choose to clear").waitFor({ state: "hidden" });
  await expectAccessibleLayout(consolePage, "bulk-fields-phone", ["light", "dark"]);
  await update.click();
  await page.getByText("2 articles changed").waitFor();
  for (const oid of [72, 74]) {
    expect(await valuesOf(server.manager, oid)).toEqual({ Weight: "12.5" });
    const { body } = await server.manager.get(`/api/articles/${oid}/full`);
    expect(body).toMatchObject({ supplier: "Möbel AG", warrantyEnd: "2028-03-31" });
  }
});

test("a bound that is no number is marked at its field and filters nothing", async () => {
  const { server, consolePage, page } = await openArticles("/articles", PHONE);
  const weight = await addedField(server.manager, "Weight", { type: "number", unit: "kg" });
  await setValues(server.manager, 72, { [weight]: "5" });
  await addFilter(page, "Custom field");
  await page.getByLabel("Custom field").selectOption("Weight");
  await expect.poll(() => page.locator("[data-row]").count()).toBe(1);
  const from = page.getByLabel("Weight from", { exact: true });
  await from.fill("4,5");
  await expect.poll(() => readQuery(page)["fieldFrom"]).toBe("4.5");
  await from.fill("5kg");
  await page.getByText(/must be a number/).waitFor();
  await expect.poll(() => from.getAttribute("aria-invalid")).toBe("true");
  await expectAccessibleLayout(consolePage, "field-filter-phone", ["light", "dark"]);
  const to = page.getByLabel("Weight to", { exact: true });
  await to.fill("4.75");
  await expect.poll(() => page.locator("[data-row]").count()).toBe(0);
  expect(readQuery(page)["fieldFrom"]).toBe("4.5");
});

test("a removed choice is offered by the filter, and a field is deleted with its values", async () => {
  const { server, page } = await openArticles("/articles");
  const colour = await addedField(server.manager, "Colour", { type: "choice", choices: ["red", "blue"] });
  await setValues(server.manager, 72, { [colour]: "blue" });
  expect(
    (await server.manager.put(`/api/customfields/${colour}?force=true`, { choices: ["red"] })).status,
  ).toBe(200);
  await page.reload();
  await addFilter(page, "Custom field");
  await page.getByLabel("Custom field").selectOption("Colour");
  await page.getByLabel("Colour", { exact: true }).selectOption("blue");
  await expect.poll(() => page.locator("[data-row]").count()).toBe(1);
  await page.getByText("A000072").waitFor();
  await page.goto(page.url().replace(/#.*/, "#/lists/fields"));
  await page.getByRole("button", { name: "Delete Colour…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete with the values" }).click();
  await page.getByText("The values are being removed. You can undo it for 7 days under Jobs.").waitFor();
  await expect.poll(() => valuesOf(server.manager, 72)).toEqual({});
});
