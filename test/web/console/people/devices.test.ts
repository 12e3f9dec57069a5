import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openConsole } from "../../../harness/console.ts";
import { startServer, type TestServer } from "../../../harness/server.ts";
import { logInConsole, openConsoleAs } from "../log-in.ts";

async function activate(server: TestServer, code: string, deviceName: string): Promise<string> {
  const { body } = await server.anonymous.post("/api/device-auth/activate", { code, deviceName });
  return body.deviceToken;
}

async function pairDevice(server: TestServer, userName: string, deviceName: string): Promise<string> {
  const { body } = await (await server.as(userName)).post("/api/device-auth/generate-code");
  return activate(server, body.code, deviceName);
}

/** Opens the screen that pairs, which names the devices that are new since the page knows any. */
async function openPairing(page: Page, known: string): Promise<void> {
  await page.getByText(known, { exact: true }).waitFor();
  await page.evaluate("void (location.hash = '/people/pair')");
}

test("a device paired by the code on the screen is shown at once in every tab; the console pairs shared terminals; a personal device is made shared after a confirmation", async () => {
  const server = await startServer();
  await pairDevice(server, "admin", "Tablet");
  const { consolePage, page } = await openConsoleAs("admin", "/people/devices", { server });
  await openPairing(page, "Tablet");
  const first = page.locator(".big-code");
  await first.waitFor();
  const old = await first.textContent();
  const other = await consolePage.newTab();
  await other.goto(`${server.url}/console#/people/devices`);
  await openPairing(other, "Tablet");
  const second = other.locator(".big-code");
  await second.waitFor();
  await page.getByText("A newer code was created in another tab").waitFor();
  expect(await server.anonymous.post("/api/device-auth/activate", { code: old })).toMatchObject({
    status: 400,
  });
  await activate(server, (await second.textContent()) ?? "", "Gate 7");
  await page.getByText("Paired: Gate 7").waitFor();
  await other.getByText("Paired: Gate 7").waitFor();
  await expect.poll(() => other.locator(".big-code").count()).toBe(0);
  await other.getByRole("button", { name: "Pair another device" }).click();
  await second.waitFor();

  await page.getByRole("link", { name: "All paired devices" }).click();
  await page.getByRole("button", { name: "Make shared Tablet" }).waitFor();
  const row = (name: string) => page.locator("tbody tr").filter({ hasText: name });
  await row("Gate 7").filter({ hasText: "Shared terminal" }).waitFor();
  await expect.poll(() => page.getByRole("button", { name: "Make shared Gate 7" }).count()).toBe(0);
  await page.getByRole("button", { name: "Make shared Tablet" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Make shared" }).click();
  await page.getByText("Tablet is now a shared terminal.").waitFor();
  await row("Tablet").filter({ hasText: "Shared terminal" }).waitFor();
  await expect.poll(() => consolePage.axe()).toEqual([]);
});

test("a code for another user pairs a device of that user; an expired code is shown as such", async () => {
  const server = await startServer();
  const consolePage = await openConsole();
  const { page } = consolePage;
  await page.clock.install();
  await logInConsole(consolePage, server, "admin", "/people/devices");
  await openPairing(page, "No paired devices");
  await page.getByLabel("Device type").selectOption("Personal device");
  await page.getByLabel("Device owner").selectOption("Max Dvorak");
  await page.waitForURL("**/pair?user=2");
  await page.getByText(/expires in (10:00|9:\d\d)/).waitFor();
  await page.clock.runFor(10 * 60_000);
  await page.getByText("The code has expired.").waitFor();
  await expect.poll(() => page.locator(".big-code").count()).toBe(0);
  await page.getByRole("button", { name: "Create new code" }).click();
  const code = (await page.locator(".big-code").textContent()) ?? "";
  await activate(server, code, "Forklift");
  await page.getByText("Paired: Forklift").waitFor();
  const { body } = await (await server.as("admin")).get("/api/device-auth/tokens?all=true");
  expect(body[0]).toMatchObject({
    deviceName: "Forklift",
    kind: "personal",
    user: { fullName: "Max Dvorak" },
  });
});

test("pairings that end soon are at the top; a revoked device goes; a new one appears", async () => {
  const server = await startServer();
  await pairDevice(server, "admin", "Alpha");
  await server.restart({ DEVICE_TOKEN_EXPIRATION_DAYS: "10" });
  await pairDevice(server, "manager", "Zulu");
  const { page } = await openConsoleAs("admin", "/people/devices", { server });
  await page.getByText("1 pairing ends within 14 days.").waitFor();
  const rows = page.locator("tbody tr");
  await expect.poll(() => rows.first().textContent()).toContain("Zulu");
  await expect.poll(() => rows.first().textContent()).toContain("ends soon");
  await expect.poll(() => rows.last().textContent()).not.toContain("ends soon");
  await page.getByRole("button", { name: "Revoke Zulu" }).focus();
  await page.keyboard.press("Enter");
  await page.getByText("It stops working immediately").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
  await page.getByText("Zulu revoked.").waitFor();
  await rows.filter({ hasText: "Zulu" }).waitFor({ state: "detached" });
  await pairDevice(server, "user", "Bravo");
  await rows.filter({ hasText: "Bravo" }).waitFor();
});

test("the list names the device by which one was paired, and a revocation says how many end too", async () => {
  const server = await startServer();
  const phone = await pairDevice(server, "manager", "Phone");
  const { body } = await server.anonymous.post("/api/device-auth/exchange", { deviceToken: phone });
  const { body: code } = await server.withToken(body.accessToken).post("/api/device-auth/generate-code");
  await activate(server, code.code, "Tablet");
  const { page } = await openConsoleAs("admin", "/people/devices", { server });
  const row = (name: string) =>
    page.locator("tbody tr").filter({ has: page.locator("b", { hasText: name }) });
  await row("Tablet").filter({ hasText: "paired by Phone" }).waitFor();
  await page.getByRole("button", { name: "Revoke Phone" }).click();
  await page.getByRole("dialog").getByText("1 device that was paired by it ends too").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
  await row("Tablet").filter({ hasText: "ended" }).waitFor();
  await expect.poll(() => row("Phone").count()).toBe(0);
});
