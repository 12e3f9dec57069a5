import type { Page } from "playwright-core";
import sharp from "sharp";
import { expect, test } from "vitest";
import type { LabelLayout } from "../../../../src/domain/label-layout.ts";
import { openConsoleAs } from "../log-in.ts";
import { holdRequests } from "../save/held-requests.ts";

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const element = (page: Page, id: string) => page.locator(`[data-element="${id}"]`);
const fromLeft = (page: Page) => field(page, "From the left (mm)").inputValue();

async function openDesigner() {
  const { server, consolePage, page } = await openConsoleAs("admin", "/printers/labels/draw");
  await button(page, "Text").waitFor();
  return { server, consolePage, page };
}

/** Starts with an empty label that has one text. */
async function openWithText() {
  const opened = await openDesigner();
  await field(opened.page, "Start from a ready-made label").selectOption("An empty label");
  await button(opened.page, "Text").click();
  await element(opened.page, "e1").waitFor();
  return opened;
}

test("a new label cannot be changed while it is saved", async () => {
  const { server, page } = await openWithText();
  await field(page, "Name").fill("Fresh");
  const requests = await holdRequests(page, "POST", "**/api/printingformats");
  await button(page, "Save").click();
  await expect.poll(() => requests.sent.length).toBe(1);
  const before = await fromLeft(page);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Delete");
  expect(await fromLeft(page)).toBe(before);
  await expect.poll(() => page.locator("[inert]").getByLabel("Name", { exact: true }).count()).toBe(1);
  requests.release();
  await page.getByRole("heading", { level: 1, name: "Fresh" }).waitFor();
  const { body } = await server.admin.get("/api/printingformats");
  const { oid } = body.find(({ name }: { name: string }) => name === "Fresh");
  const { layout } = (await server.admin.get(`/api/printingformats/${oid}`)).body as {
    layout: LabelLayout;
  };
  expect(layout.elements.map(({ x }) => String(x))).toEqual([before]);
});

test("what is drawn while a picture is read stays; a full label takes none", async () => {
  const { page } = await openWithText();
  await page.evaluate(`(() => {
    const original = window.createImageBitmap;
    window.createImageBitmap = (file) =>
      new Promise((done) => { window.readPicture = () => done(original.call(window, file)); });
  })()`);
  const buffer = await sharp({ create: { width: 8, height: 8, channels: 3, background: "black" } })
    .png()
    .toBuffer();
  await page
    .locator("label", { hasText: "Picture" })
    .locator("input")
    .setInputFiles({ name: "logo.png", mimeType: "image/png", buffer });
  await button(page, "Line").click();
  await element(page, "e2").waitFor();
  await expect.poll(() => page.evaluate("typeof window.readPicture")).toBe("function");
  await page.evaluate("window.readPicture()");
  await element(page, "e3").waitFor();
  await expect.poll(() => page.locator("[data-element]").count()).toBe(3);
  for (let i = 0; i < 7; i++) {
    await page.keyboard.press("Control+a");
    await page.keyboard.press("Control+d");
  }
  await expect.poll(() => page.locator("[data-element]").count()).toBe(100);
  await expect
    .poll(() => page.getByRole("group", { name: "Add an element" }).getByRole("button").allTextContents())
    .toEqual(["Text", "Field", "Bar code", "Line", "Box", "Picture"]);
  await expect.poll(() => button(page, "Picture").first().isDisabled()).toBe(true);
});

test("keys of text fields and menus are not the drawing's", async () => {
  const { page } = await openWithText();
  const search = page.getByLabel("Preview with an article");
  await search.fill("A000");
  await search.press("Control+z");
  await expect.poll(() => page.locator("[data-element]").count()).toBe(1);
  await element(page, "e1").focus();
  await button(page, "Insert a field").click();
  const first = page.getByRole("button", { name: "Code {{code}}" });
  await first.waitFor();
  const before = await field(page, "From the top (mm)").inputValue();
  await page.keyboard.press("ArrowDown");
  await expect.poll(() => page.locator(":focus").textContent()).toContain("{{");
  await page.keyboard.press("Escape");
  await first.waitFor({ state: "hidden" });
  await expect.poll(() => field(page, "From the top (mm)").inputValue()).toBe(before);
  await expect.poll(() => button(page, "Insert a field").isVisible()).toBe(true);
  await expect.poll(() => field(page, "Text").getAttribute("maxlength")).toBe("1000");
});

