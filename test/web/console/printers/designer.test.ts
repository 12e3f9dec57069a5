import type { Page } from "playwright-core";
import sharp from "sharp";
import { expect, test } from "vitest";
import type { LabelLayout } from "../../../../src/domain/label-layout.ts";
import { drawLabel } from "../../../../src/printing/preview/draw.ts";
import { codesOn } from "../../../printing/preview/read-picture.ts";
import { createShop } from "../../../printing/queue/printers.ts";
import { openTerminalAs } from "../../beyond/open-terminal.ts";
import { selectOption } from "../../select-option.ts";
import { openConsoleAs } from "../log-in.ts";

const element = (page: Page, id: string) => page.locator(`[data-element="${id}"]`);
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });

/** The bytes of the bitmap on the canvas. */
async function shownBitmap(page: Page): Promise<Buffer> {
  const url = await page.evaluate<string>(`(() => {
    const image = document.querySelector('img[alt="Label preview"]');
    const size = { width: image?.naturalWidth ?? 0, height: image?.naturalHeight ?? 0 };
    if (size.width === 0) return "";
    const canvas = Object.assign(document.createElement("canvas"), size);
    canvas.getContext("2d").drawImage(image, 0, 0);
    return canvas.toDataURL();
  })()`);
  return Buffer.from(url.split(",")[1] ?? "", "base64");
}

/** The codes on the canvas; none before there is a bitmap. */
async function codesShown(page: Page): Promise<string[]> {
  const png = await shownBitmap(page);
  return png.length === 0 ? [] : codesOn(png);
}

/** The black dots of a picture. */
async function dotsOf(png: Uint8Array): Promise<readonly number[]> {
  const { data, info } = await sharp(png).greyscale().raw().toBuffer({ resolveWithObject: true });
  return [info.width, info.height, ...[...data.keys()].filter((at) => (data[at] ?? 255) < 128)];
}

/** Drags from the centre of an element by a way in millimetres of the label. */
async function drag(page: Page, id: string, dx: number, dy: number, release = true): Promise<void> {
  const box = await element(page, id).boundingBox();
  const label = await page.getByRole("img", { name: "Label preview" }).boundingBox();
  if (box === null || label === null) throw new Error("There is no label.");
  const scale = label.width / 50;
  const from = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + (dx * scale) / 2, from.y + (dy * scale) / 2);
  await page.mouse.move(from.x + dx * scale, from.y + dy * scale);
  if (release) await page.mouse.up();
}

/** Sets numbers of the selected element. */
async function place(page: Page, values: Readonly<Record<string, number>>): Promise<void> {
  for (const [name, mm] of Object.entries(values)) await field(page, `${name} (mm)`).fill(String(mm));
}

test("a label is drawn, dragged, undone, previewed, printed as it is shown, saved, and printed by the terminal", async () => {
  const shop = await createShop({ language: "zpl" });
  const { consolePage, page } = await openConsoleAs("admin", "/printers/labels", { server: shop.server });
  await page.getByRole("link", { name: "New label" }).click();
  await field(page, "Start from a ready-made label").selectOption("An empty label");
  await field(page, "Size").selectOption("50 × 25 mm");
  await page.getByRole("button", { name: "Text", exact: true }).click();
  await field(page, "Text").fill("Ours since {{purchaseDate}}");
  await place(page, { "From the left": 3, "From the top": 19, Width: 30 });
  await page.getByRole("button", { name: "Field", exact: true }).click();
  await place(page, { "From the left": 3, "From the top": 1, Width: 44 });
  await page.getByRole("button", { name: "Bar code", exact: true }).click();
  await page.getByRole("button", { name: "Line", exact: true }).click();
  await place(page, { "From the left": 3, "From the top": 17, Width: 44, Height: 0.5 });
  const logo = await sharp({ create: { width: 40, height: 40, channels: 3, background: "black" } })
    .png()
    .toBuffer();
  await page
    .locator("label", { hasText: "Picture" })
    .locator("input")
    .setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: logo });
  // It is selected once the file was read.
  await element(page, "e5").waitFor();
  await place(page, { "From the left": 42, "From the top": 18, Width: 5, Height: 5 });

  // The code's left edge snaps to that of the text, and its box to whole millimetres.
  await element(page, "e3").click();
  await place(page, { Width: 40, Height: 9 });
  await drag(page, "e3", -2.3, -1.1);
  await expect.poll(() => field(page, "From the left (mm)").inputValue()).toBe("3");
  const dropped = await field(page, "From the top (mm)").inputValue();
  await page.keyboard.press("Control+z");
  await expect.poll(() => field(page, "From the left (mm)").inputValue()).toBe("5");
  await page.keyboard.press("Control+Shift+z");
  await expect.poll(() => field(page, "From the left (mm)").inputValue()).toBe("3");
  await expect.poll(() => field(page, "From the top (mm)").inputValue()).toBe(dropped);
  // Escape gives up a drag, and Alt does not snap.
  await drag(page, "e3", 8, 3, false);
  await page.keyboard.press("Escape");
  await page.mouse.up();
  await expect.poll(() => field(page, "From the left (mm)").inputValue()).toBe("3");
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => field(page, "From the left (mm)").inputValue()).toBe("3.5");
  await place(page, { "From the left": 3, "From the top": 7 });

  await page.getByLabel("Preview with an article").fill("A000007");
  await page.getByRole("option", { name: /A000007/ }).click();
  await expect.poll(() => codesShown(page)).toEqual(["Code128: A000007"]);
  await consolePage.screenshot("designer");
  const printer = page.getByRole("combobox", { name: "Printer", exact: true });
  await expect.poll(() => printer.locator("option:checked").textContent()).toMatch(/^Test printer/);
  await page.getByRole("button", { name: "Print now" }).click();
  await page.getByText("Printed; the printer confirmed it.").waitFor();
  const [received] = shop.printer.labels;
  const decoded = await drawLabel("zpl", received?.bytes ?? Buffer.alloc(0));
  await expect.poll(async () => dotsOf(await shownBitmap(page))).toEqual(await dotsOf(decoded.data));

  await field(page, "Name").fill("Drawn");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: "Drawn" }).waitFor();
  const formats = (await shop.admin.get("/api/printingformats")).body;
  const { oid } = formats.find(({ name }: { name: string }) => name === "Drawn");
  const { layout } = (await shop.admin.get(`/api/printingformats/${oid}`)).body as { layout: LabelLayout };
  expect(layout).toMatchObject({ widthMm: 50, heightMm: 25 });
  expect(layout.elements.map(({ kind, x, y }) => `${kind} ${x} ${y}`)).toEqual([
    ...["text 3 19", "text 3 1", "code 3 7", "box 3 17", "picture 42 18"],
  ]);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save as file" }).click();
  const path = await (await download).path();
  await page.getByRole("link", { name: "All labels" }).click();
  await page.getByRole("row", { name: /Drawn.*every printer/ }).waitFor();

  await page.locator("label", { hasText: "Open file" }).locator("input").setInputFiles(path);
  await page.getByRole("heading", { level: 1, name: "Drawn (2)" }).waitFor();
  await element(page, "e5").waitFor();

  const terminal = await openTerminalAs(shop.server, { browser: "chromium77" });
  await terminal.goTo("/article/7/print");
  await selectOption(terminal, "Label", "Drawn");
  // The first printer is selected until those that do not respond are known.
  await terminal.tap(/^Test printer/);
  await terminal.tap("Print");
  await terminal.see("Printed; the printer confirmed it.");
  const again = await drawLabel("zpl", shop.printer.labels[1]?.bytes ?? Buffer.alloc(0));
  expect(await codesOn(again.data)).toEqual(["Code128: A000007"]);
  expect(await dotsOf(again.data)).toEqual(await dotsOf(decoded.data));
});

