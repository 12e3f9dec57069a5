import type { Page, Request } from "playwright-core";
import { expect, test } from "vitest";
import { codesOn } from "../../../printing/preview/read-picture.ts";
import { createShop } from "../../../printing/queue/printers.ts";
import { openConsoleAs } from "../log-in.ts";

const template = (page: Page) => page.getByRole("textbox", { name: "Template" });
const preview = (page: Page) => page.getByRole("img", { name: "Label preview" });

/** Reads the bar codes on the shown preview. */
async function readCodes(page: Page): Promise<string[]> {
  const url = await page.evaluate<string>(`(() => {
    const image = document.querySelector(".label-preview img");
    const size = { width: image.naturalWidth, height: image.naturalHeight };
    const canvas = Object.assign(document.createElement("canvas"), size);
    canvas.getContext("2d").drawImage(image, 0, 0);
    return canvas.toDataURL();
  })()`);
  return codesOn(Buffer.from(url.split(",")[1] ?? "", "base64"));
}
/** Waits until the preview shows these bar codes. */
const waitForCodes = (page: Page, codes: readonly string[]) =>
  expect.poll(() => readCodes(page)).toEqual(codes);
const typeTemplate = async (page: Page, text: string) => {
  await template(page).press("Control+A");
  await page.keyboard.insertText(text);
};
const createTemplate = (data: string) => `^XA^PW400^LL200\n^FO20,20^BY2^BCN,80,N^FD${data}^FS\n^XZ`;

test("the preview follows the template, the article and inserted placeholders; an error is shown with its line; an unsaved template prints a test label; a working printer is selected first", async () => {
  const shop = await createShop({ language: "zpl" });
  const { consolePage, page } = await openConsoleAs("admin", `/printers/labels/${shop.formatId}`, {
    server: shop.server,
  });
  await preview(page).waitFor();
  await waitForCodes(page, ["Code128: A000001"]);
  await typeTemplate(page, createTemplate("ONE"));
  await waitForCodes(page, ["Code128: ONE"]);

  await typeTemplate(page, createTemplate(""));
  for (let i = 0; i < 7; i++) await page.keyboard.press("ArrowLeft");
  await page.getByRole("button", { name: "Insert a placeholder" }).click();
  await page.getByRole("button", { name: "Code {{code}}" }).click();
  await page.getByLabel("Preview with an article").fill("A000007");
  await page.getByRole("option", { name: /A000007/ }).click();
  await waitForCodes(page, ["Code128: A000007"]);

  // Of several idle printers a working one is selected; the others show their state.
  const selected = page.getByRole("combobox", { name: "Printer", exact: true }).locator("option:checked");
  await expect.poll(() => selected.textContent()).toBe("Test printer");
  await page.getByRole("option", { name: "Broken printer – Not responding" }).waitFor({ state: "attached" });
  await page.getByRole("button", { name: "Print now" }).click();
  await page.getByText("Printed; the printer confirmed it.").waitFor();
  expect(shop.printer.labels.map(({ bytes }) => bytes.toString())).toEqual([
    expect.stringContaining("BCN,80,N^FH^FDA000007^FS"),
  ]);

  await typeTemplate(page, "^XA\n^FO20,20^A0N,30^FD{{kode}}^FS\n^XZ");
  await page.getByText("Line 2:").waitFor();
  await page.getByText(/\{\{kode\}\} is not a placeholder/).waitFor();
  await expect.poll(() => page.locator("mark").textContent()).toBe("2");
  await page.getByRole("button", { name: "Discard changes" }).click();
  await waitForCodes(page, ["Code128: A000007"]);

  // The same at an article, where another printer can be selected.
  await consolePage.open(shop.server.url, "/articles/7");
  await page.getByLabel("Label format", { exact: true }).selectOption("Label 50×25 mm (ZPL)");
  const printer = page.getByLabel("Printer", { exact: true });
  await expect.poll(() => printer.locator("option:checked").textContent()).toBe("Test printer");
  await printer.selectOption("Broken printer – Not responding");
  await expect.poll(() => printer.locator("option:checked").textContent()).toMatch(/^Broken printer/);
});

test("a placeholder replaces the selection of the template; the browser's undo takes it back", async () => {
  const shop = await createShop({ language: "zpl" });
  const { page } = await openConsoleAs("admin", `/printers/labels/${shop.formatId}`, { server: shop.server });
  await typeTemplate(page, createTemplate("ONE"));
  for (let i = 0; i < 7; i++) await page.keyboard.press("ArrowLeft");
  for (let i = 0; i < 3; i++) await page.keyboard.press("Shift+ArrowLeft");
  await page.getByRole("button", { name: "Insert a placeholder" }).click();
  await page.getByRole("button", { name: "Name {{name}}" }).click();
  await expect.poll(() => template(page).inputValue()).toBe(createTemplate("{{name}}"));
  await page.keyboard.press("Control+Z");
  await expect.poll(() => template(page).inputValue()).toBe(createTemplate("ONE"));
});

