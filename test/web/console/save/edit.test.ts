import { expect, test } from "vitest";
import { openArticles, openEditForm } from "../articles/open-articles.ts";
import { holdRequests } from "./held-requests.ts";
import { loseResponse } from "./lost-response.ts";

const PATH = "/api/articles/72/full";
const openArticleForm = async () => {
  const opened = await openArticles("/articles/72");
  await openEditForm(opened.page);
  return opened;
};
const fields = (page: Awaited<ReturnType<typeof openArticleForm>>["page"]) => ({
  name: page.getByLabel("Name", { exact: true }),
  serial: page.getByLabel("Serial number"),
  saveButton: page.getByRole("button", { name: "Save", exact: true }),
});

test("text typed during a save is kept for the next save; a repeated save whose response was lost is no conflict", async () => {
  const { server, page } = await openArticleForm();
  const { name, serial, saveButton } = fields(page);
  const requests = await holdRequests(page, "PUT", `**${PATH}`);
  await name.fill("First");
  await saveButton.click();
  await expect.poll(() => requests.sent.length).toBe(1);
  await serial.fill("typed meanwhile");
  requests.release();
  await page.getByRole("heading", { name: "First", level: 1 }).waitFor();
  await expect.poll(() => serial.inputValue()).toBe("typed meanwhile");
  await saveButton.click();
  await page.getByText("Article saved").waitFor();
  const { body } = await server.manager.get(PATH);
  expect(body).toMatchObject({ name: "First", serialNumber: "typed meanwhile" });

  await page.unroute(`**${PATH}`);
  await loseResponse(page, "PUT", `**${PATH}`);
  await openEditForm(page);
  await name.fill("Saved once");
  await saveButton.click();
  await page.getByText("check whether this was done").waitFor();
  await saveButton.click();
  await saveButton.waitFor({ state: "hidden" });
  await page.getByRole("heading", { name: "Saved once", level: 1 }).waitFor();
});

test("saved values are shown before the server sends them again, and the next edit starts from them", async () => {
  const { page } = await openArticleForm();
  const { name, serial, saveButton } = fields(page);
  await name.fill("Saved");
  // Later reads have no response.
  await page.route(`**${PATH}`, (route) => route.request().method() === "PUT" && route.continue());
  await saveButton.click();
  await page.getByText("Article saved").waitFor();
  await expect.poll(() => page.getByRole("heading", { level: 1 }).textContent()).toBe("Saved");
  await openEditForm(page);
  await expect.poll(() => name.inputValue()).toBe("Saved");
  await serial.fill("S-1");
  await saveButton.click();
  await page.getByRole("region", { name: "Article", exact: true }).getByText("S-1").waitFor();
  await expect.poll(() => page.getByText("Somebody else saved").count()).toBe(0);
});

test("where another user has saved and the connection is lost before the conflict loads, the form keeps its text and shows the error", async () => {
  const { server, page } = await openArticleForm();
  const { name, saveButton } = fields(page);
  await name.fill("Mine");
  let isRejected = false;
  await page.route(`**${PATH}`, async (route) => {
    if (route.request().method() === "PUT") {
      await server.admin.put(PATH, { name: "Theirs" });
      isRejected = true;
      return route.continue();
    }
    return isRejected ? route.abort() : route.continue();
  });
  await saveButton.click();
  await page.getByText("check whether this was done").waitFor();
  await expect.poll(() => name.inputValue()).toBe("Mine");
});

test("where another user has saved, discarding the changes shows what that user saved at once", async () => {
  const { server, page } = await openArticleForm();
  const { name, serial, saveButton } = fields(page);
  await name.fill("Mine");
  await page.route(`**${PATH}`, async (route) => {
    const request = route.request();
    if (request.method() === "PUT") await server.admin.put(PATH, { name: "Theirs" });
    // Only the conflict reads the record again; what keeps the page up to date has no response.
    if ("if-none-match" in request.headers()) return;
    await route.continue();
  });
  await saveButton.click();
  await page.getByRole("button", { name: "Discard my changes" }).click();
  await page.getByRole("heading", { name: "Theirs", level: 1 }).waitFor();
  await expect.poll(() => name.inputValue()).toBe("Theirs");
  // The next edit starts from their version, so it is no conflict.
  await serial.fill("S-2");
  await page.unroute(`**${PATH}`);
  await saveButton.click();
  await page.getByText("Article saved").waitFor();
  const { body } = await server.manager.get(PATH);
  expect(body).toMatchObject({ name: "Theirs", serialNumber: "S-2" });
});

test("text typed into one record is not shown in another", async () => {
  const { server, page } = await openArticles("/articles", { userName: "admin" });
  const people = (await server.admin.get("/api/users")).body as {
    oid: number;
    firstName: string;
  }[];
  // The Admin's own secrets are on another screen.
  const [one, other] = people.filter(({ oid }) => oid !== 1) as [(typeof people)[0], (typeof people)[0]];
  const first = page.getByLabel("First name");
  const go = (oid: number) => page.evaluate(`location.hash = "#/people/${oid}"`);
  await go(other.oid);
  await page.getByRole("heading", { name: other.firstName }).waitFor();
  await go(one.oid);
  await page.getByRole("heading", { name: one.firstName }).waitFor();
  await first.fill("Changed");
  const pin = page.getByLabel("New PIN");
  await pin.fill("826415");
  await go(other.oid);
  const leave = page.getByRole("dialog").getByRole("button", { name: "Discard changes" });
  const there = page.getByRole("heading", { name: other.firstName });
  await leave.or(there).first().waitFor();
  if (await leave.isVisible()) await leave.click();
  await there.waitFor();
  await expect.poll(() => first.inputValue()).toBe(other.firstName);
  await expect.poll(() => pin.inputValue()).toBe("");
});
