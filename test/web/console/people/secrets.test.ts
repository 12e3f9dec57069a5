import { expect, test } from "vitest";
import { startServer } from "../../../harness/server.ts";
import { exchange, pairDevice } from "../../../security/terminal.ts";
import { openConsoleAs } from "../log-in.ts";

const USER = 3;

test("an easy PIN is refused at its field; a new PIN ends the user's devices unless the Admin keeps them", async () => {
  const server = await startServer();
  const device = await pairDevice(server, "user");
  const { page } = await openConsoleAs("admin", `/people/${USER}`, { server });
  const card = page.locator("section", { has: page.getByRole("heading", { name: "PIN", exact: true }) });
  const pin = card.getByLabel("New PIN");
  await pin.fill("1234");
  await card.getByRole("button", { name: "Set PIN" }).click();
  await page.getByText("is easy to guess").waitFor();
  await expect.poll(() => pin.getAttribute("aria-invalid")).toBe("true");

  const keep = card.getByLabel("Keep this person's devices paired");
  const setPin = async (digits: string) => {
    await pin.fill(digits);
    await card.getByRole("button", { name: "Set PIN" }).click();
    await expect.poll(() => pin.inputValue()).toBe("");
  };
  await expect.poll(() => keep.isChecked()).toBe(false);
  await keep.check();
  await setPin("8264");
  expect((await exchange(server, device)).status).toBe(200);
  await expect.poll(() => keep.isChecked()).toBe(false);
  await setPin("9173");
  expect((await exchange(server, device)).status).toBe(401);
});

test("a user who becomes Manager loses a short PIN, and the page shows it; each card shows that the other secret stays, where there is one", async () => {
  const server = await startServer();
  const { page } = await openConsoleAs("admin", `/people/${USER}`, { server });
  await page.getByRole("checkbox", { name: /^Manager/ }).check();
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("The PIN was removed: Managers and Admins need 6 digits.").waitFor();
  await page.getByLabel("New PIN").fill("826415");
  await page.getByRole("button", { name: "Set PIN" }).click();
  await page.getByText("A PIN is set.").waitFor();
  await expect.poll(() => page.getByText("The PIN was removed").count()).toBe(0);

  await page.getByText("The PIN stays. Set a new one too").waitFor();
  await page.getByText("The password stays. Set a new one too").waitFor();
  await page.getByRole("button", { name: "Remove PIN" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove PIN" }).click();
  await page.getByText("No PIN: this person can't log in at a terminal.").waitFor();
  await expect.poll(() => page.getByText("The PIN stays.").count()).toBe(0);
});

test("the own PIN is changed with the password, also where PINs are accepted on paired devices only", async () => {
  const server = await startServer({ settings: { LOGIN_PIN_ONLY_ON_PAIRED_DEVICES: "true" } });
  const { page } = await openConsoleAs("user", "/me", { server });
  const form = page.locator("form", { has: page.getByRole("heading", { name: "PIN", exact: true }) });
  await form.getByLabel("Current password").fill("user-demo");
  await form.getByLabel("New PIN").fill("8264");
  await form.getByRole("button", { name: "Change PIN" }).click();
  await page.getByText("PIN changed.").waitFor();
  expect((await (await pairDevice(server, "manager")).pin(USER, "8264")).status).toBe(200);
});
