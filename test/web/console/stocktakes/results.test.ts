import { extractText, getDocumentProxy } from "unpdf";
import { expect, test } from "vitest";
import { openConsole } from "../../../harness/console.ts";
import { sharedServer, startServer } from "../../../harness/server.ts";
import { startWarehouse } from "../../../inventories/stocktake.ts";
import { uploadOfCode } from "../../../photos/uploads.ts";
import { logInConsole, openConsoleAs } from "../log-in.ts";
import { holdRequests } from "../save/held-requests.ts";
import { CODES, createLoft, findItemId, startStocktake } from "./loft.ts";

const server = sharedServer();

test("results open on what needs a decision, also from the results of a stocktake where nothing does", async () => {
  const consolePage = await openConsole();
  const { page } = consolePage;
  const shown = page.getByRole("navigation", { name: "Views" }).locator("[aria-current=page]");
  // The page has the stocktake, but not its results.
  await logInConsole(consolePage, server, "manager", "/stocktakes/6");
  await page.getByRole("link", { name: "Results" }).waitFor();
  await consolePage.open(server.url, "/stocktakes/5/results");
  await expect.poll(() => shown.innerText()).toBe("All (50)");
  await consolePage.open(server.url, "/stocktakes/6/results");
  await expect.poll(() => shown.innerText()).toBe("Needs decision (1)");
  // The page has the results of before the review, in which nothing needed one.
  await consolePage.open(server.url, "/stocktakes/5/results");
  await expect.poll(() => shown.innerText()).toBe("All (50)");
  await page.getByRole("button", { name: "Review results" }).click();
  await expect.poll(() => shown.innerText()).toBe("Needs decision (1)");
});

test("results are filtered in the address, selected by Space and approved together, except those that changed meanwhile", async () => {
  const { page } = await openConsoleAs("manager", "/stocktakes/6/results?tab=notApproved&person=3", {
    server,
  });
  await page.getByRole("link", { name: "Not approved (50)" }).waitFor();
  await page.getByLabel("Code, name or note").fill("a00025");
  await page.getByText("1–9 of 9", { exact: true }).waitFor();
  await expect.poll(() => page.url()).toContain("q=a00025");
  await page.locator("[data-row]").first().focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Space");
  await page.getByRole("button", { name: "Approve (2)" }).click();
  await page.getByText("2 items approved.").waitFor();
  await page.getByRole("link", { name: "Not approved (7)" }).waitFor();
  // The totals and the rows are two responses.
  await page.getByText("1–7 of 7", { exact: true }).waitFor();

  // An item that another user changed since is not approved.
  const rows = page.locator("[data-row]");
  const idOf = async (row: number) =>
    Number(/item=(\d+)/.exec((await rows.nth(row).getAttribute("href")) ?? "")?.[1]);
  const [changed, same] = [await idOf(0), await idOf(1)];
  for (const row of [0, 1]) {
    await rows.nth(row).focus();
    await page.keyboard.press("Space");
  }
  const other = await server.as("admin");
  const recount = { decision: "recount" };
  await other.put(`/api/inventories/items/${changed}/decide`, recount);
  await page.getByRole("link", { name: "Recount (1)" }).waitFor();
  await page.getByRole("button", { name: "Approve (2)" }).click();
  await page.getByText("1 item not approved. The items have changed").waitFor();
  const isApproved = async (id: number) => (await other.get(`/api/inventories/items/${id}`)).body.isApproved;
  expect([await isApproved(changed), await isApproved(same)]).toEqual([false, true]);
  await page.getByRole("button", { name: "Approve (1)" }).click();
  await expect.poll(() => isApproved(changed)).toBe(true);

  await page.getByRole("button", { name: "Approve all" }).click();
  await page.getByText(/The differences are worth/).waitFor();
  await other.put(`/api/inventories/items/${same}/decide`, recount);
  await page.getByRole("dialog").getByRole("button", { name: "Approve all" }).click();
  await page.getByText("The items have changed in the meantime").last().waitFor();
  expect((await other.get("/api/inventories/6")).body.isApproved).toBe(false);
});

