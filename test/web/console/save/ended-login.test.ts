import { expect, test } from "vitest";
import type { ConsolePage } from "../../../harness/console.ts";
import type { TestServer } from "../../../harness/server.ts";
import { person } from "../../access/log-in.ts";
import { openArticles, openEditForm } from "../articles/open-articles.ts";

const PATH = "/api/articles/72/full";
const NEW_PASSWORD = "another-password";

test("edits at the end of a login are restored for the same user, on the version that they began with", async () => {
  const { server, page } = await openArticles("/articles/72");
  const name = page.getByRole("textbox", { name: "Name", exact: true });
  const saveButton = page.getByRole("button", { name: "Save", exact: true });
  await openEditForm(page);
  await page.getByRole("button", { name: "Edit locations" }).click();
  const pieces = page.getByLabel(/^Pieces at/).first();
  await pieces.fill("17");
  await name.fill("Mine");
  await page.route(`**${PATH}`, async (route) => {
    if (route.request().method() === "PUT") await endLogin(server);
    await route.continue();
  });
  await saveButton.click();
  await page.getByText("What you typed is kept").waitFor();
  await page.unroute(`**${PATH}`);
  const leaveDialog = page.waitForEvent("dialog");
  await page.evaluate("void setTimeout(() => location.reload())");
  await (await leaveDialog).dismiss();
  await server.admin.put(PATH, { name: "Theirs", serialNumber: "S-1" });
  await logIn(page);

  await page.getByRole("heading", { name: "Theirs", level: 1 }).waitFor();
  await expect.poll(() => name.inputValue()).toBe("Mine");
  await expect.poll(() => pieces.inputValue()).toBe("17");
  await expect.poll(() => page.locator(".error-text, p[role=alert]").count()).toBe(0);
  await page.getByRole("link", { name: "Locations" }).click();
  await page.getByRole("button", { name: "Keep editing" }).click();
  await saveButton.click();
  await page.getByRole("dialog").getByRole("button", { name: "Save my version" }).click();
  await page.getByText("Article saved").waitFor();
  expect((await server.admin.get(PATH)).body).toMatchObject({ name: "Mine", serialNumber: "S-1" });
});

test("edits at a logout are not kept for the next login", async () => {
  const { page } = await openArticles("/me");
  await page.getByLabel("E-mail", { exact: true }).fill("max@warehouse.example");
  await page.getByRole("button", { name: "Log out" }).click();
  await logIn(page, person("manager").password);
  await page.getByRole("link", { name: "Max Dvorak" }).click();
  await expect.poll(() => page.getByLabel("E-mail", { exact: true }).inputValue()).toBe("");
});

test("a count plan that was typed at the end of a login is restored, on the version that it began with", async () => {
  const { server, consolePage, page } = await openArticles("/overview");
  const plan = { fromDate: "2030-01-01", schedule: { every: "day" }, selection: { kind: "notCounted" } };
  const path = "/api/count-plans";
  const { oid } = (await (await server.as("manager")).post(path, { ...plan, name: "Shelves" })).body;
  await consolePage.open(server.url, `/stocktakes/plans/${oid}`);
  const name = page.getByLabel("Name", { exact: true });
  await name.fill("Mine");
  await page.route(`**${path}/${oid}`, async (route) => {
    if (route.request().method() === "PUT") await endLogin(server);
    await route.continue();
  });
  const save = page.getByRole("button", { name: "Save", exact: true });
  await save.click();
  await page.getByText("What you typed is kept").waitFor();
  await page.unroute(`**${path}/${oid}`);
  await (await server.as("admin")).put(`${path}/${oid}`, { ...plan, name: "Theirs" });
  await logIn(page);
  await page.getByRole("heading", { name: "Theirs", level: 1 }).waitFor();
  await expect.poll(() => name.inputValue()).toBe("Mine");
  await save.click();
  await page.getByRole("dialog", { name: "Somebody else saved this in the meantime" }).waitFor();
});

