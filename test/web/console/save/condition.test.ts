import { expect, test } from "vitest";
import { sharedServer } from "../../../harness/server.ts";
import { createJpeg } from "../../../photos/uploads.ts";
import { openConsoleAs } from "../log-in.ts";

// What is noted of an article that a person has: its photo, its due date, its signature.

const server = sharedServer();
const { admin } = server;

test("where the server refuses the photo of a hand-over, another one can be chosen", async () => {
  const { page } = await openConsoleAs("admin", "/articles/15", { server });
  await page.getByRole("button", { name: /^Hand out/ }).click();
  const form = page.getByRole("dialog");
  await form.getByLabel("Person").selectOption({ index: 1 });
  const choose = async (buffer: Buffer) =>
    form.locator("input[type=file]").setInputFiles({ name: "a.jpg", mimeType: "image/jpeg", buffer });
  await choose(Buffer.from("damaged"));
  await form.getByRole("button", { name: "Hand out", exact: true }).click();
  await form.getByText("The photo of the condition is not saved yet.").waitFor();
  await form.getByRole("alert").waitFor();
  await choose(await createJpeg());
  await form.getByRole("button", { name: "Save the photo" }).click();
  await form.waitFor({ state: "hidden" });
  const { body } = await admin.get("/api/custodies?articleId=15");
  expect(body).toMatchObject([{ startPhotoId: expect.any(Number) }]);
});

test("a due date that is no day of the calendar is not saved as none", async () => {
  const handed = { articleId: 16, userId: 3, dueDate: "2031-05-20" };
  const { oid } = (await admin.post("/api/custodies", handed)).body;
  const { page } = await openConsoleAs("admin", "/articles/16", { server });
  await page.getByRole("button", { name: "Change the due date…" }).click();
  const form = page.getByRole("dialog");
  const due = form.getByLabel("Due date");
  await due.focus();
  await page.keyboard.type("02312031");
  await form.getByRole("button", { name: "Save" }).click();
  await expect.poll(() => due.evaluate((field) => field === document.activeElement)).toBe(true);
  expect((await admin.get(`/api/custodies/${oid}`)).body.dueDate).toBe("2031-05-20");
  await due.fill("2031-05-21");
  await form.getByRole("button", { name: "Save" }).click();
  await form.waitFor({ state: "hidden" });
  expect((await admin.get(`/api/custodies/${oid}`)).body.dueDate).toBe("2031-05-21");
});

test("signatures are offered to those who may see them", async () => {
  const signature = "M10 20L30 40L31 42M5 5L6 6";
  for (const [articleId, userId] of [
    [17, 2],
    [18, 3],
  ])
    expect((await admin.post("/api/custodies", { articleId, userId, signature })).status).toBe(201);
  const { page } = await openConsoleAs("user", "/articles/18", { server });
  await page.getByRole("button", { name: "Show signatures" }).click();
  await page.getByRole("img", { name: "Signature at the hand-over" }).waitFor();
  await page.evaluate("void (location.hash = '/articles/17')");
  await page
    .getByRole("listitem")
    .filter({ hasText: /Max Dvorak.*Handed out/ })
    .waitFor();
  await expect.poll(() => page.getByRole("button", { name: "Show signatures" }).count()).toBe(0);
});
