import type { Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { ensureSetupCode } from "../../../../src/access/setup/setup.ts";
import { startVirtualPrinter } from "../../../../src/demo/virtual-printer/printer.ts";
import { openConsole } from "../../../harness/console.ts";
import { startServer } from "../../../harness/server.ts";
import { SHORT } from "../../../printing/queue/printers.ts";

const PIN = "471182";
const LIST = [
  "Kód;Název;Kategorie;Typ;Umístění;Množství",
  "Z-1;Vrtačka příklepová;Nářadí;Elektrické nářadí;Hala / Regál A;1",
  "Z-2;Paletový vozík;Skladové vybavení;Paletový vozík;Hala / Regál B;2",
].join("\n");

test("all first steps are done with browsers alone: article, disposal, import, printer, terminal, stocktake", async () => {
  const server = await startServer({ empty: true, printLimits: SHORT });
  const printer = await startVirtualPrinter({ language: "zpl" });
  onTestFinished(() => printer.close());
  const { page, newTab } = await openConsole({ language: "cs" });

  await page.goto(server.url);
  await setUp(page, ensureSetupCode(server.folder));
  const steps = page.getByRole("region", { name: "První kroky" });

  await steps.getByRole("link", { name: "Přidat jeden ručně" }).click();
  await page.getByLabel("Název").fill("Starý notebook");
  await page.getByLabel("Kategorie").selectOption("Výpočetní technika");
  await page.getByLabel("Typ").selectOption("Notebook");
  await page.getByLabel("Stav").selectOption("V užívání");
  await page.locator("main form button[type=submit]").click();
  await page.getByRole("heading", { name: "Starý notebook" }).waitFor();

  await goTo(page, "Přehled");
  await steps.getByRole("link", { name: "Spárujte terminál" }).click();
  const code = await page.locator(".big-code").textContent();
  const terminal = await newTab();
  await terminal.goto(`${server.url}/#/pair`);
  await terminal.getByLabel("Kód").fill(code ?? "");
  await terminal.getByRole("button", { name: "Spárovat", exact: true }).click();
  await page.getByText(/^Spárováno: /).waitFor();
  await terminal.getByRole("button", { name: "Řehoř Novák" }).click();
  for (const digit of PIN) await terminal.getByRole("button", { name: digit, exact: true }).click();
  await terminal.getByRole("button", { name: "Potvrdit" }).click();
  await terminal.waitForURL(/#\/count$/);

  await terminal.goto(`${server.url}/#/article/1/dispose`);
  await terminal.getByLabel("Důvod vyřazení").selectOption("Zastaralé");
  await terminal.getByLabel("Způsob vyřazení").selectOption("Recyklace");
  await terminal.getByRole("button", { name: "Odeslat žádost" }).click();
  await terminal.getByText("Žádost o vyřazení podána.").waitFor();
  await goTo(page, "Žádosti");
  await page.getByRole("link", { name: /^Vyřazení/ }).click();
  await page.getByRole("link", { name: "Starý notebook" }).first().click();
  await expect
    .poll(() => page.getByLabel("Způsob vyřazení").locator("option:checked").textContent())
    .toBe("Recyklace");
  await page.getByRole("button", { name: "Schválit…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Schválit" }).click();
  await page.getByText(/Schváleno 1 vyřazení/).waitFor();
  await page.evaluate("void (location.hash = '/articles/1')");
  await page.getByText("Vyřazeno").first().waitFor();

  await goTo(page, "Import a export");
  const file = { name: "sklad.csv", mimeType: "text/csv", buffer: Buffer.from(LIST) };
  await page.getByLabel(/CSV, XLSX nebo/).setInputFiles(file);
  await applyImport(page);

  await goTo(page, "Přehled");
  await steps.getByRole("link", { name: "Přidejte tiskárnu" }).click();
  await page.getByLabel("Název").fill("Expedice");
  await page.getByLabel("Adresa").fill("127.0.0.1");
  await page.getByLabel("Port").fill(String(printer.port));
  await page.getByLabel("Jazyk").selectOption({ label: "ZPL (Zebra)" });
  await page.locator("main form button[type=submit]").click();
  await page.getByRole("heading", { name: "Expedice" }).waitFor();

  await goTo(page, "Přehled");
  await steps.getByRole("link", { name: "Zahajte inventuru" }).click();
  await page.getByLabel("Název", { exact: true }).fill("Inventura 2026");
  await page.getByRole("tree").focus();
  await page.keyboard.type("Hala");
  await page.keyboard.press("Space");
  await page.locator("main form button[type=submit]").click();
  await page.getByRole("button", { name: "Připravit" }).click();
  await page.getByText(/očekávají se 2 položky/).waitFor();
  await page.getByRole("button", { name: /^(Spustit|Zahájit)/ }).click();
  await terminal.goto(`${server.url}/#/count`);
  await terminal.getByText("Inventura 2026").waitFor();
  await terminal.getByText("Probíhá").waitFor();

  // The completed first steps are not shown.
  await goTo(page, "Přehled");
  await page.getByText("Inventura 2026").first().waitFor();
  await expect.poll(() => steps.count()).toBe(0);
});

async function setUp(page: Page, code: string): Promise<void> {
  const values = [
    ["Nastavovací kód", code],
    ["Firma nebo sklad", "Sklad Žižkov"],
    ["Jméno", "Řehoř"],
    ["Příjmení", "Novák"],
    ["Uživatelské jméno", "rehor"],
    ["Heslo", "quiet-harbour-1"],
    ["PIN pro terminály", PIN],
  ] as const;
  for (const [label, value] of values) await page.getByLabel(label, { exact: true }).fill(value);
  await page.getByRole("button", { name: "Začít" }).click();
  await page.getByRole("heading", { name: "Přehled" }).waitFor();
}

/** Applies the shown import. */
async function applyImport(page: Page): Promise<void> {
  await page
    .getByRole("button", { name: /^(Provést|Importovat)/ })
    .first()
    .click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^(Provést|Importovat)/ })
    .click();
  await page.evaluate("void (location.hash = '/articles')");
  await page.getByRole("link", { name: "Z-2" }).first().waitFor();
}

const goTo = (page: Page, name: string) => page.locator("#console-nav").getByRole("link", { name }).click();
