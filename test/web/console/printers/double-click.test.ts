import { expect, test } from "vitest";
import { startServer } from "../../../harness/server.ts";
import { createShop } from "../../../printing/queue/printers.ts";
import { openConsoleAs } from "../log-in.ts";
import { holdRequests } from "../save/held-requests.ts";

test("the second click of a double click prints nothing, however soon the first one has ended", async () => {
  const server = await startServer();
  const { page } = await openConsoleAs("manager", "/articles/11", { server });
  const copies = async () =>
    (await server.manager.get("/api/printrequests?articleId=11")).body.map(
      (request: { copies: number }) => request.copies,
    );
  const before: number[] = await copies();
  const print = page.getByRole("button", { name: "Print", exact: true });
  await print.click();
  await expect.poll(async () => (await copies()).length).toBe(before.length + 1);
  await expect.poll(() => print.isEnabled()).toBe(true);
  await print.dispatchEvent("click", { detail: 2 });
  await page.getByLabel("Copies").fill("2");
  await print.click();
  await expect.poll(copies).toContain(2);
  expect(await copies()).toHaveLength(before.length + 2);
});

test.each([
  ["a drawn label", () => "draw"],
  ["a template", (formatId: number) => `${formatId}`],
])("nor does it print %s that is tried out", async (_, pathOf) => {
  const shop = await createShop({ language: "zpl" });
  const { page } = await openConsoleAs("admin", `/printers/labels/${pathOf(shop.formatId)}`, {
    server: shop.server,
  });
  const requests = async () =>
    (await shop.admin.get(`/api/printrequests?printerId=${shop.printerId}`)).body.length;
  await page.getByRole("combobox", { name: "Printer", exact: true }).selectOption(String(shop.printerId));
  const print = page.getByRole("button", { name: "Print now" });
  await print.click();
  await page.getByText("Printed; the printer confirmed it.").waitFor();
  await expect.poll(() => print.isEnabled()).toBe(true);
  await print.dispatchEvent("click", { detail: 2 });
  await print.click();
  await expect.poll(requests).toBeGreaterThan(1);
  expect(await requests()).toBe(2);
});

test("the second click on a decision about an open request decides nothing", async () => {
  const shop = await createShop({ language: "zpl" });
  shop.printer.turnOff();
  const oid = await shop.print();
  const { page } = await openConsoleAs("manager", `/printers/queue?item=${oid}`, { server: shop.server });
  const decision = (name: string) => page.getByRole("dialog").getByRole("button", { name, exact: true });
  const cancels = await holdRequests(page, "POST", "**/cancel");
  const retries = await holdRequests(page, "POST", "**/retry");
  retries.release();
  await decision("Cancel").dispatchEvent("click", { detail: 1 });
  await expect.poll(() => cancels.sent.length).toBe(1);
  // By a key: it has no number.
  await decision("Cancel").dispatchEvent("click", { detail: 0 });
  cancels.release();
  await decision("Print again").waitFor();
  await decision("Print again").dispatchEvent("click", { detail: 2 });
  await decision("Print again").click();
  await decision("Cancel").waitFor();
  expect([cancels.sent.length, retries.sent.length]).toEqual([1, 1]);
});
