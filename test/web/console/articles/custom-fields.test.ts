import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { addedField, setValues, valuesOf } from "../../../custom-fields/samples.ts";
import { createPdf } from "../../../photos/attach.ts";
import { expectAccessibleLayout } from "../appearance.ts";
import { holdRequests } from "../save/held-requests.ts";
import { openArticles, openEditForm } from "./open-articles.ts";

test("a Manager defines a field for a category, and changes and deletes it after a warning", async () => {
  const { server, consolePage, page } = await openArticles("/lists/fields");
  await page.getByText("No custom fields yet").waitFor();
  await page.getByRole("button", { name: "Create field" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Create field" });
  await dialog.getByLabel("Name").fill("Upholstery");
  await dialog.getByLabel("Type").selectOption("Choice");
  await dialog.getByLabel("Choices").fill("leather\nfabric");
  await dialog.getByLabel("Only these categories").check();
  await dialog.getByLabel("Furniture").check();
  await expect.poll(() => consolePage.axe()).toEqual([]);
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByText("leather, fabric").waitFor();
  await expectAccessibleLayout(consolePage, "custom-fields", ["light", "dark"]);

  const { body: fields } = await server.manager.get("/api/customfields");
  await setValues(server.manager, 72, { [fields[0].oid]: "fabric" });
  await page.getByRole("button", { name: "Edit Upholstery" }).click();
  await page.getByRole("dialog").getByLabel("Choices").fill("leather");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await page.getByText(/fabric: 1 article/).waitFor();
  await page.getByRole("button", { name: "Change", exact: true }).click();
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "Delete Upholstery…" }).click();
  await page.getByText("1 article has a value. It stays with the article").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Delete and keep the values" }).click();
  await page.getByText("No custom fields yet").waitFor();
  expect(await valuesOf(server.manager, 72)).toEqual({ Upholstery: "fabric" });
});

test("a field is deleted with all its values, also one that was set while the question was shown", async () => {
  const { server, page } = await openArticles("/lists/fields");
  const { manager } = server;
  const oid = await addedField(manager, "Upholstery");
  await setValues(manager, 72, { [oid]: "fabric" });
  await page.getByRole("button", { name: "Delete Upholstery…" }).click();
  await page.getByText("1 article has a value.").waitFor();
  await setValues(manager, 73, { [oid]: "leather" });
  await page.getByRole("dialog").getByRole("button", { name: "Delete with the values" }).click();
  const values = async () => [await valuesOf(manager, 72), await valuesOf(manager, 73)];
  await expect.poll(values).toEqual([{}, {}]);
});

test("a new article is not created without a required field, and a wrong value is shown at its field", async () => {
  const { server, page } = await openArticles("/articles/new");
  await addedField(server.manager, "Weight", { type: "number", unit: "kg", isRequired: true });
  await page.getByLabel("Name").fill("Ladder");
  await page.getByLabel("Category").selectOption("Furniture");
  await page.getByLabel("Type").selectOption("Chair");
  await page.getByLabel("State").selectOption("In stock");
  const weight = page.getByLabel("Weight (kg)");
  await weight.waitFor();
  await page.getByRole("button", { name: "Create article" }).click();
  await expect.poll(() => weight.getAttribute("aria-invalid")).toBe("true");
  await weight.fill("heavy");
  await page.getByRole("button", { name: "Create article" }).click();
  await page
    .getByText(/must be a number/)
    .first()
    .waitFor();
  await weight.fill("12,5");
  await page.getByRole("button", { name: "Create article" }).click();
  await page.getByRole("heading", { name: "Ladder" }).waitFor();
  await page.getByText("12.5 kg").waitFor();
});

test("a value of a field that the category does not have is marked, and can be removed", async () => {
  const { server, page } = await openArticles("/articles/72");
  const field = await addedField(server.manager, "Old field");
  await setValues(server.manager, 72, { [field]: "old value" });
  await server.manager.delete(`/api/customfields/${field}?force=true`);
  await page.getByText("Old field (not a field of this category)").waitFor();
  await openEditForm(page);
  await page.getByLabel("Old field").fill("");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Article saved").waitFor();
  expect(await valuesOf(server.manager, 72)).toEqual({});
});

test("files that were not tried when an upload was stopped are named, and can be uploaded", async () => {
  const { page } = await openArticles("/articles/72");
  const card = page.getByRole("region", { name: "Attachments" });
  const requests = await holdRequests(page, "POST", "**/api/attachments");
  const files = [1, 2, 3, 4, 5].map((number) => ({
    ...{ name: `${number}.pdf`, mimeType: "application/pdf", buffer: createPdf(number * 1000) },
  }));
  await card.getByLabel("Add attachments (PDF, JPG or PNG)").setInputFiles(files);
  await expect.poll(() => requests.sent.length).toBe(4);
  await card.getByRole("button", { name: "Stop" }).click();
  requests.release();
  await card.getByText("5.pdf: not uploaded").waitFor();
  await card.getByRole("button", { name: "Retry upload" }).click();
  await card.getByRole("button", { name: "5.pdf", exact: true }).waitFor();
});

test("a PDF is attached, saved under its name with the same bytes, and removed after a question", async () => {
  const { server, consolePage, page } = await openArticles("/articles/72");
  const card = page.getByRole("region", { name: "Attachments" });
  await card.getByText("No attachments yet").waitFor();
  const buffer = createPdf(20_000);
  const add = card.getByLabel("Add attachments (PDF, JPG or PNG)");
  await add.setInputFiles({ name: "Návod.pdf", mimeType: "application/pdf", buffer });
  await card.getByRole("button", { name: "Návod.pdf", exact: true }).waitFor();
  await add.setInputFiles({ name: "page.html", mimeType: "text/html", buffer: Buffer.from("<html>") });
  await card.getByText("page.html: An attachment must be a PDF, JPG or PNG.").waitFor();
  await expect.poll(() => consolePage.axe()).toEqual([]);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    card.getByRole("button", { name: "Návod.pdf", exact: true }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("Návod.pdf");
  expect((await readFile(await download.path())).equals(buffer)).toBe(true);
  await card.getByRole("button", { name: "Remove Návod.pdf" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await card.getByText("No attachments yet").waitFor();
  const { body } = await server.user.get("/api/articles/72/attachments");
  expect(body).toEqual([]);
});
