import { expect, test } from "vitest";
import { openConsole } from "../../../harness/console.ts";
import { createShop } from "../../../printing/queue/printers.ts";
import { logInConsole } from "../log-in.ts";

const card = (name: string) => `section[aria-label="${name}"]`;

test("a printer that is unplugged is shown so in words; its test print says why it waits, and is done when it is back", async () => {
  const shop = await createShop({ language: "zpl" });
  shop.printer.turnOff();
  const consolePage = await openConsole();
  const { page } = consolePage;
  await logInConsole(consolePage, shop.server, "user", "/printers");
  const printer = page.locator(card("Test printer"));
  await printer.getByText("not responding").waitFor();
  await printer.getByText("Queue empty").waitFor();
  await printer.getByRole("button", { name: "Print test label" }).click();
  await printer.getByText(/Not printed yet: Test printer refused the connection at 127\.0\.0\.1/).waitFor();
  await printer.getByText("1 label waiting").waitFor();
  await printer.locator("p.fault").getByText("Test printer refused the connection").waitFor();
  expect(await printer.getByText("Printed:").count()).toBe(0);
  await shop.printer.turnOn();
  await printer.getByText("Printed; the printer confirmed it.").waitFor();
  await printer.getByText("Queue empty").waitFor();
  expect(shop.printer.labelsOut).toBe(1);
  // What only an administrator may do is not offered, and not there by its address either.
  expect(await page.getByRole("link", { name: "Add printer" }).count()).toBe(0);
  await page.evaluate("void (location.hash = '/printers/new')");
  await page.getByRole("heading", { name: "You don't have access to this" }).waitFor();
});

test("all that waits is cancelled after one question with the number; a printer with waiting labels is deleted so too", async () => {
  const shop = await createShop({ language: "zpl" });
  shop.printer.turnOff();
  for (let i = 0; i < 3; i++) await shop.print({ articleId: 7 + i });
  const consolePage = await openConsole();
  const { page } = consolePage;
  await logInConsole(consolePage, shop.server, "admin", "/printers");
  await page.getByRole("button", { name: "Cancel waiting labels… Test printer" }).click();
  await page.getByText("3 requests will not be printed.").waitFor();
  await page.getByRole("button", { name: "Cancel 3 requests" }).click();
  await page.getByText("Test printer: 3 requests cancelled.").waitFor();
  await page.locator(card("Test printer")).getByText("Queue empty").waitFor();

  await page.getByRole("link", { name: "Test printer" }).click();
  await page.getByRole("button", { name: "Delete…" }).click();
  await page.getByText("No labels are waiting for it.").waitFor();
  // One more comes while the question stands.
  const oid = await shop.print();
  await page.getByRole("button", { name: "Delete printer" }).click();
  await page.getByText("1 waiting label will be cancelled.").waitFor();
  await page.getByRole("button", { name: "Delete printer" }).click();
  await page.getByText("Test printer deleted.").waitFor();
  await page.locator(card("Dock printer")).waitFor();
  await page.locator(card("Test printer")).waitFor({ state: "detached" });
  expect(await shop.request(oid)).toMatchObject({ stateId: 4, lastError: "cancelled" });
});

test("a printer is added where each field says what is wrong with it, and of two who change it the second has the choice", async () => {
  const shop = await createShop({ language: "zpl" });
  const consolePage = await openConsole();
  const { page } = consolePage;
  await logInConsole(consolePage, shop.server, "admin", "/printers/new");
  const faultAt = (words: string) => page.locator(".field", { hasText: words }).locator(".fault");
  await page.getByLabel("Name").fill("test PRINTER");
  await page.getByLabel("Address").fill("8.8.8.8");
  await page.getByLabel("Port").fill("99999");
  await page.getByRole("button", { name: "Add" }).click();
  await faultAt("Port").waitFor();
  expect(await page.getByLabel("Port").getAttribute("aria-invalid")).toBe("true");
  await page.getByLabel("Port").fill(String(shop.printer.port));
  await page.getByRole("button", { name: "Add" }).click();
  await faultAt("Address").waitFor();
  await page.getByLabel("Address").fill(shop.printer.address);
  await page.getByRole("button", { name: "Add" }).click();
  await faultAt("Name").getByText("is taken by another printer").waitFor();
  await page.getByLabel("Name").fill("Gate");
  await page.getByRole("button", { name: "Add" }).click();
  await page.locator(card("Gate")).waitFor();

  await page.getByRole("link", { name: "Gate" }).click();
  await page.getByLabel("Name").fill("Gate 1");
  const gate = (await shop.admin.get("/api/printingprinters")).body.find(
    ({ name }: { name: string }) => name === "Gate",
  );
  await shop.admin.put(`/api/printingprinters/${gate.oid}`, { name: "Gate 2" });
  await page.getByRole("button", { name: "Save" }).click();
  const choice = page.getByRole("dialog");
  await choice.getByText("Gate 2").waitFor();
  await choice.getByRole("button", { name: "Save my version" }).click();
  await page.locator(card("Gate 1")).waitFor();
});