test("the numbers of the lines scroll with the template", async () => {
  const shop = await createShop({ language: "zpl" });
  const { page } = await openConsoleAs("admin", `/printers/labels/${shop.formatId}`, {
    server: shop.server,
    height: 1000,
  });
  await typeTemplate(page, `^XA\n${`^FX${"long ".repeat(60)}^FS\n`.repeat(98)}^FO20,20^FD{{kode}}^FS\n^XZ`);
  const mark = page.locator("mark");
  await expect.poll(() => mark.textContent()).toBe("100");
  const distanceOf = () =>
    page.evaluate<number>(`(() => {
      const [text, mark] = [document.querySelector("textarea"), document.querySelector("mark")];
      const bottomOfText = text.getBoundingClientRect().top + text.clientTop + text.scrollHeight - text.scrollTop;
      // Line 101 and the padding are below the mark.
      const line = Number.parseFloat(getComputedStyle(text).lineHeight);
      const padding = Number.parseFloat(getComputedStyle(text).paddingBottom);
      return Math.abs(mark.getBoundingClientRect().bottom - (bottomOfText - line - padding));
    })()`);
  await template(page).press("Control+End");
  await expect.poll(distanceOf).toBeLessThan(2);
  await template(page).press("Control+Home");
  await expect.poll(distanceOf).toBeLessThan(2);
});

test("an earlier preview never replaces a later one", async () => {
  const shop = await createShop({ language: "zpl" });
  const { page } = await openConsoleAs("admin", `/printers/labels/${shop.formatId}`, { server: shop.server });
  await preview(page).waitFor();
  const isSlow = (request: Request) => request.postData()?.includes("SLOW") === true;
  const aborted = page.waitForEvent("requestfailed", isSlow);
  const held = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  await page.route("**/api/printingformats/preview", async (route) => {
    if (!isSlow(route.request())) return route.continue();
    held.resolve();
    await released.promise;
    // The page has aborted it.
    await route.continue().catch(() => {});
  });
  await typeTemplate(page, createTemplate("SLOW"));
  await held.promise;
  await typeTemplate(page, createTemplate("QUICK"));
  await waitForCodes(page, ["Code128: QUICK"]);
  // An aborted request has no response that could be drawn.
  expect((await aborted).failure()?.errorText).toBe("net::ERR_ABORTED");
  released.resolve();
  expect(await readCodes(page)).toEqual(["Code128: QUICK"]);
});

test("a label is made from a preset by the keyboard alone, and the cursor keeps its position over a save", async () => {
  const shop = await createShop({ language: "zpl" });
  const { page } = await openConsoleAs("admin", "/printers/labels/new", { server: shop.server });
  await page.getByLabel("Language").selectOption("ZPL (Zebra)");
  await page.getByRole("button", { name: "50 × 25 mm" }).press("Enter");
  await page.getByLabel("Printer resolution").selectOption("300 dpi");
  await expect.poll(() => template(page).inputValue()).toContain("^PW591");
  await waitForCodes(page, ["Code128: A000001", "QRCode: A000001"]);
  // Tab leaves the editor.
  await template(page).press("Control+Home");
  await page.keyboard.type("^FXmine^FS");
  await page.keyboard.press("Tab");
  await expect.poll(() => page.evaluate("document.activeElement.tagName")).not.toBe("TEXTAREA");
  await page.getByRole("button", { name: "40 × 20 mm" }).press("Enter");
  await page.getByText("Your changes to the template will be lost.").waitFor();
  await page.keyboard.press("Escape");
  await page.getByLabel("Name").fill("Small");
  await page.getByRole("button", { name: "Save" }).press("Enter");
  await page.getByRole("heading", { name: "Small" }).waitFor();
  const stored = (await shop.admin.get("/api/printingformats")).body.find(
    ({ name }: { name: string }) => name === "Small",
  );
  expect(stored.template).toMatch(/^\^FXmine\^FS\^XA\n\^PW591/);

  await template(page).press("Control+Home");
  await page.keyboard.type("^FX");
  // Shown while there are changes: the message of the former save may still be on the screen.
  const discard = page.getByRole("button", { name: "Discard changes" });
  await discard.waitFor();
  await page.getByRole("button", { name: "Save" }).click();
  await discard.waitFor({ state: "hidden" });
  // The cursor has kept its position over the save.
  await template(page).focus();
  await page.keyboard.type("ours^FS");
  await discard.waitFor();
  await page.getByRole("button", { name: "Save" }).click();
  await discard.waitFor({ state: "hidden" });
  expect((await shop.admin.get(`/api/printingformats/${stored.oid}`)).body.template).toBe(
    `^FXours^FS${stored.template}`,
  );
});
