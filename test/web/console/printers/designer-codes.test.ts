import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openConsoleAs } from "../log-in.ts";

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

test("a GS1 code gets a content that it holds; one that it can't hold is not saved, and the reason is shown", async () => {
  const { server, consolePage, page } = await openConsoleAs("admin", "/printers/labels/draw");
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