test("a record whose creation got no response at the end of a login is not created twice", async () => {
  const { server, page } = await openArticles("/stocktakes/new");
  const name = page.getByLabel("Name", { exact: true });
  await name.fill("Created once");
  await page.route("**/api/inventories", async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    await route.fetch();
    await endLogin(server);
    return route.abort();
  });
  await page.getByRole("button", { name: "Create stocktake" }).click();
  await page.getByText("What you typed is kept").waitFor();
  await page.unroute("**/api/inventories");
  await logIn(page);

  await page.getByRole("heading", { name: "New stocktake" }).waitFor();
  await expect.poll(() => name.inputValue()).toBe("Created once");
  await page.getByRole("link", { name: "Overview" }).click();
  await page.getByRole("button", { name: "Keep editing" }).click();
  await page.getByRole("button", { name: "Create stocktake" }).click();
  await page.getByRole("heading", { name: "Created once" }).waitFor();
  const { body } = await (await server.as("admin")).get("/api/inventories");
  expect(body.filter((one: { name: string }) => one.name === "Created once")).toHaveLength(1);
});

test("a name in a list that was typed at the end of a login is restored", async () => {
  const { server, page } = await openArticles("/lists/categories");
  const rename = page.getByRole("button", { name: /^Rename / }).first();
  await rename.click();
  const name = page.getByLabel("Name", { exact: true });
  await name.fill("Mine");
  await endLoginAtSave(page, server, "**/api/articlecategories/*");
  await page.keyboard.press("Enter");
  await page.getByText("What you typed is kept").waitFor();
  await logIn(page);
  await expect.poll(() => name.inputValue()).toBe("Mine");
});

test("a value in a cell that was typed at the end of a login is not said to be kept, and not saved with another one", async () => {
  const { server, page } = await openArticles("/articles?q=A000001");
  const { name } = (await server.admin.get("/api/articles/1")).body;
  const nameCell = page.getByRole("cell", { name, exact: true });
  await nameCell.dblclick();
  const row = page.getByRole("row").filter({ has: page.getByRole("link", { name: "A000001" }) });
  await row.getByLabel("Name").fill("Mine");
  await endLoginAtSave(page, server, "**/api/articles/1/full");
  await page.keyboard.press("Enter");
  await page.getByLabel("User name").waitFor();
  await expect.poll(() => page.getByText("What you typed is kept").count()).toBe(0);
  await logIn(page);
  await nameCell.waitFor();
  await row.getByRole("link").focus();
  await page.keyboard.press("F2");
  await expect.poll(() => row.getByLabel("Name").inputValue()).toBe(name);
});

test("a photo that was chosen for a new article is not left without a question, and is kept at the end of a login", async () => {
  const { server, page } = await openArticles("/articles/new");
  await page
    .getByLabel("Photo (JPG or PNG)")
    .setInputFiles({ name: "chair.png", mimeType: "image/png", buffer: Buffer.from("a picture") });
  await page.getByText("Photo: chair.png").waitFor();
  await page.getByRole("link", { name: "Overview" }).click();
  await page.getByRole("button", { name: "Keep editing" }).click();
  await endLoginAtSave(page, server, "**/api/articles/full");
  await page.getByRole("button", { name: "Create article" }).click();
  await page.getByText("What you typed is kept").waitFor();
  await logIn(page);
  await page.getByText("Photo: chair.png").waitFor();
});

/** Ends the login with the next change of a record at these paths. */
async function endLoginAtSave(page: ConsolePage["page"], server: TestServer, paths: string): Promise<void> {
  await page.route(paths, async (route) => {
    if (route.request().method() !== "GET") await endLogin(server);
    await route.continue();
  });
}

/** Sets the Manager's password as an Admin, which ends all logins of the Manager. */
async function endLogin(server: TestServer): Promise<void> {
  const { status } = await (await server.as("admin")).put("/api/users/2/secrets", { password: NEW_PASSWORD });
  expect(status).toBeLessThan(300);
}

async function logIn(page: ConsolePage["page"], password = NEW_PASSWORD): Promise<void> {
  await page.getByLabel("User name").fill("manager");
  await page.getByLabel("Password").fill(password);
  await page.keyboard.press("Enter");
}
