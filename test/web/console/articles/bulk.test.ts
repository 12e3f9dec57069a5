import { expect, test } from "vitest";
import type { Client } from "../../../harness/client.ts";
import { openArticles } from "./open-articles.ts";

const TEN_ARTICLES = "/articles?q=A00007&sort=code";

test("a bulk edit shows its numbers before it changes the selected articles; one Undo keeps what other users changed since", async () => {
  const { server, consolePage, page } = await openArticles(TEN_ARTICLES);
  const manager = await server.as("manager");
  const before = await readArticle(manager, 72);
  const beforeOther = await readArticle(manager, 74);
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
    .getByRole("button", { name: /^Workshop/ })
    .first()
    .click();
  await dialog.getByText("All 2 articles will be set to:").waitFor();
  await dialog.getByText("State: Disposed").waitFor();
  expect(await consolePage.axe()).toEqual([]);
  await dialog.getByRole("button", { name: "Update 2 articles" }).click();
  await page.getByText("2 articles updated").waitFor();
  const changed = await readArticle(manager, 72);
  expect(changed).toMatchObject({ state: "Disposed", pieces: before.pieces });
  expect(changed.locationIds).toHaveLength(1);
  expect(changed.responsibleUserId).not.toBeNull();
  expect((await (await server.as("admin")).put("/api/articles/72", { name: "Throne" })).status).toBe(200);
  // Undo outlasts other screens and a change of the language.
  await page.getByRole("link", { name: "A000074" }).click();
  await page.getByRole("button", { name: "Edit", exact: true }).waitFor();
  await page.goto(`${server.url}/console#/me`);
  await page.getByText("Čeština").click();
  await page.goBack();
  await page.goBack();
  await page.getByRole("button", { name: "Vzít zpět" }).click();
  await page.getByText("Obnoven 1 artikl").waitFor();
  await page.getByText("1 se nepodařil").waitFor();
  expect(await readArticle(manager, 74)).toEqual(beforeOther);
  expect(await readArticle(manager, 72)).toMatchObject({ name: "Throne", state: "Disposed" });
});