test("leaving the results asks while selected items are approved; stopped, those that were not tried stay selected", async () => {
  const { page } = await openConsoleAs("manager", "/stocktakes/6/results?tab=all&q=a00026", { server });
  await page.locator("[data-row]").first().waitFor();
  await page.getByRole("checkbox", { name: "Select all rows on this page" }).check();
  const chosen = await page.locator("[data-row]").count();
  const requests = await holdRequests(page, "PUT", "**/approve?*");
  await page.getByRole("button", { name: `Approve (${chosen})` }).click();
  await expect.poll(() => requests.sent.length).toBe(4);
  await page.getByRole("navigation").getByRole("link", { name: "Overview" }).click();
  const question = page.getByRole("dialog", { name: "Leave before this is done?" });
  await question.getByRole("button", { name: "Stay" }).click();
  await question.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Stop" }).click();
  requests.release();
  await page.getByText("4 items approved.").waitFor();
  await page.getByText(`${chosen - 4} selected`, { exact: true }).waitFor();
});

test("selected items are approved to the end while the totals of the locations are shown", async () => {
  const path = "/stocktakes/6/results?tab=all&q=a00027";
  const { page } = await openConsoleAs("manager", path, { server });
  await page.locator("[data-row]").first().waitFor();
  await page.getByRole("checkbox", { name: "Select all rows on this page" }).check();
  const chosen = await page.locator("[data-row]").count();
  expect(chosen).toBeGreaterThan(4);
  const requests = await holdRequests(page, "PUT", "**/approve?*");
  await page.getByRole("button", { name: `Approve (${chosen})` }).click();
  await expect.poll(() => requests.sent.length).toBe(4);
  const byLocation = page.getByRole("button", { name: "By location" });
  await expect.poll(() => byLocation.isDisabled()).toBe(true);
  // As by Back to an address with the totals.
  await page.evaluate(`void (location.hash = "${path}&by=location")`);
  await page.getByRole("checkbox", { name: "Select all rows on this page" }).waitFor({ state: "detached" });
  requests.release();
  await page.getByText(`${chosen} items approved.`).waitFor();
  await expect.poll(() => byLocation.isDisabled()).toBe(false);
});

test("where the question of an approval can't be read, no result is promised: nothing was sent", async () => {
  const { page } = await openConsoleAs("manager", "/stocktakes/6/results?tab=all", { server });
  await page.locator("[data-row]").first().waitFor();
  await page.route("**/items/totals", (route) => route.abort());
  await page.getByRole("button", { name: "Approve all" }).click();
  await page.getByText("The server is not responding. Try again.").waitFor();
});

test("many items have pages, and a count of another client appears", async () => {
  const { oid } = (await server.manager.post("/api/inventories", { name: "Everything" })).body;
  for (const transition of ["prepare", "start"])
    await server.manager.put(`/api/inventories/${oid}/${transition}`);
  const { body: items } = await server.manager.get(`/api/inventories/${oid}/items`);
  const { page } = await openConsoleAs("manager", `/stocktakes/${oid}/results?sort=-counted`, { server });
  await page.getByText(`1–100 of ${items.length}`).waitFor();
  await expect.poll(() => page.locator("[data-row]").count()).toBe(100);
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByText("101–200 of").waitFor();
  await page.goBack();
  const last = items[items.length - 1];
  await server.manager.put("/api/inventories/items/update", { oid: last.oid, inventoryQuantity: 77 });
  await page.getByRole("row", { name: new RegExp(`${last.article.code}.* 77 `) }).waitFor();
});

