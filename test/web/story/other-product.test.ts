import { describe, expect, test } from "vitest";
import { startServer } from "../../harness/server.ts";
import { OLDEST } from "../../harness/terminal.ts";
import { homeboxCollection } from "../../import/products/homebox-collection.ts";
import { createJpeg } from "../../photos/uploads.ts";
import { openTerminalAs } from "../beyond/open-terminal.ts";
import {
  figure,
  goToStep,
  importRows,
  openExchange,
  uploadFile,
} from "../console/exchange/import-screens.ts";

describe.each(OLDEST)("an import from another product to the terminal in %s", (browser) => {
  test("a Homebox collection is imported in the console, and scanned and searched on the terminal offline", async () => {
    const server = await startServer();
    const page = await openExchange(server);
    const drill = { asset_id: 12, quantity: 2, notes: "Two batteries" };
    const photo = { type: "photo", title: "drill.jpg", isPrimary: true, bytes: await createJpeg() } as const;
    const receipt = { type: "receipt", title: "Receipt.pdf" } as const;
    const file = await homeboxCollection([
      { name: "Garage", isLocation: true },
      { name: "Cordless drill", parent: "Garage", row: drill, attachments: [photo, receipt] },
    ]);
    await uploadFile(page, "collection.zip", file);
    await goToStep(page, "File");
    await page.getByText("Read as an export of another product: Homebox: items.").waitFor();
    await goToStep(page, "Import");
    await figure(page, "New", "1").waitFor();
    await figure(page, "Photos", "1").waitFor();
    const left = page.getByRole("region", { name: "Not imported" });
    await left.getByText("Only the main photo is taken.").first().waitFor();
    await importRows(page);
    await page.getByText("Import completed.").waitFor();

    const terminal = await openTerminalAs(server, { browser, goesOffline: true });
    await terminal.goTo("/find");
    await terminal.offline(true);
    await terminal.scan("000-012");
    await terminal.until("location.hash.startsWith('#/article/')");
    await terminal.see("Cordless drill");
    await terminal.goTo("/find");
    await terminal.tap({ css: "input" });
    await terminal.type("cordless");
    await terminal.see("000-012");
    await expect.poll(() => terminal.evaluate("document.querySelector('.is-help') === null")).toBe(true);
    await terminal.offline(false);
    await terminal.tap(/000-012/);
    await terminal.see("Garage");
    await terminal.until("document.querySelector('main img') !== null");
    await terminal.screenshot(`story-other-product-${browser}`);
    await terminal.tap({ css: "a.is-help" });
    await terminal.until("location.pathname === '/help/en/use/articles'");
    await terminal.see("Articles");
  });
});
