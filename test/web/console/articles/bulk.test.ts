import { expect, test } from "vitest";
import type { Client } from "../../../harness/client.ts";
import { atArticles, soon } from "./together.ts";

const FIVE = "/articles?q=A00007&sort=code";

test("many are changed in one step, saying in numbers what will be; one Undo spares what others changed since", async () => {
  const { server, consolePage, page } = await atArticles(FIVE);
  const manager = await server.as("manager");
  const before = await facts(manager, 72);
  const elsewhere = await facts(manager, 74);
  await page.getByLabel("Select row 72").check();
  await page.getByLabel("Select row 74").check();
  // What is chosen stays so in another search, and it is told.
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
  const changed = await facts(manager, 72);
  expect(changed).toMatchObject({ state: "Disposed", pieces: before.pieces, places: 1 });
  expect(changed.responsibleUserId).not.toBeNull();
  expect((await (await server.as("admin")).put("/api/articles/72", { name: "Throne" })).status).toBe(200);
  // Somebody opens one of them, reads on in Czech and comes back: it can still be undone.
  await page.getByRole("link", { name: "A000074" }).click();
  await page.getByRole("button", { name: "Edit", exact: true }).waitFor();
  await page.goto(`${server.url}/console#/me`);
  await page.getByText("Čeština").click();
  await page.goBack();
  await page.goBack();
  await page.getByRole("button", { name: "Vzít zpět" }).click();
  await page.getByText("Obnoven 1 artikl").waitFor();
  await page.getByText("1 se nepodařil").waitFor();
  expect(await facts(manager, 74)).toEqual(elsewhere);
  expect(await facts(manager, 72)).toMatchObject({ name: "Throne", state: "Disposed" });
});

test("what failed is named with the reason and done again; what was so already is not written", async () => {
  const { server, page } = await atArticles(FIVE);
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
  const inUse = await stateNamed(manager, "In use");
  const already = body.items.filter(({ stateId }: { stateId: number }) => stateId === inUse).length;
  await page.getByRole("button", { name: "Edit…" }).click();
  await page.getByRole("dialog").getByLabel("State").selectOption("In use");
  await page.getByRole("button", { name: "Update 10 articles" }).click();
  await page.getByText("1 failed").waitFor();
  expect(writes).toHaveLength(10 - already);
  await page.locator(".failures").getByText("A000076").waitFor();
  await page.getByText("The server is not responding.").waitFor();
  isBroken = false;
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByText(`${10 - already} articles updated`).waitFor();
  expect((await facts(manager, 76)).state).toBe("In use");
});

test("labels of all that match go into the queue once each, though an answer gets lost; it can be stopped", async () => {
  const { server, consolePage, page } = await atArticles(FIVE, { userName: "user" });
  let held: (() => void) | null = null;
  let count = 0;
  await page.route("**/api/pda/printing/print", async (route) => {
    count++;
    // The second is printed, and its answer lost; the fifth waits until it is stopped.
    if (count === 2) {
      await route.fetch();
      return route.abort();
    }
    if (count === 5) await new Promise<void>((resolve) => (held = resolve));
    return route.continue();
  });
  // Only what is chosen looks so: not the first row, and not the one under the mouse.
  const looks = (row: number) =>
    page
      .locator("tbody tr")
      .nth(row)
      .evaluate(
        "(row) => [row, row.cells[0]].map((one) => { const s = getComputedStyle(one); return s.backgroundColor + s.boxShadow; }).join()",
      );
  await page.locator("tbody tr").nth(1).hover();
  const plain = await looks(2);
  expect([await looks(0), await looks(1)]).toEqual([plain, plain]);
  await page.getByLabel("Select row 72").check();
  const chosen = page.locator("tbody tr.is-chosen");
  expect(await chosen.count()).toBe(1);
  expect(await chosen.locator("td").first().evaluate("(cell) => getComputedStyle(cell).boxShadow")).not.toBe(
    "none",
  );
  await page.getByRole("button", { name: "Select all 10 matches" }).click();
  await page.getByText("All 10 matches selected").waitFor();
  expect(await page.getByRole("button", { name: "Edit…" }).count()).toBe(0);
  await page.getByRole("button", { name: "Print labels…" }).click();
  await page.getByAltText("Label preview").waitFor();
  await page.getByLabel("Copies").fill("2");
  await page.getByText("20 labels will be added to the queue of Broken printer (10 × 2).").waitFor();
  expect(await consolePage.axe()).toEqual([]);
  await page.getByRole("button", { name: "Print 20 labels" }).click();
  await soon(() => held).not.toBeNull();
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

test("whoever leaves while many are being changed is asked, and what is done stays done", async () => {
  const { page } = await atArticles(FIVE);
  let held: (() => void) | null = null;
  await page.route(/api\/articles\/73$/, async (route) => {
    if (route.request().method() === "GET") await new Promise<void>((resolve) => (held = resolve));
    return route.continue();
  });
  await page.getByLabel("Select row 73").check();
  await page.getByRole("button", { name: "Edit…" }).click();
  await page.getByRole("dialog").getByLabel("State").selectOption("Disposed");
  await page.getByRole("button", { name: "Update 1 article" }).click();
  await soon(() => held).not.toBeNull();
  await page.getByRole("link", { name: "Locations" }).click();
  await page.getByRole("dialog", { name: "Bulk operation running" }).waitFor();
  await page.getByRole("button", { name: "Stay" }).click();
  (held as (() => void) | null)?.();
  await page.getByText("1 article updated").waitFor();
  expect(page.url()).toMatch(/#\/articles\?/);
});

/** What an article is, as far as it is changed here. */
async function facts(client: Client, oid: number) {
  const { body } = await client.get(`/api/articles/${oid}`);
  const places = (await client.get(`/api/articles/${oid}/locations`)).body;
  return {
    name: body.name,
    state: body.state.name,
    responsibleUserId: body.responsibleUserId,
    places: places.length,
    at: places.map(({ locationId }: { locationId: number }) => locationId),
    pieces: places.reduce((sum: number, { quantity }: { quantity: number }) => sum + quantity, 0),
  };
}

async function stateNamed(client: Client, wanted: string): Promise<number> {
  const { body } = await client.get("/api/articlestates");
  return body.find(({ name }: { name: string }) => name === wanted).oid;
}
