import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { addLocation } from "../../../../src/locations/location.ts";
import { added } from "../../../articles/samples.ts";
import { startServer, type TestServer } from "../../../harness/server.ts";
import { Keyboard } from "../../../harness/terminal/keyboard.ts";
import { createChain } from "../../../locations/samples.ts";
import { codesOf, pagesOf } from "../../../printing/sheets/read-sheet.ts";
import { keepNotices } from "../keep-notices.ts";
import { openConsoleAs } from "../log-in.ts";
import { holdRequests } from "../save/held-requests.ts";

// The demo: Main building (1) with Ground floor (2) and First floor (3), rooms below these.

test("the keyboard expands the tree, finds a name by its letters and opens a location; a User has no buttons to edit", async () => {
  const { page } = await openLocations("user");
  await page.getByRole("tree").focus();
  for (const key of ["Home", "ArrowDown", "ArrowDown", "ArrowRight"]) await page.keyboard.press(key);
  const current = () => activeName(page);
  await expect.poll(() => current()).toBe("Ground floor");
  // Typed without the diacritic. A collapsed branch has no line in the tree.
  await typeName(page, "satna");
  await expect.poll(() => current()).toBe("Šatna");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/console#/locations/19");
  await expect.poll(() => page.evaluate("document.activeElement.textContent")).toBe("Šatna");
  await page.getByText("Code: B1-G-16").waitFor();
  await expect.poll(() => page.getByRole("button", { name: /Move|Add|Delete|Save/ }).count()).toBe(0);
  await page.getByRole("tree").focus();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await expect.poll(() => page.getByRole("treeitem").count()).toBe(3);
  await page.keyboard.press("*");
  await page.getByRole("treeitem", { expanded: true }).nth(2).waitFor();
});

test("of ten thousand locations only the visible ones are rendered, and one is found by name with its path", async () => {
  const server = await startServer();
  await addShelves(server, 10_000);
  const chain = await createChain(server, 1000);
  const { page } = await openLocations("manager", server, "/locations/2");
  await page.getByText("All locations · 11,040").waitFor();
  await page.getByRole("tree").focus();
  await page.keyboard.press("ArrowRight");
  await typeName(page, "shelf 10000");
  await page.getByRole("treeitem", { name: "Shelf 10000" }).waitFor();
  await expect.poll(() => page.getByRole("treeitem").count()).toBeLessThan(60);
  await page.evaluate(`void (location.hash = "/locations/${chain.at(-1)}")`);
  await page.getByRole("treeitem", { name: "1000 Level 999" }).waitFor();
  await page.getByRole("searchbox", { name: "Search by name or code" }).fill("SATNA");
  await page.getByText("1 location found.").waitFor();
  await page.getByRole("link", { name: "Šatna B1-G-16 Main building / Ground floor" }).click();
  await page.waitForURL("**/console#/locations/19?q=SATNA");
});

test("a location is dragged below another, with the number of moved locations and articles; Undo restores it unless another user moved it since", async () => {
  const { page, server } = await openLocations("manager");
  const [ground, first] = [line(page, "Ground floor"), line(page, "First floor")];
  await keepNotices(page);
  await ground.dragTo(first);
  await page
    .getByText(/“Ground floor” moved to First floor. Also moved: 18 locations and \d+ articles/)
    .waitFor();
  await page.locator("[role=treeitem][aria-level='3']", { hasText: "Ground floor" }).waitFor();
  expect(await readParent(server, 2)).toBe(3);
  // A location can't be moved below itself.
  await line(page, "First floor").dragTo(line(page, "Ground floor"));
  expect(await readParent(server, 3)).toBe(1);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("“Ground floor” moved back to Main building.").waitFor();
  expect(await readParent(server, 2)).toBe(1);
  await page.locator("[role=treeitem][aria-level='2']", { hasText: "Ground floor" }).waitFor();
  await line(page, "First floor").locator("[data-expander]").click();
  // Another user moves it before the second Undo.
  await keepNotices(page);
  await line(page, "Ground floor").dragTo(line(page, "First floor"));
  await page.getByRole("button", { name: "Undo" }).waitFor();
  await server.admin.put("/api/locations/2", { parentLocationId: null });
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("“Ground floor” was not moved. Somebody else changed it in the meantime.").waitFor();
  expect(await readParent(server, 2)).toBe(null);
  // A drag before the tree has followed would miss its line.
  await page.locator("[role=treeitem][aria-level='1']", { hasText: "Ground floor" }).waitFor();
  await line(page, "First floor").dragTo(page.locator(".locations-root"));
  await page.getByText("“First floor” moved to the top level").waitFor();
});