test("an item shows its photo and its counts; a late count is accepted from the list of unresolved counts", async () => {
  const consolePage = await openConsole();
  const { page } = consolePage;
  const { body: items } = await server.manager.get("/api/inventories/3/items");
  await logInConsole(consolePage, server, "manager", `/stocktakes/3/results?item=${items[0].oid}`);
  await page.getByRole("region", { name: "Photos" }).getByRole("img").waitFor();
  await page.getByRole("region", { name: "Count history" }).getByText("Uma Svoboda").first().waitFor();
  await page.getByRole("heading", { name: items[0].article.code }).press("Escape");
  await page.locator("aside").waitFor({ state: "detached" });
  await expect.poll(() => page.evaluate("document.activeElement.textContent")).toBe(items[0].article.code);
  await server.manager.put("/api/inventories/3/finish");
  const late = { operationId: crypto.randomUUID(), kind: "set", itemId: items[20].oid, quantity: 3 };
  const operations = [{ ...late, at: new Date().toISOString() }];
  await server.user.post("/api/inventories/3/counts", { operations });
  await page.getByRole("link", { name: "Late counts (1)" }).click();
  await page.getByRole("button", { name: /^Accept count: A/ }).click();
  await page.getByText("Nothing unresolved.").waitFor();
  expect((await server.manager.get(`/api/inventories/items/${items[20].oid}`)).body.inventoryQuantity).toBe(
    3,
  );
});

test("an unknown code shows the photos of its counts", async () => {
  const { oid } = (await server.manager.post("/api/inventories", { name: "With photos", locationIds: [2] }))
    .body;
  for (const transition of ["prepare", "start"])
    await server.manager.put(`/api/inventories/${oid}/${transition}`);
  const operationId = crypto.randomUUID();
  const at = new Date().toISOString();
  const operations = [{ operationId, kind: "add", quantity: 1, locationId: 2, code: "NO-SUCH-3", at }];
  await server.user.post(`/api/inventories/${oid}/counts`, { operations });
  await uploadOfCode(server.user, operationId);
  const { page } = await openConsoleAs("manager", `/stocktakes/${oid}/waiting`, { server });
  await page.getByRole("button", { name: /^NO-SUCH-3, / }).click();
  await page.getByRole("dialog").getByRole("img").waitFor();
});

test("an unknown code is assigned to an article, which accepts all its counts, or begins a new article", async () => {
  const { oid } = (await server.manager.post("/api/inventories", { name: "Everything", locationIds: [2] }))
    .body;
  for (const transition of ["prepare", "start"])
    await server.manager.put(`/api/inventories/${oid}/${transition}`);
  const at = new Date().toISOString();
  const operations = ["NO-SUCH-1", "NO-SUCH-1", "NO-SUCH-2"].map((code) => ({
    ...{ operationId: crypto.randomUUID(), kind: "add", quantity: 3, locationId: 2, code, at },
  }));
  await server.user.post(`/api/inventories/${oid}/counts`, { operations });
  const { consolePage, page } = await openConsoleAs("manager", `/stocktakes/${oid}/waiting`, { server });
  await page.getByRole("link", { name: "Unknown codes (2)" }).waitFor();
  await page.getByRole("button", { name: "Assign to article…: NO-SUCH-1" }).click();
  await page.getByLabel("Find article").fill("A000009");
  await page.getByRole("option", { name: /^A000009/ }).click();
  await page.getByLabel("Save the code as").selectOption("RFID tag");
  await expect.poll(() => consolePage.axe()).toEqual([]);
  await page.getByRole("button", { name: "Assign code and accept 6 pieces" }).click();
  await page.getByRole("link", { name: "Unknown codes (1)" }).waitFor();
  expect((await server.manager.get("/api/articles/getbycode?code=A000009")).body.rfId).toBe("NO-SUCH-1");
  const applied = (await server.manager.get(`/api/inventories/${oid}/operations?state=applied`)).body;
  const count = { code: "NO-SUCH-1", article: { code: "A000009" } };
  expect(applied).toMatchObject([count, count]);
  await page.getByRole("link", { name: "Create article: NO-SUCH-2" }).click();
  await page.getByRole("heading", { name: "New article" }).waitFor();
  await expect.poll(() => page.getByLabel("Code", { exact: true }).inputValue()).toBe("NO-SUCH-2");
});