test("failed articles of a bulk edit are listed with the reason and tried again; articles that already have the value are not written; leaving asks while it runs", async () => {
  const { server, page } = await openArticles(TEN_ARTICLES);
  const writes: string[] = [];
  let isBroken = true;
  await page.route(/api\/articles\/\d+$/, async (route) => {
    if (route.request().method() !== "PUT") return route.continue();
    writes.push(new URL(route.request().url()).pathname);
    if (isBroken && route.request().url().endsWith("/76")) return route.abort();
    return route.continue();
  });
  await page.getByLabel("Select all rows on this page").check();
  await page.getByText("10 selected").waitFor();
  const manager = await server.as("manager");
  const { body } = await manager.get("/api/articles/page?q=A00007");
  const inUse = await findState(manager, "In use");
  const unchanged = body.items.filter(({ stateId }: { stateId: number }) => stateId === inUse).length;
  await page.getByRole("button", { name: "Edit…" }).click();
  await page.getByRole("dialog").getByLabel("State").selectOption("In use");
  await page.getByRole("button", { name: "Update 10 articles" }).click();
  await page.getByText("1 failed").waitFor();
  expect(writes).toHaveLength(10 - unchanged);
  await page.locator(".failures").getByText("A000076").waitFor();
  await page.getByText("The server is not responding.").waitFor();
  isBroken = false;
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByText(`${10 - unchanged} articles updated`).waitFor();
  expect((await readArticle(manager, 76)).state).toBe("In use");

  let held: (() => void) | null = null;
  await page.route(/api\/articles\/73$/, async (route) => {
    if (route.request().method() === "GET") await new Promise<void>((resolve) => (held = resolve));
    return route.continue();
  });
  await page.getByRole("button", { name: "Clear selection" }).click();
  await page.getByLabel("Select row 73").check();
  await page.getByRole("button", { name: "Edit…" }).click();
  await page.getByRole("dialog").getByLabel("State").selectOption("Disposed");
  await page.getByRole("button", { name: "Update 1 article" }).click();
  await expect.poll(() => held).not.toBeNull();
  await page.getByRole("link", { name: "Locations" }).click();
  await page.getByRole("dialog", { name: "Bulk operation running" }).waitFor();
  await page.getByRole("button", { name: "Stay" }).click();
  (held as (() => void) | null)?.();
  await page.getByText("1 article updated").waitFor();
  expect(page.url()).toMatch(/#\/articles\?/);
});

test("labels of all matches are queued once each, even if a response is lost; the operation can be stopped and continued", async () => {
  const { server, consolePage, page } = await openArticles(TEN_ARTICLES, { userName: "user" });
  let held: (() => void) | null = null;
  let count = 0;
  await page.route("**/api/pda/printing/print", async (route) => {
    count++;
    // The response to the second request is lost; the fifth request waits until the operation is stopped.
    if (count === 2) {
      await route.fetch();
      return route.abort();
    }
    if (count === 5) await new Promise<void>((resolve) => (held = resolve));
    return route.continue();
  });
  // Only selected rows are highlighted: neither the first row nor the one under the mouse.
  const readStyle = (row: number) =>
    page
      .locator("tbody tr")
      .nth(row)
      .evaluate(
        "(row) => [row, row.cells[0]].map((one) => { const s = getComputedStyle(one); return s.backgroundColor + s.boxShadow; }).join()",
      );
  await page.locator("tbody tr").nth(1).hover();
  const plain = await readStyle(2);
  expect([await readStyle(0), await readStyle(1)]).toEqual([plain, plain]);
  await page.getByLabel("Select row 72").check();
  const selected = page.locator("tbody tr.is-chosen");
  expect(await selected.count()).toBe(1);
  expect(
    await selected.locator("td").first().evaluate("(cell) => getComputedStyle(cell).boxShadow"),
  ).not.toBe("none");
  await page.getByRole("button", { name: "Select all 10 matches" }).click();
  await page.getByText("All 10 matches selected").waitFor();
  expect(await page.getByRole("button", { name: "Edit…" }).count()).toBe(0);
  await page.getByRole("button", { name: "Print labels…" }).click();
  await page.getByAltText("Label preview").waitFor();
  await page.getByLabel("Copies").fill("2");
  await page.getByText("20 labels will be added to the queue of Broken printer (10 × 2).").waitFor();
  expect(await consolePage.axe()).toEqual([]);
  await page.getByRole("button", { name: "Print 20 labels" }).click();
  await expect.poll(() => held).not.toBeNull();
  await page.getByText("4 / 10").waitFor();
  await page.getByRole("button", { name: "Stop" }).click();
  (held as (() => void) | null)?.();
  await page.getByText("Stopped: 5 articles left").waitFor();
  await page.getByText("Labels of 4 articles added to the print queue").waitFor();
  await page.getByRole("link", { name: "Open queue" }).waitFor();
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByText("Labels of 10 articles added to the print queue").waitFor();
  const { body } = await (await server.as("admin")).get("/api/printrequests?printerId=3");
  const mine = body.filter(({ createdBy }: { createdBy: string }) => createdBy === "user");
  const articles = mine.map(({ articleId }: { articleId: number }) => articleId);
  expect(articles.toSorted((a: number, b: number) => a - b)).toEqual([
    70, 71, 72, 73, 74, 75, 76, 77, 78, 79,
  ]);
  expect(mine.every(({ copies }: { copies: number }) => copies === 2)).toBe(true);
});

/** Reads the properties that these tests change. */
async function readArticle(client: Client, oid: number) {
  const { body } = await client.get(`/api/articles/${oid}`);
  const locations = (await client.get(`/api/articles/${oid}/locations`)).body;
  return {
    name: body.name,
    state: body.state.name,
    responsibleUserId: body.responsibleUserId,
    locationIds: locations.map(({ locationId }: { locationId: number }) => locationId),
    pieces: locations.reduce((sum: number, { quantity }: { quantity: number }) => sum + quantity, 0),
  };
}

async function findState(client: Client, wanted: string): Promise<number> {
  const { body } = await client.get("/api/articlestates");
  return body.find(({ name }: { name: string }) => name === wanted).oid;
}
