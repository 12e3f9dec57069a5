import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { extractText, getDocumentProxy } from "unpdf";
import { expect, onTestFinished, test } from "vitest";
import { ensureSetupCode } from "../../../src/access/setup/setup.ts";
import { startVirtualPrinter, type VirtualPrinter } from "../../../src/demo/virtual-printer/printer.ts";
import { openConsole } from "../../harness/console.ts";
import { startServer } from "../../harness/server.ts";
import { Keyboard } from "../../harness/terminal/keyboard.ts";
import { erpList } from "../../import/lists/workbooks.ts";
import { codesOnZpl } from "../../printing/preview/zpl-codes.ts";
import { SHORT } from "../../printing/queue/printers.ts";
import { cause, figure, goToStep, importRows } from "./exchange/import-screens.ts";

const PIN = "471182";
/** The articles of the list at the loading ramp. */
const AT_RAMP = Array.from({ length: 15 }, (_, index) => `ERP-${String(4 * (index + 1)).padStart(4, "0")}`);

test("a new Admin gets from an empty server to a closed stocktake with browsers alone", async () => {
  const server = await startServer({ empty: true, printLimits: SHORT });
  const printer = await startVirtualPrinter({ language: "zpl" });
  onTestFinished(() => printer.close());
  const { page } = await openConsole();

  await page.goto(server.url);
  await page.getByLabel("Set-up code").waitFor();
  await setUp(page, ensureSetupCode(server.folder));
  await firstSteps(page).waitFor();
  await importList(page);
  await addPrinter(page, printer);
  await printLabel(page, printer);
  const terminal = await pairTerminal(page, server.url);
  await startStocktake(page);
  await countAll(terminal, AT_RAMP.slice(1));
  await page.getByText("14 of 15 counted").first().waitFor();
  await closeStocktake(page);
  await downloadReport(page);
  await goTo(page, "Overview");
  await page.getByText("No open stocktakes").waitFor();
  await firstSteps(page).waitFor({ state: "detached" });
});

async function setUp(page: Page, code: string): Promise<void> {
  const values = [
    ["Set-up code", code],
    ["Company or warehouse", "Vzorová společnost"],
    ["First name", "Jan"],
    ["Last name", "Novák"],
    ["User name", "jan"],
    ["Password", "quiet-harbour-1"],
    ["PIN for terminals", PIN],
  ] as const;
  for (const [label, value] of values) await page.getByLabel(label).fill(value);
  await page.getByRole("button", { name: "Begin" }).click();
}

/** Imports an ERP's printed list: titles, totals, headers on each page, no types, and three users who do not exist. */
async function importList(page: Page): Promise<void> {
  await firstSteps(page).getByRole("link", { name: "Import your articles" }).click();
  const { fileName: name, bytes: buffer } = await erpList();
  const field = page.getByLabel("Drop a file here, or choose one: CSV, XLSX");
  await field.waitFor();
  await field.setInputFiles({ name, mimeType: "application/octet-stream", buffer });

  await page.getByRole("heading", { name: "Match the columns" }).waitFor();
  await page.getByRole("combobox", { name: "Type *", exact: true }).selectOption({ label: "Another value…" });
  await page.getByLabel("Type *: another value").fill("Majetek");
  await page.keyboard.press("Enter");
  await goToStep(page, "File");
  await page.getByRole("button", { name: "Use row 6 as the header row", pressed: true }).waitFor();
  await goToStep(page, "Fix");
  const people = cause(page, /responsible user/i);
  await people.getByRole("row").nth(1).waitFor();
  await expect.poll(() => people.getByRole("row", { name: "Novák Jan" }).count()).toBe(0);
  await people.getByRole("button", { name: "Create inactive people" }).click();
  await people.getByText("Created as inactive people").waitFor();
  await cause(page, /Category is missing/)
    .getByRole("button", { name: "Leave rows out" })
    .click();
  await page.getByText("All errors are resolved.").waitFor();
  await goToStep(page, "Import");
  await importRows(page);
  await page.getByText("Import completed.").waitFor();
  await figure(page, "Created", "60").waitFor();
}

async function addPrinter(page: Page, printer: VirtualPrinter): Promise<void> {
  await goTo(page, "Overview");
  await firstSteps(page).getByText("Import your articles done").waitFor();
  await firstSteps(page).getByRole("link", { name: "Add a printer" }).click();
  await page.getByLabel("Name").fill("Expedice");
  await page.getByLabel("Address").fill("127.0.0.1");
  await page.getByLabel("Port").fill(String(printer.port));
  await page.getByLabel("Language").selectOption({ label: "ZPL (Zebra)" });
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByRole("button", { name: "Print test label" }).click();
  await page.getByText("Printed; the printer confirmed it.").waitFor();
}

