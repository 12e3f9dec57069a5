import { expect, test } from "vitest";
import { createShop } from "../../../printing/queue/printers.ts";
import { chip } from "../filters.ts";
import { openConsoleAs } from "../log-in.ts";

test("the queue shows the server's error, and a failed label is printed again; new requests appear", async () => {
  const shop = await createShop({ language: "zpl" });
  shop.printer.setFaults({ resetAfter: 20 });
  const broken = await shop.print({ articleId: 7, copies: 2 });
  await shop.becomes(broken, { stateId: 4 });
  const { lastError, article } = (await shop.request(broken)) as {
    lastError: string;
    article: { code: string; name: string };
  };
  const { page } = await openConsoleAs("user", `/printers/queue?printerId=${shop.printerId}`, {
    server: shop.server,
  });
  const row = page.getByRole("row", { name: article.code });
  await row.getByText(lastError, { exact: true }).waitFor();
  await row.getByText("Error", { exact: true }).waitFor();
  await row.getByText("May have been printed", { exact: true }).waitFor();
  // By the keyboard alone.
  await row.getByRole("link").press("Enter");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("img", { name: "Label as requested" }).waitFor();
  shop.printer.clearFaults();
  await dialog.getByRole("button", { name: "Print again" }).press("Enter");
  await page.getByText("1 of them may already be printed. Check the printer first.").waitFor();
  await page.getByRole("button", { name: "Print 1 again" }).press("Enter");
  await dialog.getByText("Done", { exact: true }).waitFor();
  await page.keyboard.press("Escape");
  await row.getByText("Done", { exact: true }).waitFor();
  await expect.poll(() => row.getByText("May have been printed").count()).toBe(0);
  await shop.print({ articleId: 9 });
  await page.getByRole("row", { name: "A000009" }).getByText("Done", { exact: true }).waitFor();
});

test("several requests are changed at once, and the server's error is shown for the others", async () => {
  const shop = await createShop({ language: "zpl" });
  shop.printer.turnOff();
  const oids = [await shop.print({ articleId: 7 }), await shop.print({ articleId: 8 })];
  for (const oid of oids) await shop.user.post(`/api/printrequests/${oid}/cancel`);
  const { page } = await openConsoleAs("manager", `/printers/queue?printerId=${shop.printerId}&stateId=4`, {
    server: shop.server,
  });
  await page.getByRole("row", { name: "A000008" }).waitFor();
  await page.getByLabel("Select all rows on this page").check();
  await page.getByRole("button", { name: "Print again (2)" }).click();
  await page.getByText("2 requests return to the queue.").waitFor();
  // Another user changes one of them first.
  await shop.user.post(`/api/printrequests/${oids[0]}/retry`);
  await page.getByRole("button", { name: "Print 2 again" }).click();
  await page.getByText('The print request is in state "Waiting", which does not permit this.').waitFor();
  await page.getByText("1 request is back in the queue.").waitFor();
  await page.getByText("Nothing matches the filters").waitFor();
  await chip(page, "State: Error").click();
  await page.getByRole("combobox", { name: "State" }).selectOption("Waiting");
  await page.waitForURL(/stateId=1/);
  await page
    .getByRole("row", { name: "A000007" })
    .getByText(/refused the connection/)
    .waitFor();
});
