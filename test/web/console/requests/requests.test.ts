import { expect, test } from "vitest";
import { proposeDisposal } from "../../../../src/requests/disposal.ts";
import { openConsole } from "../../../harness/console.ts";
import { startServer, type TestServer } from "../../../harness/server.ts";
import { createJpeg, type Part, send, upload } from "../../../photos/uploads.ts";
import { logInConsole, openConsoleAs } from "../log-in.ts";

test("several transfers are confirmed at once, with the server's error for one that another user decided; a disposal is rejected by the keyboard, with a required reason", async () => {
  const { server, page } = await openConsoleAs("manager", "/requests");
  await page.waitForURL("**/console#/requests/transfers");
  await page.getByRole("row").nth(2).waitFor();
  await page.getByRole("checkbox", { name: "Select all rows on this page" }).check();
  await page.getByRole("button", { name: "Confirm 2 transfers" }).click();
  // Another user decides while the dialog is open.
  const api = await server.as("admin");
  const { body: pending } = await api.get("/api/articletransfers?state=open");
  await api.put(`/api/articletransfers/${pending[0].oid}/reject`, { reason: "Not now" });
  await page.getByRole("dialog").getByRole("button", { name: "Confirm" }).click();
  await page.getByText("1 transfer confirmed").waitFor();
  await page.getByText("The transfer is already rejected.").waitFor();
  await page.getByText("No pending transfers").waitFor();
  await page.getByRole("link", { name: "All" }).click();
  await page.getByText("Reason: Not now").waitFor();
  const { body: decided } = await api.get(`/api/articletransfers/${pending[1].oid}`);
  expect(decided).toMatchObject({ state: "confirmed", decidedBy: { fullName: "Max Dvorak" } });

  await page.evaluate("void (location.hash = '/requests/disposals')");
  await page.waitForURL("**/console#/requests/disposals");
  await page.getByText("1–3 of 3").waitFor();
  await page.locator("[data-row][tabindex='0']").focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Reject…" }).press("Enter");
  const dialog = page.getByRole("dialog");
  await expect.poll(() => dialog.getByRole("button", { name: "Reject" }).isDisabled()).toBe(true);
  await dialog.getByLabel("Reason (shown to the requester)").fill("It can be mended");
  await dialog.getByRole("button", { name: "Reject" }).press("Enter");
  await page.waitForURL("**/console#/requests/disposals");
  await page.getByText("1–2 of 2").waitFor();
  const { body } = await server.manager.get("/api/articledisposals?state=rejected");
  expect(body).toMatchObject([{ rejectReason: "It can be mended" }]);
});

test("a request shows the photos of its article and of its count; another user's decision appears; a transfer of an article at several locations needs its location and number", async () => {
  const server = await startServer();
  const consolePage = await openConsole();
  const { page } = consolePage;
  const api = await server.as("admin");
  const oid = await proposeByCount(server, 101);
  const { articleId, article } = (await api.get(`/api/articledisposals/${oid}`)).body;
  const photo = { bytes: await createJpeg(), fileName: "broken.jpg" };
  const parts: Part[] = [
    ["articleId", String(articleId)],
    ["photo", photo],
  ];
  await send(api, parts, {}, "/api/photoarticle");
  await upload(api, 101, await createJpeg());
  await logInConsole(consolePage, server, "manager", `/requests/disposals/${oid}`);
  await page.getByRole("img", { name: article.name }).nth(1).waitFor();
  await page.getByRole("button", { name: "Approve…" }).waitFor();
  await page.getByLabel("Disposal reason").selectOption({ index: 2 });
  await api.put(`/api/articledisposals/${oid}/approve`);
  await page.getByText(/^Ada Novak, /).waitFor();
  await page.locator(".screen-title").getByText("Approved").waitFor();
  await expect.poll(() => page.getByRole("button", { name: "Approve…" }).count()).toBe(0);
  await page.getByRole("main").getByRole("link", { name: "Disposals", exact: true }).waitFor();

  const { body: pending } = await api.get("/api/articletransfers?state=open");
  const [transfer] = pending;
  const locations = [4, 5].map((locationId) => ({ locationId, quantity: 3 }));
  await api.put(`/api/articles/${transfer.articleId}/locations`, { locations });
  await page.evaluate(`void (location.hash = "/requests/transfers/${transfer.oid}")`);
  await page.getByLabel("Pieces").fill("4");
  await page.getByRole("button", { name: "Confirm and move" }).click();
  await page.getByRole("alert").getByText("The article is at several locations:").waitFor();
  await page.getByLabel("From").selectOption({ label: "Skladová hala č. 2 (3)" });
  await page.getByLabel("Pieces").fill("2");
  await page.getByRole("button", { name: "Confirm and move" }).click();
  await page.getByText("1 transfer confirmed").waitFor();
  const { body } = await api.get(`/api/articletransfers/${transfer.oid}`);
  expect(body).toMatchObject({ state: "confirmed", fromLocationId: 5, quantity: 2 });
});

test("a proposed asset gets code, category and name before its approval, with an error for a taken code", async () => {
  const server = await startServer();
  const consolePage = await openConsole();
  const { page } = consolePage;
  const oid = await propose(server, "Lable printer");
  await logInConsole(consolePage, server, "manager", "/requests/proposals");
  await page.getByRole("link", { name: "Lable printer" }).click();
  await page.getByText("Leave empty to assign A000501").waitFor();
  await page.getByLabel("Code").fill("A000001");
  await page.getByLabel("Name").fill("Label printer");
  await page.getByLabel("Category").selectOption("Tools");
  await page.getByRole("button", { name: "Approve" }).click();
  await page.getByRole("alert").getByText("A000001").waitFor();
  await page.getByLabel("Code").fill("P-1");
  await page.getByRole("button", { name: "Approve" }).click();
  await page.getByText("No pending proposals").waitFor();
  const { body } = await server.manager.get(`/api/articles/${oid}`);
  expect(body).toMatchObject({ code: "P-1", name: "Label printer", category: { oid: 3 }, state: { oid: 1 } });
});

