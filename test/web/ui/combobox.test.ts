import { expect, test } from "vitest";
import { openArticles } from "../console/articles/open-articles.ts";
import { openConsoleAs } from "../console/log-in.ts";

test("a combobox is used by keys alone: arrows, Home and End go through its options, Enter chooses, Escape closes it and not the dialog", async () => {
  const { consolePage, page } = await openConsoleAs("manager", "/articles/72");
  await page.getByRole("button", { name: /^Move…/ }).click();
  const dialog = page.getByRole("dialog");
  const field = dialog.getByRole("combobox", { name: "To" });
  await field.fill("skladová");
  const options = dialog.getByRole("option");
  await expect.poll(() => options.count()).toBeGreaterThan(2);
  await expect.poll(() => field.getAttribute("aria-expanded")).toBe("true");
  await expect.poll(() => field.getAttribute("aria-activedescendant")).toBe(null);
  const selected = async () => {
    const id = await field.getAttribute("aria-activedescendant");
    return dialog.locator(`[id="${id}"][aria-selected=true]`).textContent();
  };
  const texts = await options.allTextContents();
  await field.press("ArrowDown");
  await expect.poll(() => selected()).toBe(texts[0]);
  await field.press("ArrowDown");
  await expect.poll(() => selected()).toBe(texts[1]);
  await field.press("End");
  await expect.poll(() => selected()).toBe(texts.at(-1));
  await field.press("ArrowDown");
  await expect.poll(() => selected()).toBe(texts[0]);
  await expect.poll(() => consolePage.axe()).toEqual([]);
  await field.press("Escape");
  await expect.poll(() => options.count()).toBe(0);
  await expect.poll(() => dialog.isVisible()).toBe(true);
  await field.press("ArrowDown");
  await field.press("ArrowDown");
  await field.press("Enter");
  await dialog.getByRole("button", { name: /^Remove/ }).waitFor();
});

/** The form of a new article with what it requires, and two locations. */
async function openNewArticle() {
  const { server, page } = await openArticles("/articles/new");
  for (const [name, code] of [
    ["Annexe", "Z-1"],
    ["Yard", "Z-10"],
  ])
    await server.manager.post("/api/locations", { name, code, parentLocationId: null });
  await page.getByLabel("Name").fill("Ladder");
  await page.getByLabel("Category").selectOption("Furniture");
  await page.getByLabel("Type").selectOption("Chair");
  return { server, page, location: page.getByRole("combobox", { name: "Location" }) };
}

test("Enter chooses the only location that matches, or the one with exactly this code, and does not send the form", async () => {
  const { server, page, location } = await openNewArticle();
  for (const [typed, name] of [
    ["yard", "Yard"],
    ["z-1", "Annexe"],
  ] as const) {
    await location.fill(typed);
    await page.getByRole("option", { name }).waitFor();
    await location.press("Enter");
    await page.getByRole("button", { name: `Remove ${name}` }).click();
  }
  expect((await server.manager.get("/api/articles/page?q=ladder")).body.items).toEqual([]);
});

test("a form is not sent with a location that was typed and not chosen: the field says what to do", async () => {
  const { server, page, location } = await openNewArticle();
  await location.fill("z");
  await location.press("Enter");
  await page.getByRole("button", { name: "Create article" }).click();
  const shown = () =>
    location.evaluate(
      (field: HTMLInputElement) => field === document.activeElement && field.validationMessage,
    );
  await expect.poll(shown).toBe("Choose a location from the list, or clear the text.");
  expect((await server.manager.get("/api/articles/page?q=ladder")).body.items).toEqual([]);
  await location.fill(" ");
  await page.getByRole("button", { name: "Create article" }).click();
  await page.getByRole("heading", { name: "Ladder" }).waitFor();
});

test("Enter behind a scanned code chooses its article, once the server has found it", async () => {
  const { page } = await openConsoleAs("manager", "/locations/1");
  await page.getByRole("button", { name: "Add minimum stock" }).click();
  const article = page.getByRole("dialog").getByRole("combobox", { name: "Article" });
  const pressed = Promise.withResolvers<void>();
  await page.route("**/api/articles/page?*", async (route) => {
    await pressed.promise;
    await route.continue();
  });
  await article.fill("a000072");
  await article.press("Enter");
  pressed.resolve();
  await page.getByRole("dialog").getByText("Armchair swivel A000072").waitFor();
  await expect.poll(() => article.inputValue()).toBe("");
});

test("Enter chooses none of two locations of one code", async () => {
  const { server, page, location } = await openNewArticle();
  await server.manager.post("/api/locations", { name: "Shed", code: "Z-1", parentLocationId: null });
  await location.fill("z-1");
  const options = page.locator("[role=option]");
  await expect.poll(() => options.count()).toBe(3);
  await location.press("Enter");
  await location.press("ArrowDown");
  await location.press("Enter");
  await page.getByRole("button", { name: "Remove Annexe" }).waitFor();
});

test("Enter opens a list that was left", async () => {
  const { page, location } = await openNewArticle();
  await location.fill("yard");
  const options = page.locator("[role=option]");
  await expect.poll(() => options.count()).toBe(1);
  await location.press("Tab");
  await expect.poll(() => options.count()).toBe(0);
  await location.press("Enter");
  await expect.poll(() => options.count()).toBe(1);
});

test("Enter in the location of a filter chooses, and keeps what it can't choose", async () => {
  const { page } = await openArticles("/articles");
  await page.getByRole("button", { name: "Add filter" }).click();
  await page.getByRole("button", { name: "Location", exact: true }).click();
  const location = page.getByRole("combobox", { name: "Location" });
  await location.fill("skladová");
  await expect.poll(() => page.getByRole("option").count()).toBeGreaterThan(1);
  await location.press("Enter");
  await expect.poll(() => location.inputValue()).toBe("skladová");
  await location.fill("B1-G-10");
  await page.getByRole("option", { name: "Paint store" }).waitFor();
  await location.press("Enter");
  await page
    .getByRole("button", { name: /Paint store/ })
    .first()
    .waitFor();
});
