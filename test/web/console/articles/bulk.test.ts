import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { PrintRequest } from "../../../../src/web/api/types/endpoints.d.ts";
import { putStock, readArticle } from "../../../articles/bulk-edit.ts";
import type { Client } from "../../../harness/client.ts";
import { loseResponse } from "../save/lost-response.ts";
import { openArticles } from "./open-articles.ts";

const TEN_ARTICLES = "/articles?q=A00007&sort=code";

const results = (page: Page) => page.getByRole("region", { name: "Bulk edit" });

test("a bulk edit shows its numbers before it changes the selected articles; one Undo keeps what other users changed since", async () => {
  const { server, consolePage, page } = await openArticles(TEN_ARTICLES);
  await putStock(server.manager, 72, { 4: 2, 5: 3 });
  const beforeOther = await readArticle(server.manager, 74);
  await page.getByLabel("Select row 72").check();
  await page.getByLabel("Select row 74").check();
  // The selection outlasts another search.
  const text = page.getByLabel("Name, code, serial number or RFID tag");
  await text.fill("A000072");
  await page.getByText("2 selected, some not on this page").waitFor();
  await text.fill("A00007");
  await page.getByText("2 selected", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Edit…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("State").selectOption("Disposed");
  await dialog.getByLabel("Responsible person").selectOption({ label: "Max Dvorak" });
  await dialog.getByLabel("Location of all pieces").fill("workshop");
  await dialog
    .getByRole("option", { name: /^Workshop/ })
    .first()
    .click();
  await dialog.getByText("All 2 articles will be set to:").waitFor();
  await dialog.getByText("State: Disposed").waitFor();
  await dialog.getByText("You can undo it for 7 days.").waitFor();
  await expect.poll(() => consolePage.axe()).toEqual([]);
  await dialog.getByRole("button", { name: "Update 2 articles" }).click();
  await results(page).getByText("2 articles changed").waitFor();
  await expect.poll(() => consolePage.axe()).toEqual([]);
  const changed = await readArticle(server.manager, 72);
  expect(changed).toMatchObject({
    stateId: await findState(server.manager, "Disposed"),
    responsibleUserId: 2,
  });
  expect(Object.values(changed.stock)).toEqual([5]);
  expect((await server.admin.put("/api/articles/72", { name: "Throne" })).status).toBe(200);
  // The result outlasts other screens and a change of the language.
  await page.getByRole("link", { name: "A000074" }).click();
  await page.getByRole("button", { name: "Edit", exact: true }).waitFor();
  await page.goto(`${server.url}/console#/me`);
  await page.getByText("Čeština").first().click();
  await page.goBack();
  await page.goBack();
  await page.getByRole("button", { name: "Vzít zpět" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Vrátit úlohu" }).click();
  await page.getByText("Zůstal 1 záznam").waitFor();
  await page.getByText("A000072 Throne").waitFor();
  expect(await readArticle(server.manager, 74)).toEqual(beforeOther);
  expect(await readArticle(server.manager, 72)).toMatchObject({ name: "Throne", stateId: changed.stateId });
  await page.getByRole("button", { name: "Zavřít" }).click();
  await page.getByText("Zůstal 1 záznam").waitFor({ state: "detached" });
});

test("articles that a rule refuses are listed with the reason and tried again; the others are changed; leaving the page asks nothing", async () => {
  const { server, page } = await openArticles(TEN_ARTICLES);
  await putStock(server.manager, 76, { 4: 2 ** 31 - 1, 5: 1 });
  await page.getByLabel("Select all rows on this page").check();
  await page.getByText("10 selected").waitFor();
  await page.getByRole("button", { name: "Edit…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Location of all pieces").fill("workshop");
  await dialog
    .getByRole("option", { name: /^Workshop/ })
    .first()
    .click();
  await page.getByRole("button", { name: "Update 10 articles" }).click();
  await results(page).getByText("9 articles changed").waitFor();
  const refused = results(page).getByRole("listitem");
  await refused.getByText(/a quantity of 2,147,483,648/).waitFor();
  await refused.getByRole("link", { name: /^A000076/ }).click();
  await page.getByRole("button", { name: "Edit", exact: true }).waitFor();
  await page.goBack();
  await putStock(server.manager, 76, { 4: 2, 5: 1 });
  await page.getByRole("button", { name: "Try again" }).click();
  await results(page).getByText("1 article changed").waitFor();
  expect(Object.values((await readArticle(server.manager, 76)).stock)).toEqual([3]);
});

test("a bulk edit does not begin with a location that was typed and not chosen", async () => {
  const { server, page } = await openArticles(TEN_ARTICLES);
  const before = await readArticle(server.manager, 72);
  await page.getByLabel("Select row 72").check();
  await page.getByRole("button", { name: "Edit…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("State").selectOption("Disposed");
  const location = dialog.getByLabel("Location of all pieces");
  await location.fill("hall");
  await dialog.getByRole("button", { name: "Update 1 article" }).click();
  await location.and(page.locator(":focus")).waitFor();
  expect(await readArticle(server.manager, 72)).toEqual(before);
});

test("where a refused article was deleted since, the others are tried again", async () => {
  const { server, page } = await openArticles(TEN_ARTICLES);
  for (const id of [74, 76]) await putStock(server.manager, id, { 4: 2 ** 31 - 1, 5: 1 });
  await page.getByLabel("Select row 74").check();
  await page.getByLabel("Select row 76").check();
  await page.getByRole("button", { name: "Edit…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Location of all pieces").fill("workshop");
  await dialog
    .getByRole("option", { name: /^Workshop/ })
    .first()
    .click();
  await page.getByRole("button", { name: "Update 2 articles" }).click();
  await results(page).getByRole("listitem").nth(1).waitFor();
  expect((await server.manager.delete("/api/articles/74")).status).toBeLessThan(300);
  await putStock(server.manager, 76, { 4: 2, 5: 1 });
  await page.getByRole("button", { name: "Try again" }).click();
  await results(page).getByText("1 article changed").waitFor();
});

test("all matches of a filter are edited; articles that have the values already are counted apart", async () => {
  const { server, page } = await openArticles("/articles?q=A00007&isDisposal=false&priceFrom=0&sort=code");
  const matches = (state: number | null) =>
    server.manager
      .get(
        `/api/articles/page?withTotal=true&q=A00007&isDisposal=false&priceFrom=0${state === null ? "" : `&stateId=${state}`}`,
      )
      .then(({ body }) => body.total as number);
  const inUse = await findState(server.manager, "In use");
  const [total, unchanged] = [await matches(null), await matches(inUse)];
  expect(unchanged).toBeGreaterThan(0);
  await page.locator("tbody input[type=checkbox]").first().check();
  await page.getByRole("button", { name: `Select all ${total} matches` }).click();
  await page.getByRole("button", { name: "Edit…" }).click();
  await page.getByRole("dialog").getByLabel("State").selectOption("In use");
  await page.getByRole("button", { name: `Update ${total} articles` }).click();
  await results(page).getByText(`${unchanged} had these values already`).waitFor();
  expect(await matches(inUse)).toBe(total);
});

test("selected articles are deleted after a question with their number, are not selected any more, and are brought back by Undo", async () => {
  const { server, page } = await openArticles(TEN_ARTICLES);
  const statusOf = async () => (await server.manager.get("/api/articles/72")).status;
  await page.getByLabel("Select all rows on this page").check();
  await page.getByText("10 selected").waitFor();
  await page.getByRole("button", { name: "Delete…" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete 10 articles?" });
  await dialog.getByRole("button", { name: "Delete", exact: true }).click();
  const result = page.getByRole("region", { name: "Delete articles" });
  await result.getByText("10 articles deleted").waitFor();
  expect(await statusOf()).toBe(404);
  await page.getByRole("region", { name: "Selection" }).waitFor({ state: "detached" });
  await result.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Undo job" }).click();
  await result.getByText("Everything is as it was before.").waitFor();
  expect(await statusOf()).toBe(200);
});

test("the number of copies is typed anew, and becomes one that is possible when the field is left", async () => {
  const { server, page } = await openArticles(TEN_ARTICLES, { userName: "user" });
  await page.getByLabel("Select row 72").check();
  await page.getByRole("button", { name: "Print labels…" }).click();
  const copies = page.getByLabel("Copies");
  await copies.press("End");
  await page.keyboard.press("Backspace");
  await page.keyboard.type("5000");
  await page.getByText("1,000 labels will be added").waitFor();
  await expect.poll(() => copies.inputValue()).toBe("5000");
  await page.keyboard.press("Tab");
  await expect.poll(() => copies.inputValue()).toBe("1000");
  await copies.press("End");
  for (let digit = 0; digit < 4; digit++) await page.keyboard.press("Backspace");
  await page.keyboard.type("5");
  await page.getByRole("button", { name: "Print 5 labels" }).click();
  await page.getByText("Labels of 1 article added to the print queue").waitFor();
  expect((await labelsOf(server.admin, "user")).map((label) => label.copies)).toEqual([5]);
});

test("labels of all matches are queued once each in the order of the list, even if the response is lost", async () => {
  const { server, consolePage, page } = await openArticles(TEN_ARTICLES, {
    userName: "user",
    allowErrors: true,
  });
  await page.getByLabel("Select row 72").check();
  await page.getByRole("button", { name: "Select all 10 matches" }).click();
  await page.getByText("All 10 matches selected").waitFor();
  await expect.poll(() => page.getByRole("button", { name: "Edit…" }).count()).toBe(0);
  await loseResponse(page, "POST", "**/api/articles/bulk-labels");
  await page.getByRole("button", { name: "Print labels…" }).click();
  await page.getByAltText("Label preview").waitFor();
  await page.getByLabel("Copies").fill("2");
  await page.getByText("20 labels will be added to the queue of Broken printer (10 × 2).").waitFor();
  await expect.poll(() => consolePage.axe()).toEqual([]);
  await page.getByRole("button", { name: "Print 20 labels" }).click();
  await page
    .getByRole("alert")
    .getByText(/^The server is not responding\./)
    .waitFor();
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByText("Labels of 10 articles added to the print queue").waitFor();
  await page.getByRole("link", { name: "Open queue" }).waitFor();
  await expect.poll(() => consolePage.axe()).toEqual([]);
  const mine = await labelsOf(server.admin, "user");
  expect(mine.map(({ articleId }) => articleId)).toEqual([70, 71, 72, 73, 74, 75, 76, 77, 78, 79]);
  expect(mine.every(({ copies }) => copies === 2)).toBe(true);
});

/** A user's print requests of the broken printer, oldest first. */
async function labelsOf(client: Client, userName: string): Promise<readonly PrintRequest[]> {
  const { body } = await client.get("/api/printrequests?printerId=3");
  return (body as readonly PrintRequest[])
    .filter(({ createdBy }) => createdBy === userName)
    .toSorted((one, other) => one.oid - other.oid);
}

async function findState(client: Client, wanted: string): Promise<number> {
  const { body } = await client.get("/api/articlestates");
  return body.find(({ name }: { name: string }) => name === wanted).oid;
}
