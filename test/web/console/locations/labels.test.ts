import { expect, test } from "vitest";
import { createShop } from "../../../printing/queue/printers.ts";
import { openConsoleAs } from "../log-in.ts";

test("an Admin makes a label for locations from a ready-made one, and prints one location and all below it", async () => {
  const shop = await createShop({ language: "zpl" });
  await shop.admin.post("/api/locations", { name: "Nameless", parentLocationId: 2 });
  const { consolePage, page } = await openConsoleAs("admin", "/locations/2", { server: shop.server });
  await page.getByRole("link", { name: "Labels", exact: true }).click();
  await page.getByText("No label for locations and an active printer.").waitFor();

  await consolePage.open(shop.server.url, "/printers/labels/new");
  await page.getByLabel("Label for").selectOption("Locations");
  await page.getByRole("button", { name: "60 × 40 mm" }).click();
  await page.getByLabel("Preview with a location").fill("Skladová hala č. 2");
  await page.getByRole("option", { name: /Skladová hala č. 2/ }).click();
  await page.getByRole("button", { name: "Insert a placeholder" }).click();
  await page.getByRole("button", { name: "Path {{path}}" }).waitFor();
  await expect.poll(() => page.getByRole("button", { name: /\{\{serialNumber\}\}/ }).count()).toBe(0);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Label ZPL 60 × 40 mm added.").waitFor();

  await consolePage.open(shop.server.url, "/locations/5/labels");
  const format = page.getByLabel("Label format", { exact: true });
  await expect.poll(() => format.locator("option:checked").textContent()).toBe("ZPL 60 × 40 mm");
  // A label of articles is not offered.
  await expect.poll(() => format.locator("option").allTextContents()).toEqual(["None", "ZPL 60 × 40 mm"]);
  await page.getByRole("img", { name: "Label preview" }).waitFor();
  await page.getByRole("button", { name: "Print label" }).click();
  await page.getByText("Printed; the printer confirmed it.").waitFor();
  await expect.poll(() => page.getByRole("button", { name: /all below/ }).count()).toBe(0);
  expect(shop.printer.labels.map(({ bytes }) => bytes.toString())).toEqual([
    expect.stringContaining("^FDB1-G-02^FS"),
  ]);

  await consolePage.open(shop.server.url, "/locations/2/labels");
  await page.getByRole("button", { name: "Print labels of this location and all below (20)" }).click();
  const result = page.getByLabel("Labels of locations");
  await result.getByText("Labels of 19 locations added to the print queue").waitFor();
  await result.getByRole("link", { name: "Nameless" }).waitFor();
  await result.getByText("The location has no code.").waitFor();
  await expect.poll(() => shop.printer.labels.length).toBe(20);

  await consolePage.open(shop.server.url, "/printers/queue");
  await page.getByRole("row").filter({ hasText: "B1-G-02 Skladová hala č. 2" }).first().waitFor();
});

test("a label whose response was lost is printed once, also after labels of the locations below and a look at the printers", async () => {
  const shop = await createShop({ language: "zpl" });
  const format = { name: "Shelf", template: "^XA^FD{{code}}^FS^XZ", printerTypeId: 3, subject: "location" };
  expect((await shop.admin.post("/api/printingformats", format)).status).toBe(201);
  // The first printer of the list does not respond. Another one would be preferred once that is known.
  const { consolePage, page } = await openConsoleAs("admin", "/locations", { server: shop.server });
  const known = Promise.withResolvers<void>();
  await page.route("**/api/printingprinters/*/status", async (route) => {
    await known.promise;
    await route.continue();
  });
  const sent: (readonly [string | undefined, string | null])[] = [];
  await page.route("**/api/locations/2/print", async (route) => {
    sent.push([route.request().headers()["idempotency-key"], route.request().postData()]);
    const response = await route.fetch();
    await (sent.length === 1 ? route.abort() : route.fulfill({ response }));
  });
  await consolePage.open(shop.server.url, "/locations/2/labels");
  const print = page.getByRole("button", { name: "Print label", exact: true });
  await print.click();
  await page.getByText("The server is not responding").first().waitFor();
  known.resolve();
  const printer = page.getByLabel("Printer", { exact: true });
  await expect
    .poll(() => printer.locator("option:checked").textContent())
    .toBe("Broken printer – Not responding");
  await page.getByRole("button", { name: /all below/ }).click();
  await page
    .getByLabel("Labels of locations")
    .getByText(/added to the print queue/)
    .waitFor();
  await print.click();
  await expect.poll(() => sent.length).toBe(2);
  expect(sent).toEqual([sent[0], sent[0]]);
});
