import { expect, test } from "vitest";
import { startProxy } from "../../../harness/network-proxy.ts";
import { startServer } from "../../../harness/server.ts";
import { createPhotoFile } from "../../beyond/photo-file.ts";
import { chip } from "../filters.ts";
import { keepNotices } from "../keep-notices.ts";
import { openArticles, openEditForm } from "./open-articles.ts";

test("an article is read-only until Edit opens its form, which Discard and Cancel close; Delete is in the menu, asks once and shows what it deletes", async () => {
  const { server, page } = await openArticles("/articles/72");
  const article = page.getByRole("region", { name: "Article", exact: true });
  await article.getByText("Assigned to").waitFor();
  await expect.poll(() => article.locator("input, select").count()).toBe(0);
  await expect.poll(() => page.getByRole("button", { name: /Delete/ }).count()).toBe(0);
  await openEditForm(page);
  await article.getByLabel("Name").fill("Throne");
  await page.getByRole("button", { name: "Discard changes" }).click();
  await article.getByText("Assigned to").waitFor();
  await page.getByRole("heading", { name: "Armchair swivel" }).waitFor();
  await openEditForm(page);
  await page.getByRole("button", { name: "Cancel", exact: true }).click();
  await expect.poll(() => article.locator("input, select").count()).toBe(0);
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("button", { name: "Delete…" }).click();
  await page
    .getByText(/Armchair swivel \(A000072\) will be deleted, with 3 pieces at 1 location\./)
    .waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.getByText("Armchair swivel deleted").waitFor();
  expect((await server.user.get("/api/articles/72")).status).toBe(404);
});

test("Undo brings a deleted article back, and opens it", async () => {
  const { page } = await openArticles("/articles/72");
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("button", { name: "Delete…" }).click();
  await keepNotices(page);
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.getByText("Armchair swivel deleted").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("heading", { name: "Armchair swivel" }).waitFor();
});

test("an article that somebody has changed since it was shown is not deleted", async () => {
  const { server, page } = await openArticles("/articles/72");
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("button", { name: "Delete…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Delete" }).waitFor();
  expect((await server.admin.put("/api/articles/72", { name: "Throne" })).status).toBe(200);
  await dialog.getByRole("button", { name: "Delete" }).click();
  await page.getByText("Not deleted: the article has changed. Look at it again.").waitFor();
  expect((await server.admin.get("/api/articles/72")).status).toBe(200);
});

test("missing, wrong and taken values of a new article are shown at their fields", async () => {
  const { server, consolePage, page } = await openArticles("/articles/new");
  await page.getByLabel("Name").fill("Ladder");
  await page.getByRole("button", { name: "Create article" }).click();
  const code = page.getByLabel("Code", { exact: true });
  await expect.poll(() => page.getByLabel("Type").getAttribute("aria-invalid")).toBe("true");
  await expect.poll(() => page.getByLabel("Name").getAttribute("aria-invalid")).toBe("false");
  await code.fill("A000072");
  await page.getByLabel("Category").selectOption("Furniture");
  await page.getByLabel("Type").selectOption("Chair");
  await page.getByLabel("State").selectOption("In stock");
  await page.getByLabel("Price").fill("12,5,");
  await page.getByRole("button", { name: "Create article" }).click();
  await expect.poll(() => page.getByLabel("Price").getAttribute("aria-invalid")).toBe("true");
  await page.getByLabel("Price").fill("12,5");
  await page.getByRole("button", { name: "Create article" }).click();
  await expect.poll(() => code.getAttribute("aria-invalid")).toBe("true");
  await expect.poll(() => consolePage.axe()).toEqual([]);
  await code.fill("L1");
  await page.getByRole("button", { name: "Create article" }).click();
  await page.getByRole("heading", { name: "Ladder" }).waitFor();
  const { body } = await server.user.get("/api/articles/getbycode?code=L1");
  expect(body).toMatchObject({ name: "Ladder", price: 12.5 });
});

