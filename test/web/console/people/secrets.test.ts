import { expect, test } from "vitest";
import { openConsole } from "../../../harness/console.ts";
import { startServer, type TestServer } from "../../../harness/server.ts";
import { logInConsole } from "../log-in.ts";

const USER = 3;

async function aDeskOf(server: TestServer, path: string) {
  const consolePage = await openConsole();
  await logInConsole(consolePage, server, "admin", path);
  return consolePage;
}

/** A personal device of a demo user; gives what an exchange of its token answers. */
async function aDevice(server: TestServer, owner: string) {
  const { body: code } = await (await server.as(owner)).post("/api/device-auth/generate-code");
  const { body } = await server.anonymous.post("/api/device-auth/activate", { code: code.code });
  return async () =>
    (await server.anonymous.post("/api/device-auth/exchange", { deviceToken: body.deviceToken })).status;
}

test("a new PIN ends the person's devices, unless the Admin keeps them", async () => {
  const server = await startServer();
  const exchange = await aDevice(server, "user");
  const { page } = await aDeskOf(server, `/people/${USER}`);
  const card = page.locator("section", { has: page.getByRole("heading", { name: "PIN", exact: true }) });
  const keep = card.getByLabel("Keep this person's devices paired");
  const set = async (pin: string) => {
    await card.getByLabel("New PIN").fill(pin);
    await card.getByRole("button", { name: "Set PIN" }).click();
    await expect.poll(() => card.getByLabel("New PIN").inputValue()).toBe("");
  };
  expect(await keep.isChecked()).toBe(false);
  await keep.check();
  await set("8264");
  expect(await exchange()).toBe(200);
  expect(await keep.isChecked()).toBe(false);
  await set("9173");
  expect(await exchange()).toBe(401);
});

test("each card says that the other secret stays, where there is one", async () => {
  const server = await startServer();
  const { page } = await aDeskOf(server, `/people/${USER}`);
  await page.getByText("The PIN stays. Set a new one too").waitFor();
  await page.getByText("The password stays. Set a new one too").waitFor();
  await page.getByRole("button", { name: "Remove PIN" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove PIN" }).click();
  await page.getByText("No PIN: this person can't log in at a terminal.").waitFor();
  expect(await page.getByText("The PIN stays.").count()).toBe(0);
});

test("an easy PIN is refused at its field", async () => {
  const server = await startServer();
  const { page } = await aDeskOf(server, `/people/${USER}`);
  await page.getByLabel("New PIN").fill("1234");
  await page.getByRole("button", { name: "Set PIN" }).click();
  await page.getByText("is easy to guess").waitFor();
  expect(await page.getByLabel("New PIN").getAttribute("aria-invalid")).toBe("true");
});

test("whoever becomes Manager with a short PIN loses it, and the page says so", async () => {
  const server = await startServer();
  const { page } = await aDeskOf(server, `/people/${USER}`);
  await page.getByRole("checkbox", { name: /^Manager/ }).check();
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("The PIN was removed: Managers and Admins need 6 digits.").waitFor();
  await page.getByLabel("New PIN").fill("826415");
  await page.getByRole("button", { name: "Set PIN" }).click();
  await page.getByText("A PIN is set.").waitFor();
  expect(await page.getByText("The PIN was removed").count()).toBe(0);
});
