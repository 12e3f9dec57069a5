import { describe, test } from "vitest";
import { OLDEST } from "../../harness/terminal.ts";
import { createPdf } from "../../photos/attach.ts";
import { openTerminalAs } from "../beyond/open-terminal.ts";
import { openArticles, openEditForm } from "../console/articles/open-articles.ts";

describe.each(OLDEST)(
  "custom fields and attachments from the console to the terminal and back in %s",
  (browser) => {
    test("a field is defined and filled, found and read offline, and shows a later change of the console", async () => {
      const { server, page } = await openArticles("/lists/fields");
      await page.getByRole("button", { name: "Create field" }).first().click();
      const dialog = page.getByRole("dialog", { name: "Create field" });
      await dialog.getByLabel("Name").fill("Upholstery");
      await dialog.getByLabel("Type").selectOption("Choice");
      await dialog.getByLabel("Choices").fill("leather\nfabric");
      await dialog.getByRole("button", { name: "Save" }).click();
      await page.getByText("leather, fabric").waitFor();

      await page.goto(`${server.url}/console#/articles/72`);
      await openEditForm(page);
      await page.getByLabel("Upholstery").selectOption("fabric");
      await page.getByLabel("Invoice number").fill("INV-2026-77");
      await page.getByLabel("Warranty until").fill("2028-03-31");
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByText("Article saved").waitFor();
      const card = page.getByRole("region", { name: "Attachments" });
      const file = { name: "Manual.pdf", mimeType: "application/pdf", buffer: createPdf(20_000) };
      await card.getByLabel("Add attachments (PDF, JPG or PNG)").setInputFiles(file);
      await card.getByRole("button", { name: "Manual.pdf", exact: true }).waitFor();

      const terminal = await openTerminalAs(server, { browser, goesOffline: true });
      await terminal.goTo("/article/72");
      await terminal.see("Manual.pdf");
      await terminal.screenshot(`story-fields-${browser}`);
      await terminal.goTo("/find");
      await terminal.offline(true);
      await terminal.tap({ css: "input" });
      await terminal.type("fabric");
      // Those of the first letters would move the row under the finger.
      await terminal.until("document.querySelectorAll('main .list li').length === 1");
      await terminal.tap(/A000072/);
      await terminal.until("location.hash === '#/article/72'");
      await terminal.see("Upholstery");
      await terminal.see("fabric");
      await terminal.tap("Manual.pdf");
      await terminal.see("Attachments need a connection to the server.");
      await terminal.screenshot(`story-fields-offline-${browser}`);

      await openEditForm(page);
      await page.getByLabel("Upholstery").selectOption("leather");
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByText("Upholstery: fabric → leather").waitFor();
      await terminal.offline(false);
      await terminal.goTo("/find");
      await terminal.goTo("/article/72");
      await terminal.see("leather");
    });
  },
);