test("a new article is in stock, and gets the shown code, its pieces, location, photo and purchase data with its other fields", async () => {
  const { server, page } = await openArticles("/articles/new");
  const { manager } = server;
  const { body: location } = await manager.post("/api/locations", { name: "Annexe", parentLocationId: null });
  const { code } = (await manager.get("/api/articles/next-code")).body;
  await page.getByText(`Leave empty to assign ${code}`).waitFor();
  await page.getByLabel("Name").fill("Ladder");
  await page.getByLabel("Category").selectOption("Furniture");
  await page.getByLabel("Type").selectOption("Chair");
  await page.getByLabel("Purchase date").fill("2026-02-28");
  await page.getByLabel("Invoice number").fill("2026/17");
  await page.getByLabel("Note").fill("for the window");
  await page.getByRole("combobox", { name: "Location" }).fill("annexe");
  await page.getByRole("option", { name: "Annexe" }).click();
  await page.getByLabel("Pieces").fill("3x");
  await page.getByLabel("Photo (JPG or PNG)").setInputFiles(await createPhotoFile());
  await page.getByRole("button", { name: "Create article" }).click();
  await expect.poll(() => page.getByLabel("Pieces").getAttribute("aria-invalid")).toBe("true");
  await page.getByLabel("Pieces").fill("3");
  await expect.poll(() => page.getByLabel("Pieces").getAttribute("aria-invalid")).toBe("false");
  await page.getByRole("button", { name: "Create article" }).click();
  await page.getByRole("heading", { name: "Ladder" }).waitFor();
  const { oid } = (await manager.get(`/api/articles/getbycode?code=${code}`)).body;
  expect((await manager.get(`/api/articles/${oid}`)).body.state.name).toBe("In stock");
  const bought = { dtBuy: "2026-02-28", invoiceNo: "2026/17", note: "for the window" };
  expect((await manager.get(`/api/articles/${oid}/full`)).body).toMatchObject(bought);
  const stock = await manager.get(`/api/articles/${oid}/locations`);
  expect(stock.body).toEqual([expect.objectContaining({ locationId: location.oid, quantity: 3 })]);
  expect((await manager.get(`/api/photoarticle/${oid}`)).body).toHaveLength(1);
});

test("a new article stays where its photo is refused, which the user is told", async () => {
  const { page } = await openArticles("/articles/new");
  await page.getByLabel("Name").fill("Ladder");
  await page.getByLabel("Category").selectOption("Furniture");
  await page.getByLabel("Type").selectOption("Chair");
  await page
    .getByLabel("Photo (JPG or PNG)")
    .setInputFiles({ name: "a.png", mimeType: "image/png", buffer: Buffer.from("no picture") });
  await page.getByRole("button", { name: "Create article" }).click();
  await page.getByText(/The photo was not added: /).waitFor();
  await page.getByRole("heading", { name: "Ladder" }).waitFor();
});

test("the second of two users who save the same article decides; an edited form keeps its text", async () => {
  const { server, page } = await openArticles("/articles/72");
  const name = page.getByLabel("Name");
  await openEditForm(page);
  await name.waitFor();
  await server.admin.put("/api/articles/72", { price: 1 });
  await expect.poll(() => page.getByLabel("Price").inputValue()).toBe("1");
  await name.fill("My chair");
  await server.admin.put("/api/articles/72", { name: "Their chair", price: 2 });
  await page.getByText("Somebody else saved this article in the meantime.").waitFor();
  await expect.poll(() => name.inputValue()).toBe("My chair");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("row", { name: "Name My chair Their chair" }).waitFor();
  await dialog.getByRole("button", { name: "Save my version" }).click();
  await page.getByText("Article saved").waitFor();
  expect((await server.admin.get("/api/articles/72")).body).toMatchObject({ name: "My chair", price: 2 });
  await page.getByRole("region", { name: "Article", exact: true }).getByText("2.00").waitFor();
  await page.locator(".history").getByText("Name: Their chair → My chair").waitFor();
  expect((await server.admin.delete("/api/articles/72")).status).toBe(204);
  await page.getByText("This article was deleted in the meantime.").waitFor();
});

