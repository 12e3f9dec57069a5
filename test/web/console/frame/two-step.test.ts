import { expect, test } from "vitest";
import { type ConsolePage, openConsole } from "../../../harness/console.ts";
import { startServerWithClock } from "../../../harness/server.ts";
import { codeAt, STEP_MS } from "../../../security/two-step.ts";
import { person } from "../../access/log-in.ts";

async function enterPassword({ page }: ConsolePage, userName: string): Promise<void> {
  await page.getByLabel("User name").fill(userName);
  await page.getByLabel("Password").fill(person(userName).password);
  await page.getByRole("button", { name: "Log in" }).click();
}

async function logOut({ page }: ConsolePage, userName: string): Promise<void> {
  await page.getByRole("link", { name: person(userName).fullName }).click();
  await page.getByRole("button", { name: "Log out" }).click();
  await page.getByRole("heading", { name: "Log in to the console" }).waitFor();
}

/** Reads the key for the authenticator app. */
const readKey = async ({ page }: ConsolePage) =>
  (await page.locator(".two-step-key code").filter({ hasText: /\w{4}/ }).innerText()).replaceAll(" ", "");

test("an authenticator app and a passkey are added on the profile page, and log in", async () => {
  const { clock, server } = await startServerWithClock();
  const consolePage = await openConsole();
  const { page } = consolePage;
  // Browsers have passkeys for host names only.
  const url = server.url.replace("127.0.0.1", "localhost");
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      ...{ protocol: "ctap2", transport: "internal", hasResidentKey: true },
      ...{ hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
    },
  });

  await consolePage.open(url, "/me");
  await enterPassword(consolePage, "manager");
  await page.getByText("Once it is on, personal devices that you paired earlier do not work").waitFor();
  await page.getByRole("button", { name: "Add authenticator app" }).click();
  const secret = await readKey(consolePage);
  await expect.poll(() => consolePage.axe()).toEqual([]);
  await page.getByLabel("Code from the app").fill("000000");
  await page.getByRole("button", { name: "Confirm" }).click();
  await page.getByText("This code is not right.").waitFor();
  // The page notices the end of the old token before it has the new one.
  await page.route("**/second-factor/setup", async (route) => {
    const response = await route.fetch();
    await page.getByRole("heading", { name: "Log in to the console" }).waitFor();
    await route.fulfill({ response });
  });
  await page.getByLabel("Code from the app").fill(codeAt(secret, clock.now()));
  await page.getByRole("button", { name: "Confirm" }).click();
  await page.getByRole("heading", { name: "Recovery codes" }).waitFor();
  await page.unroute("**/second-factor/setup");
  await expect.poll(() => page.locator(".recovery-codes li").count()).toBe(10);
  await page.getByText("Pair your personal devices again").waitFor();
  await page.getByRole("button", { name: "I have saved them" }).click();
  await page.getByRole("button", { name: "Add passkey" }).click();
  await page.getByLabel("Name of the passkey").fill("Office laptop");
  await page.getByRole("button", { name: "Add passkey" }).click();
  await page.getByText("Office laptop", { exact: true }).waitFor();
  // New codes are no new factor, so no device has to be paired again.
  await page.getByRole("button", { name: "New codes: Recovery codes" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "New codes" }).click();
  await page.getByRole("heading", { name: "Recovery codes" }).waitFor();
  await expect.poll(() => page.getByText("Pair your personal devices again").count()).toBe(0);
  await page.getByRole("button", { name: "I have saved them" }).click();

  await logOut(consolePage, "manager");
  await enterPassword(consolePage, "manager");
  await page.getByText("Enter the 6-digit code").waitFor();
  await expect.poll(() => consolePage.axe()).toEqual([]);
  await page.getByRole("button", { name: "Use passkey" }).click();
  await page.locator(".console-header").waitFor();

  await logOut(consolePage, "manager");
  await enterPassword(consolePage, "manager");
  clock.advance(STEP_MS);
  await page.getByLabel("Code", { exact: true }).fill(codeAt(secret, clock.now()));
  await page.keyboard.press("Enter");
  await page.locator(".console-header").waitFor();

  // The last login is too old, so password and second step are requested.
  clock.advance(6 * 60_000);
  await consolePage.open(url, "/me");
  await page.getByRole("button", { name: "Remove: Office laptop" }).click();
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Enter your password again" });
  await dialog.getByLabel("Password").fill(person("manager").password);
  await dialog.getByRole("button", { name: "Continue" }).click();
  await dialog.getByLabel("Code", { exact: true }).fill(codeAt(secret, clock.now()));
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect.poll(() => page.getByText("Office laptop", { exact: true }).count()).toBe(0);
});

test("a user who must have a second factor sets it up at the login, and an Admin resets it", async () => {
  const { clock, server } = await startServerWithClock();
  const consolePage = await openConsole();
  const { page } = consolePage;
  await consolePage.open(server.url, "/system/settings");
  await enterPassword(consolePage, "admin");
  await page.getByRole("group", { name: "Require two-step login for" }).getByLabel("Manager").check();
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Settings saved").waitFor();
  await logOut(consolePage, "admin");
  await enterPassword(consolePage, "manager");
  await page.getByText("Your role requires two-step login.").waitFor();
  await page.getByLabel("Code from the app").fill(codeAt(await readKey(consolePage), clock.now()));
  await page.getByRole("button", { name: "Confirm" }).click();
  await page.getByText("Pair your personal devices again").waitFor();
  await page.getByRole("button", { name: "I have saved them" }).click();
  await page.locator(".console-header").waitFor();
  await logOut(consolePage, "manager");
  await enterPassword(consolePage, "admin");
  await page.locator(".console-header").waitFor();
  await consolePage.open(server.url, "/people/2");
  await page.getByText("A second factor is set up.").waitFor();
  await page.getByText("Personal devices from before it work only once they are paired again.").waitFor();
  await page.getByRole("button", { name: "Reset two-step login" }).click();
  await page.getByRole("dialog").getByText("personal devices have to be paired again").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Reset two-step login" }).click();
  await page.getByText("No second factor is set up.").waitFor();
});
