import type { Page, Request } from "playwright-core";
import { expect, test } from "vitest";
import { openConsole } from "../../../harness/console.ts";
import { codesOn } from "../../../printing/preview/looking.ts";
import { createShop } from "../../../printing/queue/printers.ts";
import { logInConsole } from "../log-in.ts";

const template = (page: Page) => page.getByRole("textbox", { name: "Template" });
const picture = (page: Page) => page.getByRole("img", { name: "Label preview" });

/** The bar codes on the picture as it is shown. */
async function codesSeen(page: Page): Promise<string[]> {
  const url = await page.evaluate<string>(`(() => {
    const image = document.querySelector(".drawn-label img");
    const size = { width: image.naturalWidth, height: image.naturalHeight };
    const canvas = Object.assign(document.createElement("canvas"), size);
    canvas.getContext("2d").drawImage(image, 0, 0);
    return canvas.toDataURL();
  })()`);
  return codesOn(Buffer.from(url.split(",")[1] ?? "", "base64"));
}
/** Waits until the picture shows these bar codes. */
const shows = (page: Page, codes: readonly string[]) => expect.poll(() => codesSeen(page)).toEqual(codes);
const write = async (page: Page, text: string) => {
  await template(page).press("Control+A");
  await page.keyboard.insertText(text);
};
const codeField = (data: string) => `^XA^PW400^LL200\n^FO20,20^BY2^BCN,80,N^FD${data}^FS\n^XZ`;

test("the picture follows the template, an article and the menu; a fault is said with its line; unsaved it is printed as a test", async () => {
  const shop = await createShop({ language: "zpl" });
  const consolePage = await openConsole();
  const { page } = consolePage;
  await logInConsole(consolePage, shop.server, "admin", `/printers/labels/${shop.formatId}`);
  await picture(page).waitFor();
  await shows(page, ["Code128: A000001"]);
  await write(page, codeField("ONE"));
  await shows(page, ["Code128: ONE"]);

  await write(page, codeField(""));
  for (let i = 0; i < 7; i++) await page.keyboard.press("ArrowLeft");
  await page.getByRole("button", { name: "Insert a placeholder" }).click();
  await page.getByRole("button", { name: "Code {{code}}" }).click();
  await page.getByLabel("Preview with an article").fill("A000007");
  await page.getByRole("button", { name: /A000007/ }).click();
  await shows(page, ["Code128: A000007"]);

  // Of those that have nothing to print, too, the one that prints is chosen; the others say why not.
  const chosen = page.getByRole("combobox", { name: "Printer", exact: true }).locator("option:checked");
  await expect.poll(() => chosen.textContent()).toBe("Test printer");
  await page.getByRole("option", { name: "Broken printer – not responding" }).waitFor({ state: "attached" });
  await page.getByRole("button", { name: "Print now" }).click();
  await page.getByText("Printed; the printer confirmed it.").waitFor();
  expect(shop.printer.labels.map(({ bytes }) => bytes.toString())).toEqual([
    expect.stringContaining("BCN,80,N^FH^FDA000007^FS"),
  ]);

  await write(page, "^XA\n^FO20,20^A0N,30^FD{{kode}}^FS\n^XZ");
  await page.getByText("Line 2:").waitFor();
  await page.getByText(/\{\{kode\}\} is not a placeholder/).waitFor();
  expect(await page.locator(".cm-fault").textContent()).toContain("{{kode}}");
  await page.getByRole("button", { name: "Discard changes" }).click();
  await shows(page, ["Code128: A000007"]);

  // At an article, too; whoever wants another one has it.
  await consolePage.open(shop.server.url, "/articles/7");
  await page.getByLabel("Label format", { exact: true }).selectOption("Label 50×25 mm (ZPL)");
  const printer = page.getByLabel("Printer", { exact: true });
  await expect.poll(() => printer.locator("option:checked").textContent()).toBe("Test printer");
  await printer.selectOption("Broken printer – not responding");
  expect(await printer.locator("option:checked").textContent()).toMatch(/^Broken printer/);
});

test("an older picture never comes over a newer one", async () => {
  const shop = await createShop({ language: "zpl" });
  const consolePage = await openConsole();
  const { page } = consolePage;
  await logInConsole(consolePage, shop.server, "admin", `/printers/labels/${shop.formatId}`);
  await picture(page).waitFor();
  const isSlow = (request: Request) => request.postData()?.includes("SLOW") === true;
  const isOver = Promise.race([
    page.waitForEvent("requestfinished", isSlow),
    page.waitForEvent("requestfailed", isSlow),
  ]);
  let letGo = () => {};
  const isHeld = new Promise<void>((held) => {
    void page.route("**/api/printingformats/preview", async (route) => {
      if (!isSlow(route.request())) return route.continue();
      held();
      await new Promise<void>((go) => {
        letGo = go;
      });
      // The page has given it up.
      await route.continue().catch(() => {});
    });
  });
  await write(page, codeField("SLOW"));
  await isHeld;
  await write(page, codeField("QUICK"));
  await shows(page, ["Code128: QUICK"]);
  letGo();
  await isOver;
  // What came late has had its time to be drawn.
  await page.evaluate("new Promise((seen) => requestAnimationFrame(() => setTimeout(seen, 200)))");
  expect(await codesSeen(page)).toEqual(["Code128: QUICK"]);
});

test("a label is made from a ready-made one with the keys alone, and of two who change it the second has the choice", async () => {
  const shop = await createShop({ language: "zpl" });
  const consolePage = await openConsole();
  const { page } = consolePage;
  await logInConsole(consolePage, shop.server, "admin", "/printers/labels/new");
  await page.getByLabel("Language").selectOption("ZPL (Zebra)");
  await page.getByRole("button", { name: "50 × 25 mm" }).press("Enter");
  await page.getByLabel("Printer resolution").selectOption("300 dpi");
  await template(page).getByText("^PW591").waitFor();
  await shows(page, ["Code128: A000001", "QRCode: A000001"]);
  // The editor does not catch the keyboard.
  await template(page).focus();
  await page.keyboard.type("^FXmine^FS");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab");
  expect(await page.evaluate("document.activeElement.closest('.template-editor')")).toBeNull();
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

  await template(page).focus();
  await page.keyboard.type("^FX");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Label saved.").waitFor();
  // The cursor has stayed behind what was saved.
  await template(page).focus();
  await page.keyboard.type("ours^FS");
  await shop.admin.put(`/api/printingformats/${stored.oid}`, { name: "Tiny" });
  await page.getByRole("button", { name: "Save" }).click();
  const choice = page.getByRole("dialog");
  await choice.getByText("Tiny").first().waitFor();
  await choice.getByRole("button", { name: "Save my version" }).click();
  await page.getByRole("heading", { name: "Tiny" }).waitFor();
  const saved = (await shop.admin.get(`/api/printingformats/${stored.oid}`)).body;
  expect(saved).toMatchObject({ name: "Tiny", template: `^FXours^FS${stored.template}` });
});
