import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { codesOf, pagesOf } from "../../../printing/sheets/read-sheet.ts";
import { openArticles } from "./open-articles.ts";

test("a sheet of labels of selected articles is saved as a PDF", async () => {
  const phone = { width: 390, height: 740, userName: "user" };
  const { consolePage, page } = await openArticles("/articles?q=A00007&sort=code", phone);
  for (const oid of [79, 70, 74]) await page.getByLabel(`Select row ${oid}`).check();
  await page.getByRole("button", { name: "Sheet of labels (PDF)…" }).click();
  const dialog = page.getByRole("dialog", { name: "Labels of 3 articles" });
  await dialog.getByLabel("Sheet").selectOption({ label: "Avery L7163, J8163: 99.1 × 38.1 mm, 2 × 7, A4" });
  await dialog.getByLabel("Code type").selectOption("Data Matrix");
  await dialog.getByLabel("First free label (1 to 14)").fill("13");
  await expect.poll(() => consolePage.axe()).toEqual([]);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    dialog.getByRole("button", { name: "Save PDF" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^labels-\d{4}-\d\d-\d\d\.pdf$/);
  const pages = pagesOf(await readFile(await download.path()));
  // Two free labels on the used sheet, then a new one.
  expect(pages.map(({ labels }) => labels.length)).toEqual([2, 1]);
  const codes = await Promise.all(pages.flatMap(({ labels }) => labels).map(codesOf));
  expect(codes.flat().sort()).toEqual(["A000070", "A000074", "A000079"].map((code) => `DataMatrix: ${code}`));
});

test("a roll has no first free label, whatever the sheet before had", async () => {
  const { page } = await openArticles("/articles?q=A00007&sort=code", { userName: "user" });
  await page.getByLabel("Select row 70").check();
  await page.getByRole("button", { name: "Sheet of labels (PDF)…" }).click();
  const dialog = page.getByRole("dialog", { name: "Labels of 1 article" });
  await dialog.getByLabel("Sheet").selectOption({ label: "Avery L7163, J8163: 99.1 × 38.1 mm, 2 × 7, A4" });
  await dialog.getByLabel("First free label (1 to 14)").fill("5");
  await dialog.getByLabel("Sheet").selectOption({ label: "Roll: 50 × 25 mm, one label per page" });
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    dialog.getByRole("button", { name: "Save PDF" }).click(),
  ]);
  expect(pagesOf(await readFile(await download.path()))).toHaveLength(1);
});
