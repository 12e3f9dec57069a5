import { expect, test } from "vitest";
import { addedField } from "../../../custom-fields/samples.ts";
import { expectAccessibleLayout } from "../appearance.ts";
import { openArticles } from "./open-articles.ts";

test("the form of an article with custom fields fits a phone", async () => {
  const { server, consolePage, page } = await openArticles("/articles/new", { width: 390, height: 844 });
  const manager = await server.as("manager");
  await addedField(manager, "Weight of the article with its packaging", { type: "number", unit: "kg" });
  await addedField(manager, "Next inspection", { type: "date", isRequired: true });
  await addedField(manager, "Colour", { type: "choice", choices: ["red", "blue"] });
  await addedField(manager, "Insured", { type: "yesNo" });
  await addedField(manager, "Manual", { type: "link" });
  await page.reload();
  await page.getByLabel("Category").selectOption("Furniture");
  const weight = page.getByLabel("Weight of the article with its packaging (kg)");
  await weight.fill("heavy");
  await page.getByLabel("Name").fill("Ladder");
  await page.getByLabel("Type").selectOption("Chair");
  await page.getByLabel("State").selectOption("In stock");
  await page.getByRole("button", { name: "Create article" }).click();
  await expect.poll(() => page.getByLabel("Next inspection").getAttribute("aria-invalid")).toBe("true");
  await weight.scrollIntoViewIfNeeded();
  await expectAccessibleLayout(consolePage, "field-form-phone", ["light", "dark"]);
});
