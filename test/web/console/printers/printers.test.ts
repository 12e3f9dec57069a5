import { expect, test } from "vitest";
import { createShop } from "../../../printing/queue/printers.ts";
import { person } from "../../access/log-in.ts";
import { openConsoleAs } from "../log-in.ts";

const card = (name: string) => `section[aria-label="${name}"]`;

test("an unplugged printer is shown as such; its test label shows why it is waiting, and is printed once the printer is back; a User can't add printers", async () => {
  const shop = await createShop({ language: "zpl" });
  shop.printer.turnOff();
  const { page } = await openConsoleAs("user", "/printers", { server: shop.server });
  const printer = page.locator(card("Test printer"));
  await printer.getByText("not responding").waitFor();
  await printer.getByText("Queue empty").waitFor();
  await printer.getByRole("button", { name: "Print test label" }).click();
  await printer.getByText(/Not printed yet: Test printer refused the connection at 127\.0\.0\.1/).waitFor();
  await printer.getByText("1 label waiting").waitFor();
  await printer.locator("p.error-text").getByText("Test printer refused the connection").waitFor();
  await expect.poll(() => printer.getByText("Printed:").count()).toBe(0);
  await shop.printer.turnOn();
  await printer.getByText("Printed; the printer confirmed it.").waitFor();
  await printer.getByText("Queue empty").waitFor();
  await printer.getByText("Last label: Test label").waitFor();
  expect(shop.printer.labelsOut).toBe(1);
  await expect.poll(() => page.getByRole("link", { name: "Add printer" }).count()).toBe(0);
  await page.evaluate("void (location.hash = '/printers/new')");
  await page.getByRole("heading", { name: "You don't have access to this" }).waitFor();
});

test("a printer is added, with each error at its field, and changed; all waiting labels are cancelled after one confirmation with their number, and so is the deletion of their printer", async () => {
  const shop = await createShop({ language: "zpl" });
  const { page } = await openConsoleAs("admin", "/printers/new", { server: shop.server });
  const problemAt = (label: string) => page.locator(`div:has(> label:text("${label}")) > [role=alert]`);
  await page.getByLabel("Name").fill("test PRINTER");
  await page.getByLabel("Address").fill("8.8.8.8");
  await page.getByLabel("Port").fill("99999");
  await page.getByRole("button", { name: "Add" }).click();
  await problemAt("Port").waitFor();
  await expect.poll(() => page.getByLabel("Port").getAttribute("aria-invalid")).toBe("true");
  await page.getByLabel("Port").fill(String(shop.printer.port));
  await page.getByRole("button", { name: "Add" }).click();
  await problemAt("Address").waitFor();
  await page.getByLabel("Address").fill(shop.printer.address);
  await page.getByRole("button", { name: "Add" }).click();
  await problemAt("Name").getByText("is taken by another printer").waitFor();
  await page.getByLabel("Name").fill("Gate");
  await page.getByRole("button", { name: "Add" }).click();
  await page.locator(card("Gate")).waitFor();
  await page.getByRole("link", { name: "Gate" }).click();
  await page.getByLabel("Name").fill("Yard");
  await page.getByRole("button", { name: "Save" }).click();
  await page.locator(card("Yard")).waitFor();

  shop.printer.turnOff();
  for (let i = 0; i < 3; i++) await shop.print({ articleId: 7 + i });
  await page.locator(card("Test printer")).getByText("3 labels waiting").waitFor();
  await page.getByRole("button", { name: "Cancel waiting labels… Test printer" }).click();
  await page.getByText("3 requests will not be printed.").waitFor();
  await page.getByRole("button", { name: "Cancel 3 requests" }).click();
  await page.getByText("Test printer: 3 requests cancelled.").waitFor();
  await page.locator(card("Test printer")).getByText("Queue empty").waitFor();

  await page.getByRole("link", { name: "Test printer" }).click();
  await page.getByRole("button", { name: "Delete…" }).click();
  await page.getByText("No labels are waiting for it.").waitFor();
  // Another label is requested while the dialog is open.
  const oid = await shop.print();
  await page.getByRole("button", { name: "Delete printer" }).click();
  await page.getByText("1 waiting label will be cancelled.").waitFor();
  await page.getByRole("button", { name: "Delete printer" }).click();
  await page.getByText("Test printer deleted.").waitFor();
  await page.locator(card("Dock printer")).waitFor();
  await page.locator(card("Test printer")).waitFor({ state: "detached" });
  expect(await shop.request(oid)).toMatchObject({ stateId: 4, lastError: "cancelled" });
});

test("the deletion of a printer is asked about once, also where the server wants the password again", async () => {
  const shop = await createShop({ language: "zpl" });
  const { page } = await openConsoleAs("admin", "/printers", { server: shop.server });
  const refusal = { status: 403, json: { message: "Log in again.", reason: "recentLogin" } };
  await page.getByRole("link", { name: "Test printer" }).click();
  await page.getByRole("button", { name: "Delete…" }).click();
  await page.route("**/api/printingprinters/*force*", (route) => route.fulfill(refusal), { times: 1 });
  await page.getByRole("button", { name: "Delete printer" }).click();
  const dialog = page.getByRole("dialog", { name: "Enter your password again" });
  await dialog.getByLabel("Password").fill(person("admin").password);
  await dialog.getByRole("button", { name: "Continue" }).click();
  await page.getByText("Test printer deleted.").waitFor();
});
