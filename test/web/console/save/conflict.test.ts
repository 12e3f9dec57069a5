import { expect, test } from "vitest";
import { sharedServer } from "../../../harness/server.ts";
import { createJpeg } from "../../../photos/uploads.ts";
import { layoutOf } from "../../../printing/layouts/samples.ts";
import { openConsoleAs } from "../log-in.ts";
import { loseResponse } from "./lost-response.ts";

// The question about a record that another user has saved meanwhile.

const server = sharedServer();
const { admin } = server;

const CONFLICT = "Somebody else saved this in the meantime";

async function open(path: string) {
  const { consolePage } = await openConsoleAs("admin", path, { server });
  return consolePage;
}

test("the question names each field with both versions in a table, and what saving overwrites; until then nothing is overwritten, and the typed text stays", async () => {
  const { webhook } = (await admin.post("/api/webhooks", { name: "ERP", url: "https://erp.example.com" }))
    .body;
  const { page, axe } = await open("/people/webhooks");
  await page.getByRole("button", { name: "Change", exact: true }).click();
  const form = page.getByRole("dialog").first();
  await form.getByLabel("Name", { exact: true }).fill("Mine");
  await admin.put(`/api/webhooks/${webhook.oid}`, { name: "Theirs", url: "https://other.example.com" });
  await form.getByRole("button", { name: "Save", exact: true }).click();
  const question = page.getByRole("dialog", { name: CONFLICT });
  const rows = question.getByRole("row");
  await rows.filter({ hasText: "Name" }).waitFor();
  await expect
    .poll(() => rows.allInnerTexts())
    .toEqual([
      expect.stringMatching(/^Field\s+Your version\s+Saved version$/),
      expect.stringMatching(/^Name\s+Mine\s+Theirs$/),
      expect.stringMatching(/^Address\s+https:\/\/erp\.example\.com\/\s+https:\/\/other\.example\.com\/$/),
    ]);
  await expect.poll(() => question.innerText()).toContain("overwrites the saved version of these fields");
  await expect.poll(() => axe()).toEqual([]);
  await question.getByRole("button", { name: "Keep editing" }).click();
  await question.waitFor({ state: "hidden" });
  await expect.poll(() => form.getByLabel("Name", { exact: true }).inputValue()).toBe("Mine");
  const savedName = async () => (await admin.get(`/api/webhooks/${webhook.oid}`)).body.name;
  expect(await savedName()).toBe("Theirs");
  await form.getByRole("button", { name: "Save", exact: true }).click();
  await question.getByRole("button", { name: "Save my version" }).click();
  await expect.poll(savedName).toBe("Mine");
});

test("saving one's own field of the company keeps what another Admin has saved meanwhile", async () => {
  const { page } = await open("/system/company");
  const PATH = "/api/company";
  await page.getByLabel("Tax number").fill("CZ12345678");
  let isOther = false;
  await page.route(`**${PATH}`, async (route) => {
    const request = route.request();
    if (request.method() === "PUT" && !isOther) {
      isOther = true;
      await admin.put(PATH, { legalName: "Theirs s.r.o." });
    }
    // Only the conflict reads the company again; what keeps the page up to date has no response.
    if ("if-none-match" in request.headers()) return;
    await route.continue();
  });
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("dialog", { name: CONFLICT }).getByRole("button", { name: "Save my version" }).click();
  await page.getByText("Company saved").waitFor();
  const { body } = await admin.get(PATH);
  expect(body).toMatchObject({ legalName: "Theirs s.r.o.", taxNumber: "CZ12345678" });
});

