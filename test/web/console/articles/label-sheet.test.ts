import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { codesOf, pagesOf } from "../../../printing/sheets/read-sheet.ts";
import { openArticles } from "./open-articles.ts";

test.for([
  { theme: "light", width: 1280, userName: "user" },
  { theme: "dark", width: 390, userName: "manager" },
] as const)(
  "a sheet of labels of selected articles is saved as a PDF: $theme, $width px, for $userName",
  async ({ theme, width, userName }) => {
    const options = { theme, width, height: 740, userName };
    const { server, consolePage, page } = await openArticles("/articles?q=A00007&sort=code", options);
    for (const oid of [79, 70, 74]) await page.getByLabel(`Select row ${oid}`).check();
    await page.getByRole("button", { name: "Sheet of labels (PDF)…" }).click();
    const dialog = page.getByRole("dialog", { name: "Labels of 3 articles" });
    await dialog.getByLabel("Sheet").selectOption({ label: "Avery L7163, J8163: 99.1 × 38.1 mm, 2 × 7, A4" });
    await dialog.getByLabel("Code type").selectOption("Data Matrix");
    await dialog.getByLabel("First free label (1 to 14)").fill("13");
    await expect.poll(() => consolePage.axe()).toEqual([]);
    await expect
      .poll(() => page.evaluate("document.documentElement.scrollWidth - innerWidth"))
      .toBeLessThanOrEqual(0);
    await consolePage.screenshot(`label-sheet-${theme}`);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      dialog.getByRole("button", { name: "Save PDF" }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^labels-\d{4}-\d\d-\d\d\.pdf$/);
    const pages = pagesOf(await readFile(await download.path()));
    // Two free labels on the used sheet, then a new one.
    expect(pages.map(({ labels }) => labels.length)).toEqual([2, 1]);
    const codes = await Promise.all(pages.flatMap(({ labels }) => labels).map(codesOf));
    expect(codes.flat().sort()).toEqual([
      "DataMatrix: A000070",
      "DataMatrix: A000074",
      "DataMatrix: A000079",
    ]);

    // Nothing can be printed of articles that another user has deleted since.
    for (const oid of [70, 74, 79])
      expect((await server.admin.delete(`/api/articles/${oid}`)).status).toBe(204);
    await dialog.getByRole("button", { name: "Save PDF" }).click();
    await dialog.getByText("None of the records has a code.", { exact: false }).waitFor();
  },
);