test("the price of a proposed asset without a currency is in the company's", async () => {
  const server = await startServer();
  expect((await server.admin.put("/api/currencytypes/1", { isDefault: true })).status).toBe(200);
  const oid = await propose(server, "Label printer");
  expect((await server.admin.put(`/api/articles/${oid}/full`, { price: 1200 })).status).toBe(200);
  const { page } = await openConsoleAs("manager", "/requests/proposals", { server });
  await page.getByRole("cell", { name: /CZK\s1,200\.00$/ }).waitFor();
  await page.getByRole("link", { name: "Label printer" }).click();
  await page
    .getByRole("definition")
    .getByText(/^CZK\s1,200\.00$/)
    .waitFor();
});

test("an approval leaves what another user has corrected while the proposal was open", async () => {
  const { server, page } = await openConsoleAs("manager", "/requests/proposals");
  const oid = await propose(server, "Lable printer");
  await page.getByRole("link", { name: "Lable printer" }).click();
  await page.getByLabel("Type").waitFor();
  const corrected = { code: "P-1", name: "Label printer", categoryId: 3 };
  expect((await server.admin.put(`/api/articles/${oid}`, corrected)).status).toBe(200);
  await page.getByRole("heading", { name: "Label printer" }).waitFor();
  await page.getByRole("button", { name: "Approve" }).click();
  await page.getByText("No pending proposals").waitFor();
  const { body } = await server.manager.get(`/api/articles/${oid}`);
  expect(body).toMatchObject({ code: "P-1", name: "Label printer", category: { oid: 3 }, state: { oid: 1 } });
});

test("a rejection that fails keeps its dialog, with the reason and the error", async () => {
  const { server, page } = await openConsoleAs("manager", "/requests/disposals");
  await page.locator("[data-row]").first().click();
  await page.getByRole("button", { name: "Reject…" }).click();
  const dialog = page.getByRole("dialog");
  const reason = dialog.getByLabel("Reason (shown to the requester)");
  await reason.fill("It can be mended");
  await page.route("**/reject", (route) => route.abort());
  const reject = dialog.getByRole("button", { name: "Reject" });
  await reject.click();
  await dialog.getByRole("alert").getByText("The server is not responding").waitFor();
  await expect.poll(() => reason.inputValue()).toBe("It can be mended");
  await page.unroute("**/reject");
  await reject.click();
  await page.waitForURL("**/console#/requests/disposals");
  const { body } = await server.manager.get("/api/articledisposals?state=rejected");
  expect(body).toMatchObject([{ rejectReason: "It can be mended" }]);
});

test("where several rejections fail, the requests stay selected, and the reason stays", async () => {
  const { page } = await openConsoleAs("manager", "/requests/disposals");
  await page.getByText("1–3 of 3").waitFor();
  await page.getByRole("checkbox", { name: "Select all rows on this page" }).check();
  const reject = page.getByRole("button", { name: "Reject 3…" });
  await reject.click();
  const reason = page.getByRole("dialog").getByLabel("Reason (shown to the requester)");
  await reason.fill("It can be mended");
  await page.route("**/reject", (route) => route.abort());
  await page.getByRole("dialog").getByRole("button", { name: "Reject" }).click();
  await page.getByText("3 failed:").waitFor();
  await reject.click();
  await expect.poll(() => reason.inputValue()).toBe("It can be mended");
});

test("the reason of a rejection that failed is not offered for another request", async () => {
  const { page } = await openConsoleAs("manager", "/requests/disposals");
  const rows = page.getByRole("checkbox", { name: /^Select row/ });
  await rows.first().check();
  const reject = page.getByRole("button", { name: "Reject 1…" });
  await reject.click();
  const dialog = page.getByRole("dialog");
  const reason = dialog.getByLabel("Reason (shown to the requester)");
  await reason.fill("It can be mended");
  await page.route("**/reject", (route) => route.abort());
  await dialog.getByRole("button", { name: "Reject" }).click();
  await page.getByText("1 failed:").waitFor();
  await rows.first().uncheck();
  await rows.nth(1).check();
  await reject.click();
  await expect.poll(() => reason.inputValue()).toBe("");
});

test("a User has no access to requests; a new one appears for a Manager", async () => {
  const { server, consolePage, page } = await openConsoleAs("user", "/requests/transfers");
  await page.getByRole("heading", { name: "You don't have access to this" }).waitFor();
  await logInConsole(consolePage, server, "manager", "/requests/proposals");
  await page.getByText("No pending proposals").waitFor();
  await propose(server, "Label printer");
  await page.getByRole("link", { name: "Label printer" }).waitFor();
});

async function propose(server: TestServer, name: string): Promise<number> {
  const client = await server.as("user");
  const { status, body } = await client.post("/api/articles/pwa-request", {
    name,
    articleCategoryID: 1,
    articleTypeID: 1,
    note: "For the dock",
  });
  expect(status).toBe(201);
  return body.oid;
}

/** Requests a disposal as the close of a stocktake does for one of its items. */
async function proposeByCount(server: TestServer, inventoryItemId: number): Promise<number | null> {
  const { body: item } = await server.admin.get(`/api/inventories/items/${inventoryItemId}`);
  const how = { disposalMethodId: 1, disposalReasonId: 1, note: null, inventoryItemId };
  return server.appliance.dependencies.storage.write(1, (tx) =>
    proposeDisposal(tx, { tenantId: 1, userId: 3 }, { ...how, articleId: item.articleId }),
  );
}
