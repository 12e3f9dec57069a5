import { expect, test } from "vitest";
import { startServer } from "../../../harness/server.ts";
import { check } from "../../../import/uploads.ts";
import { openConsoleAs } from "../log-in.ts";
import { cause, figure, goToStep, importRows } from "./import-screens.ts";

// Two Admins who answer the doubtful values of the same file.

const LIST = "Code,Name,Category,Type,User,Price\nW-1,Ladder,Tools,Hand,Nobody Known,by invoice";
const USER = "user.unknown";
const PRICE = "price.invalid.must-be-a-number";

/** An import in the wizard, which does not see by itself what others change; `theirs` saves their decisions. */
async function openUnseeing() {
  const server = await startServer();
  const { body } = await check(server.admin, "articles", LIST);
  const url = `/api/imports/${body.id}`;
  const { page, consolePage } = await openConsoleAs("admin", `/exchange/${body.id}?step=fix`, { server });
  const list = (await server.admin.get("/api/imports")).text;
  await page.route("**/api/imports", (route) =>
    route.fulfill({ contentType: "application/json", body: list }),
  );
  const people = cause(page, /user/i);
  const prices = cause(page, /Price/);
  await people.getByRole("button", { name: "Leave empty" }).waitFor();
  const question = page.getByRole("dialog", { name: "Somebody else saved this in the meantime" });
  const theirs = async (...decisions: readonly object[]) =>
    expect((await server.admin.put(url, { decisions })).status).toBe(200);
  const saved = async () => {
    const { options } = (await server.admin.get(url)).body;
    return Object.fromEntries(
      options.decisions.map((one: { cause: string; action: string; to?: string }) => [
        one.cause,
        one.to ?? one.action,
      ]),
    );
  };
  return { url, page, axe: consolePage.axe, people, prices, question, theirs, saved };
}

test("an answer to what another Admin has answered is saved after a question only, and keeps the other answers", async () => {
  const { page, axe, people, prices, question, theirs, saved } = await openUnseeing();
  await theirs({ cause: USER, action: "create" }, { cause: PRICE, action: "empty" });
  await people.getByRole("button", { name: "Leave empty" }).click();
  await expect
    .poll(() => question.getByRole("row").allInnerTexts())
    .toEqual([
      expect.anything(),
      expect.stringMatching(/\s–\s+Created as inactive people$/),
      expect.stringMatching(/\(Nobody Known\)\s+Left empty\s+–$/),
    ]);
  await expect.poll(() => axe()).toEqual([]);
  expect(await saved()).toEqual({ [USER]: "create", [PRICE]: "empty" });
  await question.getByRole("button", { name: "Discard my changes" }).click();
  await people.getByText("Created as inactive people").waitFor();

  await theirs({ cause: USER, action: "create" }, { cause: PRICE, action: "leaveOut" });
  await prices.getByRole("button", { name: "Change" }).click();
  await prices.getByRole("button", { name: "Use another value" }).click();
  await prices.getByRole("textbox").fill("11");
  await page.keyboard.press("Enter");
  await question.getByRole("button", { name: "Save my version" }).click();
  await expect.poll(saved).toEqual({ [USER]: "create", [PRICE]: "11" });
  await page.getByText("All errors are resolved.").waitFor();
});

test("the same answer, saved already, is no conflict", async () => {
  const { page, people, question, theirs } = await openUnseeing();
  await theirs({ cause: USER, value: "Nobody Known", action: "empty" });
  await people.getByRole("button", { name: "Leave empty" }).click();
  await people.getByText("Left empty").waitFor();
  await expect.poll(() => question.count()).toBe(0);
  await page.getByText("1 with errors").waitFor();
});

test("the next answer before the response to the last one is no conflict", async () => {
  const { url, page, people, prices, question, saved } = await openUnseeing();
  const sent = Promise.withResolvers<void>();
  const conflict = Promise.withResolvers<void>();
  let puts = 0;
  await page.route(`**${url}`, async (route) => {
    if (route.request().method() !== "PUT") return route.continue();
    const isFirst = ++puts === 1;
    const response = await route.fetch();
    if (isFirst) {
      sent.resolve();
      await conflict.promise;
    } else if (response.status() === 412) conflict.resolve();
    return route.fulfill({ response });
  });
  await people.getByRole("button", { name: "Leave empty" }).click();
  await sent.promise;
  await prices.getByRole("button", { name: "Leave empty" }).click();
  await page.getByText("All errors are resolved.").waitFor();
  await expect.poll(() => question.count()).toBe(0);
  expect(await saved()).toEqual({ [USER]: "empty", [PRICE]: "empty" });
  expect(puts).toBe(3);
});

test("what another Admin has answered is not imported before it was shown", async () => {
  const { page, people, prices, theirs } = await openUnseeing();
  await people.getByRole("button", { name: "Leave empty" }).click();
  await prices.getByRole("button", { name: "Leave empty" }).click();
  await page.getByText("All errors are resolved.").waitFor();
  await goToStep(page, "Import");
  await theirs({ cause: USER, action: "leaveOut" }, { cause: PRICE, action: "empty" });
  await importRows(page);
  await page.getByText("Somebody else changed this record in the meantime.").waitFor();
  await figure(page, "Left out", "1").waitFor();
});