test("values that are chosen are shown in the words of their fields", async () => {
  const mail = { host: "mail.example.com", fromAddress: "stock@example.com" };
  expect((await admin.put("/api/settings/mail-server", mail)).status).toBe(200);
  const { page } = await open("/system/notices");
  const question = page.getByRole("dialog", { name: CONFLICT });
  const rows = () => question.getByRole("row").allInnerTexts();
  const save = page.getByRole("button", { name: "Save", exact: true });
  await page.getByLabel("Encryption").selectOption("TLS");
  await page.getByLabel("Check the certificate of the mail server").uncheck();
  await page.getByLabel("Password", { exact: true }).fill("secret");
  await admin.put("/api/settings/mail-server", { fromAddress: "other@example.com" });
  await save.click();
  await expect
    .poll(rows)
    .toEqual([
      expect.anything(),
      expect.stringMatching(/^Encryption\s+TLS\s+STARTTLS$/),
      expect.stringMatching(/^Password\s+As entered\s+As saved$/),
      expect.stringMatching(/^Sender address\s+other@example\.com\s+other@example\.com$/),
      expect.stringMatching(/^Check the certificate of the mail server\s+No\s+Yes$/),
    ]);
  await question.getByRole("button", { name: "Discard my changes" }).click();

  await page.evaluate("void (location.hash = '/me')");
  await page.getByLabel("Printers that do not print").selectOption("Once a day");
  const kinds = [{ kind: "printers", mode: "off" }];
  await admin.put("/api/me/notices", { language: "cs", digestHour: 6, kinds });
  await save.click();
  await expect
    .poll(rows)
    .toEqual([
      expect.anything(),
      expect.stringMatching(/^Printers that do not print\s+Once a day\s+Off$/),
      expect.stringMatching(/^Once a day at\s+6:00\s+6:00$/),
      expect.stringMatching(/^Language of the e-mails\s+Čeština\s+Čeština$/),
    ]);
  await question.getByRole("button", { name: "Discard my changes" }).click();

  const view = { screen: "/custody", name: "Mine", query: "", isShared: false };
  const { oid } = (await admin.post("/api/saved-views", view)).body;
  await page.evaluate(`void (location.hash = '/custody?saved=${oid}')`);
  await page.getByRole("button", { name: "Mine" }).click();
  await page.getByRole("button", { name: "Rename or share…" }).click();
  await page.getByLabel("Shared with everybody in the company").check();
  await admin.put(`/api/saved-views/${oid}`, { name: "Ours" });
  await save.click();
  await expect
    .poll(rows)
    .toEqual([
      expect.anything(),
      expect.stringMatching(/^Name\s+Mine\s+Ours$/),
      expect.stringMatching(/^Shared\s+Yes\s+No$/),
    ]);
});

test("a code and a pack of an article, a PIN and the place of a location are no conflict with the form that lacks them", async () => {
  const { page } = await open("/articles/20");
  const save = page.getByRole("button", { name: "Save", exact: true });
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Mine");
  expect((await admin.post("/api/articles/20/codes", { code: "OLD-20" })).status).toBe(201);
  const packs = [{ name: "Box", quantity: 12 }];
  expect((await admin.put("/api/articles/20/full", { packs })).status).toBe(200);
  await save.click();
  await page.getByText("Article saved").waitFor();
  expect((await admin.get("/api/articles/20")).body.name).toBe("Mine");

  await page.evaluate("void (location.hash = '/people/3')");
  await page.getByLabel("First name").fill("Mine");
  expect((await admin.put("/api/users/3/secrets", { pin: "482916" })).status).toBeLessThan(300);
  await save.click();
  await expect.poll(async () => (await admin.get("/api/users/3")).body.firstName).toBe("Mine");

  await page.evaluate("void (location.hash = '/locations/3')");
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Mine");
  expect((await admin.put("/api/locations/3", { parentLocationId: null })).status).toBe(200);
  await save.click();
  await expect
    .poll(async () => (await admin.get("/api/locations/3")).body)
    .toMatchObject({ name: "Mine", parentLocation: null });
});

test("a plan for which another user has chosen the same number for another limit is not said to be saved", async () => {
  const plan = { name: "Aisles", fromDate: "2030-01-01", schedule: { every: "day" } };
  const limited = (limit: number | null, notCountedDays: number | null) => ({
    ...plan,
    selection: { kind: "notCounted", limit, notCountedDays },
  });
  const { oid } = (await admin.post("/api/count-plans", limited(null, null))).body;
  const { page } = await open(`/stocktakes/plans/${oid}`);
  await page.getByLabel("Records at a time", { exact: true }).fill("30");
  await admin.put(`/api/count-plans/${oid}`, limited(null, 30));
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const question = page.getByRole("dialog", { name: CONFLICT });
  await question.getByRole("button", { name: "Save my version" }).click();
  await expect
    .poll(async () => (await admin.get(`/api/count-plans/${oid}`)).body.selection)
    .toMatchObject({ limit: 30, notCountedDays: null });
});

