import { expect, test } from "vitest";
import { createClock } from "../../harness/clock.ts";
import { openConsole } from "../../harness/console.ts";
import { startServer, type TestServer } from "../../harness/server.ts";
import { createConsoleSession, logInConsole } from "./log-in.ts";

// The tokens of a login with rotation, which several tabs share.

const HOUR = 3_600_000;

const refresh = (server: TestServer, body: object) => server.anonymous.post("/api/pwa-auth/refresh", body);

test("a login at the console is refreshed by its refresh token alone", async () => {
  const server = await startServer();
  const consolePage = await openConsole();
  const { page } = consolePage;
  await consolePage.open(server.url, "/login");
  await page.getByLabel("User name").fill("manager");
  await page.getByLabel("Password", { exact: true }).fill("manager-demo");
  const answered = page.waitForResponse("**/api/pwa-auth/login-password");
  await page.getByRole("button", { name: "Log in" }).click();
  const { accessToken, refreshToken } = await (await answered).json();
  await page.locator(".console-header").waitFor();
  expect((await refresh(server, { accessToken })).status).toBe(401);
  expect((await refresh(server, { refreshToken })).status).toBe(200);
});

test("a tab that slept while another one renewed the tokens goes on with the new ones", async () => {
  const clock = createClock();
  const server = await startServer({ clock });
  const consolePage = await openConsole();
  const { page } = consolePage;
  await logInConsole(consolePage, server, "manager");
  await page.getByText("Live", { exact: true }).waitFor();
  // Another tab has renewed the tokens, and this one did not hear of it.
  const stored = await createConsoleSession(server, "manager");
  const read = `new Promise((resolve) => { const opening = indexedDB.open("tallybox"); opening.onsuccess = () => {
    const getting = opening.result.transaction("values").objectStore("values").get("officeSession");
    getting.onsuccess = () => { opening.result.close(); resolve(getting.result); }; }; })`;
  const known = (await page.evaluate(read)) as typeof stored;
  const { body: renewed } = await refresh(server, { refreshToken: known.refreshToken });
  expect((await server.withToken(renewed.accessToken).get("/api/me")).status).toBe(200);
  const next = JSON.stringify({
    ...known,
    accessToken: renewed.accessToken,
    refreshToken: renewed.refreshToken,
  });
  await page.evaluate(`new Promise((resolve) => { const opening = indexedDB.open("tallybox"); opening.onsuccess = () => {
    const writing = opening.result.transaction("values", "readwrite");
    writing.objectStore("values").put(${next}, "officeSession");
    writing.oncomplete = () => { opening.result.close(); resolve(null); }; }; })`);
  clock.advance(9 * HOUR);
  await page.getByRole("link", { name: "Articles", exact: true }).click();
  await page.locator("tbody tr").first().waitFor();
  const { body: stolen } = await (await server.as("admin")).get("/api/security-events?kind=tokenReuse");
  expect(stolen).toEqual([]);
  const { body: sessions } = await (await server.as("admin")).get("/api/users/2/sessions");
  expect(sessions.length).toBeGreaterThan(0);
});
