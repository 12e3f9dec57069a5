import type { StoredSession } from "../../../src/web/db/values.ts";
import type { ConsolePage } from "../../harness/console.ts";
import type { TestServer } from "../../harness/server.ts";
import { person } from "../access/log-in.ts";
import { storeValues } from "../store-values.ts";

/** Logs a user of the demo in at the console and opens a screen. The login has its own tests; this stores what it would store. */
export async function logInConsole(
  consolePage: ConsolePage,
  server: Pick<TestServer, "url">,
  userName: string,
  path = "/overview",
): Promise<void> {
  const { page, language } = consolePage;
  const load = (path: string) => page.goto(server.url + path);
  const values = { officeSession: await createConsoleSession(server, userName), language };
  await storeValues({ load, evaluate: (expression) => page.evaluate(expression) }, "/console#/login", values);
  await consolePage.open(server.url, path);
  await page.locator(".console-header").waitFor();
}

/** Logs in and returns the session that the console stores. */
export async function createConsoleSession(
  server: Pick<TestServer, "url">,
  userName: string,
): Promise<StoredSession> {
  const { password, roles, tenantId } = person(userName);
  const response = await fetch(`${server.url}/api/pwa-auth/login-password`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ userName, password }),
  });
  if (!response.ok) throw new Error(`${userName} can't log in: ${await response.text()}`);
  const { user, accessToken, refreshToken, expiresIn } = await response.json();
  return {
    user,
    tenantId,
    roles,
    via: "self",
    accessToken,
    refreshToken,
    endsAt: Date.now() + expiresIn * 1000,
  };
}