test("a change whose response was lost is saved without a question when it is sent again", async () => {
  const { oid } = (await admin.post("/api/customfields", { name: "Height", type: "text" })).body;
  const { page } = await open("/lists/fields");
  await page.getByRole("button", { name: "Edit Height", exact: true }).click();
  const form = page.getByRole("dialog");
  await form.getByLabel("Name", { exact: true }).fill("Width");
  await loseResponse(page, "PUT", `**/api/customfields/${oid}`);
  const save = form.getByRole("button", { name: "Save", exact: true });
  await save.click();
  await form.getByText("The server is not responding").waitFor();
  await save.click();
  await form.waitFor({ state: "hidden" });
  expect((await admin.get(`/api/customfields/${oid}`)).body.name).toBe("Width");
});

test("an article whose photo of the condition was lost is handed out once, with the photo", async () => {
  const { page } = await open("/articles/15");
  await page.getByRole("button", { name: /^Hand out/ }).click();
  const form = page.getByRole("dialog");
  await form.getByLabel("Person").selectOption({ index: 1 });
  await form.locator("input[type=file]").setInputFiles({
    // Header fields of requests can't have these letters.
    ...{ name: "škrábanec.jpg", mimeType: "image/jpeg", buffer: await createJpeg() },
  });
  await loseResponse(page, "POST", "**/api/photocustody");
  const button = form.getByRole("button", { name: "Hand out", exact: true });
  await button.click();
  await form.getByText("The server is not responding").waitFor();
  await form.getByText("The photo of the condition is not saved yet.").waitFor();
  await form.getByRole("button", { name: "Save the photo" }).click();
  await form.waitFor({ state: "hidden" });
  const { body } = await admin.get("/api/custodies?articleId=15");
  expect(body).toHaveLength(1);
  expect((await admin.get(`/api/custodies/${body[0].oid}`)).body.startPhotoId).not.toBeNull();
});

test("an article whose return was answered by nobody is taken back when it is sent again", async () => {
  const { oid } = (await admin.post("/api/custodies", { articleId: 16, userId: 3 })).body;
  const { page } = await open("/articles/16");
  await page.getByRole("button", { name: /^Take back/ }).click();
  const form = page.getByRole("dialog");
  await form.getByRole("textbox", { name: "Condition" }).fill("as new");
  await loseResponse(page, "PUT", `**/api/custodies/${oid}/end`);
  const button = form.getByRole("button", { name: "Take back", exact: true });
  await button.click();
  await form.getByText("The server is not responding").waitFor();
  await button.click();
  await form.waitFor({ state: "hidden" });
  expect((await admin.get(`/api/custodies/${oid}`)).body.endNote).toBe("as new");
});

test("a label of a file whose response was lost is added once when the file is opened again", async () => {
  const { page } = await open("/printers/labels");
  const { oid } = (await admin.post("/api/printingformats", { name: "Drawn", layout: layoutOf([]) })).body;
  const label = (await admin.get(`/api/printingformats/${oid}/file`)).body;
  const file = JSON.stringify({ ...label, name: "From a file" });
  const count = async () => (await admin.get("/api/printingformats")).body.length;
  const before = await count();
  await loseResponse(page, "POST", "**/api/printingformats/from-file");
  const input = page.locator("input[type=file]");
  const chosen = { name: "label.json", mimeType: "application/json", buffer: Buffer.from(file) };
  await input.setInputFiles(chosen);
  await page.getByText("The server is not responding").waitFor();
  await input.setInputFiles(chosen);
  await page.getByText(/^Label .* added/).waitFor();
  expect(await count()).toBe(before + 1);
});