test("an unknown code of a closed stocktake is shown as one row, without what can't be done any more", async () => {
  const { oid } = (await server.manager.post("/api/inventories", { name: "Over", locationIds: [2] })).body;
  for (const transition of ["prepare", "start"])
    await server.manager.put(`/api/inventories/${oid}/${transition}`);
  const at = new Date().toISOString();
  const operations = Array.from({ length: 2 }, () => ({
    ...{ operationId: crypto.randomUUID(), kind: "add", quantity: 3, locationId: 2, code: "NO-SUCH-9", at },
  }));
  await server.user.post(`/api/inventories/${oid}/counts`, { operations });
  for (const transition of ["finish", "process", "close"])
    await server.manager.put(`/api/inventories/${oid}/${transition}`);
  await expect
    .poll(async () => (await server.manager.get(`/api/inventories/${oid}`)).body.isClosed)
    .toBe(true);
  const { page } = await openConsoleAs("manager", `/stocktakes/${oid}/waiting`, { server });
  await page.getByText("NO-SUCH-9").waitFor();
  await page.getByText("1–1 of 1").waitFor();
  await expect.poll(() => page.getByRole("button", { name: /NO-SUCH-9/ }).count()).toBe(0);
  await expect.poll(() => page.getByRole("link", { name: /NO-SUCH-9/ }).count()).toBe(0);
});

test("a User follows a stocktake and can finish it, but sees neither decisions nor, in a blind one, expected quantities", async () => {
  const loft = await createLoft(server);
  const inventory = await startStocktake(server, loft, { isBlind: true });
  const { consolePage, page } = await openConsoleAs("user", `/stocktakes/${inventory}`, { server });
  await page.getByText("0 of 4 counted").waitFor();
  await page.getByRole("button", { name: "Finish", exact: true }).waitFor();
  await expect.poll(() => page.getByRole("link", { name: "Results" }).count()).toBe(0);
  await page.evaluate(`void (location.hash = "/stocktakes/${inventory}/results")`);
  await page.getByRole("heading", { name: "You don't have access to this" }).waitFor();
  for (const userName of ["user", "manager"]) {
    await logInConsole(consolePage, server, userName, `/stocktakes/${inventory}/sheets`);
    await page.getByRole("img", { name: CODES[0] }).waitFor();
    await expect
      .poll(() => page.getByRole("columnheader").allTextContents())
      .toEqual(["No.", "Code", "Name", "Counted", "Note"]);
  }
});

test("a count sheet names company, stocktake and its place among the sheets, and numbers its lines and pages", async () => {
  const other = await startServer();
  const legalName = "Riverside Trading Ltd";
  expect((await other.admin.put("/api/company", { legalName })).status).toBe(200);
  const inventory = await startStocktake(other, await createLoft(other));
  const { page } = await openConsoleAs("manager", `/stocktakes/${inventory}/sheets`, { server: other });
  await page.getByText(`${legalName} · Loft 2026 (${inventory}) · Sheet 1 of 1`, { exact: true }).waitFor();
  for (const [index, code] of CODES.entries())
    await page.getByRole("row", { name: new RegExp(`^${index + 1} .*${code}`) }).waitFor();
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(await page.pdf())));
  expect(text.at(-1)).toContain(`${text.length} / ${text.length}`);
});

test("count sheets are those of a location, of all below one, or of all, in the walking order", async () => {
  const { server: other, warehouse } = await startWarehouse();
  await warehouse.addLocation("Annexe");
  for (const name of ["10", "2"]) await warehouse.addLocation(name, "Annexe");
  await warehouse.addLocation("Zone");
  await warehouse.article("SPREAD", { "10": 1, "2": 1, Zone: 1 });
  const inventory = await warehouse.stocktake(["Annexe", "Zone"]);
  const { page } = await openConsoleAs("manager", `/stocktakes/${inventory}/sheets`, { server: other });
  const sheets = () => page.locator(".sheet h2").allTextContents();
  await expect.poll(sheets).toEqual(["Annexe / 2"]);
  const location = page.getByLabel("Location", { exact: true });
  await expect
    .poll(() => location.getByRole("option").allTextContents())
    .toEqual(["All locations", "Annexe", "Annexe / 2", "Annexe / 10", "Zone"]);
  await location.selectOption("Annexe");
  await expect.poll(sheets).toEqual(["Annexe / 2", "Annexe / 10"]);
  await location.selectOption("All locations");
  await expect.poll(sheets).toEqual(["Annexe / 2", "Annexe / 10", "Zone"]);
});

