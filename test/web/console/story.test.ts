import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { extractText, getDocumentProxy } from "unpdf";
import { expect, onTestFinished, test } from "vitest";
import { setupCode } from "../../../src/access/setup.ts";
import { startVirtualPrinter } from "../../../src/demo/virtual-printer/printer.ts";
import { aBox, type TestBox } from "../../harness/box.ts";
import { aDesk } from "../../harness/desk.ts";
import { SHORT } from "../../printing/queue/printers.ts";
import { scan, send, type Terminal } from "../../stocktake/floor.ts";

const PIN = "4711";
const LIST = [
  "Kód;Název;Kategorie;Typ;Umístění;Množství",
  "Z-1;Žebřík hliníkový;Nářadí;Kus;Hala / Regál A;2",
  "Z-2;Vrtačka příklepová;Nářadí;Kus;Hala / Regál A;1",
  "Z-3;Regálový vozík;Vozíky;Kus;Hala / Regál B;1",
].join("\n");

test("from the unpacked box to the signed report, in one morning at one desk", async () => {
  const box = await aBox({ empty: true, printLimits: SHORT });
  const printer = await startVirtualPrinter({ language: "zpl" });
  onTestFinished(() => printer.close());
  const { page } = await aDesk();

  await page.goto(box.url);
  await setUp(page, setupCode(box.folder));
  const steps = page.getByRole("region", { name: "First steps" });

  await steps.getByRole("link", { name: "Import your articles" }).click();
  const file = { name: "sklad.csv", mimeType: "text/csv", buffer: Buffer.from(LIST) };
  await page.getByLabel("Drop a CSV or XLSX file here").setInputFiles(file);
  await page.getByRole("button", { name: "Import all 3 rows" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Import", exact: true }).click();
  await page.getByText("Import completed.").waitFor();

  await goTo(page, "Overview");
  await steps.getByText("Import your articles done").waitFor();
  await steps.getByRole("link", { name: "Add a printer" }).click();
  await page.getByLabel("Name").fill("Expedice");
  await page.getByLabel("Address").fill("127.0.0.1");
  await page.getByLabel("Port").fill(String(printer.port));
  await page.getByLabel("Language").selectOption({ label: "ZPL (Zebra)" });
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByRole("button", { name: "Print test label" }).click();
  await page.getByText("Printed; the printer confirmed it.").waitFor();

  await goTo(page, "Printers and labels");
  await page.getByRole("link", { name: "Labels", exact: true }).click();
  await page.getByRole("link", { name: "New label" }).click();
  await page.getByRole("button", { name: "60 × 40" }).click();
  await page.getByLabel("Name").fill("Štítek 60 × 40");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Label Štítek 60 × 40 added.").waitFor();

  await page.locator("#console-search").fill("Z-1");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Žebřík hliníkový" }).waitFor();
  await page.getByRole("button", { name: "Print" }).click();
  await expect.poll(() => printer.labels.at(-1)?.bytes.toString()).toMatch(/Z-1/);

  const terminals = [await pairAt(page, box, "Terminál 1"), await pairAt(page, box, "Terminál 2")] as const;

  await goTo(page, "Overview");
  await steps.getByRole("link", { name: "Start a stocktake" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Inventura 2026");
  await page.getByRole("treeitem", { name: /^Hala/ }).press("Space");
  await page.getByRole("button", { name: "Create stocktake" }).click();
  await page.getByRole("button", { name: "Prepare" }).click();
  await page.getByText("Prepared: 3 items expected.").waitFor();
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await page.getByText("0 of 3 counted").first().waitFor();
  const inventory = Number(page.url().split("/").pop());
  expect(await send(terminals[0], inventory, [scan({ code: "Z-1", quantity: 2 })])).toEqual(["applied"]);
  expect(await send(terminals[1], inventory, [scan({ code: "Z-2", quantity: 0 })])).toEqual(["applied"]);
  await page.getByText("2 of 3 counted").first().waitFor();

  await page.getByRole("button", { name: "Finish", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Finish", exact: true }).click();
  await page.getByRole("button", { name: "Review results" }).click();
  await page.getByRole("link", { name: "Missing (1)" }).click();
  await page.getByRole("link", { name: "Z-2" }).waitFor();
  await page.getByRole("link", { name: "Close", exact: true }).click();
  await page.getByRole("button", { name: "Close stocktake" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Close stocktake" }).click();
  await page.getByRole("heading", { name: "Counts by person" }).waitFor();
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Stocktake report (PDF)" }).click();
  const pdf = await getDocumentProxy(new Uint8Array(await readFile(await (await saving).path())));
  const { text } = await extractText(pdf, { mergePages: true });
  for (const part of ["Inventura 2026", "Sklad Žižkov", "Vrtačka příklepová", "Řehoř Novák"])
    expect(text).toContain(part);
  await goTo(page, "Overview");
  await page.getByText("No open stocktakes").waitFor();
  expect(await steps.count()).toBe(0);
});

async function setUp(page: Page, code: string): Promise<void> {
  const given = [
    ["Set-up code", code],
    ["Company or warehouse", "Sklad Žižkov"],
    ["First name", "Řehoř"],
    ["Last name", "Novák"],
    ["User name", "rehor"],
    ["Password", "password-1"],
    ["PIN for terminals", PIN],
  ] as const;
  for (const [label, value] of given) await page.getByLabel(label).fill(value);
  await page.getByRole("button", { name: "Begin" }).click();
}

const goTo = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Main menu" }).getByRole("link", { name }).click();

/** Pairs a terminal by the code that the screen shows; its person logs in by PIN. */
async function pairAt(page: Page, box: TestBox, deviceName: string): Promise<Terminal> {
  await page.evaluate("void (location.hash = '/people/pair')");
  await page
    .getByRole("button", { name: "Pair another device" })
    .or(page.locator(".big-code"))
    .first()
    .waitFor();
  const next = page.getByRole("button", { name: "Pair another device" });
  if ((await next.count()) > 0) await next.click();
  const code = await page.locator(".big-code").textContent();
  const activated = await box.anonymous.post("/api/device-auth/activate", { code, deviceName });
  await page.getByText(`Paired: ${deviceName}`).waitFor();
  const { deviceToken, deviceTokenId: deviceId } = activated.body;
  const session = await box.anonymous.post("/api/device-auth/exchange", { deviceToken });
  const login = await box
    .with(session.body.accessToken)
    .post("/api/pda/users/login", { userId: 1, pin: PIN });
  const token = login.body.accessToken;
  return { client: box.with(token), token, deviceId, outbox: [] };
}