test("pieces at locations are edited and moved, the move can be undone, and the history shows it", async () => {
  const { server, page } = await openArticles("/articles/72");
  const readStock = async () => {
    const { body } = await server.user.get("/api/articles/72/locations");
    return body.map(({ location, quantity }: { location: { name: string }; quantity: number }) => [
      location.name,
      quantity,
    ]);
  };
  const [[hall]] = await readStock();
  await page.getByRole("button", { name: "Edit locations" }).click();
  await page.getByLabel(`Pieces at ${hall}`).fill("many");
  await page.getByRole("button", { name: "Save locations" }).click();
  await expect.poll(() => page.getByLabel(`Pieces at ${hall}`).getAttribute("aria-invalid")).toBe("true");
  await page.getByLabel(`Pieces at ${hall}`).fill("7");
  await page.getByLabel("Add location").fill("workshop");
  await page
    .getByRole("option", { name: /^Workshop/ })
    .first()
    .click();
  await page.getByLabel("Pieces at Workshop").fill("2");
  await page.getByRole("button", { name: "Save locations" }).click();
  await page.getByText("Total: 9 pieces at 2 locations").waitFor();
  await page.getByRole("button", { name: "Move… Workshop" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Pieces", { exact: true }).fill("3");
  await dialog.getByLabel("To").fill(hall);
  await dialog.getByRole("option", { name: hall }).first().click();
  await dialog.getByRole("button", { name: "Move", exact: true }).click();
  await dialog.getByText(/Not enough pieces/).waitFor();
  await dialog.getByLabel("Pieces", { exact: true }).fill("2");
  await keepNotices(page);
  await dialog.getByRole("button", { name: "Move", exact: true }).click();
  await page.getByText("9 pieces", { exact: true }).waitFor();
  expect(await readStock()).toEqual([[hall, 9]]);
  await page.locator(".history").getByText("Removed from Workshop (2 pieces)").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("Total: 9 pieces at 2 locations").waitFor();
  expect(await readStock()).toEqual([
    [hall, 7],
    ["Workshop", 2],
  ]);
});

test("Undo of a move leaves the pieces that somebody has counted since", async () => {
  const { server, page } = await openArticles("/articles/72");
  const path = "/api/articles/72/locations";
  const [{ locationId }] = (await server.user.get(path)).body;
  const { body: all } = await server.user.get("/api/locations");
  const workshop = all.find(({ name }: { name: string }) => name === "Workshop").oid;
  const put = (quantity: number, other: number) =>
    server.admin.put(path, {
      locations: [
        { locationId: workshop, quantity },
        { locationId, quantity: other },
      ],
    });
  await put(2, 7);
  await page.getByRole("button", { name: "Move… Workshop" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("To").fill("Skladová hala 2");
  await dialog.getByRole("option").first().click();
  await dialog.getByRole("button", { name: "Move", exact: true }).click();
  await page.getByText("Moved", { exact: true }).waitFor();
  await keepNotices(page);
  expect((await put(0, 5)).status).toBe(200);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("Not undone: somebody else has changed it since.").waitFor();
  expect((await server.user.get(path)).body).toMatchObject([{ locationId, quantity: 5 }]);
});

test("photos are uploaded, enlarged and deleted; the label preview follows changes of the article, and the label is printed", async () => {
  const server = await startServer();
  const proxy = await startProxy(server.url);
  const { consolePage, page } = await openArticles("/articles/72", { server: { ...server, url: proxy.url } });
  const photo = await createPhotoFile();
  const add = page.getByLabel("Add photos");
  let lost = 0;
  page.on("requestfailed", (request) => {
    if (request.method() === "POST" && request.url().endsWith("/api/photoarticle")) lost++;
  });
  // The page has loaded, so that no other response is lost.
  await page.getByText("No photos yet").waitFor();
  proxy.loseResponses();
  await add.setInputFiles(photo);
  await page.getByRole("button", { name: "Retry upload" }).click();
  await expect.poll(() => lost).toBe(2);
  proxy.restore();
  await add.setInputFiles([photo, import.meta.filename]);
  await page.getByText(/^record\.test\.ts: /).waitFor();
  const stored = await server.admin.get("/api/photoarticle/72");
  expect(stored.body).toHaveLength(1);
  await page.locator(".photos img").click();
  await page.locator(".photo-large img").waitFor();
  await expect.poll(() => consolePage.axe()).toEqual([]);
  await page.getByRole("button", { name: "Delete photo" }).click();
  await page
    .getByRole("dialog", { name: "Delete this photo?" })
    .getByRole("button", { name: "Delete photo" })
    .click();
  await page.getByText("No photos yet").waitFor();
  const picture = page.getByAltText("Label preview");
  const before = await picture.getAttribute("src");
  await server.admin.put("/api/articles/72", { name: "Throne" });
  await expect.poll(() => picture.getAttribute("src")).not.toBe(before);
  await page.getByRole("button", { name: "Print" }).click();
  await page
    .getByText(/Not printed yet|Waiting|does not answer|In the print queue/)
    .filter({ visible: true })
    .first()
    .waitFor();
  // A state of the printer may have one of these texts too.
  const requests = async () => (await server.user.get("/api/printrequests?articleId=72")).body;
  await expect.poll(requests).toHaveLength(1);
});

test("an inactive user is shown by name, and can be selected only where already set", async () => {
  const server = await startServer();
  expect((await server.admin.put("/api/articles/72", { userId: 3, responsibleUserId: 2 })).status).toBe(200);
  expect((await server.admin.put("/api/users/3", { isActive: false })).status).toBe(200);
  const { page } = await openArticles("/articles/72", { server });
  const article = page.getByRole("region", { name: "Article", exact: true });
  await article.getByText("Uma Svoboda").waitFor();
  await page
    .locator(".history")
    .getByText(/Assigned to: .*Uma Svoboda/)
    .waitFor();
  await openEditForm(page);
  const choices = (label: string) => article.getByLabel(label).locator("option").allTextContents();
  await expect.poll(() => choices("Assigned to")).toContain("Uma Svoboda");
  await expect.poll(() => choices("Responsible person")).toContain("Max Dvorak");
  await expect.poll(() => choices("Responsible person")).not.toContain("Uma Svoboda");
  await page.goto(`${page.url().split("#")[0]}#/articles?responsibleUserId=2&userId=3`);
  await chip(page, "Assigned to: Uma Svoboda").waitFor();
});

test("a User has no buttons to add, edit or move articles", async () => {
  const { page } = await openArticles("/articles?q=A00007", { userName: "user" });
  await page.locator("tbody input[type=checkbox]").first().check();
  await page.getByRole("button", { name: "Clear selection" }).waitFor();
  await expect.poll(() => page.getByRole("link", { name: "New article" }).count()).toBe(0);
  const change = page.getByRole("button", { name: /^(Edit|More|Move)/ });
  await expect.poll(() => change.count()).toBe(0);
  await page.getByRole("link", { name: "A000072" }).click();
  await page.locator(".label-preview img").waitFor();
  await expect.poll(() => change.count()).toBe(0);
});

test("a missing article, and a new one without permission, show the reason", async () => {
  const { page } = await openArticles("/articles/999999", { userName: "user" });
  await page.getByText("This record no longer exists.").waitFor();
  await page.evaluate("void (location.hash = '/articles/new')");
  await page.getByRole("heading", { name: "You don't have access to this" }).waitFor();
});