test("count sheets load the items of the shown sheets only, page by page", async () => {
  const { oid } = (await server.manager.post("/api/inventories", { name: "Paper" })).body;
  expect((await server.manager.put(`/api/inventories/${oid}/prepare`)).status).toBe(200);
  const progress = (await server.manager.get(`/api/inventories/${oid}/progress?details=true`)).body;
  const sheets = progress.locations.reduce(
    (sum: number, { total }: { total: number }) => sum + Math.ceil(total / 100),
    0,
  );
  expect(sheets).toBeGreaterThan(25);
  const consolePage = await openConsole();
  const { page } = consolePage;
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url().slice(server.url.length)));
  // Location 1 is the building.
  await logInConsole(consolePage, server, "manager", `/stocktakes/${oid}/sheets?location=1`);
  await page.getByText(/^1–25 of \d+$/).waitFor();
  await page.getByRole("button", { name: "Print 25 sheets", disabled: false }).waitFor();
  const ofItems = () => requests.filter((one) => one.startsWith(`/api/inventories/${oid}/items`));
  expect(ofItems().filter((one) => !one.includes("findByLocation"))).toEqual([]);
  expect(new Set(ofItems()).size).toBeLessThanOrEqual(25);
  const first = await page.locator(".sheet h2").first().textContent();
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByText(/^26–\d+ of \d+$/).waitFor();
  await expect.poll(() => page.locator(".sheet h2").first().textContent()).not.toBe(first);
});

test("quantities of a stocktake have their unit, and each unit a sum of its own", async () => {
  const other = await startServer();
  const loft = await createLoft(other);
  const manager = await other.as("manager");
  const [kilograms = 0, ...others] = loft.pieces;
  const pieces = others.reduce((all, one) => all + one, 0);
  expect((await manager.put("/api/articles/1/full", { unit: "kg" })).status).toBe(200);
  const oid = await startStocktake(other, loft);
  const id = await findItemId(other, oid, CODES[0]);
  await manager.put("/api/inventories/items/update", { oid: id, inventoryQuantity: kilograms + 2 });
  for (const transition of ["finish", "process"]) await manager.put(`/api/inventories/${oid}/${transition}`);
  const { consolePage, page } = await openConsoleAs("manager", `/stocktakes/${oid}/results?tab=all`, {
    server: other,
    width: 390,
  });
  const row = page.getByRole("row", { name: CODES[0] });
  await row.getByText(`${kilograms + 2} kg`, { exact: true }).waitFor();
  await row.getByText("+2 kg", { exact: true }).waitFor();
  await expect
    .poll(async () => (await page.locator(".result-sum").innerText()).replaceAll(/\s+/g, " "))
    .toMatch(
      `Expected ${pieces} − Not counted ${pieces} + Difference 0 = Found 0 pcs Expected ${kilograms} kg − Not counted 0 kg + Difference +2 kg = Found ${kilograms + 2} kg`,
    );
  await page.getByRole("button", { name: "By location" }).click();
  const loftRow = page.getByRole("row", { name: /^Loft/ });
  await loftRow.getByText("+2 kg", { exact: true }).waitFor();
  await expect.poll(() => loftRow.innerText()).toContain(`${pieces} pcs, ${kilograms} kg`);
  await consolePage.open(other.url, `/stocktakes/${oid}/close`);
  await page.getByText("(+2 kg)").waitFor();
  const total = page.getByRole("table", { name: "Results in kg" }).getByRole("row", { name: /^Total/ });
  await expect
    .poll(async () => (await total.innerText()).match(/[+−-]?\d+/g))
    .toEqual(["1", kilograms, 0, 2, kilograms + 2].map(String));
});
