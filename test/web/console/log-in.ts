import type { StoredSession } from "../../../src/web/db/values.ts";
import { type ConsoleOptions, type ConsolePage, openConsole } from "../../harness/console.ts";
import { startServer, type TestServer } from "../../harness/server.ts";
import { person } from "../access/log-in.ts";
import { storeValues } from "../store-values.ts";

interface OpenedConsole {
  readonly consolePage: ConsolePage;
  readonly page: ConsolePage["page"];
}

/** Opens a screen of the console for a user of the demo, on a new server where none is given. */
export async function openConsoleAs(
  userName: string,
  path?: string,
  options?: ConsoleOptions & { readonly server?: TestServer },
): Promise<OpenedConsole & { readonly server: TestServer }>;
/** The same behind a proxy, or on another machine. */
export async function openConsoleAs(
  userName: string,
  path: string,
  options: ConsoleOptions & { readonly server: Pick<TestServer, "url"> },
): Promise<OpenedConsole>;
export async function openConsoleAs(
  userName: string,
  path = "/overview",
  options: ConsoleOptions & { readonly server?: Pick<TestServer, "url"> } = {},
): Promise<OpenedConsole & { readonly server: Pick<TestServer, "url"> }> {
  const { server = await startServer(), ...consoleOptions } = options;
  const consolePage = await openConsole(consoleOptions);
  await logInConsole(consolePage, server, userName, path);
  return { server, consolePage, page: consolePage.page };
}

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