test("a problem is shown at its element and in words; without the server drawing goes on, and the picture follows", async () => {
  const shop = await createShop({ language: "zpl" });
  const { consolePage, page } = await openConsoleAs("admin", "/printers/labels/draw", {
    server: shop.server,
  });
  await field(page, "Start from a ready-made label").selectOption("Shelf label with QR code, 100 × 50 mm");
  await expect.poll(() => field(page, "Label for").inputValue()).toBe("location");
  await expect.poll(async () => (await codesShown(page)).length).toBe(1);
  await page.getByRole("button", { name: "Bar code", exact: true }).click();
  await field(page, "Kind of code").selectOption("EAN-13");
  await field(page, "Content").fill("123");
  await page.getByText("This kind of code cannot hold this content.").waitFor();
  await page.getByRole("group", { name: /^EAN-13: 123, .*, has a problem$/ }).waitFor();
  await expect.poll(() => consolePage.axe()).toEqual([]);

  await page.route("**/api/printingformats/layout-preview", (route) => route.abort());
  await field(page, "Content").fill("4006381333931");
  await page.getByText("You can go on; the exact picture follows when it is back.").waitFor();
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+Shift+z");
  await page.unroute("**/api/printingformats/layout-preview");
  await field(page, "Content").fill("96385074");
  await field(page, "Kind of code").selectOption("EAN-8");
  await page.getByText("You can go on;").waitFor({ state: "hidden" });
  await expect.poll(() => page.getByText("This kind of code cannot hold this content.").count()).toBe(0);
  await page.getByRole("button", { name: "Undo (Ctrl+Z)" }).click();
  await expect.poll(() => field(page, "Kind of code").inputValue()).toBe("ean13");
});

test("once the server is back, its picture is requested once", async () => {
  const shop = await createShop({ language: "zpl" });
  const { page } = await openConsoleAs("admin", "/printers/labels/draw", { server: shop.server });
  await field(page, "Start from a ready-made label").selectOption("Shelf label with QR code, 100 × 50 mm");
  await expect.poll(async () => (await codesShown(page)).length).toBe(1);
  await page.clock.install();
  await page.route("**/api/**", (route) => route.abort());
  await page.getByRole("button", { name: "Bar code", exact: true }).click();
  await page.getByText("You can go on; the exact picture follows when it is back.").waitFor();
  let requests = 0;
  page.on("request", (request) => {
    if (request.url().includes("layout-preview")) requests++;
  });
  await page.unroute("**/api/**");
  await page.getByText("You can go on;").waitFor({ state: "hidden" });
  // Whatever the answer has led to is sent by then.
  await page.clock.runFor(1000);
  await page.evaluate(() => fetch("/api/version"));
  expect(requests).toBe(1);
});
