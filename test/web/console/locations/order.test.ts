import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { addLocation } from "../../../../src/locations/location.ts";
import { startServer } from "../../../harness/server.ts";
import { expectAccessibleLayout } from "../appearance.ts";
import { keepNotices } from "../keep-notices.ts";
import { openConsoleAs } from "../log-in.ts";

test("aisles are in natural order by name, and are reordered by buttons and by keys; the screen is readable and complete", async () => {
  const { consolePage, page, readAisles, oidOf } = await openAisles();
  await expect.poll(() => readNames(page)).toEqual(["A-1", "A-2", "A-3", "A-10"]);
  const more = page.getByRole("button", { name: "More", exact: true });
  await more.click();
  const up = page.getByRole("button", { name: "Move up" });
  await up.focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => readNames(page)).toEqual(["A-1", "A-2", "A-10", "A-3"]);
  await page.getByText("A-10 is now 3 of 4.").waitFor({ state: "attached" });
  await expect.poll(() => page.evaluate("document.activeElement.textContent")).toBe("Move up");
  await page.keyboard.press("Enter");
  await expect.poll(() => readNames(page)).toEqual(["A-1", "A-10", "A-2", "A-3"]);
  await page.getByRole("button", { name: "Move down" }).click();
  await expect.poll(readAisles).toEqual(["A-1", "A-2", "A-10", "A-3"]);
  // A move is ignored until the tree shows the one before.
  await expect.poll(() => readNames(page)).toEqual(["A-1", "A-2", "A-10", "A-3"]);
  // At the end of the order the button stays, and does nothing.
  await page.evaluate(`void (location.hash = "/locations/${await oidOf("A-1")}")`);
  await page.getByRole("heading", { name: "A-1", exact: true }).waitFor();
  await more.click();
  await expect.poll(() => up.getAttribute("aria-disabled")).toBe("true");
  await page.getByRole("tree").focus();
  await page.keyboard.press("Alt+ArrowDown");
  await expect.poll(readAisles).toEqual(["A-2", "A-1", "A-10", "A-3"]);
  await expect.poll(() => readNames(page)).toEqual(["A-2", "A-1", "A-10", "A-3"]);
  await page.evaluate(`void (location.hash = "/locations/${await oidOf("A-10")}")`);
  await page.getByRole("heading", { name: "A-10", exact: true }).waitFor();
  await expectAccessibleLayout(consolePage, "locations-order", ["light", "dark"]);
});

test("a drop on the edge of a line moves a location before or after it, also to another parent, and can be undone", async () => {
  const { page, server, readAisles } = await openAisles();
  await expect.poll(() => readNames(page)).toEqual(["A-1", "A-2", "A-3", "A-10"]);
  await line(page, "A-10").dragTo(line(page, "A-1"), { targetPosition: { x: 60, y: 2 } });
  await expect.poll(readAisles).toEqual(["A-10", "A-1", "A-2", "A-3"]);
  await expect.poll(() => readNames(page)).toEqual(["A-10", "A-1", "A-2", "A-3"]);
  await line(page, "A-1").dragTo(line(page, "A-3"), { targetPosition: { x: 60, y: 32 } });
  await expect.poll(readAisles).toEqual(["A-10", "A-2", "A-3", "A-1"]);
  await expect.poll(() => readNames(page)).toEqual(["A-10", "A-2", "A-3", "A-1"]);
  await keepNotices(page);
  await line(page, "First floor").dragTo(line(page, "A-2"), { targetPosition: { x: 60, y: 2 } });
  await page.getByText(/“First floor” moved to Hall/).waitFor();
  await expect.poll(readAisles).toEqual(["A-10", "First floor", "A-2", "A-3", "A-1"]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(readAisles).toEqual(["A-10", "A-2", "A-3", "A-1"]);
  const { body } = await server.admin.get("/api/locations/3");
  expect(body.parentLocationId).toBe(1);
});

test("a User can't change the order", async () => {
  const { page, readAisles } = await openAisles("user");
  await expect.poll(() => readNames(page)).toEqual(["A-1", "A-2", "A-3", "A-10"]);
  await expect.poll(() => page.getByRole("button", { name: /Move/ }).count()).toBe(0);
  await page.getByRole("tree").focus();
  await page.keyboard.press("Alt+ArrowUp");
  expect(await readAisles()).toEqual(["A-1", "A-2", "A-3", "A-10"]);
});

/** Opens the console at the aisle `A-10` of a hall with four aisles. */
async function openAisles(userName = "manager") {
  const server = await startServer();
  const hall = await server.appliance.dependencies.storage.write(1, (tx) => {
    const oid = addLocation(tx, 1, { name: "Hall" });
    for (const name of ["A-10", "A-2", "A-1", "A-3"]) addLocation(tx, 1, { name, parentLocationId: oid });
    return oid;
  });
  const readChildren = async (): Promise<
    readonly { oid: number; name: string; position: number | null }[]
  > => {
    const { body } = await server.manager.get("/api/locations?includePosition=true");
    return body.filter((one: { parentLocationId: number | null }) => one.parentLocationId === hall);
  };
  const oidOf = async (name: string) => (await readChildren()).find((one) => one.name === name)?.oid;
  /** Reads the order on the server. */
  const readAisles = async () => {
    const all = [...(await readChildren())];
    const compare = new Intl.Collator("en", { numeric: true });
    return all
      .sort((a, b) => (a.position ?? 99) - (b.position ?? 99) || compare.compare(a.name, b.name))
      .map(({ name }) => name);
  };
  const { consolePage, page } = await openConsoleAs(userName, `/locations/${await oidOf("A-10")}`, {
    server,
  });
  await line(page, "A-10").waitFor();
  // Expands the demo's other branch, to drag from.
  await line(page, "Main building").locator("[data-expander]").click();
  return { page, server, consolePage, readAisles, oidOf };
}

const line = (page: Page, name: string) =>
  page.locator("[role=treeitem]", { has: page.locator("[data-name]", { hasText: new RegExp(`^${name}$`) }) });
/** Reads the aisles in the tree. */
const readNames = async (page: Page) =>
  (await page.locator("[role=treeitem][aria-level='2'] [data-name]").allTextContents()).filter((name) =>
    /^A-/.test(name),
  );
