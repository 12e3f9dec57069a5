import { buffer } from "node:stream/consumers";
import type { Locator, Page } from "playwright-core";
import { xlsxFile } from "../../../../src/platform/tables/xlsx-write.ts";
import { openConsole } from "../../../harness/console.ts";
import type { TestServer } from "../../../harness/server.ts";
import { logInConsole } from "../log-in.ts";

/** Opens a screen of imports and exports for an Admin. */
export async function openExchange(server: Pick<TestServer, "url">, path = "/exchange"): Promise<Page> {
  const consolePage = await openConsole();
  await logInConsole(consolePage, server, "admin", path);
  return consolePage.page;
}

/** Uploads a file as if it was chosen in the dialog. */
export const uploadFile = (page: Page, name: string, text: string | Buffer) =>
  page.getByLabel("Drop a file here, or choose one: CSV, XLSX").setInputFiles({
    name,
    mimeType: "application/octet-stream",
    buffer: Buffer.from(text),
  });

/** Creates a workbook with these sheets of texts. */
export const createWorkbook = (sheets: Readonly<Record<string, readonly (readonly string[])[]>>) =>
  buffer(
    xlsxFile(
      Object.entries(sheets).map(([name, [first = [], ...rows]]) => ({
        name,
        columns: first.map((title) => ({ title, width: 10 })),
        rows: rows.map((row) => [...row]),
      })),
    ),
  );

/** Opens a step by the stepper and waits for its title. */
export async function goToStep(page: Page, name: "File" | "Columns" | "Fix" | "Import"): Promise<void> {
  const titles = {
    File: "Select the header row",
    Columns: "Match the columns",
    Fix: "Fix the errors",
    Import: "Preview and import",
  };
  const steps = page.getByRole("navigation", { name: "Steps of the import" });
  await steps.getByRole("link", { name: new RegExp(`^${name}`) }).click();
  await page.getByRole("heading", { name: titles[name] }).waitFor();
}

/** Finds a figure of the summary by its name and value. */
export const figure = (page: Page, name: string, value: string): Locator =>
  page
    .locator(".import-summary dl > div")
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator("dd")
    .filter({ hasText: new RegExp(`^${value}$`) });

/** Finds the select of a column's field by the column's header. */
export const column = (page: Page, header: string): Locator =>
  page.getByRole("combobox", { name: new RegExp(`^${header} \\([A-Z]+\\)$`) });

/** Finds the card of a cause of errors by a part of its title. */
export const cause = (page: Page, title: string | RegExp): Locator =>
  page.locator(".import-cause").filter({ has: page.getByRole("heading", { name: title }) });

/** Imports all rows, or those without errors. */
export async function importRows(page: Page, button: string | RegExp = /^Import all/): Promise<void> {
  await page.getByRole("button", { name: button }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Import", exact: true }).click();
}
