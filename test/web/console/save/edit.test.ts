import { expect, test } from "vitest";
import { atArticles, edit } from "../articles/together.ts";

const PATH = "/api/articles/72/full";
const atArticle = async () => {
  const at = await atArticles("/articles/72");
  await edit(at.page);
  return at;
};
const save = "Save";
const fields = (page: Awaited<ReturnType<typeof atArticle>>["page"]) => ({
  name: page.getByLabel("Name", { exact: true }),
  serial: page.getByLabel("Serial number"),
  saveIt: page.getByRole("button", { name: save, exact: true }),
});

test("what is typed while the box saves is not lost: it stays, unsaved, and is saved by the next save", async () => {
  const { server, page } = await atArticle();
  const { name, serial, saveIt } = fields(page);
  const { promise: goesOn, resolve: goOn } = Promise.withResolvers<void>();
  await page.route(`**${PATH}`, async (route) => {
    if (route.request().method() === "PUT") await goesOn;
    await route.continue();
  });
  await name.fill("First");
  const sent = page.waitForRequest((request) => request.method() === "PUT");
  await saveIt.click();
  await sent;
  await serial.fill("typed meanwhile");
  goOn();
  await page.getByRole("heading", { name: "First", level: 1 }).waitFor();
  expect(await serial.inputValue()).toBe("typed meanwhile");
  await saveIt.click();
  await page.getByText("Article saved").waitFor();
  const { body } = await (await server.as("manager")).get(PATH);
  expect(body).toMatchObject({ name: "First", serialNumber: "typed meanwhile" });
});

test("what was saved is shown at once, before the box tells it anew, and is changed on from there", async () => {
  const { page } = await atArticle();
  const { name, serial, saveIt } = fields(page);
  await name.fill("Saved");
  // What is asked for from now on is never answered.
  await page.route(`**${PATH}`, (route) => route.request().method() === "PUT" && route.continue());
  await saveIt.click();
  await page.getByText("Article saved").waitFor();
  expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("Saved");
  await edit(page);
  expect(await name.inputValue()).toBe("Saved");
  await serial.fill("S-1");
  await saveIt.click();
  await page.getByRole("region", { name: "Article", exact: true }).getByText("S-1").waitFor();
  expect(await page.getByText("Somebody else saved").count()).toBe(0);
});

test("a save whose answer got lost is no conflict with oneself when it is tried again", async () => {
  const { page } = await atArticle();
  const { name, saveIt } = fields(page);
  let lost = 0;
  await page.route(`**${PATH}`, async (route) => {
    if (route.request().method() !== "PUT" || lost++ > 0) return route.continue();
    await route.fetch();
    return route.abort();
  });
  await name.fill("Saved once");
  await saveIt.click();
  await page.getByText("check whether this was done").waitFor();
  await saveIt.click();
  await page.getByText("Article saved").waitFor();
});

test("where somebody else has saved and the box goes away before it tells what, the form says so and keeps what was typed", async () => {
  const { server, page } = await atArticle();
  const { name, saveIt } = fields(page);
  await name.fill("Mine");
  let refused = false;
  await page.route(`**${PATH}`, async (route) => {
    if (route.request().method() === "PUT") {
      await (await server.as("admin")).put(PATH, { name: "Theirs" });
      refused = true;
      return route.continue();
    }
    return refused ? route.abort() : route.continue();
  });
  await saveIt.click();
  await page.getByText("check whether this was done").waitFor();
  expect(await name.inputValue()).toBe("Mine");
});

test("what was changed of one record is not shown as another one's", async () => {
  const { server, page } = await atArticles("/articles", { userName: "admin" });
  const people = (await (await server.as("admin")).get("/api/users")).body as {
    oid: number;
    firstName: string;
  }[];
  // One's own are changed elsewhere.
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
  // Where a changed form asks before it is left.
  const leave = page.getByRole("dialog").getByRole("button", { name: "Discard changes" });
  const there = page.getByRole("heading", { name: other.firstName });
  await leave.or(there).first().waitFor();
  if (await leave.isVisible()) await leave.click();
  await there.waitFor();
  expect(await first.inputValue()).toBe(other.firstName);
  expect(await pin.inputValue()).toBe("");
});
