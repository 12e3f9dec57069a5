import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { LONGEST_MS } from "../../../../src/web/ui/debounce.ts";
import { openConsole } from "../../../harness/console.ts";
import { startServer } from "../../../harness/server.ts";
import { logInConsole, openConsoleAs } from "../log-in.ts";
import { holdRequests } from "../save/held-requests.ts";

test("Ctrl+K searches articles, locations, stocktakes, users and pages; arrows select a result, and Enter opens it", async () => {
  const server = await startServer();
  const { body: location } = await server.admin.post("/api/locations", {
    name: "Blue dock",
    parentLocationId: null,
  });
  await server.admin.post("/api/inventories", { name: "Blue count", locationIds: [location.oid] });
  await server.admin.post("/api/users", {
    userName: "blue",
    firstName: "Ann",
    lastName: "Blue",
    roles: ["User"],
  });
  const { consolePage, page } = await openConsoleAs("admin", "/overview", { server });
  const field = page.getByRole("combobox", { name: "Search" });
  await page.keyboard.press("Control+k");
  await page.getByRole("option", { name: "New article" }).waitFor();
  await page.keyboard.type("blue");
  await page.getByRole("group", { name: "Locations" }).getByRole("option", { name: "Blue dock" }).waitFor();
  await page.getByRole("group", { name: "Stocktakes" }).getByRole("option", { name: "Blue count" }).waitFor();
  await page.getByRole("group", { name: "Users" }).getByRole("option", { name: "Ann Blue" }).waitFor();
  await expect.poll(() => consolePage.axe()).toEqual([]);
  await page.keyboard.press("ArrowDown");
  await expect.poll(() => page.getByRole("option", { selected: true }).textContent()).toContain("Blue dock");
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/console#/locations/${location.oid}`);
  // The screen has options of its own, in the fields of its form.
  const options = page.getByRole("listbox").getByRole("option");
  await expect.poll(() => options.count()).toBe(0);
  // No search begins while a screen is being loaded.
  await page.getByRole("heading", { name: "Blue dock" }).waitFor();
  await field.fill("ann blue");
  await options.filter({ hasText: "Ann Blue" }).click();
  await page.getByRole("heading", { name: "Ann Blue" }).waitFor();

  await field.fill("xyzzy");
  await page.getByText("Nothing found").waitFor();
  await page.keyboard.press("Escape");
  await expect.poll(() => page.getByText("Nothing found").count()).toBe(0);
  await field.fill("backup");
  await page.getByRole("option", { name: "Backup", exact: true }).click();
  await page.waitForURL("**/console#/system/backup");
});

/** Searches for "label", until no user is listed who was found by its first letters. */
async function typeLabel(page: Page) {
  const users = page.waitForResponse((response) => response.url().endsWith("/api/users?q=label"));
  await page.keyboard.press("Control+k");
  await page.keyboard.type("label");
  await users;
}

test("the selected result stays selected when results above it arrive", async () => {
  const { server, page } = await openConsoleAs("admin");
  expect((await server.admin.put("/api/articles/72", { name: "Label printer" })).status).toBe(200);
  const requests = await holdRequests(page, "GET", "**/api/articles/page?*");
  await typeLabel(page);
  await page.getByRole("option", { name: "Labels", exact: true }).waitFor();
  await page.getByRole("group", { name: "Manual" }).waitFor();
  await page.keyboard.press("ArrowDown");
  const selected = page.getByRole("option", { selected: true });
  const name = await selected.innerText();
  requests.release();
  await page.getByRole("group", { name: "Articles" }).waitFor();
  await expect.poll(() => selected.innerText()).toBe(name);
});

test("the result that an arrow selects as it opens the list stays selected when results above it arrive", async () => {
  const { server, page } = await openConsoleAs("admin");
  expect((await server.admin.put("/api/articles/72", { name: "Label printer" })).status).toBe(200);
  const requests = await holdRequests(page, "GET", "**/api/articles/page?*");
  await typeLabel(page);
  const labels = page.getByRole("option", { name: "Labels", exact: true });
  await labels.waitFor();
  await page.keyboard.press("Escape");
  await labels.waitFor({ state: "detached" });
  await page.keyboard.press("ArrowDown");
  await page.getByRole("group", { name: "Manual" }).waitFor();
  const selected = page.getByRole("option", { selected: true });
  const name = await selected.innerText();
  requests.release();
  await page.getByRole("group", { name: "Articles" }).waitFor();
  await expect.poll(() => selected.innerText()).toBe(name);
});