async function printLabel(page: Page, printer: VirtualPrinter): Promise<void> {
  await goTo(page, "Printers and labels");
  await page.getByRole("link", { name: "Labels", exact: true }).click();
  await page.getByRole("link", { name: "New label" }).first().click();
  await page.getByLabel("Start from a ready-made label").selectOption("Label with QR code, 57 × 32 mm");
  await page.getByLabel("Name", { exact: true }).fill("Štítek 57 × 32");
  await page.getByRole("button", { name: "Save" }).click();
  await page.locator("#toasts").getByText("Štítek 57 × 32").waitFor();
  await page.locator("#console-search").fill("ERP-0010");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Vrtačka příklepová" }).waitFor();
  await page.getByRole("button", { name: "Print" }).click();
  await expect.poll(() => codesOnZpl(printer.labels.at(-1)?.bytes)).toEqual(["QRCode: ERP-0010"]);
}

/** Opens a terminal in a browser of its own, pairs it by the typed code of the console, and logs in by PIN. */
async function pairTerminal(page: Page, url: string): Promise<Page> {
  const { page: terminal } = await openConsole({ width: 390, height: 780 });
  await goTo(page, "Overview");
  await firstSteps(page).getByRole("link", { name: "Pair a terminal" }).click();
  const code = await page.locator(".big-code").textContent();
  await terminal.goto(url);
  await terminal.getByRole("link", { name: "Pair this terminal" }).waitFor();
  await terminal.getByRole("link", { name: "Pair this terminal" }).click();
  await terminal.getByLabel("Code").fill(code ?? "");
  await terminal.getByLabel("Terminal name").fill("Terminál 1");
  await terminal.getByRole("button", { name: "Pair", exact: true }).click();
  await page.getByText("Paired: Terminál 1").waitFor();
  await terminal.getByText("Jan Novák").click();
  for (const digit of PIN) await terminal.getByRole("button", { name: digit, exact: true }).click();
  await terminal.getByRole("button", { name: "Enter" }).click();
  await terminal.getByRole("heading", { name: "Stocktakes" }).waitFor();
  return terminal;
}

async function startStocktake(page: Page): Promise<void> {
  await goTo(page, "Overview");
  await firstSteps(page).getByRole("link", { name: "Start a stocktake" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Inventura 2026");
  await page
    .getByRole("treeitem", { name: /^Hala B/ })
    .locator("[data-expander]")
    .click();
  await page.getByRole("treeitem", { name: /^Rampa/ }).click();
  await page.getByRole("button", { name: "Create stocktake" }).click();
  await page.getByRole("button", { name: "Prepare" }).click();
  await page.getByText("Prepared: 15 items expected.").waitFor();
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await page.getByText("0 of 15 counted").first().waitFor();
}

/** Scans the codes. Each key has the time at which a scanner sends it, even if the page is busy. */
async function countAll(page: Page, codes: readonly string[]): Promise<void> {
  await page.getByText("Inventura 2026").click();
  await page.getByText("Ready to scan").or(page.getByText("Rampa")).first().waitFor();
  if (!(await page.getByText("Ready to scan").isVisible())) await page.getByText("Rampa").first().click();
  await page.getByText("Ready to scan").waitFor();
  const scanner = new Keyboard(await page.context().newCDPSession(page));
  for (const code of codes) {
    await scanner.scan(code);
    await page.locator(".verdict").getByText(code).first().waitFor();
  }
}

async function closeStocktake(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Finish", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Finish", exact: true }).click();
  await page.getByRole("button", { name: "Review results" }).waitFor();
  await page.getByRole("button", { name: "Review results" }).click();
  await page.getByRole("link", { name: "Not counted (1)" }).click();
  await page.getByRole("link", { name: AT_RAMP[0] ?? "" }).waitFor();
  await page.getByRole("button", { name: "Approve all" }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Approve/ })
    .click();
  await page.getByText("All approved").waitFor();
  await page.getByRole("link", { name: "Close", exact: true }).click();
  await page.getByRole("button", { name: "Close stocktake" }).waitFor();
  await page.getByRole("button", { name: "Close stocktake" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Close stocktake" }).click();
  await page.getByRole("heading", { name: "Counts by person" }).waitFor();
}

async function downloadReport(page: Page): Promise<void> {
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Inventory list (PDF)" }).click();
  const pdf = await getDocumentProxy(new Uint8Array(await readFile(await (await saving).path())));
  const { text } = await extractText(pdf, { mergePages: true });
  const parts = ["Inventura 2026", "Vzorová společnost", "Jan Novák", AT_RAMP[0] ?? ""];
  for (const part of parts) expect(text).toContain(part);
}

const firstSteps = (page: Page) => page.getByRole("region", { name: "First steps" });

const goTo = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Main menu" }).getByRole("link", { name }).click();