test("undo brings back what a ready-made label replaced, and what it was for", async () => {
  const { page } = await openWithText();
  await field(page, "Start from a ready-made label").selectOption("Shelf label with QR code, 100 × 50 mm");
  await expect.poll(() => field(page, "Label for").inputValue()).toBe("location");
  await button(page, "Undo (Ctrl+Z)").click();
  await expect.poll(() => field(page, "Label for").inputValue()).toBe("article");
  await expect.poll(() => page.locator("[data-element]").count()).toBe(1);
  await button(page, "Redo (Ctrl+Shift+Z)").click();
  await expect.poll(() => field(page, "Label for").inputValue()).toBe("location");
});

test("a scroll during a drag moves the element with the pointer", async () => {
  const { page } = await openWithText();
  for (let i = 0; i < 5; i++) await button(page, "Zoom in").click();
  const scrolled = async (way: number) =>
    page.evaluate<number>(`(() => {
      const canvas = document.querySelector('[class*="_canvas"]');
      canvas.scrollLeft += ${way};
      return canvas.scrollLeft;
    })()`);
  const before = await scrolled(-1000);
  const box = await element(page, "e1").boundingBox();
  if (box === null) throw new Error("There is no element.");
  const at = { x: box.x + 10, y: box.y + box.height / 2 };
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  await page.keyboard.down("Alt");
  await page.mouse.move(at.x + 20, at.y);
  await expect.poll(() => scrolled(60)).toBe(before + 60);
  await page.mouse.move(at.x + 21, at.y);
  await page.mouse.up();
  await page.keyboard.up("Alt");
  // The pointer holds it where it was pressed.
  const distance = async () => Math.abs(((await element(page, "e1").boundingBox())?.x ?? 0) - (box.x + 21));
  await expect.poll(distance).toBeLessThan(2);
});

test("undo after a save takes back the last change, and redo to what is saved is no change", async () => {
  const { page } = await openWithText();
  await field(page, "Name").fill("Saved");
  await button(page, "Save").click();
  await page.getByRole("heading", { level: 1, name: "Saved" }).waitFor();
  await element(page, "e1").press("ArrowRight");
  await button(page, "Line").click();
  await element(page, "e2").waitFor();
  await button(page, "Save").click();
  const discard = button(page, "Discard changes");
  await discard.waitFor({ state: "hidden" });
  await button(page, "Undo (Ctrl+Z)").click();
  await element(page, "e2").waitFor({ state: "hidden" });
  await discard.waitFor();
  await button(page, "Redo (Ctrl+Shift+Z)").click();
  await element(page, "e2").waitFor();
  await discard.waitFor({ state: "hidden" });
  // Text that is marked on the page is copied, not the drawing.
  await element(page, "e1").focus();
  const wasTaken = await page.evaluate<boolean>(`(() => {
    document.activeElement.blur();
    getSelection().selectAllChildren(document.querySelector("h1"));
    const copy = new KeyboardEvent("keydown", { key: "c", ctrlKey: true, bubbles: true, cancelable: true });
    return !document.body.dispatchEvent(copy);
  })()`);
  expect(wasTaken).toBe(false);
});

test("a GS1 code gets a content that it holds; one that it can't hold is not saved, and the reason is shown", async () => {
  const { server, consolePage, page } = await openDesigner();
  await field(page, "Start from a ready-made label").selectOption("An empty label");
  await button(page, "Bar code").click();
  const content = () => field(page, "Content").inputValue();
  await field(page, "Kind of code").selectOption("EAN-13");
  await expect.poll(content).toBe("{{ean}}");
  await field(page, "Kind of code").selectOption("GS1 DataMatrix");
  await expect.poll(content).toBe("{{gs1}}");
  await field(page, "Content").fill("(21){{serialNumber}}");
  // The user's own content stays.
  await field(page, "Kind of code").selectOption("GS1-128");
  await expect.poll(content).toBe("(21){{serialNumber}}");
  await field(page, "Name").fill("GS1");
  await button(page, "Save").click();
  await page
    .getByText("Drawing: (21) needs other application identifiers in the same code: 01 / 03 / 8006")
    .waitFor();
  await expect.poll(() => consolePage.axe()).toEqual([]);
  await field(page, "Content").fill("(01){{gtin}}(21){{serialNumber}}");
  await button(page, "Save").click();
  await page.getByRole("heading", { level: 1, name: "GS1" }).waitFor();
  const { body } = await server.admin.get("/api/printingformats");
  expect(body.some(({ name }: { name: string }) => name === "GS1")).toBe(true);
});