test("Ctrl+K finds a page by what it holds", async () => {
  const { page } = await openConsoleAs("admin");
  await page.keyboard.press("Control+k");
  await page.keyboard.type("api key");
  await page.getByRole("group", { name: "Go to" }).getByRole("option", { name: "Service accounts" }).click();
  await page.getByRole("heading", { name: "Service accounts" }).waitFor();
});

test("Ctrl+K finds a setting by its name", async () => {
  const { page } = await openConsoleAs("admin");
  await page.keyboard.press("Control+k");
  await page.keyboard.type("warning factor");
  await page
    .getByRole("group", { name: "Settings" })
    .getByRole("option", { name: "Quantity warning factor" })
    .click();
  await page.getByRole("spinbutton", { name: "Quantity warning factor" }).waitFor();
});

test("Ctrl+K finds a section of the manual, which Enter opens beside the screen", async () => {
  const { consolePage, page } = await openConsoleAs("admin");
  await page.keyboard.press("Control+k");
  await page.keyboard.type("print the recovery sheet");
  const found = page.getByRole("group", { name: "Manual" }).getByRole("option").first();
  await found.waitFor();
  await expect.poll(() => consolePage.axe()).toEqual([]);
  const opened = page.waitForEvent("popup");
  await page.keyboard.press("ArrowUp");
  await expect.poll(() => page.getByRole("option", { selected: true }).count()).toBe(1);
  await page.keyboard.press("Enter");
  await (await opened).waitForURL("**/help/en/operate/**");
  await expect.poll(() => page.url()).toContain("#/overview");
});

test("a User finds no page, no setting and no user that only Admins may see", async () => {
  const { page } = await openConsoleAs("user");
  const users: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/api/users")) users.push(request.url());
  });
  await page.keyboard.press("/");
  await page.getByRole("option", { name: "Articles" }).waitFor();
  await expect.poll(() => page.getByRole("option").allTextContents()).not.toContain("System");
  await page.keyboard.type("label");
  await page.getByRole("option", { name: "Labels", exact: true }).waitFor();
  await page.getByRole("combobox", { name: "Search" }).fill("warning factor");
  await page.getByRole("group", { name: "Manual" }).waitFor();
  await expect.poll(() => page.getByRole("group", { name: "Settings" }).count()).toBe(0);
  expect(users).toEqual([]);
});

/** Holds the look-up of a scanned code until all that typing has started is done. Resolves to what lets it go. The page has a test clock. */
async function holdScans(page: Page): Promise<() => Promise<void>> {
  const asked = page.waitForRequest("**/api/articles/scan?*");
  const held = Promise.withResolvers<void>();
  await page.route("**/api/articles/scan?*", async (route) => {
    await held.promise;
    await route.continue();
  });
  return async () => {
    await asked;
    // All timers of the page are due.
    await page.clock.runFor(2 * LONGEST_MS);
    held.resolve();
  };
}

test.each([
  ["pasted", true],
  ["typed by a scanner", false],
])("a GS1 code with FNC1 opens its article when it is %s", async (_, isPasted) => {
  const server = await startServer();
  const byCode = async (code: string) =>
    (await server.manager.get(`/api/articles/getbycode?code=${code}`)).body as { oid: number };
  const [article, other] = [await byCode("A000010"), await byCode("A000011")];
  await server.manager.post(`/api/articles/${article.oid}/codes`, { code: "(01)04006381333931(21)S-1" });
  await server.manager.post(`/api/articles/${other.oid}/codes`, { code: "04006381333931" });
  const consolePage = await openConsole();
  const { page } = consolePage;
  await page.clock.install();
  await logInConsole(consolePage, server, "manager");
  for (const field of [
    page.getByRole("combobox", { name: "Search" }),
    page.getByRole("searchbox", { name: "Name, code, serial number or RFID tag" }),
  ]) {
    await page.goto(`${server.url}/console#/articles`);
    await field.focus();
    const answer = await holdScans(page);
    if (isPasted) await page.keyboard.insertText("]d2010400638133393110L\x1d21S-1");
    else {
      await page.keyboard.type("]C1010400638133393110L");
      await page.keyboard.press("F8");
      await page.keyboard.type("21S-1");
    }
    await page.keyboard.press("Enter");
    await answer();
    await page.waitForURL(`**/console#/articles/${article.oid}`);
  }
});