test("a location is moved by keys to the possible parents, after its numbers were shown", async () => {
  const { page, server } = await openLocations("manager", undefined, "/locations/3");
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("button", { name: "Move to…" }).press("Enter");
  const dialog = page.getByRole("dialog");
  await dialog.getByText(/Also moves: 19 locations and \d+ articles/).waitFor();
  await page.keyboard.type("B1-1");
  await dialog.getByText("No matching locations.").waitFor();
  await dialog.getByRole("searchbox").fill("ground");
  await dialog.getByRole("button", { name: /^Ground floor/ }).press("Enter");
  await dialog.getByText("New parent: Ground floor.").waitFor();
  await dialog.getByRole("button", { name: "Move" }).press("Enter");
  await page.getByText("“First floor” moved to Ground floor").waitFor();
  expect(await readParent(server, 3)).toBe(2);
});

test("another user's new location appears while branches stay expanded; a location is added, and deleted only when empty", async () => {
  const { page, server } = await openLocations("manager", undefined, "/locations/2");
  await line(page, "Ground floor").locator("[data-expander]").click();
  await line(page, "Šatna").waitFor();
  await server.admin.post("/api/locations", { name: "Aula", parentLocationId: 2 });
  await line(page, "Aula").waitFor();
  await line(page, "Šatna").waitFor();
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("button", { name: "Delete…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByText("The location is not empty: child locations: 19").waitFor();
  await page.getByRole("button", { name: "Add under this…" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Ramp");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Ramp" }).waitFor();
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("button", { name: "Delete…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByText("“Ramp” deleted.").waitFor();
  await page.getByRole("heading", { name: "Ground floor" }).waitFor();
});

test("each location shows how many articles are at it and below it, one at several of them once", async () => {
  const server = await startServer();
  const { oid } = (await server.manager.post("/api/locations", { name: "Annexe" })).body;
  const rooms = [];
  for (const name of ["Left", "Right"])
    rooms.push((await server.manager.post("/api/locations", { name, parentLocationId: oid })).body.oid);
  const place = (articleId: number, locationIds: readonly number[]) =>
    server.manager.put(`/api/articles/${articleId}/locations`, {
      locations: locationIds.map((locationId) => ({ locationId, quantity: 1 })),
    });
  await place(1, rooms);
  await place(2, rooms.slice(0, 1));
  await place(3, [oid]);
  const { page } = await openLocations("user", server, `/locations/${rooms[0]}`);
  const count = (name: string) => line(page, name).locator(".location-count [aria-hidden]");
  await expect.poll(() => count("Annexe").textContent()).toBe("3");
  await expect.poll(() => count("Left").textContent()).toBe("2");
  await expect.poll(() => count("Right").textContent()).toBe("1");
});

test("each location shows what is at it and below it is worth, in each currency", async () => {
  const server = await startServer();
  const { oid } = (await server.manager.post("/api/locations", { name: "Annexe" })).body;
  const room = (await server.manager.post("/api/locations", { name: "Left", parentLocationId: oid })).body
    .oid;
  const euro = (await server.manager.post("/api/currencytypes", { name: "XEU" })).body.oid;
  const place = async (code: string, price: number, locationId: number, currencyTypeId: number | null) => {
    const { oid: id } = await added(server.manager, code, { price });
    await server.manager.put(`/api/articles/${id}/full`, { currencyTypeId });
    await server.manager.put(`/api/articles/${id}/locations`, { locations: [{ locationId, quantity: 2 }] });
  };
  await place("V1", 10.5, room, null);
  await place("V2", 1000, oid, null);
  await place("V3", 3, room, euro);
  const { page } = await openLocations("user", server, `/locations/${room}`);
  const value = (name: string) => line(page, name).locator(".location-value");
  await expect.poll(() => value("Annexe").textContent()).toMatch(/^.*2,021\.00.* \+ .*6\.00.*$/u);
  await expect.poll(() => value("Left").textContent()).toMatch(/^.*21\.00.* \+ .*6\.00.*$/u);
});

test("the next location can be typed while the one before it is saved", async () => {
  const { page } = await openLocations("manager", undefined, "/locations/2");
  const saving = await holdRequests(page, "POST", "**/api/locations");
  await page.getByRole("button", { name: "Add under this…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Ramp");
  await dialog.getByLabel("Code on its label").fill("RAMP");
  await dialog.getByRole("button", { name: "Add another" }).click();
  await dialog.getByLabel("Name").and(page.locator(":focus")).waitFor();
  await page.keyboard.type("Yard");
  await expect.poll(() => saving.sent.length).toBe(1);
  saving.release();
  await page.getByText("“Ramp” added.").waitFor();
  await expect.poll(() => dialog.getByLabel("Code on its label").inputValue()).toBe("");
  await expect.poll(() => dialog.getByLabel("Name").inputValue()).toBe("Yard");
});

test("a sheet of labels of a location and all below it is saved as a PDF, from the chosen label on", async () => {
  const server = await startServer();
  await server.manager.post("/api/locations", { name: "Nameless", parentLocationId: 2 });
  const { page } = await openLocations("user", server, "/locations/2/sheet");
  await page.getByText("19 labels. 1 location without a code gets no label.").waitFor();
  await page
    .getByLabel("Sheet", { exact: true })
    .selectOption({ label: "Avery L7163, J8163: 99.1 × 38.1 mm, 2 × 7, A4" });
  await page.getByLabel("Code type").selectOption("Data Matrix");
  await page.getByLabel("First free label (1 to 14)").fill("13");
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save PDF" }).click();
  const pages = pagesOf(await readFile(await (await download).path()));
  expect(pages.map(({ labels }) => labels.length)).toEqual([2, 14, 3]);
  const [first] = pages[0]?.labels ?? [];
  expect(first && (await codesOf(first))).toEqual(["DataMatrix: B1-G"]);
});

async function openLocations(userName: string, given?: TestServer, path = "/locations") {
  const server = given ?? (await startServer());
  const { consolePage } = await openConsoleAs(userName, path, { server });
  await consolePage.page.locator("[role=treeitem], main select").first().waitFor();
  return { page: consolePage.page, server };
}

const line = (page: Page, name: string) => page.getByRole("treeitem").filter({ hasText: name }).first();

/** Types the beginning of a name in the tree. The keys have the times of a quick person, also on a busy machine. */
const typeName = async (page: Page, text: string) =>
  new Keyboard(await page.context().newCDPSession(page)).scan(text, { ending: "none" });

/** The name of the line that the keys are at. */
async function activeName(page: Page): Promise<string | null> {
  const id = await page.getByRole("tree").getAttribute("aria-activedescendant");
  return page.locator(`[id="${id}"] [data-name]`).textContent();
}

async function addShelves(server: TestServer, count: number): Promise<void> {
  const { storage } = server.appliance.dependencies;
  await storage.write(1, (tx) => {
    for (let n = 1; n <= count; n++) addLocation(tx, 1, { name: `Shelf ${n}`, parentLocationId: 2 });
  });
}

async function readParent(server: TestServer, oid: number): Promise<number | null> {
  const { body } = await server.admin.get(`/api/locations/${oid}`);
  return body.parentLocationId;
}

test("a location without articles of its own tells how many are below it", async () => {
  const { server, page } = await openConsoleAs("manager", "/locations");
  const { body } = await server.manager.get("/api/locations");
  const building = body.find(({ name }: { name: string }) => name === "Main building");
  await page.goto(`${server.url}/console#/locations/${building.oid}`);
  await page.getByText("No articles here.").waitFor();
  await page.getByText(/All articles here and under it: 500 articles · [\d,]+ pieces/).waitFor();
});
