import { beforeAll, expect, test } from "vitest";
import { createClock } from "../../../harness/clock.ts";
import { openConsole } from "../../../harness/console.ts";
import { sharedServer, startServer } from "../../../harness/server.ts";
import {
  closeStocktake,
  type File,
  fileOf,
  removeSeal,
  replaced,
  sealed,
} from "../../../inventories/seal/closed.ts";
import { createWarehouse } from "../../../inventories/stocktake.ts";
import { openConsoleAs } from "../log-in.ts";
import { logInFirstAdmin, startNewServer } from "../new-server.ts";

// Closed stocktakes: their list, the sealed record of each, and the check of a file.

let id: number;
let files: readonly [json: File, pdf: File];
const server = sharedServer();
beforeAll(async () => {
  id = await closeStocktake(server, "Yearly");
  files = await sealed(server.manager, id);
});

async function openClosed() {
  const opened = await openConsoleAs("manager", `/stocktakes/${id}`, { server });
  const card = opened.page.getByRole("region", { name: "Sealed record" });
  await card.waitFor();
  return { ...opened, card };
}

test("the page of a closed stocktake has the hash and the public key of its record, and saves it", async () => {
  const { page, card } = await openClosed();
  await card.getByText(files[0].sha256).waitFor();
  await card.getByText(files[0].publicKey).waitFor();
  const download = page.waitForEvent("download");
  await card.getByRole("button", { name: "Sealed record (PDF)" }).click();
  expect((await download).suggestedFilename()).toBe(`record-${id}.pdf`);
});

test("a period that the company sets shows at once until when it is kept", async () => {
  await server.admin.put("/api/company", {});
  const { card } = await openClosed();
  await server.admin.put("/api/company", { retentionYears: 10 });
  const { body } = await server.manager.get(`/api/inventories/${id}/seal`);
  await card.getByText(`Keep until December 31, ${body.keepUntil.slice(0, 4)}`).waitFor();
});

test("the server's page says what the records of a year take, how long there is room, and what the company keeps", async () => {
  await server.admin.put("/api/company", { retentionYears: 10 });
  const { page } = await openConsoleAs("admin", "/system", { server });
  await page
    .getByText(
      /^\d+(\.\d+)? [kM]B in 12 months\. Free space for (more than )?\d+ years?\. To keep for 10 years\.$/,
    )
    .waitFor();
});

test("closed stocktakes are listed with the day of the close, their accuracy and value, which their page repeats", async () => {
  const warehouse = createWarehouse(server);
  await warehouse.addLocation("Cellar");
  await warehouse.article("C1", { Cellar: 4 }, { price: 100 });
  await warehouse.article("C2", { Cellar: 1 }, { price: 600 });
  const id = await warehouse.stocktake(["Cellar"], { name: "Cellar 2026" });
  await warehouse.count(id, "C1", { inventoryQuantity: 4 });
  await warehouse.count(id, "C2", { inventoryQuantity: 0 });
  await warehouse.move(id, "finish", "process", "close");
  const { page } = await openConsoleAs("manager", "/stocktakes?ended=1", { server });
  const row = page.getByRole("row", { name: /Cellar 2026/ });
  const year = new Date().getFullYear();
  await row
    .getByText(new RegExp(`${year}`))
    .last()
    .waitFor();
  await expect
    .poll(async () => (await row.locator("td").allTextContents()).slice(-3))
    .toEqual(["50", "40", "1,000.00"]);
  await row.getByRole("link").click();
  const figure = (name: string) => page.locator(".closed-times > div", { hasText: name }).locator("dd");
  await expect.poll(() => figure("Items right in %").textContent()).toBe("50");
  await expect.poll(() => figure("Value").textContent()).toBe("1,000.00");
});

test("the list of closed stocktakes has the archive of each year", async () => {
  const { page } = await openConsoleAs("manager", "/stocktakes?ended=1", { server });
  const card = page.getByRole("region", { name: "Archive of closed stocktakes" });
  const { body } = await server.manager.get("/api/seals/archive");
  const download = page.waitForEvent("download");
  await card.getByRole("button", { name: `Download ZIP: ${body[0].year}` }).click();
  expect((await download).suggestedFilename()).toBe(`stocktakes-${body[0].year}.zip`);
});

test("beside the archives are the stocktakes whose record is not sealed", async () => {
  const own = await startServer();
  const closed = await closeStocktake(own, "Never sealed");
  await sealed(own.manager, closed);
  await removeSeal(own, closed, "pdf");
  const { page } = await openConsoleAs("manager", "/stocktakes?ended=1", { server: own });
  await page.getByText(/^Not sealed, so missing in \d{4}: Never sealed$/).waitFor();
});

test("a record without its PDF is told after an hour, with its JSON and its signatures", async () => {
  const clock = createClock();
  const own = await startServer({ clock });
  const closed = await closeStocktake(own, "Half sealed");
  await removeSeal(own, closed, "pdf");
  clock.advance(61 * 60_000);
  const { page } = await openConsoleAs("manager", `/stocktakes/${closed}`, { server: own });
  const card = page.getByRole("region", { name: "Sealed record" });
  await card.getByText("The record could not be made completely.").waitFor();
  await card.getByRole("button", { name: "Sealed record (JSON)" }).waitFor();
  await card.getByRole("button", { name: "Add a correction" }).waitFor();
});

test("a file of the record is found to be genuine, with its stocktake; one with another digit to be changed", async () => {
  const { consolePage, card } = await openClosed();
  const check = (buffer: Buffer) =>
    card
      .locator("input[type=file]")
      .setInputFiles({ name: "record.json", mimeType: "application/json", buffer });
  const json = await fileOf(server.manager, id, "json");
  await check(json);
  await card.getByText("A sealed record of this server, byte for byte.").waitFor();
  await card.getByText(`Stocktake: Yearly (${id})`).waitFor();
  await expect.poll(() => consolePage.axe()).toEqual([]);
  await check(replaced(json, '"inventoryQuantity":3', '"inventoryQuantity":7'));
  await card.getByText("Changed: this is not what was sealed.").waitFor();
});

test("a file is checked where no stocktake was closed", async () => {
  const { server: empty } = await startNewServer();
  const consolePage = await openConsole();
  await logInFirstAdmin(consolePage, empty);
  const { page } = consolePage;
  await page.evaluate("void (location.hash = '/stocktakes?ended=1')");
  await page.getByText("No closed or cancelled stocktakes yet").waitFor();
  const card = page.getByRole("region", { name: "Sealed records" });
  const buffer = await fileOf(server.manager, id, "pdf");
  await card
    .locator("input[type=file]")
    .setInputFiles({ name: "record.pdf", mimeType: "application/pdf", buffer });
  await card.getByText(/^Unchanged, but sealed by another key than this server's\./).waitFor();
});

test("the record of a stocktake that is closed meanwhile appears by itself", async () => {
  const warehouse = createWarehouse(server);
  await warehouse.addLocation("Hall");
  await warehouse.article("DRILL", { Hall: 1 });
  const open = await warehouse.stocktake(["Hall"]);
  await warehouse.move(open, "finish", "process");
  const { page } = await openConsoleAs("manager", `/stocktakes/${open}`, { server });
  await page.getByRole("region", { name: "Inventory list" }).waitFor();
  await warehouse.move(open, "close");
  await page.getByRole("button", { name: "Sealed record (PDF)" }).waitFor();
});
