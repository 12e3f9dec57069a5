import { expect, test } from "vitest";
import { createClock } from "../../harness/clock.ts";
import { openConsole } from "../../harness/console.ts";
import { startServer } from "../../harness/server.ts";
import { refresh } from "../../security/tokens.ts";
import { storedValue, storeExpression } from "../stored-records.ts";
import { createConsoleSession, openConsoleAs } from "./log-in.ts";

// The tokens of a login with rotation, which several tabs share.

const HOUR = 3_600_000;

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
  const { server, page } = await openConsoleAs("manager", "/overview", {
    server: await startServer({ clock }),
  });
  await page.getByText("Live", { exact: true }).waitFor();
  // Another tab renews the tokens, while this one sleeps: it sends nothing.
  await page.route("**/api/**", (route) => route.abort());
  const stored = await createConsoleSession(server, "manager");
  const known = (await page.evaluate(storedValue("officeSession"))) as typeof stored;
  const { body: renewed } = await refresh(server, { refreshToken: known.refreshToken });
  expect((await server.withToken(renewed.accessToken).get("/api/me")).status).toBe(200);
  const { accessToken, refreshToken } = renewed;
  // The server's clock alone is moved, so this says that the access token is over by then.
  const next = { ...known, accessToken, refreshToken, endsAt: 0 };
  await page.evaluate(storeExpression({ officeSession: next }));
  clock.advance(9 * HOUR);
  await page.unroute("**/api/**");
  await page.getByRole("navigation").getByRole("link", { name: "Articles", exact: true }).click();
  await page.locator("tbody tr").first().waitFor();
  const { body: stolen } = await (await server.as("admin")).get("/api/security-events?kind=tokenReuse");
  expect(stolen).toEqual([]);
  const { body: sessions } = await (await server.as("admin")).get("/api/users/2/sessions");
  expect(sessions.length).toBeGreaterThan(0);
});
