import { expect, test } from "vitest";
import type { ConsolePage } from "../../../harness/console.ts";
import type { TestServer } from "../../../harness/server.ts";
import { atArticles, edit } from "../articles/together.ts";

const PATH = "/api/articles/72/full";
const NEW_PASSWORD = "another-password";

test("what was changed when the login ended is there again for the same person, over the version it was begun on", async () => {
  const { server, page } = await atArticles("/articles/72");
  const admin = await server.as("admin");
  const name = page.getByRole("textbox", { name: "Name", exact: true });
  const saveIt = page.getByRole("button", { name: "Save", exact: true });
  await edit(page);
  await page.getByRole("button", { name: "Edit locations" }).click();
  const pieces = page.getByLabel(/^Pieces at/).first();
  await pieces.fill("17");
  await name.fill("Mine");
  await page.route(`**${PATH}`, async (route) => {
    if (route.request().method() === "PUT") await endLogin(server);
    await route.continue();
  });
  await saveIt.click();
  await page.getByText("What you typed is kept").waitFor();
  await page.unroute(`**${PATH}`);
  const asked = page.waitForEvent("dialog");
  await page.evaluate("void setTimeout(() => location.reload())");
  await (await asked).dismiss();
  await admin.put(PATH, { name: "Theirs", serialNumber: "S-1" });
  await logIn(page);

  await page.getByRole("heading", { name: "Theirs", level: 1 }).waitFor();
  expect(await name.inputValue()).toBe("Mine");
  expect(await pieces.inputValue()).toBe("17");
  expect(await page.locator(".fault").count()).toBe(0);
  await page.getByRole("link", { name: "Locations" }).click();
  await page.getByRole("button", { name: "Keep editing" }).click();
  await saveIt.click();
  await page.getByRole("dialog").getByRole("button", { name: "Save my version" }).click();
  await page.getByText("Article saved").waitFor();
  expect((await admin.get(PATH)).body).toMatchObject({ name: "Mine", serialNumber: "S-1" });
});

test("what was typed into the decision of a request when the login ended is there again", async () => {
  const { server, page } = await atArticles("/requests/transfers/1");
  const pieces = page.getByLabel("Pieces");
  await pieces.fill("2");
  await page.route("**/api/articletransfers/1/confirm", async (route) => {
    await endLogin(server);
    await route.continue();
  });
  await page.getByRole("button", { name: "Confirm and move" }).click();
  await page.getByText("What you typed is kept").waitFor();
  await logIn(page);
  await page.getByRole("button", { name: "Confirm and move" }).waitFor();
  expect(await pieces.inputValue()).toBe("2");
});

test("what was begun and perhaps made when the login ended is not made twice", async () => {
  const { server, page } = await atArticles("/stocktakes/new");
  const name = page.getByLabel("Name", { exact: true });
  await name.fill("Made once");
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
  expect(await name.inputValue()).toBe("Made once");
  await page.getByRole("link", { name: "Overview" }).click();
  await page.getByRole("button", { name: "Keep editing" }).click();
  await page.getByRole("button", { name: "Create stocktake" }).click();
  await page.getByRole("heading", { name: "Made once" }).waitFor();
  const { body } = await (await server.as("admin")).get("/api/inventories");
  expect(body.filter((one: { name: string }) => one.name === "Made once")).toHaveLength(1);
});

/** The Manager's password is set by somebody else, which ends all their logins. */
async function endLogin(server: TestServer): Promise<void> {
  const { status } = await (await server.as("admin")).put("/api/users/2/secrets", { password: NEW_PASSWORD });
  expect(status).toBeLessThan(300);
}

async function logIn(page: ConsolePage["page"]): Promise<void> {
  await page.getByLabel("User name").fill("manager");
  await page.getByLabel("Password").fill(NEW_PASSWORD);
  await page.keyboard.press("Enter");
}
