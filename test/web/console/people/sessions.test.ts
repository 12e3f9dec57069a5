import { expect, test } from "vitest";
import { openConsole } from "../../../harness/console.ts";
import { startServer, type TestServer } from "../../../harness/server.ts";
import { person } from "../../access/log-in.ts";
import { openConsoleAs } from "../log-in.ts";

async function logIn(server: TestServer, userName: string): Promise<string> {
  const login = { userName, password: `${userName}-demo` };
  return (await server.anonymous.post("/api/pwa-auth/login-password", login)).body.accessToken;
}
const readStatus = async (server: TestServer, token: string) =>
  (await server.withToken(token).get("/api/me")).status;

test("a user sees their sessions, ends one, then all others, and stays logged in", async () => {
  const server = await startServer();
  const tokens = [await logIn(server, "user"), await logIn(server, "user"), await logIn(server, "user")];
  const { page } = await openConsoleAs("user", "/me", { server });
  const rows = page.locator("table tbody tr");
  await expect.poll(() => rows.count()).toBe(4);
  const current = rows.filter({ hasText: "current" });
  await expect.poll(() => current.count()).toBe(1);
  await expect.poll(() => current.getByRole("button").count()).toBe(0);
  await rows.filter({ hasNotText: "current" }).first().getByRole("button", { name: "End" }).click();
  await expect.poll(() => rows.count()).toBe(3);
  expect(await readStatus(server, tokens[2] ?? "")).toBe(401);
  await page.getByRole("button", { name: "End all others" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "End all others" }).click();
  await expect.poll(() => rows.count()).toBe(1);
  expect(await readStatus(server, tokens[0] ?? "")).toBe(401);
  await page.reload();
  await expect.poll(() => rows.count()).toBe(1);
});

test("an Admin sees another user's sessions, ends one, then all", async () => {
  const server = await startServer();
  const tokens = [await logIn(server, "user"), await logIn(server, "user"), await logIn(server, "user")];
  const { page } = await openConsoleAs("admin", "/people/3", { server });
  const rows = page.locator("table tbody tr");
  await expect.poll(() => rows.count()).toBe(3);
  await rows.last().getByRole("button", { name: "End" }).click();
  await expect.poll(() => rows.count()).toBe(2);
  expect(await readStatus(server, tokens[0] ?? "")).toBe(401);
  expect(await readStatus(server, tokens[1] ?? "")).toBe(200);
  await page.getByRole("button", { name: "End all" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "End all" }).click();
  await page.getByText("Not logged in anywhere.").waitFor();
  expect(await readStatus(server, tokens[1] ?? "")).toBe(401);
});

test("an open console logs out after 12 hours without use, on the server too", async () => {
  const server = await startServer({ settings: { JWT_TOKEN_EXPIRATION_HOURS: "48" } });
  const consolePage = await openConsole();
  const { page } = consolePage;
  await page.clock.install();
  await consolePage.open(server.url, "/me");
  await page.getByLabel("User name").fill("user");
  await page.locator("input[type=password]").fill("user-demo");
  const loggedIn = page.waitForResponse(/login-password/);
  await page.getByRole("button", { name: "Log in" }).click();
  const { accessToken } = await (await loggedIn).json();
  // The login page has the word "console" too.
  await page.getByRole("link", { name: person("user").fullName }).waitFor();
  await page.clock.fastForward("11:00:00");
  await page.mouse.click(5, 5);
  await page.clock.fastForward("11:00:00");
  expect(await readStatus(server, accessToken)).toBe(200);
  await page.clock.fastForward("02:00:00");
  await page.getByText("You were logged out after 12 hours without use.").waitFor();
  expect(await readStatus(server, accessToken)).toBe(401);
});
